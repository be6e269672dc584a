/** More kinds of elements than any page has. */
const KINDS = 65_536

/** Numbers for ways through a tree, which are kinds of elements one after the other: equal ways have equal numbers. 0 is the way of no step. */
export class Steps {
  readonly #next = new Map<number, number>()

  /** The way that goes one step further, by an element of this kind. */
  after(way: number, kind: number): number {
    const key = way * KINDS + kind
    let next = this.#next.get(key)
    if (next === undefined) {
      next = this.#next.size + 1
      this.#next.set(key, next)
    }
    return next
  }
}
