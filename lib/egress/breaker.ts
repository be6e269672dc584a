/**
 * One circuit breaker per source: opens after 5 failures within 30 s, or at once when the source says "too many
 * requests"; afterwards a single probe decides whether it closes. State is in memory, so reading it costs nothing.
 */

import { type Core, part } from '../core.ts'
import { ApiError } from '../errors.ts'
import { log } from '../log.ts'
import type { UpstreamReason } from './upstream-types.ts'

const FAILURES_TO_OPEN = 5
const WINDOW_MS = 30_000
const OPEN_SECONDS = 10
/** A source may ask for a longer pause than we are willing to go blind: then it is asked again all the same, and callers are told so. */
export const MAX_OPEN_SECONDS = 300

type Breaker = { failures: number[]; openUntil: number; openedAt: number | null; probing: boolean; reason: UpstreamReason | null }

const breakers = part(() => new Map<string, Breaker>())

const breakerOf = (core: Core, source: string): Breaker => {
  const known = breakers(core)
  let breaker = known.get(source)
  if (!breaker) {
    breaker = { failures: [], openUntil: 0, openedAt: null, probing: false, reason: null }
    known.set(source, breaker)
  }
  return breaker
}

/** Seconds until the next probe when `source` must not be called now, else undefined. Never below 1 when open. */
export function breakerOpen(core: Core, source: string): number | undefined {
  const breaker = breakers(core).get(source)
  if (!breaker?.openUntil) return undefined
  const left = breaker.openUntil - core.uptime()
  if (left > 0) return Math.ceil(left / 1000)
  return breaker.probing ? 1 : undefined
}

/** True when the source is shut because it asked for fewer calls, not because it failed: worth waiting for. */
export const isOverLimit = (core: Core, source: string): boolean => breakers(core).get(source)?.reason === 'rate_limited'

/** Marks the start of a call. In half-open state the first caller becomes the probe; call only when `breakerOpen` is undefined. */
export function enterBreaker(core: Core, source: string): void {
  const breaker = breakerOf(core, source)
  if (breaker.openUntil) breaker.probing = true
}

/** The call ended without saying anything about the source (its caller gave up): the next call may probe. */
export function releaseBreaker(core: Core, source: string): void {
  breakerOf(core, source).probing = false
}

/** The source answered: a probe closes the breaker. */
export function recordSuccess(core: Core, source: string): void {
  const breaker = breakerOf(core, source)
  // A call that began before the breaker opened proves nothing about now.
  if (!breaker.openUntil || breaker.openUntil > core.uptime()) return
  breakers(core).set(source, { ...breaker, failures: [], openUntil: 0, probing: false, reason: null })
  log.info({ source }, 'breaker closed')
}

/** The source failed. `retryAfterSeconds` is what it asked for, where it did. */
export function recordFailure(core: Core, source: string, reason: UpstreamReason, retryAfterSeconds?: number): void {
  const breaker = breakerOf(core, source)
  const now = core.uptime()
  const wasProbe = breaker.probing
  breaker.probing = false
  breaker.failures = [...breaker.failures.filter((at) => at > now - WINDOW_MS), now].slice(-FAILURES_TO_OPEN)
  if (reason !== 'rate_limited' && !wasProbe && breaker.failures.length < FAILURES_TO_OPEN) return
  const seconds = reason === 'rate_limited' ? Math.min(retryAfterSeconds ?? OPEN_SECONDS, MAX_OPEN_SECONDS) : OPEN_SECONDS
  breaker.openUntil = Math.max(breaker.openUntil, now + Math.max(seconds, 1) * 1000)
  breaker.openedAt = core.now()
  breaker.reason = reason
  log.warn({ source, reason, seconds }, 'breaker opened')
}

/**
 * For a tool's `ready()`: each group lists the providers of one core datum. When every provider of a group is known to be dead, nobody
 * should be asked to pay.
 * @throws ApiError upstream_unavailable, with the shortest wait
 */
export function requireSources(core: Core, groups: readonly (readonly string[])[]): void {
  for (const group of groups) {
    const waits = group.map((source) => breakerOpen(core, source))
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
export function breakerStates(core: Core): {
  source: string
  state: 'closed' | 'open' | 'half_open'
  reason: UpstreamReason | null
  retryInSeconds: number | null
  /** When it last opened, Unix milliseconds; null: never since this process started. */
  openedAt: number | null
}[] {
  return [...breakers(core)]
    .map(([source, breaker]) => {
      const wait = breakerOpen(core, source)
      const state = wait !== undefined ? ('open' as const) : breaker.openUntil ? ('half_open' as const) : ('closed' as const)
      return { source, state, reason: breaker.reason, retryInSeconds: wait ?? null, openedAt: breaker.openedAt }
    })
    .sort((one, other) => (one.source < other.source ? -1 : 1))
}
