import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bits } from '../bits.ts'
import { build } from '../build-index.ts'
import { batchOf, buildTradeIndex, type MadeNotice, made, NOW } from '../search.test-support.ts'
import { noticeAt, positionOf, type TradeIndex } from '../trade-index.ts'
import { runAtOnce } from '../turns.ts'

/** The next arrangement: `rows` came or changed, and the notices of `gone` left. */
function publish(before: TradeIndex, rows: readonly MadeNotice[], gone: readonly string[]): TradeIndex {
  const positions = [...gone, ...rows.map(({ id }) => id)].map((id) => positionOf(before, id)).filter((position) => position >= 0)
  const without = new Bits(before.notices.size).addAll(Uint32Array.from(positions))
  return runAtOnce(build(before, batchOf(rows, before.dictionaries), without, NOW))
}

const noticesOf = (index: TradeIndex) => Array.from({ length: index.notices.size }, (_, position) => noticeAt(index, position))
const ids = Array.from({ length: 40 }, (_, number) => `fts:${number}é`)
const text = fc.string({ unit: 'binary' })
const row = fc
  .record({
    id: fc.constantFrom(...ids),
    title: text,
    summary: fc.oneof(text, fc.constant('x'.repeat(5_000))),
    hour: fc.integer({ min: 10, max: 14 }),
    value: fc.option(fc.constantFrom(0.5, 7)),
    hidden: fc.option(fc.integer({ min: NOW - 2, max: NOW + 2 })),
    places: fc.subarray(['UKE42', 'LS1', 'M1']),
    trades: fc.dictionary(fc.constantFrom('cleaning', 'legal'), fc.constantFrom('title' as const, 'any' as const)),
    reason: fc.option(text),
  })
  .map(({ id, title, summary, hour, value, hidden, places, trades, reason }) =>
    made(
      {
        id,
        title,
        summary,
        value_gbp: value,
        deadline: `2026-12-01T${hour}:00:00+00:00`,
        ...(reason === null ? {} : { unavailable: [{ field: 'lots', reason }] }),
      },
      trades,
      { sequence: hour, places, hiddenUntil: hidden },
    ),
  )
const day = fc.record({
  rows: fc.uniqueArray(row, { maxLength: 30, selector: ({ id }) => id }),
  gone: fc.subarray(ids),
})

/** What an arrangement says, whatever the numbers of its dictionaries. */
const said = (index: TradeIndex) => ({
  notices: noticesOf(index).map(({ notice, ...beside }) => [JSON.stringify(notice), beside]),
  trades: new Map([...index.trades].map(([key, bits]) => [key, [...bits.positions()]])),
  regions: index.regions,
  shown: [...index.shown.positions()],
  waiting: index.waiting,
  value: [...index.value.order],
  places: index.dictionaries.places.values
    .map((place, number) => {
      const found = index.places.of(number)
      return [place, [...(found instanceof Bits ? found.positions() : found)]] as const
    })
    .filter(([, found]) => found.length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
})

test('however notices came, changed and left, they stand as if they had all been read at once', () => {
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 6 }), (days) => {
      const known = new Map<string, MadeNotice>()
      let index = buildTradeIndex([])
      for (const { rows, gone } of days) {
        for (const id of gone) known.delete(id)
        for (const one of rows) known.set(one.id, one)
        const [before, was] = [index, said(index)]
        index = publish(before, rows, gone)
        expect(said(before)).toEqual(was)
      }
      expect(said(index)).toEqual(said(buildTradeIndex(known.values())))
      for (const id of ids) {
        const position = positionOf(index, id)
        expect(position < 0 ? undefined : noticeAt(index, position).notice).toEqual(known.get(id)?.notice)
      }
    }),
  )
})

/**
 * Bytes of all buffers that somebody can still reach. One collection may only end another that had begun before, and buffers are given back by
 * another thread: it is collected until that changes nothing any more.
 */
async function bufferBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  let [before, quiet] = [Number.POSITIVE_INFINITY, 0]
  for (let round = 0; quiet < 3 && round < 100; round += 1) {
    collect()
    await setTimeout(20)
    const now = process.memoryUsage().arrayBuffers
    quiet = now < before ? 0 : quiet + 1
    before = Math.min(before, now)
  }
  return before
}

test('texts of notices that are gone do not stay in memory because others beside them are still there', async () => {
  const [every, length] = [10, 4_000]
  const before = await bufferBytes()
  let index = buildTradeIndex(Array.from({ length: 5_000 }, (_, at) => made({ id: `fts:${at}`, summary: `${at} `.repeat(length / 4) })))
  expect((await bufferBytes()) - before).toBeGreaterThan(5_000 * length)
  index = publish(
    index,
    [],
    Array.from({ length: 5_000 }, (_, at) => `fts:${at}`).filter((_, at) => at % every > 0),
  )
  expect(noticesOf(index).map(({ notice: { summary } }) => summary.split(' ')[0])).toHaveLength(500)
  expect((await bufferBytes()) - before).toBeLessThan(1_000 * length + 4_000_000)
})
