/**
 * Who verifies and settles one payment. Until a settlement was sent that may be anybody who serves it, the healthy first. From then on it is the
 * same one with the same payload; on Base also another one with that identical payload, because the chain takes an authorization once whoever
 * brings it. Rules: docs/payments-safety.md.
 */
import type { FacilitatorClient } from '@x402/core/server'
import type { PaymentRequirements } from '@x402/core/types'
import type { Core } from '../../core.ts'
import { log } from '../../log.ts'
import type { Operation } from '../facilitator/auth.ts'
import { FacilitatorRefusal, FacilitatorSilence } from '../facilitator/client.ts'
import { ableTo, type Facilitator, noteRefusal } from '../facilitator/facilitators.ts'
import { isAlone, isDown, noteAnswer, noteFailure } from '../facilitator/health.ts'
import { railOf } from '../protocol/networks.ts'
import { rebuildOffers } from './offers.ts'

export type Service = Pick<FacilitatorClient, 'verify' | 'settle'> & {
  /** Binds settlement to one facilitator and tells its URL, to be stored before it is asked; null where nobody can be. */
  appoint: () => string | null
  /** The URL of the facilitator that was last asked to settle. */
  settledBy: () => string | null
}

/** An answer that takes longer is not waited for alone: in that time whoever is well has answered. */
const SLOW_MS: Record<Exclude<Operation, 'supported'>, number> = { verify: 800, settle: 5_000 }

/** What a call learned of a facilitator changes offers, never the call's own end. */
const renewOffers = (core: Core): Promise<void> =>
  rebuildOffers(core).catch((error: unknown) => log.error({ err: error }, 'offers could not be made anew; the last ones stay'))

/** A call whose end tells of the facilitator's health; the end itself is its caller's. */
async function observed<Word>(core: Core, one: Facilitator, on: 'verify' | 'settle', network: string, call: Promise<Word>): Promise<Word> {
  const isOffered = () => one.refusal === undefined && !isDown(core, one.url, network)
  const before = isOffered()
  const slow = isAlone(core)
    ? undefined
    : setTimeout(() => {
        noteFailure(core, one.url, network, on)
        void renewOffers(core)
      }, SLOW_MS[on])
  try {
    const word = await call
    noteAnswer(core, one.url, network, on)
    return word
  } catch (error) {
    if (error instanceof FacilitatorRefusal) noteRefusal(one, error, core.uptime())
    else noteFailure(core, one.url, network, on)
    throw error
  } finally {
    clearTimeout(slow)
    if (isOffered() !== before) await renewOffers(core)
  }
}

const firstOf = <Item>(items: readonly Item[], isGood: (item: Item) => boolean): Item | undefined => items.find(isGood) ?? items[0]

/**
 * The service for a payment of these terms; its calls throw FacilitatorSilence where nobody can be asked.
 * @param sentTo URL of the facilitator that was asked to settle it before, if any was
 */
export async function serviceFor(core: Core, requirements: PaymentRequirements, sentTo?: string | null): Promise<Service> {
  const { network } = requirements
  const rail = railOf(network, core.env)
  const able = rail ? await ableTo(core, requirements, rail) : []
  const isWell = (one: Facilitator) => one.refusal === undefined && !isDown(core, one.url, network)
  const inOrder = () => [...able.filter(isWell), ...able.filter((one) => !isWell(one))]
  let verifier: Facilitator | undefined
  let appointed = sentTo ? able.find(({ url }) => url === sentTo) : undefined
  let asked = sentTo ?? null

  const choose = (): Facilitator | undefined => {
    appointed ??= sentTo && rail?.anyoneMaySettle !== true ? undefined : firstOf(verifier ? [verifier, ...inOrder()] : inOrder(), isWell)
    return appointed
  }
  /** After the first time another may be asked only where the chain itself takes the payload once, whoever brings it. */
  const settler = (): Facilitator | undefined => {
    const first = choose()
    if (asked === null || !first || isWell(first) || rail?.anyoneMaySettle !== true) return first
    return able.find(isWell) ?? first
  }
  return {
    verify: (payload, terms) =>
      firstWord(inOrder(), SLOW_MS.verify, (one) => observed(core, one, 'verify', network, one.client.verify(payload, terms))).then(
        ([word, one]) => {
          verifier = one
          return word
        },
      ),
    settle: (payload, terms) => {
      const one = settler()
      if (!one) return Promise.reject(nobody())
      asked = one.url
      return observed(core, one, 'settle', network, one.client.settle(payload, terms))
    },
    appoint: () => choose()?.url ?? null,
    settledBy: () => asked,
  }
}

const nobody = () => new FacilitatorSilence('no facilitator serves this payment')

/**
 * The first word of several who may be asked: the next is asked when one fails, and beside it when it is slow. Asking twice whether a payment is
 * good costs nobody anything.
 * @throws FacilitatorSilence of the last to fail
 */
function firstWord<Who, Word>(all: readonly Who[], slowMs: number, ask: (one: Who) => Promise<Word>): Promise<[Word, Who]> {
  return new Promise((resolve, reject) => {
    let [next, open] = [0, 0]
    let timer: NodeJS.Timeout | undefined
    const askNext = (cause?: unknown): void => {
      clearTimeout(timer)
      const one = all[next]
      if (one === undefined) {
        if (open === 0) reject(cause ?? nobody())
        return
      }
      next += 1
      open += 1
      if (next < all.length) timer = setTimeout(askNext, slowMs)
      ask(one).then(
        (word) => {
          clearTimeout(timer)
          resolve([word, one])
        },
        (error: unknown) => {
          open -= 1
          askNext(error)
        },
      )
    }
    askNext()
  })
}
