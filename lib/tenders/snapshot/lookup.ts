/** One notice by its id, open or not: for the pages of people. */
import { z } from 'zod'
import type { Core } from '../../core.ts'
import type { StoredNotice } from '../notices/notice.ts'
import type { MatchedNotice } from '../search/notices/notices.ts'
import { noticeAt, positionOf, type TradeIndex } from '../search/trade-index.ts'
import { freshSnapshot } from './snapshot.ts'

export type NoticeState =
  | { state: 'open'; row: MatchedNotice }
  /** `at`: instant in milliseconds. */
  | { state: 'closed'; notice: StoredNotice; reason: 'expired' | 'awarded' | 'cancelled' | 'vanished' | 'duplicate'; at: number }

const Row = z.object({
  notice: z.custom<StoredNotice>((value) => typeof value === 'object' && value !== null),
  deadline: z.coerce.number(),
  closed_reason: z.enum(['awarded', 'cancelled', 'vanished']).nullable(),
  closed_at: z.coerce.number().nullable(),
})

function openNotice(index: TradeIndex, id: string, now: number): MatchedNotice | undefined {
  const position = positionOf(index, id)
  const { deadline, hiddenUntil } = index.notices.columns
  return position >= 0 && deadline[position]! > now && hiddenUntil[position]! <= now ? noticeAt(index, position) : undefined
}

/**
 * The notice of an id as of `now`. Open ones come from memory; only a closed one asks the database, and throws when that is away.
 * `undefined`: there is no such notice, or none that was ever listed.
 */
export async function findNotice(core: Core, id: string, now: number): Promise<NoticeState | undefined> {
  const index = (await freshSnapshot(core, now))?.index
  const row = index && openNotice(index, id, now)
  if (row) return { state: 'open', row }
  const database = await core.database()
  const [found] = await database.query(
    `select notice, extract(epoch from deadline) * 1000 as deadline, closed_reason, extract(epoch from closed_at) * 1000 as closed_at
     from tender_notices where id = $1 and unlisted is null
     union all select notice, extract(epoch from deadline) * 1000, null, null from tender_published where id = $1 and not live
     limit 1`,
    [id],
  )
  if (!found) return undefined
  const { notice, deadline, closed_reason, closed_at } = Row.parse(found)
  if (closed_reason !== null && closed_at !== null && closed_at <= now)
    return { state: 'closed', notice, reason: closed_reason, at: closed_at }
  if (deadline <= now) return { state: 'closed', notice, reason: 'expired', at: deadline }
  // Open by its own data, yet not served: another notice stands for it, perhaps by an id of an earlier release, or it waits for the next publish.
  return { state: 'closed', notice, reason: 'duplicate', at: now }
}
