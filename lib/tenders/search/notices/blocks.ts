/** Many short stretches of numbers in a few large arrays: none is moved when more come, and the collector has little to count. */
export class Blocks<Block extends Buffer | Uint32Array> {
  readonly all: Block[] = []
  readonly #make: (length: number) => Block
  readonly #length: number
  #used = 0

  /** `length`: of an array, but for stretches that are longer. */
  constructor(make: (length: number) => Block, length: number) {
    this.#make = make
    this.#length = length
  }

  /** Room for a stretch: the last of `all`, and where in it the stretch begins. */
  room(length: number): { block: Block; start: number } {
    let block = this.all.at(-1)
    if (!block || this.#used + length > block.length) {
      block = this.#make(Math.max(this.#length, length))
      this.all.push(block)
      this.#used = 0
    }
    const start = this.#used
    this.#used += length
    return { block, start }
  }

  /** Gives back what is not used of the last array. Nothing is added after that. */
  trim(): void {
    const last = this.all.pop()
    if (!last) return
    const cut = this.#make(this.#used)
    cut.set(last.subarray(0, this.#used))
    this.all.push(cut)
  }
}
