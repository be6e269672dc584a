/** `npm run bench -- [payments|…] [--quick]`: ours beside named peers, in one run, as ratios. */
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean', default: false } } })
const parts: Record<string, () => Promise<unknown>> = {
  payments: async () => (await import('./bench/payments.ts')).benchPayments({ quick: values.quick }),
  ingest: async () => (await import('./bench/ingest.ts')).benchIngest({ quick: values.quick }),
}
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const part = parts[name]
  if (!part) throw new Error(`There is no bench ${name}; there are ${Object.keys(parts).join(', ')}.`)
  process.stdout.write(`${JSON.stringify({ [name]: await part() }, null, 2)}\n`)
}
