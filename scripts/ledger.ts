/**
 * `npm run ledger -- [--from D] [--to D] [--tool T] [--network N] [--format csv|json|table]`: the ledger with its totals. Asks the running
 * server (BASE_URL, OPERATOR_TOKEN) when one listens, and opens the database itself when none does.
 */
import { createCore } from '../lib/core.ts'
import { readEnv } from '../lib/env.ts'
import { ApiError } from '../lib/errors.ts'
import { ledgerReport, parseLedgerQuery } from '../lib/payments/books/ledger-report.ts'
import { askServer } from './steps/ask-server.ts'
import { readOptions } from './steps/options.ts'

const text = { type: 'string' } as const
const { values } = readOptions(import.meta.url, { options: { from: text, to: text, tool: text, network: text, format: text } })
const options = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Record<string, string>

const core = createCore(readEnv())

/** The report of the running server; undefined where none listens. */
async function reportOfServer(): Promise<string | undefined> {
  const url = new URL('/api/ledger', core.env.BASE_URL)
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, value)
  const response = await askServer(core.env, url)
  const body = await response?.text()
  if (response?.ok === false) throw new Error(`The server at ${url.origin} answered ${response.status}: ${body}`)
  return body
}

try {
  const query = parseLedgerQuery(options)
  const report = (await reportOfServer()) ?? (await ledgerReport(await core.database(), query, core.env.FACILITATORS)).body
  process.stdout.write(report)
} catch (error) {
  process.stderr.write(`${error instanceof ApiError || error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await core.closeDatabase()
}
