/** Notices that somebody who reads one may want to see too. */
import { Bits } from './bits.ts'
import type { MatchedNotice } from './notices/notices.ts'
import { GAP } from './text/words.ts'
import { firstOpen, noticeAt, positionOf, type TradeIndex, tradeOf } from './trade-index.ts'

/** Words of more notices than this say little of what one is about. */
const COMMON = 2_000

/** Up to `count` open notices of a trade whose titles share the rarest words with that of `id`; the most alike first, then the soonest deadline. */
export function similarTo(index: TradeIndex, id: string, trade: string, now: number, count: number): MatchedNotice[] {
  const own = positionOf(index, id)
  if (own < 0) return []
  const { numbers, starts, ends } = index.texts
  const words = numbers.subarray(starts[own], ends[own])
  const open = tradeOf(index, trade, 'title')
  const start = firstOpen(index, now)
  const scores = new Map<number, number>()
  for (const word of new Set(words.subarray(0, words.indexOf(GAP)))) {
    const found = index.inTitle.of(word)
    const size = found instanceof Bits ? found.count() : found.length
    if (size > COMMON) continue
    for (const position of found instanceof Bits ? found.positions() : found)
      if (position >= start && open.has(position)) scores.set(position, (scores.get(position) ?? 0) + 1 / size)
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .filter(([position]) => position !== own)
    .slice(0, count)
    .map(([position]) => noticeAt(index, position))
}
