/**
 * One running program: everything that lives in it, made from its core, and the way in. `createApp` is where the parts meet; nothing else
 * starts them. It returns at once: what takes time (offers, notices, jobs) comes in the background.
 */
import type { Core } from './core.ts'
import { closeKv } from './egress/kv/index.ts'
import { type Env, missingPaymentSettings } from './env.ts'
import { ApiError } from './errors.ts'
import { chargeAllowance, refusalOutside } from './http/admission.ts'
import { problemReply } from './http/problem.ts'
import type { Call, Reply } from './http/reply.ts'
import { safeRequestId } from './http/request-id.ts'
import { startJobs } from './jobs/start.ts'
import { log } from './log.ts'
import { pagesSection } from './pages/tenders/export-pages.ts'
import { belowCost } from './payments/books/costs.ts'
import { warnIfUnpayable } from './payments/chain/warn-unpayable.ts'
import { refreshOffers } from './payments/offer/offers.ts'
import { MAX_TIMEOUT_SECONDS } from './payments/protocol/networks.ts'
import { allSalesEnded, salesInHand } from './payments/sale/in-hand.ts'
import { lifecycle } from './readiness.ts'
import { createSite, type SiteOptions } from './site/table.ts'
import { startTraces } from './telemetry/traces.ts'
import { keepExported } from './tenders/export/export.ts'
import { feedSections } from './tenders/export/feed-section.ts'
import { startSnapshot, stopSnapshot } from './tenders/snapshot/snapshot.ts'
import { tools } from './tools/registry.ts'
import { watchSources } from './watch/sources.ts'

export type App = {
  readonly core: Core
  /** At once where no I/O is needed, else later. Never throws, never rejects. */
  readonly answer: (call: Call) => Reply | Promise<Reply>
  /** Calls of a queue outside (Inngest), whose SDK speaks Web requests. */
  readonly queue: (request: Request) => Promise<Response>
  /** Why a client is turned away whose call something beside the site answers, and that costs so many free calls; 0 looks whether one is left. */
  readonly turnAway: (clientIp: string, requestId: string, cost: number) => Reply | undefined
  /** Charges a client for a call of the queue that was not signed. */
  readonly charge: (clientIp: string, cost: number) => void
  /** For calls that come while the program stops: a 503 that charges nobody. */
  readonly refuse: (call: Call) => Reply
  /** Calls in hand that carry a payment. */
  readonly paymentsInHand: () => number
  /** From now on the program finishes what is in hand, and `/readyz` says no. */
  readonly beginStop: () => void
  /** Stops the jobs and closes everything. Resolves when nothing can be lost any more. */
  readonly drain: () => Promise<void>
}

export type AppOptions = SiteOptions & { queue: (core: Core, request: Request) => Promise<Response> }

function warn(env: Env): void {
  for (const name of missingPaymentSettings(env)) log.warn(`${name} is not set: paid routes answer 503 payments_not_configured`)
  if (env.FETCH_ALLOW_TARGETS.length > 0)
    log.warn({ targets: env.FETCH_ALLOW_TARGETS }, 'FETCH_ALLOW_TARGETS is set: web tools may reach these private targets. For tests only!')
  if (env.FETCH_DNS_SERVERS.length > 0)
    log.warn({ servers: env.FETCH_DNS_SERVERS }, 'FETCH_DNS_SERVERS is set: web tools ask these resolvers. For tests only!')
  for (const { facilitator, feeUsd, tools: below } of belowCost(tools, env.FACILITATORS))
    log.warn(
      { facilitator, feeUsd, tools: below },
      'a facilitator charges as much as a tool costs: beyond its free settlements nothing is left',
    )
  const slowestMs = Math.max(...tools.map((tool) => tool.handlerCapMs)) + env.FACILITATOR_SETTLE_TIMEOUT_MS
  if (slowestMs > MAX_TIMEOUT_SECONDS * 1000)
    log.warn({ slowestMs }, 'FACILITATOR_SETTLE_TIMEOUT_MS is so long that payments on Base run out before it: they will be refused')
}

/** Makes and starts everything. Nothing in it waits. */
export function createApp(core: Core, { queue, ...options }: AppOptions): App {
  warn(core.env)
  const traces = startTraces(core)
  if (core.env.METRICS_TOKEN)
    void import('./telemetry/prometheus.ts')
      .then(({ startMetrics }) => startMetrics(core))
      .catch((error: unknown) => log.error({ err: error }, 'metrics could not be started'))
  watchSources(core)
  void refreshOffers(core)
  for (const tool of tools) tool.warm?.(core)
  void startSnapshot(core)
  void warnIfUnpayable(core.env)
  const exporting = core.env.EXPORT_DIR === undefined ? undefined : keepExported(core, core.env.EXPORT_DIR, [...feedSections, pagesSection])
  const jobs = startJobs(core)
  return {
    core,
    answer: createSite(core, options),
    queue: (request) => queue(core, request),
    turnAway: (clientIp, requestId, cost) => refusalOutside(core, clientIp, requestId, cost),
    charge: (clientIp, cost) => chargeAllowance(core, clientIp, cost),
    refuse: (call) => {
      const detail = 'This server is being restarted. Nothing was charged; send the same request again shortly.'
      return problemReply(core.env, new ApiError('unavailable', detail, { retryAfterSeconds: 2 }), {
        requestId: safeRequestId(call.header('x-request-id')),
      })
    },
    paymentsInHand: () => salesInHand(core),
    beginStop: () => {
      lifecycle(core).stopping = true
    },
    drain: async () => {
      await allSalesEnded(core)
      await jobs.stop()
      await exporting?.stop()
      await stopSnapshot(core)
      await core.closeDatabase()
      await closeKv(core)
      await traces?.stop()
    },
  }
}
