/** Numbers the looks of a page's elements: those with the same tag and class share one. */
export class Looks {
  readonly #numbers = new Map<string, Map<string | undefined, number>>()
  /** The classes of each look, by its number. */
  readonly classes: (string | undefined)[] = [undefined]

  of(tag: string, classes: string | undefined): number {
    let looks = this.#numbers.get(tag)
    if (looks === undefined) {
      looks = new Map()
      this.#numbers.set(tag, looks)
    }
    let look = looks.get(classes)
    if (look === undefined) {
      look = this.classes.push(classes) - 1
      looks.set(classes, look)
    }
    return look
  }
}
