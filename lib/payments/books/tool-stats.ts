/** How often each tool answered, and how fast, from the ledger: what the landing page and the status page show. */
import { z } from 'zod'
import type { Queryable } from '../../db/index.ts'
import { tools } from '../../tools/registry.ts'
import { KEPT_DAYS } from './claims.ts'

/** Days of history that are shown. */
export const HISTORY_DAYS = 90

export type Counts = {
  /** Paid calls that were answered and settled. */
  settled: number
  /** Paid calls that ended unsettled for a fault of ours or of a source, or whose settlement nobody could find out. */
  failed: number
  /** Unsettled for what was asked: no such subject, or a target of the caller's own that does not answer. */
  declined: number
  /** Milliseconds of the tool's own work in settled calls; null without any. */
  p50_ms: number | null
  p95_ms: number | null
}
export type ToolStats = Counts & { tool: string }
/** `day`: YYYY-MM-DD, UTC. */
export type ToolDay = ToolStats & { day: string }

const Figures = z.object({
  tool: z.string(),
  settled: z.coerce.number(),
  failed: z.coerce.number(),
  declined: z.coerce.number(),
  p50_ms: z.coerce.number().nullable(),
  p95_ms: z.coerce.number().nullable(),
})
const Day = Figures.extend({ day: z.string() })

/** Tools that read an address of the caller's: whether that answers is no merit and no fault of ours. */
const ofCallersTargets = tools.filter(({ input }) => 'url' in input.shape).map(({ id }) => id)
/** What such a tool answers when the target, and nothing of ours, is at fault. */
const TARGETS_FAULTS = ['upstream_failed', 'upstream_timeout', 'unprocessable', 'subject_not_found']

/** Parameters $1 and $2 of every statement here. An unknown settlement that became known counts as what it became. */
const FIGURES = `
  count(*) filter (where outcome = 'settled') as settled,
  count(*) filter (where (outcome = 'unknown' and not exists
      (select 1 from ledger later where later.payment_key = ledger.payment_key and later.outcome in ('settled', 'refused')))
    or (outcome = 'failed' and status >= 500 and not (tool = any($1::text[]) and coalesce(reason, '') = any($2::text[])))) as failed,
  count(*) filter (where outcome = 'failed' and (status < 500 or (tool = any($1::text[]) and coalesce(reason, '') = any($2::text[])))) as declined,
  round(percentile_cont(0.5) within group (order by handler_ms) filter (where outcome = 'settled')) as p50_ms,
  round(percentile_cont(0.95) within group (order by handler_ms) filter (where outcome = 'settled')) as p95_ms`
const faults = [ofCallersTargets, TARGETS_FAULTS]

/** Figures of the last `days` times 24 hours, one row for each tool that was paid for in them. Refused payments are the payer's and not counted. */
export async function toolStats(db: Queryable, days: number): Promise<ToolStats[]> {
  const rows = await db.query(
    `select tool, ${FIGURES} from ledger where at > now() - make_interval(days => $3::integer) group by tool order by tool`,
    [...faults, days],
  )
  return rows.map((row) => Figures.parse(row))
}

const DAY = `to_char((at at time zone 'UTC')::date, 'YYYY-MM-DD')`

/**
 * Writes down the days of the ledger before it forgets their failures. What a day became later (an unknown settlement that was found) is
 * written again while the ledger still knows all of it.
 * @returns rows written
 */
export const keepToolDays = (db: Queryable): Promise<number> =>
  db.run(
    `insert into tool_days (day, tool, settled, failed, declined, p50_ms, p95_ms)
     select (at at time zone 'UTC')::date, tool, ${FIGURES} from ledger
     where at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - make_interval(days => $3::integer) group by 1, 2
     on conflict (day, tool) do update set settled = excluded.settled, failed = excluded.failed, declined = excluded.declined,
       p50_ms = excluded.p50_ms, p95_ms = excluded.p95_ms`,
    [...faults, KEPT_DAYS - 2],
  )

/** The days that are kept, and today and yesterday as the ledger has them now; oldest first. */
export async function toolDays(db: Queryable): Promise<ToolDay[]> {
  const kept = await db.query(
    `select to_char(day, 'YYYY-MM-DD') as day, tool, settled, failed, declined, p50_ms, p95_ms from tool_days
     where day > (now() at time zone 'UTC')::date - $1::integer and day < (now() at time zone 'UTC')::date - 1 order by day, tool`,
    [HISTORY_DAYS],
  )
  const now = await db.query(
    `select ${DAY} as day, tool, ${FIGURES} from ledger
     where at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '1 day' group by 1, 2 order by 1, 2`,
    faults,
  )
  return [...kept, ...now].map((row) => Day.parse(row))
}

const Sale = z.object({ tool: z.string(), network: z.string(), transaction: z.string().nullable(), at: z.date(), micro: z.coerce.bigint() })
export type Sale = z.output<typeof Sale>

/** The last call that was settled; undefined before the first. */
export async function lastSale(db: Queryable): Promise<Sale | undefined> {
  const [row] = await db.query(
    `select tool, network, transaction, at, price_micro_usd as micro from ledger where outcome = 'settled' order by at desc, id desc limit 1`,
  )
  return row === undefined ? undefined : Sale.parse(row)
}

/** Calls of the last `days` times 24 hours as the ledger has them: settled ones, and failed ones that cost nothing, whoever was at fault. */
export async function weekTotals(db: Queryable, days: number): Promise<{ settled: number; failedUncharged: number }> {
  const [row] = await db.query(
    `select count(*) filter (where outcome = 'settled') as settled, count(*) filter (where outcome = 'failed') as failed
     from ledger where at > now() - make_interval(days => $1::integer)`,
    [days],
  )
  const { settled, failed } = z.object({ settled: z.coerce.number(), failed: z.coerce.number() }).parse(row)
  return { settled, failedUncharged: failed }
}
