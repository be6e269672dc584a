/** What the operator and the machines around us ask: health, readiness, metrics, the ledger. */
import { type Core, part } from '../core.ts'
import { pageReply } from '../html/respond.ts'
import { type Endpoint, endpoint, json, type Make, text } from '../http/endpoint.ts'
import { bearerOf, costOfOperator, costUnless, isToken, requireToken } from '../http/operator.ts'
import { type Call, type Reply, searchOf } from '../http/reply.ts'
import type { Row } from '../http/router.ts'
import { forOperator } from '../ops/for-operator.ts'
import { operatorPage } from '../ops/page.ts'
import { ledgerReport, parseLedgerQuery } from '../payments/books/ledger-report.ts'
import { type Readiness, readiness } from '../readiness.ts'

const KEPT_NOWHERE = 'no-store'

async function ledger(core: Core, call: Call, extra: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Reply> {
  const query = parseLedgerQuery({ ...Object.fromEntries(searchOf(call)), ...extra })
  const { contentType, body } = await ledgerReport(await core.database(), query, core.env.FACILITATORS)
  return text(contentType, body, { 'Cache-Control': KEPT_NOWHERE, ...headers })
}

const open = (make: Make): Endpoint =>
  endpoint({ cors: { allow: 'X-Request-Id', expose: 'X-Request-Id' }, cache: KEPT_NOWHERE, cost: 0, GET: make })

const asking = part((): { report: Promise<Readiness> | undefined } => ({ report: undefined }))

/** However many ask at once, the database is asked once. */
function sharedReadiness(core: Core): Promise<Readiness> {
  const state = asking(core)
  state.report ??= readiness(core).finally(() => {
    state.report = undefined
  })
  return state.report
}

export const operator: readonly Row[] = [
  // Alive, and nothing else: no database, no facilitator.
  { path: '/healthz', answer: open(() => text('application/json', '{"status":"ok"}')) },
  {
    path: '/readyz',
    answer: open(async (core) => {
      const report = await sharedReadiness(core)
      return { ...json(report), status: report.ready ? 200 : 503 }
    }),
  },
  {
    path: '/metrics',
    answer: endpoint({
      cache: KEPT_NOWHERE,
      cost: costUnless((core, call) => isToken(core, bearerOf(call), 'METRICS_TOKEN')),
      GET: async (core, call) => {
        requireToken(core, call, 'METRICS_TOKEN')
        // Loaded only where somebody asks: it brings a library that nothing else needs.
        const { metricsText } = await import('../telemetry/prometheus.ts')
        const { contentType, body } = await metricsText(core)
        return text(contentType, body)
      },
    }),
  },
  {
    path: '/api/ledger',
    answer: endpoint({
      cost: costOfOperator,
      GET: (core, call) => {
        requireToken(core, call)
        return ledger(core, call)
      },
    }),
  },
  { path: '/ops', answer: forOperator(async (core) => pageReply(await operatorPage(core), core.env)) },
  {
    path: '/ops/ledger.csv',
    answer: forOperator((core, call) =>
      ledger(core, call, { format: 'csv' }, { 'Content-Disposition': 'attachment; filename="ledger.csv"' }),
    ),
  },
]
