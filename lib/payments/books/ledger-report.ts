/** The ledger as its operator reads it: CSV, JSON or a table, with totals that tie out. One function for the route and the command. */
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { plainText } from '../../http/plain-text.ts'
import type { FacilitatorRow } from '../../settings/facilitators.ts'
import { type Cost, facilitatorCosts } from './costs.ts'
import { type LedgerRow, type LedgerTotals, readLedger, totalLedger } from './ledger.ts'

const formats = ['csv', 'json', 'table'] as const

/** A day (`YYYY-MM-DD`, in UTC) or an instant with a zone. */
const moment = z
  .string()
  .refine(
    (text) => /^\d{4}-\d{2}-\d{2}(T.*(Z|[+-]\d{2}:\d{2}))?$/.test(text) && !Number.isNaN(Date.parse(text)),
    'must be YYYY-MM-DD or an ISO 8601 date-time with zone',
  )

const Query = z.strictObject({
  from: moment.optional(),
  to: moment.optional(),
  tool: z.string().optional(),
  network: z.string().optional(),
  format: z.enum(formats).default('table'),
})

export type LedgerQuery = z.output<typeof Query>

/** Parses the report's options. `to` as a day includes that day. @throws ApiError `invalid_input` */
export function parseLedgerQuery(values: Record<string, string>): LedgerQuery {
  const result = Query.safeParse(values)
  if (!result.success) {
    const issue = result.error.issues[0]!
    const param = issue.code === 'unrecognized_keys' ? issue.keys[0]! : String(issue.path[0])
    throw new ApiError('invalid_input', `${param}: ${issue.message}.`, { param, extra: { allowed: Object.keys(Query.shape) } })
  }
  const { to } = result.data
  return { ...result.data, ...(to !== undefined && to.length === 10 ? { to: new Date(Date.parse(to) + 86_400_000).toISOString() } : {}) }
}

const columns = [
  'id',
  'at',
  'request_id',
  'tool',
  'network',
  'payer',
  'payment_key',
  'price_micro_usd',
  'outcome',
  'status',
  'reason',
  'transaction',
  'verify_ms',
  'handler_ms',
  'settle_ms',
  'facilitator',
] as const satisfies (keyof LedgerRow)[]

const cell = (value: LedgerRow[keyof LedgerRow]): string =>
  value === null ? '' : value instanceof Date ? value.toISOString() : String(value)

/** Micro-dollars as dollars with six decimals. */
export const toUsd = (micro: string): string => `${BigInt(micro) / 1_000_000n}.${String(BigInt(micro) % 1_000_000n).padStart(6, '0')}`

const totalsLines = (totals: LedgerTotals): string[] => [
  `rows ${totals.rows}, settled ${totals.settled}, total ${toUsd(totals.settled_micro_usd)} USD`,
  ...Object.entries(totals.by_network).map(([network, micro]) => `  ${network}  ${toUsd(micro)} USD`),
  ...Object.entries(totals.by_tool).map(([tool, micro]) => `  ${tool}  ${toUsd(micro)} USD`),
]

/** What is left of the total is said only where every settlement has a known fee. */
function costLines(totals: LedgerTotals, costs: Cost[]): string[] {
  const known =
    costs.every(({ fee_micro_usd }) => fee_micro_usd !== null) && costs.reduce((sum, one) => sum + one.settlements, 0) === totals.settled
  const fees = costs.reduce((sum, { fee_micro_usd }) => sum + BigInt(fee_micro_usd ?? 0), 0n)
  return [
    ...costs.map(
      ({ facilitator, month, settlements, billed, fee_micro_usd }) =>
        `  ${month}  ${facilitator}  ${settlements} settled, ${billed} billed, ${fee_micro_usd === null ? 'fee unknown' : `fees ${toUsd(fee_micro_usd)} USD`}`,
    ),
    ...(known && costs.length > 0 ? [`after fees ${signedUsd(BigInt(totals.settled_micro_usd) - fees)} USD`] : []),
  ]
}

const signedUsd = (micro: bigint): string => (micro < 0n ? `-${toUsd(String(-micro))}` : toUsd(String(micro)))

/** Of a column in a table; what stands there may be a facilitator's text, which a terminal must not obey. */
const WIDTH_MAX = 44

function table(rows: LedgerRow[]): string {
  const shown = ['at', 'tool', 'network', 'payer', 'price_micro_usd', 'outcome', 'status', 'reason', 'transaction'] as const
  const cells = [shown as readonly string[], ...rows.map((row) => shown.map((name) => plainText(cell(row[name]), WIDTH_MAX)))]
  const widths = shown.map((_, index) => Math.max(...cells.map((line) => line[index]!.length)))
  return cells
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Reads and renders the report. Its totals and the fees of the facilitators are summed by the database over the same rows. */
export async function ledgerReport(
  db: Database,
  query: LedgerQuery,
  facilitators: readonly FacilitatorRow[],
): Promise<{ contentType: string; body: string }> {
  // One snapshot: a sale between the two statements must not be in the totals and not among the rows.
  const [rows, totals, costs] = await db.tx(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    return [await readLedger(tx, query), await totalLedger(tx, query), await facilitatorCosts(tx, facilitators, query)] as const
  })
  if (query.format === 'csv') {
    return {
      contentType: 'text/csv; charset=utf-8; header=present',
      body: stringify(
        rows.map((row) => columns.map((name) => cell(row[name]))),
        { header: true, columns: [...columns], escape_formulas: true },
      ),
    }
  }
  if (query.format === 'json')
    return { contentType: 'application/json; charset=utf-8', body: `${JSON.stringify({ rows, totals, costs }, null, 2)}\n` }
  return {
    contentType: 'text/plain; charset=utf-8',
    body: `${table(rows)}\n\n${[...totalsLines(totals), ...costLines(totals, costs)].join('\n')}\n`,
  }
}
