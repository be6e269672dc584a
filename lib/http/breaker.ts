/**
 * One circuit breaker per source (upstreams.md section 2.1): opens after 5 failures within 30 s, or at once when the source says "too many
 * requests"; afterwards a single probe decides whether it closes. State is process-wide and in memory, so reading it costs nothing.
 */
import { ApiError } from '../errors.ts'
import { log } from '../log.ts'
import { shared } from '../shared.ts'
import type { UpstreamReason } from './upstream-types.ts'

const FAILURES_TO_OPEN = 5
const WINDOW_MS = 30_000
const OPEN_SECONDS = 10
/** A source may ask for a longer pause than we are willing to go blind. */
const MAX_OPEN_SECONDS = 300

type Breaker = { failures: number[]; openUntil: number; probing: boolean; reason: UpstreamReason | null }

const breakers = shared('breakers', () => new Map<string, Breaker>())

const breakerOf = (source: string): Breaker => {
  let breaker = breakers.get(source)
  if (!breaker) {
    breaker = { failures: [], openUntil: 0, probing: false, reason: null }
    breakers.set(source, breaker)
  }
  return breaker
}

/** Seconds until the next probe when `source` must not be called now, else undefined. Never below 1 when open. */
export function breakerOpen(source: string): number | undefined {
  const breaker = breakers.get(source)
  if (!breaker?.openUntil) return undefined
  const left = breaker.openUntil - Date.now()
  if (left > 0) return Math.ceil(left / 1000)
  return breaker.probing ? 1 : undefined
}

/** Marks the start of a call. In half-open state the first caller becomes the probe; call only when `breakerOpen` is undefined. */
export function enterBreaker(source: string): void {
  const breaker = breakerOf(source)
  if (breaker.openUntil) breaker.probing = true
}

/** The call ended without saying anything about the source (its caller gave up): the next call may probe. */
export function releaseBreaker(source: string): void {
  breakerOf(source).probing = false
}

/** The source answered: a probe closes the breaker. */
export function recordSuccess(source: string): void {
  const breaker = breakerOf(source)
  // A call that began before the breaker opened proves nothing about now.
  if (!breaker.openUntil || breaker.openUntil > Date.now()) return
  breakers.set(source, { failures: [], openUntil: 0, probing: false, reason: null })
  log.info({ source }, 'breaker closed')
}

/** The source failed. `retryAfterSeconds` is what it asked for, where it did. */
export function recordFailure(source: string, reason: UpstreamReason, retryAfterSeconds?: number): void {
  const breaker = breakerOf(source)
  const now = Date.now()
  const wasProbe = breaker.probing
  breaker.probing = false
  breaker.failures = [...breaker.failures.filter((at) => at > now - WINDOW_MS), now].slice(-FAILURES_TO_OPEN)
  if (reason !== 'rate_limited' && !wasProbe && breaker.failures.length < FAILURES_TO_OPEN) return
  const seconds = reason === 'rate_limited' ? Math.min(retryAfterSeconds ?? OPEN_SECONDS, MAX_OPEN_SECONDS) : OPEN_SECONDS
  breaker.openUntil = Math.max(breaker.openUntil, now + Math.max(seconds, 1) * 1000)
  breaker.reason = reason
  log.warn({ source, reason, seconds }, 'breaker opened')
}

/**
 * For a tool's `ready()`: each group lists the providers of one core datum. When every provider of a group is known to be dead, nobody
 * should be asked to pay.
 * @throws ApiError upstream_unavailable, with the shortest wait
 */
export function requireSources(groups: readonly (readonly string[])[]): void {
  for (const group of groups) {
    const waits = group.map(breakerOpen)
    if (waits.length === 0 || waits.includes(undefined)) continue
    const retryAfterSeconds = Math.min(...waits.map(Number))
    throw new ApiError(
      'upstream_unavailable',
      `No source of this tool answers at present (${group.join(', ')}). Nothing was charged; try again in ${retryAfterSeconds} s.`,
      { retryAfterSeconds },
    )
  }
}

/** Every source called so far, for /status and /readyz. */
export function breakerStates(): {
  source: string
  state: 'closed' | 'open' | 'half_open'
  reason: UpstreamReason | null
  retryInSeconds: number | null
}[] {
  return [...breakers]
    .map(([source, breaker]) => {
      const wait = breakerOpen(source)
      const state = wait !== undefined ? ('open' as const) : breaker.openUntil ? ('half_open' as const) : ('closed' as const)
      return { source, state, reason: breaker.reason, retryInSeconds: wait ?? null }
    })
    .sort((one, other) => (one.source < other.source ? -1 : 1))
}

/** Forgets everything (tests). */
export function resetBreakers(): void {
  breakers.clear()
}
