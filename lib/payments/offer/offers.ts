/**
 * The current offers: what the facilitators support in an x402 resource server, and the terms of every tool. Fetched in the background,
 * refreshed by making a new set and swapping it whole, kept when a refresh fails, persisted so that a restart during an outage still sells.
 * Nothing here runs at import or at build.
 */
import type { x402ResourceServer } from '@x402/core/server'
import type { SupportedResponse } from '@x402/core/types'
import { type Core, part } from '../../core.ts'
import { missingPaymentSettings } from '../../env.ts'
import { ApiError } from '../../errors.ts'
import { log } from '../../log.ts'
import { tools } from '../../tools/registry.ts'
import { atMost } from '../../wait.ts'
import { askSupported, type Facilitator, facilitators, kindOf } from '../facilitator/facilitators.ts'
import { isDown, isDueAgain } from '../facilitator/health.ts'
import { MAX_TIMEOUT_SECONDS, type RailName, railList } from '../protocol/networks.ts'
import { makeTerms, type Terms } from './terms.ts'

export type Offers = {
  /** What they were made of: the kinds that are offered. */
  made: string
  /** What the SDK knows of the protocol: requirements, and whether a payment matches them. */
  server: x402ResourceServer
  liveRails: RailName[]
  terms: Map<string, Terms>
  seenAt: number
}

const REFRESH_MS = 5 * 60_000
const RETRY_MS = 2_000
const WAIT_MS = 1_000

/** `builds` numbers what was begun, so that an older one that ends later does not win. */
type State = { offers: Offers | undefined; builds: number; railsTold: string }

const state = part((): State => ({ offers: undefined, builds: 0, railsTold: '' }))

/** Who offers each rail: the first that serves it and works for us, and of those one that is well. Rails that nobody serves are left out. */
const offering = (core: Core) =>
  railList.flatMap((rail) => {
    const network = rail.network(core.env) as `${string}:${string}`
    const serving = facilitators(core).filter((one) => one.refusal === undefined && kindOf(one, network, rail) !== undefined)
    const by = serving.find(({ url }) => !isDown(core, url, network)) ?? serving[0]
    return by ? [{ rail, network, by }] : []
  })

/** Builds offers from what the facilitators last said; the same ones, said to be newer, where nothing changed. Returns undefined when no rail is left. */
async function buildOffers(core: Core, before: Offers | undefined): Promise<Offers | undefined> {
  const settings = core.env
  const live = offering(core)
  const [first] = live
  if (!first) return undefined
  const kinds = live.map(({ rail, network, by }) => kindOf(by, network, rail)!)
  const made = JSON.stringify(kinds)
  const seenAt = Math.min(...live.map(({ by }) => by.seenAt))
  if (before?.made === made) return { ...before, seenAt }
  const [{ x402ResourceServer }, { ExactEvmScheme }, { ExactSvmScheme }] = await Promise.all([
    import('@x402/core/server'),
    import('@x402/evm/exact/server'),
    import('@x402/svm/exact/server'),
  ])
  const supported: SupportedResponse = { kinds, extensions: first.by.supported!.extensions, signers: {} }
  const server = new x402ResourceServer({ ...first.by.client, getSupported: async () => supported })
  const schemes = { base: ExactEvmScheme, solana: ExactSvmScheme }
  for (const { rail, network } of live) server.register(network, new schemes[rail.name]())
  await server.initialize()
  const terms = new Map<string, Terms>()
  for (const tool of tools) {
    const options = live.map(({ rail, network }) => {
      const asset = rail.assets[network]!
      return {
        scheme: 'exact',
        network,
        payTo: rail.payTo(settings)!,
        price: { asset: asset.address, amount: tool.amount, extra: { ...asset.eip712 } },
        maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
      }
    })
    terms.set(tool.id, makeTerms(tool, await server.buildPaymentRequirementsFromOptions(options, undefined), settings))
  }
  return { server, liveRails: live.map(({ rail }) => rail.name), terms, seenAt, made }
}

/** Makes the offers anew and swaps them whole. */
export async function rebuildOffers(core: Core): Promise<void> {
  const current = state(core)
  current.builds += 1
  const mine = current.builds
  const offers = await buildOffers(core, current.offers)
  if (mine !== current.builds) return
  current.offers = offers
  const rails = offers?.liveRails.join(' ') ?? ''
  if (rails === current.railsTold) return
  current.railsTold = rails
  if (!offers) log.error('no facilitator serves any of our networks: nothing is offered')
  else if (offers.liveRails.length < railList.length)
    log.warn({ liveRails: offers.liveRails }, 'no facilitator serves a rail: it is left out of the offers')
}

/** Asks one for what it supports, once at a time. Never throws. */
function refreshOne(core: Core, one: Facilitator): Promise<void> {
  one.asking ??= askSupported(core, one, () => rebuildOffers(core)).finally(() => {
    one.attemptedAt = core.uptime()
    one.asking = undefined
  })
  return one.asking
}

/** Asks every facilitator what it supports, and swaps the offers as each answers. Never throws: a failure is logged and its last good word stays. */
export async function refreshOffers(core: Core): Promise<void> {
  if (missingPaymentSettings(core.env).length > 0) return
  await Promise.all(facilitators(core).map((one) => refreshOne(core, one)))
}

/** Asks those whose word is old, or who gave none. */
function refreshDue(core: Core): void {
  if (missingPaymentSettings(core.env).length > 0) return
  for (const one of facilitators(core)) {
    const isFresh =
      one.supported !== undefined && one.refusal === undefined && core.now() - one.seenAt < REFRESH_MS && !isDueAgain(core, one.url)
    if (core.uptime() - one.attemptedAt > (isFresh ? REFRESH_MS : RETRY_MS)) void refreshOne(core, one)
  }
}

/**
 * The offers now, without waiting; undefined before the first answer. Starts a refresh in the background when they are old.
 */
export function currentOffers(core: Core): Offers | undefined {
  refreshDue(core)
  return state(core).offers
}

/**
 * The offers, waiting at most a second for the very first answer.
 * @throws ApiError `payments_not_configured` or `facilitator_unavailable` (503)
 */
export async function offersOrThrow(core: Core): Promise<Offers> {
  requireConfigured(core)
  const offers = currentOffers(core)
  if (offers) return offers
  await firstOffers(core)
  const late = state(core).offers
  if (late) return late
  throw new ApiError(
    'facilitator_unavailable',
    'The payment facilitator has not answered yet, so no price can be offered. Nothing was charged; try again shortly.',
    { retryAfterSeconds: 5 },
  )
}

/** Waits until one facilitator's answer made offers, all have answered, or a second is over. */
async function firstOffers(core: Core): Promise<void> {
  const asked = facilitators(core).flatMap(({ asking }) => asking ?? [])
  const made = asked.map((asking) => asking.then(() => (state(core).offers ? undefined : Promise.reject(new Error('no offers yet')))))
  await atMost(
    WAIT_MS,
    Promise.any(made).catch(() => undefined),
  )
}

/** @throws ApiError `payments_not_configured` */
export function requireConfigured({ env }: Core): void {
  const missing = missingPaymentSettings(env)
  if (missing.length === 0) return
  throw new ApiError('payments_not_configured', `This server cannot sell yet: ${missing.join(', ')} is not set. Nothing was charged.`, {
    retryAfterSeconds: 60,
  })
}

/** Age of the facilitator data in seconds, for /readyz; undefined when none was ever seen. */
export function facilitatorDataAge(core: Core): number | undefined {
  const { offers } = state(core)
  return offers && Math.round((core.now() - offers.seenAt) / 1000)
}
