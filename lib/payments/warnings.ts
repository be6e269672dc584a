/** What an operator should know of the till that does not keep it from selling: told in the log once, and by /readyz. */
import { type Core, part } from '../core.ts'
import type { Call } from '../http/reply.ts'
import { log } from '../log.ts'
import { tools } from '../tools/registry.ts'
import { belowCost } from './books/costs.ts'
import { facilitators } from './facilitator/facilitators.ts'
import { isSkewed, secondsAhead } from './facilitator/skew.ts'

const shared = part(() => ({ addresses: false }))

/** Notes that callers cannot be told apart: they come through a proxy that is not named as trusted, or nobody says who they are. */
export function noteCaller(core: Core, call: Call): void {
  const seen = shared(core)
  if (seen.addresses || core.env.VERCEL) return
  const isHidden = core.env.TRUSTED_PROXIES.length === 0 && call.header('x-forwarded-for') !== undefined
  if (!isHidden && call.clientIp !== 'unknown') return
  seen.addresses = true
  log.warn({ address: call.clientIp }, sharedAddress)
}

const sharedAddress =
  'callers share one address, and so its allowance: requests come through a proxy that TRUSTED_PROXIES does not name, or Next runs without server.ts'

const marginWarnings = ({ env }: Core): string[] =>
  belowCost(tools, env.FACILITATORS).map(
    ({ facilitator, feeUsd, tools: below }) =>
      `facilitator ${facilitator} charges ${feeUsd} USD a settlement, beyond its free ones nothing is left of the price of ${below.join(', ')}`,
  )

/** In words, the newest state of each. */
export const paymentWarnings = (core: Core): string[] => [
  ...(shared(core).addresses ? [sharedAddress] : []),
  ...(isSkewed(core) ? [`the clock of this machine is ${secondsAhead(core)} seconds ahead of the facilitator’s, or the chain’s`] : []),
  ...marginWarnings(core),
  ...facilitators(core).flatMap(({ url, refusal }) => (refusal === undefined ? [] : [`facilitator ${url}: ${refusal.reason}`])),
]
