/**
 * The notices of a page, from the same shelves and in the same order as the feeds: without the page's own filters, page 1 is the feed. The
 * clock decides what is open, as there.
 */
import { CAP, type MatchedNotice, type TradeIndex } from '../../tenders/feed.ts'
import { countPassed, shelfOf } from '../../tenders/feed-index.ts'
import { type Filter, VALUE_BANDS } from './filter.ts'

const DAY = 86_400_000

export type Selection = {
  rows: readonly MatchedNotice[]
  /** Open notices of the trade, as `total_open` of the feed. */
  total: number
  /** Those that pass every filter. */
  matching: number
  /** Those that pass every filter but the value band, and state no value. */
  unstated: number
  pages: number
}

/** Selects at `now` (milliseconds). */
export function selectNotices(index: TradeIndex, slug: string, { query, value, closing, page }: Filter, now: number): Selection {
  const openOf = (positions: Uint32Array): number => positions.length - countPassed(index, positions, now)
  const shelf = shelfOf(index, slug, query.match, query.region ?? '')
  const total = openOf(shelfOf(index, slug, query.match, '').byDeadline)
  const latest = closing === null ? Number.POSITIVE_INFINITY : now + closing * DAY
  const band = value === null ? null : VALUE_BANDS[value]
  const isWithin = (stated: number | null): boolean => {
    if (band === null) return true
    if (band.from === null) return stated === null
    return stated !== null && stated >= band.from && stated < band.below
  }
  const positions = query.sort === 'deadline' ? shelf.byDeadline : shelf.byValue
  const first = query.sort === 'deadline' ? countPassed(index, positions, now) : 0
  const skip = (page - 1) * CAP
  const rows: MatchedNotice[] = []
  let matching = 0
  let unstated = 0
  for (let at = first; at < positions.length; at++) {
    const position = positions[at] ?? 0
    const deadline = index.deadlines[position] ?? 0
    const row = index.rows[position]
    if (row === undefined || deadline <= now || deadline > latest) continue
    if (row.notice.value_gbp === null) unstated += 1
    if (!isWithin(row.notice.value_gbp)) continue
    if (matching >= skip && rows.length < CAP) rows.push(row)
    matching += 1
  }
  return { rows, total, matching, unstated, pages: Math.max(1, Math.ceil(matching / CAP)) }
}
