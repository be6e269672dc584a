/** What facilitators charge for settling, by their rows in `FACILITATORS` as they are today, and what that leaves of each price. */
import type { Queryable } from '../../db/index.ts'
import type { FacilitatorRow } from '../../settings/facilitators.ts'
import type { Tool } from '../../tools/define.ts'
import { type LedgerFilter, parameters, where } from './ledger.ts'

/** One facilitator in one month (UTC) of the rows asked for. */
export type Cost = {
  facilitator: string
  month: string
  settlements: number
  /** Those beyond the free allowance of that month. */
  billed: number
  /** Null where its row names no fee, or it has no row any more. */
  fee_micro_usd: string | null
}

/** US dollars with at most six decimals, as micro-dollars. */
export const toMicro = (usd: string): bigint => {
  const [whole = '0', decimals = ''] = usd.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, '0'))
}

/** The costs of the settlements among these ledger rows, oldest month first. The free ones are the first of a month, whatever the filter. */
export async function facilitatorCosts(db: Queryable, facilitators: readonly FacilitatorRow[], filter: LedgerFilter): Promise<Cost[]> {
  const free = Object.fromEntries(facilitators.map(({ url, freePerMonth }) => [url, freePerMonth]))
  const rows = await db.query<{ facilitator: string; month: string; settlements: string; billed: string }>(
    `select facilitator, month, count(*) as settlements,
       count(*) filter (where nth > coalesce(($5::jsonb ->> facilitator)::integer, 0)) as billed
     from (
       select *, row_number() over (partition by facilitator, month order by id) as nth
       from (select *, to_char(at at time zone 'UTC', 'YYYY-MM') as month from ledger where outcome = 'settled' and facilitator is not null) as settled
     ) as numbered
     where ${where} group by facilitator, month order by month, facilitator`,
    [...parameters(filter), JSON.stringify(free)],
  )
  return rows.map(({ facilitator, month, settlements, billed }) => {
    const fee = facilitators.find(({ url }) => url === facilitator)?.feeUsd
    return {
      facilitator,
      month,
      settlements: Number(settlements),
      billed: Number(billed),
      fee_micro_usd: fee === undefined ? null : String(toMicro(fee) * BigInt(billed)),
    }
  })
}

/** Of each facilitator with a fee, the tools whose price leaves nothing of it once the free allowance is used up. */
export function belowCost(
  tools: readonly Tool[],
  facilitators: readonly FacilitatorRow[],
): { facilitator: string; feeUsd: string; tools: string[] }[] {
  return facilitators.flatMap(({ url, feeUsd }) => {
    if (feeUsd === undefined) return []
    const below = tools.filter(({ price }) => toMicro(price) <= toMicro(feeUsd)).map(({ id }) => id)
    return below.length > 0 ? [{ facilitator: url, feeUsd, tools: below }] : []
  })
}
