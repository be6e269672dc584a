/**
 * A facilitator of a simulation: it verifies and settles as real ones do, and fails as they do. What it says may be late, lost or
 * wrong, but for two words that are believed (docs/payments-safety.md): that it settled, in a transaction of its own, and that it sent nothing.
 */
import type { FacilitatorClient } from '@x402/core/server'
import type { PaymentPayload, PaymentRequirements, SettleResponse, SupportedResponse, VerifyResponse } from '@x402/core/types'
import { FacilitatorSilence } from '../../lib/payments/facilitator/client.ts'
import { NEVER, type Program, type Timeline } from './timeline.ts'

/** A chain as facilitators use it. */
export type Chain = {
  /** Sends it and waits: its transaction, or undefined where the chain does not take it. */
  take: (payload: PaymentPayload) => string | undefined
  /** Sends it and does not wait. @returns what lands it, where the chain still takes it */
  send: (payload: PaymentPayload) => () => void
  transactionOf: (payload: PaymentPayload) => string | undefined
  /** Why it would not be taken now, as a facilitator says it. */
  whyNot: (payload: PaymentPayload) => string | undefined
}

export type Facilitator = {
  url: string
  feePayer: string
  /** Networks that it serves at present. */
  serves: Set<string>
}

type Settling = { payload: PaymentPayload; requirements: PaymentRequirements; chain: Chain }
type Word = SettleResponse | typeof NEVER
/** Said only so long after what was done. */
type LateWord = { afterMs: number; word: SettleResponse }

const silence = (operation: string) => new FacilitatorSilence(`${operation}: HTTP 502, not JSON`)

/** The ways to answer a verify: the truth, silence, a no that is not so, a no of a code nobody knows, no answer, a yes of who looks at an old block, and a no that calls used what was not. */
const verifyWays: ((payload: PaymentPayload, chain: Chain) => VerifyResponse | typeof NEVER)[] = [
  (payload, chain) => {
    const invalidReason = chain.whyNot(payload)
    return invalidReason === undefined ? { isValid: true } : { isValid: false, invalidReason }
  },
  () => {
    throw silence('verify')
  },
  () => ({ isValid: false, invalidReason: 'insufficient_funds' }),
  () => ({ isValid: false, invalidReason: 'unexpected_verify_error' }),
  () => NEVER,
  () => ({ isValid: true }),
  () => ({ isValid: false, invalidReason: 'duplicate_settlement' }),
]

const success = (transaction: string, { network }: PaymentRequirements): SettleResponse => ({ success: true, transaction, network })
const failure = (errorReason: string, { network }: PaymentRequirements, transaction = ''): SettleResponse => ({
  success: false,
  errorReason,
  transaction,
  network,
})

/** @param later lets a transaction that was only sent land, or not, when the run says so */
function settleWays(later: (deed: () => void) => void, others: () => string | undefined): ((settling: Settling) => Word | LateWord)[] {
  const lost = (): never => {
    throw silence('settle')
  }
  const landed = ({ payload, chain }: Settling) => chain.transactionOf(payload) ?? chain.take(payload)
  const after =
    <Said extends Word | LateWord>(deed: (settling: Settling) => unknown, word: (settling: Settling) => Said) =>
    (it: Settling): Said => {
      deed(it)
      return word(it)
    }
  const sent = (it: Settling) => later(it.chain.send(it.payload))
  return [
    // It lands, or the chain says why not.
    (it) => {
      const transaction = landed(it)
      return transaction ? success(transaction, it.requirements) : failure('invalid_transaction_state', it.requirements)
    },
    // It lands and the word is lost.
    after(landed, lost),
    // It is sent, lands later or never, and the word is lost, or says so.
    after(sent, lost),
    after(sent, ({ requirements }) => failure('settlement_pending', requirements)),
    // Nothing was sent: no word, a code that can only come before that, a code that nobody knows, a code of a first look at the payment.
    () => lost(),
    ({ requirements }) => failure('insufficient_funds', requirements),
    ({ requirements }) => failure('unexpected_settle_error', requirements),
    ({ requirements }) => failure('invalid_exact_evm_payload_signature', requirements),
    // Nothing was sent, and a success names what has paid for another sale, or nothing that could be.
    ({ requirements }) => success(others() ?? 'whatever', requirements),
    // No word within any time, sent or not.
    after(landed, () => NEVER),
    () => NEVER,
    // It lands, its receipt is waited for in vain, and a second try of the facilitator's own finds the funds gone. By then the chain shows why: a node
    // that does not makes this a word that is believed, so random runs do without it.
    after(landed, ({ requirements }) => ({ afterMs: 4_000, word: failure('insufficient_funds', requirements) })),
  ]
}

export type FacilitatorWorld = {
  timeline: Timeline
  /** The network at large, which never dies. */
  network: Program
  chainOf: (network: string) => Chain
  /** The transaction of some sale that was settled. */
  otherTransaction: (network: string) => string | undefined
}

/** A server's client of it, with the time-outs of the real one. */
export function clientOf(
  { timeline, network, chainOf, otherTransaction }: FacilitatorWorld,
  { url, feePayer, serves }: Facilitator,
  timeoutMs: number,
): FacilitatorClient {
  const { host } = new URL(url)
  const later = (deed: () => void) =>
    void timeline.as(network, () => timeline.ask('a transaction lands', 2, (way) => (way === 0 ? deed() : undefined)))
  const inTime = <Answer>(operation: string, asked: Promise<Answer>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new FacilitatorSilence(`${operation}: no answer within ${timeoutMs} ms`)), timeoutMs)
      asked.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  return {
    verify: (payload, requirements) =>
      inTime(
        'verify',
        timeline.ask(`${host} verify`, verifyWays.length, (way) => verifyWays[way]!(payload, chainOf(requirements.network))),
      ),
    settle: (payload, requirements) => {
      const ways = settleWays(later, () => otherTransaction(requirements.network))
      return inTime(
        'settle',
        timeline
          .ask(`${host} settle`, ways.length, (way) => ways[way]!({ payload, requirements, chain: chainOf(requirements.network) }))
          .then((said) => ('word' in said ? new Promise((resolve) => setTimeout(() => resolve(said.word), said.afterMs)) : said)),
      )
    },
    getSupported: async () =>
      ({
        kinds: [...serves].map((served) => ({
          x402Version: 2,
          scheme: 'exact',
          network: served,
          ...(served.startsWith('solana') ? { extra: { feePayer } } : {}),
        })),
        extensions: [],
        signers: {},
      }) as unknown as SupportedResponse,
  }
}
