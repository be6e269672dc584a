/** What the operator's page shows, from the ledger alone. Money in micro-dollars as text. */
import { z } from 'zod'
import type { Queryable } from '../db/index.ts'
import { type Cost, facilitatorCosts } from '../payments/books/costs.ts'
import { type LedgerTotals, totalLedger } from '../payments/books/ledger.ts'
import type { FacilitatorRow } from '../settings/facilitators.ts'

const Day = z.object({ day: z.string(), tool: z.string(), settled: z.coerce.number(), micro: z.string() })
const Outcome = z.object({
  tool: z.string(),
  settled: z.coerce.number(),
  refused: z.coerce.number(),
  invalid: z.coerce.number(),
  failed: z.coerce.number(),
  unknown: z.coerce.number(),
})

export type DayRevenue = { day: string; settled: number; micro: string; tools: { tool: string; settled: number; micro: string }[] }

export type Figures = {
  /** Over the whole ledger. */
  totals: LedgerTotals
  /** What facilitators charged for it, by month. */
  costs: Cost[]
  /** Days in UTC, newest first, those with sales only. */
  days: DayRevenue[]
  /** Ends of attempts per tool over the same days. */
  outcomes: z.output<typeof Outcome>[]
}

/** Reads them for the last `days` days, today included. */
export async function readFigures(db: Queryable, days: number, facilitators: readonly FacilitatorRow[]): Promise<Figures> {
  const since = `(date_trunc('day', now() at time zone 'UTC') - make_interval(days => $1::integer - 1)) at time zone 'UTC'`
  const rows = await db.query(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, tool, count(*) as settled, sum(price_micro_usd)::text as micro
     from ledger where outcome = 'settled' and at >= ${since} group by day, tool order by day desc, tool`,
    [days],
  )
  const byDay = new Map<string, DayRevenue>()
  for (const row of rows) {
    const { day, tool, settled, micro } = Day.parse(row)
    const known = byDay.get(day) ?? { day, settled: 0, micro: '0', tools: [] }
    known.settled += settled
    known.micro = String(BigInt(known.micro) + BigInt(micro))
    known.tools.push({ tool, settled, micro })
    byDay.set(day, known)
  }
  const outcomes = await db.query(
    `select tool, ${['settled', 'refused', 'invalid', 'failed', 'unknown'].map((name) => `count(*) filter (where outcome = '${name}') as ${name}`).join(', ')}
     from ledger where at >= ${since} group by tool order by tool`,
    [days],
  )
  return {
    totals: await totalLedger(db, {}),
    costs: await facilitatorCosts(db, facilitators, {}),
    days: [...byDay.values()],
    outcomes: outcomes.map((row) => Outcome.parse(row)),
  }
}
