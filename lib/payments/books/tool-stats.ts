/** How often each tool answered, and how fast, from the ledger: what the status page shows. */
import { z } from 'zod'
import type { Queryable } from '../../db/index.ts'

export type ToolStats = {
  tool: string
  /** Paid calls that were answered and settled. */
  settled: number
  /** Paid calls that ended for a fault of ours or of a source (5xx), unsettled. */
  failed: number
  /** Answered with "no such subject" and the like (4xx after verification), unsettled. */
  declined: number
  /** Milliseconds of the tool's own work in settled calls; null without any. */
  p50_ms: number | null
  p95_ms: number | null
}

const Row = z.object({
  tool: z.string(),
  settled: z.coerce.number(),
  failed: z.coerce.number(),
  declined: z.coerce.number(),
  p50_ms: z.coerce.number().nullable(),
  p95_ms: z.coerce.number().nullable(),
})

/** Figures of the last `days` days, one row for each tool that was paid for in them. Refused payments are the payer's and not counted. */
export async function toolStats(db: Queryable, days: number): Promise<ToolStats[]> {
  const rows = await db.query(
    `select tool,
       count(*) filter (where outcome = 'settled') as settled,
       count(*) filter (where outcome = 'unknown' or (outcome = 'failed' and status >= 500)) as failed,
       count(*) filter (where outcome = 'failed' and status < 500) as declined,
       round(percentile_cont(0.5) within group (order by handler_ms) filter (where outcome = 'settled')) as p50_ms,
       round(percentile_cont(0.95) within group (order by handler_ms) filter (where outcome = 'settled')) as p95_ms
     from ledger where at > now() - make_interval(days => $1::integer) group by tool order by tool`,
    [days],
  )
  return rows.map((row) => Row.parse(row))
}
