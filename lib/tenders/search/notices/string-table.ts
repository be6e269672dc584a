/**
 * Numbers for strings, from 0 in the order they came. A hash table in four arrays: as keys of a map a quarter of a million strings would be gone
 * through by every collection, and hold everybody up whenever the map grows.
 */
import { randomInt } from 'node:crypto'

const FIRST = 1024

/** FNV-1a over UTF-16, from `seed` on. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** A longer array that begins as one does. */
export function grown<Kind extends Uint16Array | Uint32Array>(array: Kind, made: Kind): Kind {
  made.set(array)
  return made
}

export class StringTable {
  size = 0
  /** Words come from whoever writes a notice: with a seed that nobody knows they cannot be made to have one hash. */
  readonly #seed = randomInt(2 ** 32)
  /** By hash: one more than a number; 0: nothing. At most half full. */
  #slots = new Uint32Array(2 * FIRST)
  #hashes = new Uint32Array(FIRST)
  /** Where in `units` a string ends, and the next begins. */
  #ends = new Uint32Array(FIRST)
  #units = new Uint16Array(8 * FIRST)

  /** The number of a string; -1: it has none. */
  find(text: string): number {
    return this.#slots[this.#slotOf(text, hashOf(text, this.#seed))]! - 1
  }

  /** Gives the number of a string, a new one where it has none. */
  numberOf(text: string): number {
    const hash = hashOf(text, this.#seed)
    const slot = this.#slotOf(text, hash)
    if (this.#slots[slot] !== 0) return this.#slots[slot]! - 1
    if (this.size === this.#hashes.length) {
      this.#grow()
      return this.numberOf(text)
    }
    const start = this.#startOf(this.size)
    const end = start + text.length
    if (end > this.#units.length) this.#units = grown(this.#units, new Uint16Array(2 * end))
    for (let at = 0; at < text.length; at += 1) this.#units[start + at] = text.charCodeAt(at)
    this.#hashes[this.size] = hash
    this.#ends[this.size] = end
    this.#slots[slot] = ++this.size
    return this.size - 1
  }

  /** The slot of a string, or the empty one that it would take. */
  #slotOf(text: string, hash: number): number {
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (let entry = this.#slots[slot]!; entry !== 0 && !this.#is(entry - 1, text, hash); entry = this.#slots[slot]!)
      slot = (slot + 1) & mask
    return slot
  }

  #is(number: number, text: string, hash: number): boolean {
    const start = this.#startOf(number)
    if (this.#hashes[number] !== hash || this.#ends[number]! - start !== text.length) return false
    for (let at = 0; at < text.length; at += 1) if (this.#units[start + at] !== text.charCodeAt(at)) return false
    return true
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : this.#ends[number - 1]!
  }

  #grow(): void {
    const length = 2 * this.size
    this.#hashes = grown(this.#hashes, new Uint32Array(length))
    this.#ends = grown(this.#ends, new Uint32Array(length))
    this.#slots = new Uint32Array(2 * length)
    const mask = this.#slots.length - 1
    for (let number = 0; number < this.size; number += 1) {
      let slot = this.#hashes[number]! & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = number + 1
    }
  }
}
