/** What an operator should know of the till that does not keep it from selling: told in the log once, and by /readyz. */
import { type Core, part } from '../core.ts'
import { missingPaymentSettings } from '../env.ts'
import type { Call } from '../http/reply.ts'
import { log } from '../log.ts'
import { tools } from '../tools/registry.ts'
import { belowCost } from './books/costs.ts'
import { isMainNetwork } from './chain/index.ts'
import { facilitators } from './facilitator/facilitators.ts'
import { isSkewed, secondsAhead } from './facilitator/skew.ts'
import { railList } from './protocol/networks.ts'

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

/** The embedded database hands all to the system and never waits for the disk: its code for WebAssembly cannot. A kill loses nothing, a power cut may. */
const isUndurable = ({ env }: Core): boolean =>
  env.DATABASE_URL === undefined && missingPaymentSettings(env).length === 0 && railList.some((rail) => isMainNetwork(rail.network(env)))

const undurable =
  'real money is taken with the embedded database, which does not wait for the disk: a power cut may lose the last sales, whose buyers have paid. Set DATABASE_URL'

const marginWarnings = ({ env }: Core): string[] =>
  belowCost(tools, env.FACILITATORS).map(
    ({ facilitator, feeUsd, tools: below }) =>
      `facilitator ${facilitator} charges ${feeUsd} USD a settlement, beyond its free ones nothing is left of the price of ${below.join(', ')}`,
  )

/** In words, the newest state of each. */
export const paymentWarnings = (core: Core): string[] => [
  ...(shared(core).addresses ? [sharedAddress] : []),
  ...(isSkewed(core) ? [`the clock of this machine is ${secondsAhead(core)} seconds ahead of the facilitator’s, or the chain’s`] : []),
  ...(isUndurable(core) ? [undurable] : []),
  ...marginWarnings(core),
  ...facilitators(core).flatMap(({ url, refusal }) => (refusal === undefined ? [] : [`facilitator ${url}: ${refusal.reason}`])),
]
