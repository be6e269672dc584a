/**
 * What `/metrics` says, in the Prometheus text format: the funnel, how long the steps of paid calls take, breakers, settlements nobody knows
 * the end of, the age of the tenders, and the process itself. Loaded only where METRICS_TOKEN is set.
 */

import type { Registry } from 'prom-client'
import { type Core, part } from '../core.ts'
import { breakerStates } from '../egress/breaker.ts'
import { refusals } from '../http/admission.ts'
import { funnel } from '../metrics.ts'
import { countOpenSettlements } from '../payments/books/open-settlements.ts'
import { facilitatorDataAge } from '../payments/offer/offers.ts'
import { currentSnapshot, feedStatus } from '../tenders/snapshot/snapshot.ts'
import { ifInTime } from '../wait.ts'

/** Seconds; from a cached look-up to the longest settlement that is waited for. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45]
const DATABASE_WAIT_MS = 2_000

type Metrics = { registry: Registry; refresh: () => Promise<void> }

type Client = typeof import('prom-client')
type Registers = Registry[]

async function createMetrics(core: Core): Promise<Metrics> {
  const client = await import('prom-client')
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  timePaidCalls(core, client, [registry])
  countAtScrape(core, client, [registry])
  return { registry, refresh: gaugeBeforeScrape(core, client, [registry]) }
}

/** How long paid calls and their steps take, as they end. */
function timePaidCalls(core: Core, { Histogram }: Client, registers: Registers): void {
  const steps = new Histogram({
    name: 'payment_step_seconds',
    help: 'Duration of each step of a paid call (claim, verify, handler, store, settle, record, chain).',
    labelNames: ['step', 'result'],
    buckets: BUCKETS,
    registers,
  })
  core.listeners.spans.add((step) => {
    const start = performance.now()
    return (error) => steps.observe({ step, result: error === undefined ? 'ok' : 'error' }, (performance.now() - start) / 1000)
  })
  const calls = new Histogram({
    name: 'paid_call_seconds',
    help: 'Duration of calls that carried a payment, by tool and outcome.',
    labelNames: ['tool', 'outcome'],
    buckets: BUCKETS,
    registers,
  })
  core.listeners.calls.add(({ tool, outcome, ms }) => calls.observe({ tool, outcome }, ms / 1000))
}

/** What is counted elsewhere in the program, read when a scrape comes. */
function countAtScrape(core: Core, { Counter, Gauge }: Client, registers: Registers): void {
  new Counter({
    name: 'funnel_calls_total',
    help: 'Calls per tool and step: probed (no payment), offered (402), attempted, settled, replayed, refused, failed.',
    labelNames: ['tool', 'step'],
    registers,
    collect() {
      this.reset()
      for (const { tool, step, count } of funnel(core)) this.inc({ tool, step }, count)
    },
  })
  new Counter({
    name: 'refused_calls_total',
    help: 'Calls turned away before any work, by reason: allowance, bad_input, places_of_client, bodies_of_client (429), places, bodies (503).',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of refusals(core)) this.inc({ reason }, count)
    },
  })
  new Gauge({
    name: 'upstream_breaker_open',
    help: '1 while a source is not called (open), 0.5 while a probe decides (half open), 0 closed.',
    labelNames: ['source'],
    registers,
    collect() {
      this.reset()
      for (const { source, state } of breakerStates(core)) this.set({ source }, { closed: 0, half_open: 0.5, open: 1 }[state])
    },
  })
}

/** What has to be asked for. @returns the asking */
function gaugeBeforeScrape(core: Core, client: Client, registers: Registers): Metrics['refresh'] {
  const gauge = (name: string, help: string) => new client.Gauge({ name, help, registers })
  const database = gauge('database_up', '1 when the database answered this scrape.')
  const unknown = gauge('settlements_unknown', 'Payments whose settlement nobody knows the end of; NaN without the database.')
  const oldest = gauge('settlements_unknown_oldest_seconds', 'Age of the oldest of them; 0 without any.')
  const facilitator = gauge('facilitator_data_age_seconds', 'Age of the last good answer of the facilitator; NaN before the first.')
  const stale = gauge('tenders_stale', '1 when readers are told that the tenders may be old.')
  const published = gauge('tenders_published_age_seconds', 'Time since tenders were last published; NaN before the first reading.')
  // Read before the scrape: the registry may write one gauge while another still waits for the database.
  return async () => {
    const now = core.now()
    const asked = core.database().then(countOpenSettlements)
    const found = await ifInTime(DATABASE_WAIT_MS, asked, 'the database did not answer a scrape')
    database.set(found ? 1 : 0)
    unknown.set(found?.count ?? Number.NaN)
    oldest.set(found?.oldestSeconds ?? Number.NaN)
    facilitator.set(facilitatorDataAge(core) ?? Number.NaN)
    const snapshot = currentSnapshot(core, now)
    stale.set(snapshot && !feedStatus(snapshot, now).stale ? 0 : 1)
    published.set(snapshot ? (now - snapshot.publishedAt) / 1000 : Number.NaN)
  }
}

/** Starts counting, once per program. */
export const startMetrics = part(createMetrics)

/** The metrics now. */
export async function metricsText(core: Core): Promise<{ contentType: string; body: string }> {
  const { registry, refresh } = await startMetrics(core)
  await refresh()
  return { contentType: registry.contentType, body: await registry.metrics() }
}
