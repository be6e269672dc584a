/** The copy of the prices in memory, from which requests are answered: loaded from the database in the background, never inside a request. */
import { type Core, part } from '../../../core.ts'
import type { UpstreamReason } from '../../../egress/upstream-types.ts'
import { ApiError } from '../../../errors.ts'
import { log } from '../../../log.ts'
import { clouds } from './catalogue.ts'
import { type Known, type Price, toKnown, withMetrics } from './prices.ts'
import { type Attempt, allAttempts, type Day, historySince, readingsOf, type Sample } from './store.ts'

/** Older prices are marked as stale; still older ones are not sold. */
export const REFRESH_SECONDS = 300
const SOLD_MS = 600_000
/** Of a daily list. */
export const DAILY_STALE_MS = 86_400_000
const DAILY_SOLD_MS = 2 * DAILY_STALE_MS
const RELOAD_MS = 15_000
/** A process whose timer has not run for so long was asleep: then a call may start the reload itself. */
const ASLEEP_MS = 60_000
/** First prices come within a minute of a first start; twice as long without any is no warming up. */
const WARM_UP_MS = 120_000
/** How often the job looks, at most. */
const NEXT_LOOK_SECONDS = 60

/** Readings by source and model, the last attempts, rows of all readings, days of history by `keyOf`. */
type Copy = {
  /** By `core.uptime`, as `loadedAtMs`. */
  startedAtMs: number
  known: Map<string, Known>
  attempts: readonly Attempt[]
  prices: readonly Price[]
  history: Map<string, Map<string, Day>>
  historyThrough: string | null
  loadedAtMs: number
  loading: Promise<void> | undefined
}

const copy = part(
  (core): Copy => ({
    startedAtMs: core.uptime(),
    known: new Map(),
    attempts: [],
    prices: [],
    history: new Map(),
    historyThrough: null,
    loadedAtMs: Number.NEGATIVE_INFINITY,
    loading: undefined,
  }),
)

/** The history of a row. */
export const historyOf = (core: Core, row: Omit<Sample, 'min' | 'median'>): Day[] => [
  ...(copy(core).history.get(keyOf(row))?.values() ?? []),
]

const keyOf = ({ provider, gpu, vramGb, spot }: Omit<Sample, 'min' | 'median'>): string => `${provider}|${gpu}|${vramGb ?? 0}|${spot}`

/** Puts readings in place of what is known. Exported for the fuzz, which has no job. */
export function setKnown(core: Core, known: ReadonlyMap<string, Known>): void {
  const state = copy(core)
  state.known = new Map(known)
  const all = [...known.values()]
  // Medians that will be too old before the next look must not take the younger rest of a row with them.
  const isLasting = ({ observedAtMs }: Known) => core.now() - observedAtMs <= SOLD_MS - ASLEEP_MS
  state.prices = withMetrics(
    all.flatMap(({ rows }) => rows),
    all.filter(isLasting),
  )
  state.loadedAtMs = core.uptime()
}

/** Brings the copy up to date with the database: what is new there is read, and today's history. Called by the job, at start and in the background. */
export async function loadGpuPrices(core: Core): Promise<void> {
  const state = copy(core)
  const attempts = await allAttempts(core)
  const id = ({ source, model }: Pick<Attempt, 'source' | 'model'>) => `${source}|${model}`
  const changed = attempts.filter((one) => one.observedAt !== null && state.known.get(id(one))?.observedAtMs !== one.observedAt.getTime())
  const fresh = new Map((await readingsOf(core, changed)).map((reading) => [id(reading), toKnown(reading)]))
  const known = new Map<string, Known>()
  for (const attempt of attempts) {
    const one = fresh.has(id(attempt)) ? fresh.get(id(attempt)) : state.known.get(id(attempt))
    if (one) known.set(id(attempt), one)
  }
  state.attempts = attempts
  if (changed.length > 0 || state.historyThrough === null) await loadHistory(core, state)
  setKnown(core, known)
}

/** Days that are over do not change: after the first time only the last one known is read again. */
async function loadHistory(core: Core, state: Copy): Promise<void> {
  for (const row of await historySince(core, state.historyThrough)) {
    const days = state.history.get(keyOf(row)) ?? new Map<string, Day>()
    state.history.set(keyOf(row), days.set(row.day, row))
    state.historyThrough = row.day
  }
}

/** Starts a reload when the copy is old and none is under way; never waits for it. */
function reloadInBackground(core: Core, olderThanMs: number): void {
  const state = copy(core)
  if (state.loading || core.uptime() - state.loadedAtMs < olderThanMs) return
  state.loading = loadGpuPrices(core)
    .catch((error: unknown) => log.error({ err: error }, 'GPU prices could not be loaded'))
    .finally(() => {
      state.loadedAtMs = Math.max(state.loadedAtMs, core.uptime() - RELOAD_MS + 2_000)
      state.loading = undefined
    })
}

/** Where there is nothing to sell yet, the first prices another process has read are not waited for. */
const timer = part((core) =>
  setInterval(() => reloadInBackground(core, copy(core).known.size === 0 ? 0 : RELOAD_MS), RELOAD_MS / 3).unref(),
)

/** Keeps the copy fresh by a timer, so that no unpaid call ever costs a query. Once per core. */
export function keepFresh(core: Core): void {
  reloadInBackground(core, RELOAD_MS)
  timer(core)
}

/** A marketplace's price is young for ten minutes, a daily one for two days. */
export const isSold = (core: Core, { source, observedAtMs }: Pick<Price, 'source' | 'observedAtMs'>): boolean =>
  core.now() - observedAtMs <= (source === 'skypilot-catalog' ? DAILY_SOLD_MS : SOLD_MS)

/** Prices young enough to be sold, of every source that has any. */
export function currentPrices(core: Core): Price[] {
  reloadInBackground(core, ASLEEP_MS)
  return copy(core).prices.filter((price) => isSold(core, price))
}

/** Readings young enough to be sold, with their single prices. */
export const currentReadings = (core: Core): Known[] => [...copy(core).known.values()].filter((known) => isSold(core, known))

/** Providers there could be prices of, and why there are none now. */
export function silentProviders(core: Core): { provider: string; source: Price['source']; reason: UpstreamReason }[] {
  const { attempts } = copy(core)
  const providers = new Set(currentPrices(core).map(({ provider }) => provider))
  const all = [
    { provider: 'vast', source: 'vast' as const, tried: attempts.filter(({ source }) => source.startsWith('vast')) },
    { provider: 'runpod', source: 'runpod' as const, tried: attempts.filter(({ source }) => source === 'runpod') },
    ...clouds.map((cloud) => ({
      provider: cloud,
      source: 'skypilot-catalog' as const,
      tried: attempts.filter(({ source, model }) => source === 'skypilot-catalog' && model === cloud),
    })),
  ]
  // `disabled` = not asked yet.
  return all
    .filter(({ provider }) => !providers.has(provider))
    .map(({ provider, source, tried }) => ({ provider, source, reason: tried.find(({ failure }) => failure)?.failure ?? 'disabled' }))
}

/** Whether the first prices may still come: nothing was ever read, no marketplace has said no, and the start was a moment ago. */
function isWarmingUp(core: Core): boolean {
  const { attempts, startedAtMs, known } = copy(core)
  const hasFailed = (name: string) => attempts.some(({ source, failure }) => source.startsWith(name) && failure !== null)
  return known.size === 0 && !(hasFailed('vast') && hasFailed('runpod')) && core.uptime() - startedAtMs < WARM_UP_MS
}

/** @throws ApiError 503 when there is nothing young enough to sell: `warming_up` before the first reading, `upstream_unavailable` when the sources are silent */
export function requirePrices(core: Core): Price[] {
  const prices = currentPrices(core)
  if (prices.length > 0) return prices
  if (isWarmingUp(core))
    throw new ApiError('warming_up', 'GPU prices are still being collected. Nothing was charged; try again in 30 s.', {
      retryAfterSeconds: 30,
    })
  throw noPrices(core)
}

/** What a caller hears when those who could answer are silent. */
export function noPrices(core: Core): ApiError {
  const silent = silentProviders(core)
  const detail = `No source of GPU prices has answered lately: ${silent.map(({ provider, reason }) => `${provider} (${reason})`).join(', ')}. Nothing was charged; they are asked again every ${NEXT_LOOK_SECONDS} s.`
  return new ApiError('upstream_unavailable', detail, {
    retryAfterSeconds: NEXT_LOOK_SECONDS,
    extra: { unavailable: silent.map(({ source, reason }) => ({ source, reason })) },
  })
}
