/** Outages of the sources of the tools, kept from what breakers do: from the moment one opened until nobody sees it open any more. */
import { z } from 'zod'
import type { Core } from '../core.ts'
import type { Queryable } from '../db/index.ts'
import { breakerStates } from '../egress/breaker.ts'

/** Seen again within this time it is the same outage. Breakers close for a try every ten seconds or more. */
const SAME_OUTAGE = '5 minutes'
const KEPT = '90 days'

const Outage = z.object({ source: z.string(), reason: z.string().nullable(), started_at: z.date(), seen_at: z.date() })
export type Outage = z.output<typeof Outage>

/** Notes the breakers that opened since `since` (Unix ms) or are open now. @returns how many */
export async function noteOutages(core: Core, since: number): Promise<number> {
  const open = breakerStates(core).filter(({ state, openedAt }) => state === 'open' || (openedAt !== null && openedAt > since))
  if (open.length === 0) return 0
  const db = await core.database()
  for (const { source, reason, openedAt } of open) {
    const now = new Date(core.now())
    const known = await db.run(
      `update source_outages set seen_at = greatest(seen_at, $2::timestamptz), reason = $3::text
       where id = (select id from source_outages where source = $1 and seen_at > $2::timestamptz - interval '${SAME_OUTAGE}' order by seen_at desc limit 1)`,
      [source, now, reason],
    )
    if (known === 0)
      await db.run(
        'insert into source_outages (source, reason, started_at, seen_at) values ($1, $2::text, $3::timestamptz, $4::timestamptz)',
        [source, reason, new Date(openedAt ?? now), now],
      )
  }
  await db.run(`delete from source_outages where seen_at < now() - interval '${KEPT}'`)
  return open.length
}

/** The newest first, at most `limit`. */
export async function listOutages(db: Queryable, limit: number): Promise<Outage[]> {
  const rows = await db.query(
    'select source, reason, started_at, seen_at from source_outages order by seen_at desc, id desc limit $1::integer',
    [limit],
  )
  return rows.map((row) => Outage.parse(row))
}
