import type { Bits, Postings } from '../bits.ts'

/** For each word the notices that hold it, ascending. */
export class WordIndex {
  /** Notices of those words that many hold. */
  readonly many: ReadonlyMap<number, Bits>
  readonly #ends: Uint32Array
  readonly #positions: Uint32Array

  /** `many`: words of many notices. Of others `ends[word]` says where in `positions` their notices end, and those of the next begin. */
  constructor(many: ReadonlyMap<number, Bits>, ends: Uint32Array, positions: Uint32Array) {
    this.many = many
    this.#ends = ends
    this.#positions = positions
  }

  of(word: number): Postings {
    return this.many.get(word) ?? this.#positions.subarray(this.#ends[word - 1] ?? 0, this.#ends[word] ?? 0)
  }
}
