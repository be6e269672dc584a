import fc from 'fast-check'
import { expect, test } from 'vitest'
import { made } from '../feed/feed.test-support.ts'
import { buildTradeIndex } from './build-index.ts'
import { parseQuery } from './query.ts'
import { select } from './select.ts'
import { ALL_TRADES } from './trade-index.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
// The first three are in nearly all notices, and looked up as pairs; the last in so few that each of these is gone through.
const WORDS = ['of', 'the', 'council', 'works', 'roof', 'school', 'park', 'lamp', 'crane', 'yacht']
const NOTICES = 4_000

let seed = 5
const random = (below: number): number => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}
const text = (count: number) => Array.from({ length: count }, () => WORDS[Math.floor(WORDS.length * (random(1000) / 1000) ** 4)]).join(' ')

const rows = Array.from({ length: NOTICES }, () => made({ title: text(1 + random(4)), buyer: text(random(3)), summary: text(random(20)) }))
const index = buildTradeIndex(rows)
const texts = rows.map(({ id, notice: { title, buyer, summary } }) => ({ id, parts: [title, buyer, summary].map((part) => ` ${part} `) }))

test('a phrase is found in exactly the notices that hold it, however common its words are', () => {
  const found = new Set<string>()
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 5 }), (words) => {
      const phrase = words.join(' ')
      const holding = texts.filter(({ parts }) => parts.some((part) => part.includes(` ${phrase} `)))
      const { total_matching, rows: first } = select(index, ALL_TRADES, parseQuery(new URLSearchParams({ q: `"${phrase}"` })), NOW)
      expect(total_matching).toBe(holding.length)
      expect(holding.map(({ id }) => id)).toEqual(expect.arrayContaining(first.map(({ id }) => id)))
      if (holding.length > 0) found.add(phrase)
    }),
    { numRuns: 300 },
  )
  expect(found.size).toBeGreaterThan(50)
})

test('of two common words the places are known, of a rare one not', () => {
  const number = (word: string) => index.vocabulary.numberOf(word) ?? 0
  expect(index.texts.pairs.of(number('of'), number('the'))?.places.length).toBeGreaterThan(2_000)
  expect(index.texts.pairs.of(number('of'), number('yacht'))).toBeUndefined()
})
