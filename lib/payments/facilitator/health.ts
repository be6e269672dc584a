/**
 * Health of each facilitator on each network, from what calls returned and from nothing else: who fails is passed over until it has answered
 * again. Kept by each process for itself.
 */
import { type Core, part } from '../../core.ts'
import { log } from '../../log.ts'
import type { Operation } from './auth.ts'

/** `on` is what failed: a good verify says nothing of settling. `trial`: it told again what it supports, so the next payment may try it. */
type Down = { on: Operation; failures: number; askAgainAt: number; trial: boolean }

/** Whoever fails again and again is asked ever less often. */
const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 5 * 60_000

const downs = part(() => new Map<string, Down>())
const keyOf = (url: string, network: string): string => `${url} ${network}`

/** Whether there is but one: then nobody is there to be preferred. */
export const isAlone = ({ env }: Core): boolean => env.FACILITATORS.length < 2

/** Notes that a call failed, or takes longer than calls do. */
export function noteFailure(core: Core, url: string, network: string, on: Operation): void {
  if (isAlone(core)) return
  const key = keyOf(url, network)
  const before = downs(core).get(key)
  // Calls that failed together are one failure.
  if (before && !before.trial) return
  const failures = (before?.failures ?? 0) + 1
  const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1))
  downs(core).set(key, { on, failures, askAgainAt: core.uptime() + pauseMs, trial: false })
  log.warn({ facilitator: url, network, on, failures, pauseMs }, 'a facilitator fails: others are preferred')
}

/** Notes that a call was answered. */
export function noteAnswer(core: Core, url: string, network: string, on: Operation): void {
  const key = keyOf(url, network)
  const down = downs(core).get(key)
  if (down === undefined || (down.on === 'settle' && on !== 'settle')) return
  downs(core).delete(key)
  log.info({ facilitator: url, network }, 'a facilitator answers again')
}

/** Notes that it told what it supports: where its pause is over, the next payment may try it. */
export function noteSupported(core: Core, url: string): void {
  for (const [key, down] of downs(core)) if (key.startsWith(`${url} `) && core.uptime() >= down.askAgainAt) down.trial = true
}

/** Whether others are to be preferred. */
export const isDown = (core: Core, url: string, network: string): boolean => downs(core).get(keyOf(url, network))?.trial === false

/** Whether it is time to ask it again what it supports. */
export const isDueAgain = (core: Core, url: string): boolean =>
  [...downs(core)].some(([key, down]) => key.startsWith(`${url} `) && !down.trial && core.uptime() >= down.askAgainAt)
