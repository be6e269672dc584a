/** Reading published notices into memory: a chunk at a time, matched to trades on the way, nothing left of a row but columns. */
import { z } from 'zod'
import type { Queryable } from '../../db/index.ts'
import type { StoredNotice } from '../notices/notice.ts'
import { Bits } from '../search/bits.ts'
import { Batch } from '../search/notices/batch.ts'
import type { Dictionaries } from '../search/notices/dictionaries.ts'
import { positionOf, type TradeIndex } from '../search/trade-index.ts'
import { nextTurn, runInTurns, type Work } from '../search/turns.ts'
import { matchNotice } from '../trades/match.ts'

const CHUNK = 100

const Row = z.object({
  id: z.string(),
  live: z.boolean(),
  hidden_until: z.coerce.number().nullable(),
  news_at: z.coerce.number().nullable(),
  sequence: z.number(),
  description: z.string(),
  places: z.array(z.string()).nullable(),
  notice: z.string(),
})

// Notices as text: a hundred trees of objects at a time are what the collector would move.
const SELECT = `
  select id, live, extract(epoch from hidden_until) * 1000 as hidden_until, sequence,
    extract(epoch from greatest(news_at, hidden_until)) * 1000 as news_at,
    description, places, notice::text as notice
  from tender_published where version > $1 and id > $2 and ($1 >= 0 or live) order by id limit $3`

function toTrades({ title, main_cpv, cpvs }: StoredNotice, description: string): ReadonlyMap<string, 'title' | 'any'> {
  return new Map([...matchNotice({ title, description, main_cpv, cpvs })].map(([slug, { match }]) => [slug, match]))
}

/** What was read: notices that came, and which of those before are gone or came anew. */
export type Reading = {
  batch: Batch
  gone: Bits
  /** Whether anything must be arranged anew: what only closed leaves an arrangement by itself. */
  isNew: boolean
}

/** Puts the rows of a chunk into the batch. Returns the last id. */
function* apply(chunk: readonly unknown[], reading: Reading, before: TradeIndex | undefined, now: number): Work<string> {
  let last = ''
  for (const raw of chunk) {
    const { id, live, hidden_until, news_at, sequence, description, places, notice: text } = Row.parse(raw)
    last = id
    const known = before ? positionOf(before, id) : -1
    if (known >= 0) reading.gone.add(known)
    reading.isNew ||= live || (before?.deadlines[known] ?? 0) > now
    if (live) {
      // Written by this program from the schema of a notice; checked where it is written.
      const notice = JSON.parse(text) as StoredNotice
      const trades = toTrades(notice, description)
      reading.batch.add(notice, { trades, places: places ?? [], sequence, hiddenUntil: hidden_until, newsAt: news_at })
    }
    yield
  }
  return last
}

/**
 * Reads what was published after `version` into a batch (undefined: everything live). Every few milliseconds others get their turn; the caller
 * reads within one repeatable-read transaction.
 */
export async function readRows(
  tx: Queryable,
  before: { version: number; index: TradeIndex } | undefined,
  dictionaries: Dictionaries,
  now: number,
): Promise<Reading> {
  const reading: Reading = { batch: new Batch(dictionaries), gone: new Bits(before?.index.notices.size ?? 0), isNew: false }
  for (let after = ''; ; ) {
    const chunk = await tx.query(SELECT, [before?.version ?? -1, after, CHUNK])
    after = await runInTurns(apply(chunk, reading, before?.index, now))
    if (chunk.length < CHUNK) return reading
    await nextTurn()
  }
}
