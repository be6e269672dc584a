/**
 * The current offers: the facilitator's last known `/supported` in an x402 resource server, and the terms of every tool. Fetched in the
 * background, refreshed by making a new set and swapping it whole, kept when a refresh fails, persisted so that a restart during an
 * outage still sells. Nothing here runs at import or at build.
 */
import type { FacilitatorClient, x402ResourceServer } from '@x402/core/server'
import type { SupportedResponse } from '@x402/core/types'
import { type Core, part } from '../../core.ts'
import { type Env, missingPaymentSettings } from '../../env.ts'
import { ApiError } from '../../errors.ts'
import { log } from '../../log.ts'
import { tools } from '../../tools/registry.ts'
import { createFacilitator } from './facilitator.ts'
import { chooseFeePayer, type NamedFeePayers, nameFeePayers, recentFeePayers } from './fee-payers.ts'
import { type RailName, railList, rails } from './networks.ts'
import { storableJson } from './storable.ts'
import { MAX_TIMEOUT_SECONDS, makeTerms, type Terms } from './terms.ts'

export type Offers = {
  /** Who verifies and settles. Asked by the till itself: the SDK's way there repeats a pending settlement by rules of its own. */
  facilitator: FacilitatorClient
  /** What the SDK knows of the protocol: requirements, and whether a payment matches them. */
  server: x402ResourceServer
  liveRails: RailName[]
  terms: Map<string, Terms>
  seenAt: number
}

const REFRESH_MS = 5 * 60_000
const RETRY_MS = 2_000
const WAIT_MS = 1_000

type State = {
  offers: Offers | undefined
  refreshing: Promise<void> | undefined
  attemptedAt: number
  feePayers: NamedFeePayers
  askedOthersAt: number
}

const state = part((): State => ({ offers: undefined, refreshing: undefined, attemptedAt: 0, feePayers: {}, askedOthersAt: 0 }))
const facilitator = part((core) => createFacilitator(core, core.env as Env & { FACILITATOR_URL: string }))

/** Builds offers from a `/supported` answer; rails it does not list are left out. Returns undefined when none is left. */
async function buildOffers(core: Core, answer: SupportedResponse, seenAt: number): Promise<Offers | undefined> {
  const settings = core.env
  const [{ x402ResourceServer }, { ExactEvmScheme }, { ExactSvmScheme }] = await Promise.all([
    import('@x402/core/server'),
    import('@x402/evm/exact/server'),
    import('@x402/svm/exact/server'),
  ])
  const supported = withSteadyFeePayer(core, answer)
  const live = railList.filter((rail) =>
    supported.kinds.some(
      (kind) =>
        kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === rail.network(settings) && rail.payable(kind.extra ?? {}),
    ),
  )
  if (live.length === 0) return undefined
  const server = new x402ResourceServer({ ...facilitator(core), getSupported: async () => supported })
  const schemes = { base: ExactEvmScheme, solana: ExactSvmScheme }
  for (const rail of live) server.register(rail.network(settings) as `${string}:${string}`, new schemes[rail.name]())
  await server.initialize()
  const terms = new Map<string, Terms>()
  for (const tool of tools) {
    const options = live.map((rail) => {
      const network = rail.network(settings) as `${string}:${string}`
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
  const liveRails = live.map((rail) => rail.name)
  return { facilitator: facilitator(core), server, liveRails, terms, seenAt }
}

/** The answer with the fee payer that we offer in place of the one it happens to name; remembers all that it names. */
function withSteadyFeePayer(core: Core, answer: SupportedResponse): SupportedResponse {
  const current = state(core)
  const network = rails.solana.network(core.env)
  current.feePayers = nameFeePayers(answer, network, current.feePayers, core.now())
  const offered = current.offers?.terms
    .values()
    .next()
    .value?.accepts.find((offer) => offer.network === network)?.extra.feePayer
  const feePayer = chooseFeePayer(answer, network, typeof offered === 'string' ? offered : undefined)
  const kinds = answer.kinds.map((kind) => (kind.network === network && feePayer ? { ...kind, extra: { ...kind.extra, feePayer } } : kind))
  return { ...answer, kinds }
}

/** Fetches `/supported` once and swaps the offers; single-flight. Never throws: a failure is logged and the last good offers stay. */
export function refreshOffers(core: Core): Promise<void> {
  const current = state(core)
  current.refreshing ??= refresh(core).finally(() => {
    current.attemptedAt = core.now()
    current.refreshing = undefined
  })
  return current.refreshing
}

async function refresh(core: Core): Promise<void> {
  if (missingPaymentSettings(core.env).length > 0) return
  const current = state(core)
  try {
    const supported = await facilitator(core).getSupported()
    const offers = await buildOffers(core, supported, core.now())
    if (!offers) {
      log.error(
        { kinds: supported.kinds.map(({ network, scheme }) => `${scheme} ${network}`) },
        'the facilitator supports none of our networks',
      )
      current.offers = undefined
      return
    }
    if (offers.liveRails.length < railList.length)
      log.warn({ liveRails: offers.liveRails }, 'the facilitator lacks a rail: it is left out of the offers')
    current.offers = offers
    const store = await core.database()
    const [row] = await store.query<{ fee_payers: NamedFeePayers }>(
      `insert into facilitator_supported as known (url, supported, fee_payers, seen_at) values ($1, $2, $3, now())
       on conflict (url) do update set supported = excluded.supported, fee_payers = known.fee_payers || excluded.fee_payers, seen_at = excluded.seen_at
       returning fee_payers`,
      [core.env.FACILITATOR_URL, storableJson(supported), JSON.stringify(current.feePayers)],
    )
    if (row) current.feePayers = recentFeePayers(row.fee_payers, core.now())
  } catch (error) {
    log.warn({ err: error }, 'refreshing the facilitator data failed')
    if (!current.offers) await restore(core)
  }
}

/** Whether a Solana payment may name this fee payer. One that this process has not heard of may have been named to another. */
export async function isFeePayer(core: Core, address: string): Promise<boolean> {
  const current = state(core)
  if (address in current.feePayers) return true
  if (core.now() - current.askedOthersAt < RETRY_MS) return false
  current.askedOthersAt = core.now()
  const store = await core.database()
  const [row] = await store.query<{ fee_payers: NamedFeePayers }>('select fee_payers from facilitator_supported where url = $1', [
    core.env.FACILITATOR_URL,
  ])
  if (row) current.feePayers = recentFeePayers({ ...row.fee_payers, ...current.feePayers }, core.now())
  return address in current.feePayers
}

/** The last good answer of an earlier run, if any. */
async function restore(core: Core): Promise<void> {
  try {
    const store = await core.database()
    const [row] = await store.query<{ supported: SupportedResponse; seen_at: Date }>(
      'select supported, seen_at from facilitator_supported where url = $1',
      [core.env.FACILITATOR_URL],
    )
    if (row) state(core).offers = await buildOffers(core, row.supported, new Date(row.seen_at).getTime())
  } catch (error) {
    log.warn({ err: error }, 'no earlier facilitator data could be read')
  }
}

/**
 * The offers now, without waiting; undefined before the first answer. Starts a refresh in the background when they are old.
 */
export function currentOffers(core: Core): Offers | undefined {
  const { offers, attemptedAt } = state(core)
  const now = core.now()
  if (now - attemptedAt > (offers && now - offers.seenAt < REFRESH_MS ? REFRESH_MS : RETRY_MS)) void refreshOffers(core)
  return offers
}

/**
 * The offers, waiting at most a second for the very first answer.
 * @throws ApiError `payments_not_configured` or `facilitator_unavailable` (503)
 */
export async function offersOrThrow(core: Core): Promise<Offers> {
  requireConfigured(core)
  const offers = currentOffers(core)
  if (offers) return offers
  const { refreshing } = state(core)
  if (refreshing) await Promise.race([refreshing, new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref())])
  const late = state(core).offers
  if (late) return late
  throw new ApiError(
    'facilitator_unavailable',
    'The payment facilitator has not answered yet, so no price can be offered. Nothing was charged; try again shortly.',
    { retryAfterSeconds: 5 },
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
