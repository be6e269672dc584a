/** What changes although no buyer has anything new: by the clock, and where an id goes by another process. */
import { z } from 'zod'
import type { Queryable } from '../../db/index.ts'
import { londonDay } from '../words/london.ts'
import type { Change } from './judge.ts'
import { CHANGE, ms } from './statements.ts'

/** A published notice whose turn ended or came by the clock alone, since the last publish. Written down as of that moment, not of now. */
export async function recordClock(tx: Queryable, now: number, version: number): Promise<number> {
  const Due = z.array(z.object({ id: z.string(), at: z.coerce.number(), notice: z.unknown() }))
  const shown = Due.parse(
    await tx.query(
      `update tender_published set listed_at = hidden_until, news_at = hidden_until, version = $2
       where live and listed_at is null and hidden_until <= to_timestamp($1 / 1000.0) and hidden_until < deadline
       returning id, ${ms('listed_at')} as at, notice`,
      [now, version],
    ),
  )
  // A twin that was never shown leaves without a word.
  await tx.query(
    `update tender_published set live = false, version = $2 where live and listed_at is null and deadline <= to_timestamp($1 / 1000.0)`,
    [now, version],
  )
  const expired = Due.parse(
    await tx.query(
      `update tender_published set live = false, listed_at = null, version = $2 where live and deadline <= to_timestamp($1 / 1000.0)
       returning id, ${ms('deadline')} as at, notice`,
      [now, version],
    ),
  )
  const changes: Change[] = [
    ...shown.map(({ id, at, notice }) => ({ day: londonDay(at), at, id, before: null, after: notice, reason: null })),
    ...expired.map(({ id, at, notice }) => ({ day: londonDay(at), at, id, before: notice, after: null, reason: 'expired' })),
  ]
  if (changes.length > 0) await tx.query(CHANGE, [JSON.stringify(changes)])
  return changes.length
}

const FORSAKEN = `
  with forsaken as (
    select id, listed_at is not null as was_shown, notice from tender_published p
    where live and not exists (select from tender_notices n where n.id = p.id)
  )
  update tender_published p set live = false, listed_at = null, version = $1 from forsaken where p.id = forsaken.id
  returning p.id, forsaken.was_shown, forsaken.notice`
const Forsaken = z.array(z.object({ id: z.string(), was_shown: z.boolean(), notice: z.unknown() }))

/** Closes ids that nothing goes by any more: of a process that was known by its amendments first and now goes by its first release. */
export async function closeForsaken(tx: Queryable, now: number, version: number): Promise<number> {
  const shown = Forsaken.parse(await tx.query(FORSAKEN, [version])).filter(({ was_shown }) => was_shown)
  const changes = shown.map(
    ({ id, notice }): Change => ({ day: londonDay(now), at: now, id, before: notice, after: null, reason: 'duplicate' }),
  )
  if (changes.length > 0) await tx.query(CHANGE, [JSON.stringify(changes)])
  return changes.length
}
