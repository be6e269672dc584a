import fc from 'fast-check'
import { expect, test } from 'vitest'
import { made } from '../feed/feed.test-support.ts'
import { buildTradeIndex } from './build-index.ts'
import { parseQuery } from './query.ts'
import { select } from './select.ts'
import { ALL_TRADES } from './trade-index.ts'
import { GAP, Vocabulary } from './words.ts'

test('a notice says what it said, in every script', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, summary) => {
      const { notice } = made({ id: 'fts:1', title, summary, value_gbp: 0.5, also_at: [] })
      expect([notice.id, notice.title, notice.summary, notice.value_gbp, notice.also_at]).toEqual(['fts:1', title, summary, 0.5, []])
    }),
  )
})

// Past the halves of characters (0xd800) and the characters of two halves (0x10000).
const WORDS = 66_000
const EACH = 1_000
const word = (number: number) => `w${number.toString(36)}x`

test('of many thousand words each is found, and phrases of them, by numbers that are no two the same', () => {
  const rows = Array.from({ length: WORDS / EACH }, (_, at) =>
    made({ id: `fts:${at}`, title: 'A', buyer: 'B', summary: Array.from({ length: EACH }, (_, next) => word(at * EACH + next)).join(' ') }),
  )
  const vocabulary = new Vocabulary()
  const texts = rows.map((row) => vocabulary.wordsOf(row))
  const numbers = texts.flatMap((text) => Array.from(text.split(GAP).at(-1) ?? ''))
  expect(new Set(numbers).size).toBe(WORDS)
  const index = buildTradeIndex(rows, [], vocabulary)
  const found = (q: string) =>
    select(index, ALL_TRADES, parseQuery(new URLSearchParams({ q })), Date.parse('2026-11-20T12:00:00Z')).rows.map(({ id }) => id)
  for (const at of [0, 500, 0xd7ff, 0xd800, 0xfff0, 0x10000, WORDS - 2]) {
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
  const index = buildTradeIndex(rows, [], vocabulary)
  const found = (q: string) =>
    select(index, ALL_TRADES, parseQuery(new URLSearchParams({ q })), Date.parse('2026-11-20T12:00:00Z')).rows.map(({ id }) => id)
  expect(vocabulary.isLarge).toBe(true)
  expect(index.rows).toHaveLength(3)
  expect(found('alpha')).toEqual(['fts:0'])
  expect(found('gamma')).toEqual(['fts:1'])
  expect(found('epsilon')).toContain('fts:2')
})

test('a title may be as long as a buyer makes it', () => {
  const row = made({ id: 'fts:1', title: 'long '.repeat(300_000) })
  expect(new Vocabulary().wordsOf(row).indexOf(GAP)).toBe(300_000)
})
