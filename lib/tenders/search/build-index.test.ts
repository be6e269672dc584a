import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bits } from './bits.ts'
import { build, showWaiting } from './build-index.ts'
import { batchOf, buildTradeIndex, type MadeNotice, made, NOW } from './search.test-support.ts'
import { noticeAt, type TradeIndex } from './trade-index.ts'
import { runAtOnce, runInTurns, STEPS, sortPositions } from './turns.ts'

const row = fc.record({
  deadline: fc.integer({ min: 0, max: 9 }).map((day) => `2026-12-1${day}T12:00:00+00:00`),
  published: fc.integer({ min: 1, max: 9 }).map((day) => `2026-11-0${day}`),
  value: fc.option(fc.integer({ min: 1, max: 5 })),
  buyer: fc.constantFrom(null, 'London', 'Wales'),
  delivery: fc.subarray(['London', 'Wales', 'Scotland', 'UK-wide']),
  trades: fc.dictionary(fc.constantFrom('cleaning', 'roofing', 'legal'), fc.constantFrom('title' as const, 'any' as const)),
})
const rows = fc.array(row, { maxLength: 30 }).map((list) =>
  list.map(({ deadline, published, value, buyer, delivery, trades }, index) => {
    const id = `fts:${String((index * 7) % 30).padStart(2, '0')}`
    return made({ id, deadline, published, value_gbp: value, buyer_region: buyer, delivery_regions: delivery }, trades)
  }),
)

test('a notice that waited is shown as if it had always been there, and nothing else changes', () => {
  fc.assert(
    fc.property(rows, fc.nat(29), (all, count) => {
      const [later, first] = [all.slice(0, count).map((row, at) => ({ ...row, hiddenUntil: NOW + 1 + (at % 3) })), all.slice(count)]
      const before = buildTradeIndex([...first, ...later])
      const sets = (index: TradeIndex) =>
        [...index.trades].map(([key, bits]) => [key, [...bits.positions()]] as const).filter(([, found]) => found.length > 0)
      const kept = sets(before)
      const [between, after] = [showWaiting(before, NOW + 2), showWaiting(before, NOW + 3)]
      expect(new Map(sets(after))).toEqual(new Map(sets(buildTradeIndex(all))))
      expect(new Map(sets(showWaiting(between, NOW + 3)))).toEqual(new Map(sets(after)))
      expect([after.shown.count(), after.waiting]).toEqual([all.length, []])
      expect(between.shown.count()).toBe(first.length + later.filter(({ hiddenUntil }) => hiddenUntil <= NOW + 2).length)
      expect(sets(before)).toEqual(kept)
      expect(before.shown.count()).toBe(first.length)
    }),
  )
})

test('sorting in turns is sorting', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 2 * STEPS, maxLength: 5 * STEPS }), (keys) => {
      const compare = (a: number, b: number) => keys[a]! - keys[b]!
      const positions = () => Uint32Array.from(keys.keys())
      expect(runAtOnce(sortPositions(positions(), compare))).toEqual(positions().toSorted(compare))
    }),
    { numRuns: 20 },
  )
})

test('arranged in turns it is the same, and others come in between', async () => {
  const many: MadeNotice[] = Array.from({ length: 20_000 }, (_, index) =>
    made({ id: `fts:${index}`, value_gbp: (index * 31) % 997, deadline: `2026-12-${10 + (index % 20)}T12:00:00+00:00` }),
  )
  let pauses = 0
  const index = await runInTurns(build(undefined, batchOf(many), new Bits(0), NOW), async () => {
    pauses += 1
  })
  // Behind the last text of a block lies what lay there before.
  const known = ({ notices: { texts: _, ...notices }, ...rest }: TradeIndex) => ({ ...rest, notices })
  expect(known(index)).toEqual(known(buildTradeIndex(many)))
  expect(noticeAt(index, 777)).toEqual(noticeAt(buildTradeIndex(many), 777))
  expect(pauses).toBeGreaterThan(0)
})
