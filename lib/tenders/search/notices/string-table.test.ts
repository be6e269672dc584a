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
