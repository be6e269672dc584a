import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StringTable } from './string-table.ts'

test('numbers strings as a map would, however many and whatever they are', () => {
  const strings = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\0', '__proto__', 'ſ'.repeat(9_000))))
  fc.assert(
    fc.property(strings, fc.integer({ min: 0, max: 3_000 }), (given, count) => {
      const table = new StringTable()
      const known = new Map<string, number>()
      // More than there is room for at first.
      for (const text of [...given, ...Array.from({ length: count }, (_, at) => `word${at % 2_000}`), ...given]) {
        if (!known.has(text)) {
          expect(table.find(text)).toBe(-1)
          known.set(text, known.size)
        }
        expect(table.numberOf(text)).toBe(known.get(text))
      }
      expect(table.size).toBe(known.size)
      for (const [text, number] of known) expect(table.find(text)).toBe(number)
      expect(table.find('nothing')).toBe(-1)
    }),
    { numRuns: 20 },
  )
})

/** So many strings whose FNV-1a is zero: after any word, one unit brings the upper half of the hash there, and one more the lower. */
function colliding(count: number): string[] {
  const PRIME = 0x01000193
  // By upper half of a product with the prime: a factor of 16 bits.
  const factors = new Int32Array(1 << 16).fill(-1)
  for (let factor = 0; factor < 1 << 16; factor += 1) factors[Math.imul(factor, PRIME) >>> 16] = factor
  const found: string[] = []
  for (let number = 0; found.length < count; number += 1) {
    const word = `word${number}`
    let hash = 0x811c9dc5
    for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME)
    const factor = factors[-(Math.imul(hash >>> 16, PRIME) & 0xffff) & 0xffff]!
    if (factor < 0) continue
    const upper = (hash ^ factor) & 0xffff
    const lower = Math.imul(hash ^ upper, PRIME) & 0xffff
    found.push(word + String.fromCharCode(upper, lower))
  }
  return found
}

test('words that somebody made to have one hash cost what others cost, instead of minutes', () => {
  const table = new StringTable()
  for (const text of colliding(300_000)) table.numberOf(text)
  expect(table.size).toBe(300_000)
})
