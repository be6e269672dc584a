import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery } from '../query.ts'
import { buildTradeIndex, made } from '../search.test-support.ts'
import { select } from '../select.ts'
import { ALL_TRADES } from '../trade-index.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
// From such as nearly all notices hold, often, to such as few do.
const WORDS = ['of', 'the', 'council', 'works', 'roof', 'school', 'park', 'lamp', 'crane', 'yacht']
const NOTICES = 4_000

let seed = 5
const random = (below: number): number => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}
const text = (count: number) => Array.from({ length: count }, () => WORDS[Math.floor(WORDS.length * (random(1000) / 1000) ** 4)]).join(' ')

const rows = Array.from({ length: NOTICES }, (_, at) =>
  made({
    title: text(1 + random(4)),
    // "nurse" and "train" are in all notices, and side by side in few.
    buyer: `nurse ${text(random(3))}`.trim(),
    // Some longer than the words are counted of which a pair is the first.
    summary: `${text(at % 50 === 0 ? 200 : random(20))} train ${at % 60 === 0 ? 'nurse' : ''} ${text(random(3))}`
      .replace(/ +/g, ' ')
      .trim(),
  }),
)
const index = buildTradeIndex(rows)
const texts = rows.map(({ id, notice: { title, buyer, summary } }) => ({ id, parts: [title, buyer, summary] }))
const windows = texts.flatMap(({ parts }, at) => {
  const words = (parts[at % 3] ?? '').split(' ')
  const start = random(words.length)
  return at % 5 === 0 ? [words.slice(start, start + 2 + random(6))] : []
})
const phrases = fc.oneof(
  fc.array(fc.constantFrom(...WORDS, 'nurse', 'train'), { minLength: 2, maxLength: 5 }),
  fc.constantFrom(...windows.filter(({ length }) => length > 1)),
)

test('a phrase is found in exactly the notices that hold it, however common its words are', () => {
  let found = 0
  fc.assert(
    fc.property(phrases, (words) => {
      const phrase = words.join(' ')
      const holding = texts.filter(({ parts }) => parts.some((part) => ` ${part} `.includes(` ${phrase} `)))
      const { total_matching, rows: first } = select(index, ALL_TRADES, parseQuery(new URLSearchParams({ q: `"${phrase}"` })), NOW)
      expect(total_matching).toBe(holding.length)
      expect(holding.map(({ id }) => id)).toEqual(expect.arrayContaining(first.map(({ id }) => id)))
      found += Number(holding.length > 0)
    }),
    { numRuns: 500 },
  )
  expect(found).toBeGreaterThan(100)
})

test('of common words it is known where they stand side by side, of pairs in few notices in which, of rare words nothing', () => {
  const pair = (first: string, second: string) =>
    index.texts.pairs.of(index.dictionaries.words.numberOf(first) ?? 0, index.dictionaries.words.numberOf(second) ?? 0)
  expect(pair('of', 'the')).toHaveProperty('first')
  expect(pair('train', 'nurse')).toHaveLength(Math.ceil(NOTICES / 60))
  expect(pair('of', 'yacht')).toBeUndefined()
})
