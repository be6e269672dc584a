/**
 * The current offers: the facilitator's last known `/supported` in an x402 resource server, and the terms of every tool. Fetched in the
 * background, refreshed by making a new set and swapping it whole, kept when a refresh fails, persisted so that a restart during an
 * outage still sells. Nothing here runs at import or at build.
 */
import type { FacilitatorClient, x402ResourceServer } from '@x402/core/server'
import type { SupportedResponse } from '@x402/core/types'
import { db } from '../db/index.ts'
import { type Env, env, missingPaymentSettings } from '../env.ts'
import { ApiError } from '../errors.ts'
import { log } from '../log.ts'
import { shared } from '../shared.ts'
import { tools } from '../tools/registry.ts'
import { createFacilitator } from './facilitator.ts'
import { type RailName, railList } from './networks.ts'
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
  facilitator: ReturnType<typeof createFacilitator> | undefined
}
const state = (): State =>
  shared<State>('offers', () => ({ offers: undefined, refreshing: undefined, attemptedAt: 0, facilitator: undefined }))

/** Builds offers from a `/supported` answer; rails it does not list are left out. Returns undefined when none is left. */
async function buildOffers(supported: SupportedResponse, seenAt: number, settings: Env): Promise<Offers | undefined> {
  const [{ x402ResourceServer }, { ExactEvmScheme }, { ExactSvmScheme }] = await Promise.all([
    import('@x402/core/server'),
    import('@x402/evm/exact/server'),
    import('@x402/svm/exact/server'),
  ])
  const facilitator = facilitatorOf(settings)
  const live = railList.filter((rail) =>
    supported.kinds.some(
      (kind) =>
        kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === rail.network(settings) && rail.payable(kind.extra ?? {}),
    ),
  )
  if (live.length === 0) return undefined
  const server = new x402ResourceServer({ ...facilitator, getSupported: async () => supported })
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
  return { facilitator, server, liveRails: live.map((rail) => rail.name), terms, seenAt }
}

function facilitatorOf(settings: Env): ReturnType<typeof createFacilitator> {
  const current = state()
  current.facilitator ??= createFacilitator(settings as Env & { FACILITATOR_URL: string })
  return current.facilitator
}

/** Fetches `/supported` once and swaps the offers; single-flight. Never throws: a failure is logged and the last good offers stay. */
export function refreshOffers(): Promise<void> {
  const current = state()
  current.refreshing ??= refresh(env()).finally(() => {
    current.attemptedAt = Date.now()
    current.refreshing = undefined
  })
  return current.refreshing
}

async function refresh(settings: Env): Promise<void> {
  if (missingPaymentSettings(settings).length > 0) return
  const current = state()
  try {
    const supported = await facilitatorOf(settings).getSupported()
    const offers = await buildOffers(supported, Date.now(), settings)
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
    const store = await db()
    await store.query(
      `insert into facilitator_supported (url, supported, seen_at) values ($1, $2, now())
       on conflict (url) do update set supported = excluded.supported, seen_at = excluded.seen_at`,
      [settings.FACILITATOR_URL, JSON.stringify(supported)],
    )
  } catch (error) {
    log.warn({ err: error }, 'refreshing the facilitator data failed')
    if (!current.offers) await restore(settings)
  }
}

/** The last good answer of an earlier run, if any. */
async function restore(settings: Env): Promise<void> {
  try {
    const [row] = await (await db()).query<{ supported: SupportedResponse; seen_at: Date }>(
      'select supported, seen_at from facilitator_supported where url = $1',
      [settings.FACILITATOR_URL],
    )
    if (row) state().offers = await buildOffers(row.supported, new Date(row.seen_at).getTime(), settings)
  } catch (error) {
    log.warn({ err: error }, 'no earlier facilitator data could be read')
  }
}

/**
 * The offers now, without waiting; undefined before the first answer. Starts a refresh in the background when they are old.
 */
export function currentOffers(): Offers | undefined {
  const { offers, attemptedAt } = state()
  const age = Date.now() - attemptedAt
  if (age > (offers && Date.now() - offers.seenAt < REFRESH_MS ? REFRESH_MS : RETRY_MS)) void refreshOffers()
  return offers
}

/**
 * The offers, waiting at most a second for the very first answer.
 * @throws ApiError `payments_not_configured` or `facilitator_unavailable` (503)
 */
export async function offersOrThrow(): Promise<Offers> {
  const missing = missingPaymentSettings()
  if (missing.length > 0) throw paymentsNotConfigured(missing)
  const offers = currentOffers()
  if (offers) return offers
  const { refreshing } = state()
  if (refreshing) await Promise.race([refreshing, new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref())])
  const late = state().offers
  if (late) return late
  throw new ApiError(
    'facilitator_unavailable',
    'The payment facilitator has not answered yet, so no price can be offered. Nothing was charged; try again shortly.',
    { retryAfterSeconds: 5 },
  )
}

export const paymentsNotConfigured = (missing: string[]): ApiError =>
  new ApiError('payments_not_configured', `This server cannot sell yet: ${missing.join(', ')} is not set. Nothing was charged.`, {
    retryAfterSeconds: 60,
  })

/** Age of the facilitator data in seconds, for /readyz; undefined when none was ever seen. */
export const facilitatorDataAge = (): number | undefined => {
  const { offers } = state()
  return offers && Math.round((Date.now() - offers.seenAt) / 1000)
}
