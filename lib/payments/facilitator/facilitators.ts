/**
 * The facilitators of `FACILITATORS`, in order of preference: what each last said that it supports, kept over restarts, and which of them may
 * take a payment.
 */
import type { FacilitatorClient } from '@x402/core/server'
import type { SupportedResponse } from '@x402/core/types'
import { type Core, part } from '../../core.ts'
import { storableJson } from '../../db/storable.ts'
import { log } from '../../log.ts'
import { type Rail, railList, rails } from '../protocol/networks.ts'
import { createFacilitator, FacilitatorRefusal } from './client.ts'
import { chooseFeePayer, type NamedFeePayers, nameFeePayers, recentFeePayers } from './fee-payers.ts'
import { noteFailure, noteSupported } from './health.ts'

export type Facilitator = {
  url: string
  networks: readonly string[] | undefined
  client: FacilitatorClient
  /** Its last good word, with the fee payer that we offer in place of the one it happened to name; undefined before the first. */
  supported: SupportedResponse | undefined
  /** Unix ms of that word. */
  seenAt: number
  /** When it was last asked for it, and others for its fee payers, by `core.uptime`. */
  attemptedAt: number
  asking: Promise<void> | undefined
  feePayers: NamedFeePayers
  askedOthersAt: number
  /** Why it does not work for us, in words for the operator, and until when (by `core.uptime`) no good word ends that; undefined while it does. */
  refusal: { reason: string; holdsUntil: number } | undefined
}

/** Other processes are asked for fee payers no more often than this. */
const ASK_OTHERS_MS = 2_000

export const facilitators = part((core): Facilitator[] =>
  core.env.FACILITATORS.map((row) => ({
    url: row.url,
    networks: row.networks,
    client: createFacilitator(core, row),
    supported: undefined,
    seenAt: 0,
    attemptedAt: Number.NEGATIVE_INFINITY,
    asking: undefined,
    feePayers: {},
    askedOthersAt: Number.NEGATIVE_INFINITY,
    refusal: undefined,
  })),
)

/** What it supports of a rail that we can offer: undefined when nothing. */
export const kindOf = (
  { supported, networks }: Facilitator,
  network: string,
  rail: Rail,
): SupportedResponse['kinds'][number] | undefined =>
  networks !== undefined && !networks.includes(network)
    ? undefined
    : supported?.kinds.find(
        (kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === network && rail.payable(kind.extra ?? {}),
      )

/** It tells what it supports also while our account there is not in order, so that word ends nothing for so long. */
const ACCOUNT_HOLDS_MS = 5 * 60_000

/** Notes that it will not work for us, and says so once. */
export function noteRefusal(one: Facilitator, refusal: FacilitatorRefusal, now: number): void {
  const isAccount = refusal.status === 402
  const reason = isAccount
    ? 'it wants its own account to be paid (HTTP 402): see to the payment method there'
    : `it refuses our credentials (HTTP ${refusal.status}): check key id, secret and permissions in FACILITATORS, and the clock of this machine`
  if (one.refusal === undefined)
    log.error(
      { facilitator: one.url, reason, said: refusal.message },
      'a facilitator refuses to work for us: nothing is offered through it',
    )
  one.refusal = { reason, holdsUntil: isAccount ? now + ACCOUNT_HOLDS_MS : 0 }
}

function noteGoodWord(one: Facilitator, now: number): void {
  if (one.refusal === undefined || now < one.refusal.holdsUntil) return
  one.refusal = undefined
  log.info({ facilitator: one.url }, 'the facilitator works for us again')
}

/** Its answer with the fee payer that we offer in place of the one it happens to name; remembers all that it names. */
function withSteadyFeePayer(core: Core, one: Facilitator, answer: SupportedResponse): SupportedResponse {
  const network = rails.solana.network(core.env)
  one.feePayers = nameFeePayers(answer, network, one.feePayers, core.now())
  const offered = kindOf(one, network, rails.solana)?.extra?.feePayer
  const feePayer = chooseFeePayer(answer, network, typeof offered === 'string' ? offered : undefined)
  const kinds = answer.kinds.map((kind) => (kind.network === network && feePayer ? { ...kind, extra: { ...kind.extra, feePayer } } : kind))
  return { ...answer, kinds }
}

/** Asks it for what it supports and calls `onNews` when that is known, before it is stored. Never throws: on failure its last good word stays. */
export async function askSupported(core: Core, one: Facilitator, onNews: () => Promise<void>): Promise<void> {
  try {
    const answer = await one.client.getSupported()
    noteGoodWord(one, core.uptime())
    noteSupported(core, one.url)
    one.supported = withSteadyFeePayer(core, one, answer)
    one.seenAt = core.now()
    await onNews()
    const store = await core.database()
    const [row] = await store.query<{ fee_payers: NamedFeePayers }>(
      `insert into facilitator_supported as known (url, supported, fee_payers, seen_at) values ($1, $2, $3, now())
       on conflict (url) do update set supported = excluded.supported, fee_payers = known.fee_payers || excluded.fee_payers, seen_at = excluded.seen_at
       returning fee_payers`,
      [one.url, storableJson(answer), JSON.stringify(one.feePayers)],
    )
    if (row) one.feePayers = recentFeePayers(row.fee_payers, core.now())
  } catch (error) {
    if (error instanceof FacilitatorRefusal) noteRefusal(one, error, core.uptime())
    else {
      log.warn({ err: error, facilitator: one.url }, 'refreshing the facilitator data failed')
      for (const rail of railList) noteFailure(core, one.url, rail.network(core.env), 'supported')
    }
    if (!one.supported) await recall(core, one)
    await onNews().catch((cause: unknown) => log.error({ err: cause }, 'offers could not be made'))
  }
}

/** The last good answer of an earlier run, if any. */
async function recall(core: Core, one: Facilitator): Promise<void> {
  try {
    const store = await core.database()
    const [row] = await store.query<{ supported: SupportedResponse; seen_at: Date }>(
      'select supported, seen_at from facilitator_supported where url = $1',
      [one.url],
    )
    if (!row || one.supported) return
    one.supported = withSteadyFeePayer(core, one, row.supported)
    one.seenAt = new Date(row.seen_at).getTime()
  } catch (error) {
    log.warn({ err: error }, 'no earlier facilitator data could be read')
  }
}

/** Whether it may be the one to pay the fee of a Solana payment. One that this process has not heard of may have been named to another. */
async function ownsFeePayer(core: Core, one: Facilitator, address: string): Promise<boolean> {
  if (Object.hasOwn(one.feePayers, address)) return true
  if (core.uptime() - one.askedOthersAt < ASK_OTHERS_MS) return false
  one.askedOthersAt = core.uptime()
  const store = await core.database()
  const [row] = await store.query<{ fee_payers: NamedFeePayers }>('select fee_payers from facilitator_supported where url = $1', [one.url])
  if (row) one.feePayers = recentFeePayers({ ...row.fee_payers, ...one.feePayers }, core.now())
  return Object.hasOwn(one.feePayers, address)
}

/**
 * Those that can take a payment of these terms, the preferred first: they serve its network, and where the buyer signed for a fee payer it is
 * theirs. Empty when nobody can.
 */
export async function ableTo(
  core: Core,
  requirements: { network: string; extra?: Record<string, unknown> },
  rail: Rail,
): Promise<Facilitator[]> {
  const serving = facilitators(core).filter((one) => kindOf(one, requirements.network, rail) !== undefined)
  const feePayer = requirements.extra?.feePayer
  if (typeof feePayer !== 'string') return serving
  const owners = await Promise.all(serving.map((one) => ownsFeePayer(core, one, feePayer)))
  return serving.filter((_, index) => owners[index])
}
