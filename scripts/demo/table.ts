/** The demo's table: a header, then a line as each purchase is done. */
import { tools } from '../../lib/tools/registry.ts'
import type { Purchase } from './purchase.ts'

const columns = [
  ['rail', 6],
  ['tool', Math.max(...tools.map(({ id }) => `${id} over MCP`.length))],
  ['bad call', 8],
  ['unpaid', 6],
  ['paid', 4],
  ['price', 9],
  ['transaction', 23],
  ['on chain', 10],
  ['time', 8],
] as const

/** Atomic USDC as dollars: 10000 is `$0.010000`. */
export function usd(atomic: bigint): string {
  const sign = atomic < 0n ? '-' : ''
  const digits = (atomic < 0n ? -atomic : atomic).toString().padStart(7, '0')
  return `${sign}$${digits.slice(0, -6)}.${digits.slice(-6)}`
}

function line(cells: readonly string[]): string {
  return columns
    .map(([, width], index) => (cells[index] ?? '').padEnd(width))
    .join('  ')
    .trimEnd()
}

export const tableHead = `${line(columns.map(([title]) => title))}\n${columns.map(([, width]) => '─'.repeat(width)).join('  ')}`

/** A purchase in one line, and a line for each thing that went wrong. */
export function tableRow(purchase: Purchase): string {
  const { transaction } = purchase
  const cells = [
    purchase.rail,
    purchase.tool,
    String(purchase.bad || '-'),
    String(purchase.unpaid || '-'),
    String(purchase.paid || '-'),
    usd(purchase.price),
    transaction.length > 22 ? `${transaction.slice(0, 12)}…${transaction.slice(-9)}` : transaction || '-',
    `+${usd(purchase.gained)}`,
    `${Math.round(purchase.ms)} ms`,
  ]
  return [line(cells), ...purchase.problems.map((problem) => `        ✗ ${problem}`)].join('\n')
}
