/** What a server process does when it starts: says what is missing, fetches the facilitator's data, starts the jobs. Nothing waits for it. */
import { closeDb } from './db/index.ts'
import { env, missingPaymentSettings } from './env.ts'
import { ApiError } from './errors.ts'
import { front } from './front.ts'
import { closeKv } from './http/kv/index.ts'
import { problemReply } from './http/problem.ts'
import { safeRequestId } from './http/request-id.ts'
import { startJobs } from './jobs/start.ts'
import { log } from './log.ts'
import { isPaidPath } from './payments/gate.ts'
import { refreshOffers } from './payments/offers.ts'
import { MAX_TIMEOUT_SECONDS } from './payments/terms.ts'
import { warnIfUnpayable } from './payments/warn-unpayable.ts'
import { answer } from './payments/watched.ts'
import { shared } from './shared.ts'
import { startTraces } from './telemetry/traces.ts'
import { answer as feed, answerNow as feedNow } from './tenders/serve.ts'
import { startSnapshot, stopSnapshot } from './tenders/snapshot.ts'
import { tools } from './tools/registry.ts'
import { watchSources } from './watch/sources.ts'

/** Starts once per process, however often it is called. Throws only ConfigError. */
export function startProcess(): void {
  const started = shared('started', () => ({ done: false }))
  if (started.done) return
  started.done = true
  const settings = env()
  for (const name of missingPaymentSettings(settings)) log.warn(`${name} is not set: paid routes answer 503 payments_not_configured`)
  if (settings.FETCH_ALLOW_TARGETS.length > 0)
    log.warn(
      { targets: settings.FETCH_ALLOW_TARGETS },
      'FETCH_ALLOW_TARGETS is set: web tools may reach these private targets. For tests only!',
    )
  if (settings.FETCH_DNS_SERVERS.length > 0)
    log.warn({ servers: settings.FETCH_DNS_SERVERS }, 'FETCH_DNS_SERVERS is set: web tools ask these resolvers. For tests only!')
  const traces = startTraces(settings)
  if (settings.METRICS_TOKEN)
    void import('./telemetry/prometheus.ts')
      .then(({ startMetrics }) => startMetrics())
      .catch((error: unknown) => log.error({ err: error }, 'metrics could not be started'))
  watchSources()
  const slowestMs = Math.max(...tools.map((tool) => tool.handlerCapMs)) + settings.FACILITATOR_SETTLE_TIMEOUT_MS
  if (slowestMs > MAX_TIMEOUT_SECONDS * 1000)
    log.warn({ slowestMs }, 'FACILITATOR_SETTLE_TIMEOUT_MS is so long that payments on Base run out before it: they will be refused')
  void refreshOffers()
  for (const tool of tools) tool.warm?.()
  void startSnapshot()
  void warnIfUnpayable(settings)
  const jobs = startJobs()
  front().answers = {
    owns: (path) => isPaidPath(path) || path.startsWith(FEEDS),
    answer: (call) => (call.path.startsWith(FEEDS) ? (feedNow(call) ?? feed(call, Date.now(), { encode: true })) : answer(call)),
    refuse: (call) =>
      problemReply(
        new ApiError('unavailable', 'This server is being restarted. Nothing was charged; send the same request again shortly.', {
          retryAfterSeconds: 2,
        }),
        {
          requestId: safeRequestId(call.header('x-request-id')),
        },
      ),
    drain: async () => {
      await (await jobs)?.stop()
      await stopSnapshot()
      await closeDb()
      await closeKv()
      await traces?.stop()
    },
  }
}

const FEEDS = '/api/uk-tenders/'
