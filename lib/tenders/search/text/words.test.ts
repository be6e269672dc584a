import { expect, test } from 'vitest'
import { Dictionaries } from '../notices/dictionaries.ts'
import { parseQuery } from '../query.ts'
import { buildTradeIndex, made } from '../search.test-support.ts'
import { select } from '../select.ts'
import { ALL_TRADES } from '../trade-index.ts'
import { GAP, Vocabulary } from './words.ts'

// More than 16 bits hold.
const WORDS = 66_000
const EACH = 1_000
const word = (number: number) => `w${number.toString(36)}x`

test('of many thousand words each is found, and phrases of them, by numbers that are no two the same', () => {
  const rows = Array.from({ length: WORDS / EACH }, (_, at) =>
    made({ id: `fts:${at}`, title: 'A', buyer: 'B', summary: Array.from({ length: EACH }, (_, next) => word(at * EACH + next)).join(' ') }),
  )
  const vocabulary = new Vocabulary()
  const numbers = rows.flatMap(({ notice }) =>
    vocabulary
      .read(notice)
      .slice(4)
      .filter((number) => number !== GAP),
  )
  expect(new Set(numbers).size).toBe(WORDS)
  const index = buildTradeIndex(rows, new Dictionaries(vocabulary))
  const found = (q: string) =>
    select(index, ALL_TRADES, parseQuery(new URLSearchParams({ q })), Date.parse('2026-11-20T12:00:00Z')).rows.map(({ id }) => id)
  for (const at of [0, 500, 0xfff0, 0xffff, 0x10000, WORDS - 2]) {
    // The last word of a notice and the first of the next stand in no phrase.
    const isWithin = Math.floor(at / EACH) === Math.floor((at + 1) / EACH)
    expect(found(word(at))).toEqual([`fts:${Math.floor(at / EACH)}`])
    expect(found(`"${word(at)} ${word(at + 1)}"`)).toEqual(isWithin ? [`fts:${Math.floor(at / EACH)}`] : [])
    expect(found(`"${word(at + 1)} ${word(at)}"`)).toEqual([])
  }
  expect(found('"a b"')).toEqual([])
})

test('more words than there are numbers for: every notice is still served, and found by the words that came first', () => {
  const rows = ['alpha beta', 'gamma delta', 'epsilon zeta'].map((title, at) => made({ id: `fts:${at}`, title, buyer: '', summary: '' }))
  const vocabulary = new Vocabulary(4)
  const index = buildTradeIndex(rows, new Dictionaries(vocabulary))
  const found = (q: string) =>
    select(index, ALL_TRADES, parseQuery(new URLSearchParams({ q })), Date.parse('2026-11-20T12:00:00Z')).rows.map(({ id }) => id)
  expect(vocabulary.isLarge).toBe(true)
  expect(index.notices.size).toBe(3)
  expect(found('alpha')).toEqual(['fts:0'])
  expect(found('gamma')).toEqual(['fts:1'])
  expect(found('epsilon')).toContain('fts:2')
})

test('a title may be as long as a buyer makes it', () => {
  const { texts } = buildTradeIndex([made({ title: 'long '.repeat(300_000) }), made({ title: 'short' })])
  expect(texts.numbers.indexOf(GAP)).toBe(300_000)
})
