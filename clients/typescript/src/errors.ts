/**
 * Every way a call can fail, as classes a program can tell apart. Each message says what to do next. Only after `SettlementUnknownError` may
 * money have moved that nobody has told of; `PaymentRefusedError` and `ProblemError` are a seller's word, which the budget does not take.
 */

import { clean } from './text.ts'

/** An RFC 9457 problem document, as every error of the server is. */
export type Problem = {
  code: string
  title: string
  status: number
  detail: string
  retryable: boolean
  /** null: nobody knows yet (`settlement_unknown`, `payment_in_flight`). */
  charged: boolean | null
  requestId: string
  param?: string
  [member: string]: unknown
}

/** All errors of this package; `signed` tells whether a payment left this process before it. */
export abstract class ClientError extends Error {
  abstract readonly signed: boolean
}

/** The server answered with a problem and says nothing was charged. A payment that was sent stays at risk until the chain shows it void. */
export class ProblemError extends ClientError {
  override name = 'ProblemError'
  readonly signed: boolean
  readonly problem: Problem

  constructor(problem: Problem, signed = false) {
    super(`${clean(problem.code, 100)}: ${clean(problem.detail, 1_000)}`)
    this.problem = problem
    this.signed = signed
  }
}

export type CapName = 'call' | 'session' | 'day' | 'host'

/** What a budget holds, in US dollars with six decimals. */
export type Held = {
  /** Settled, by the seller's word or the chain's. */
  spentUsd: string
  /** Set aside for a payment that is not signed yet. */
  reservedUsd: string
  /** Signed and sent; neither settled nor shown to be void. */
  atRiskUsd: string
}

/** The price is over a cap. Nothing was signed. */
export class SpendCapError extends ClientError {
  override name = 'SpendCapError'
  readonly signed = false
  readonly cap: CapName
  readonly amountUsd: string
  readonly limitUsd: string
  /** What counts towards the cap already. */
  readonly held: Held

  constructor(cap: CapName, amountUsd: string, limitUsd: string, held: Held) {
    const left =
      cap === 'call'
        ? ''
        : ` Spent $${held.spentUsd}, reserved $${held.reservedUsd}, at risk $${held.atRiskUsd}.${held.atRiskUsd === '0.000000' ? '' : ' What is at risk comes back once the chain shows it void.'}`
    const scope = { call: 'for one call', session: 'for this session', day: 'for 24 hours', host: 'for this host in 24 hours' }[cap]
    super(
      `The call costs $${amountUsd}, over the cap of $${limitUsd} ${scope}.${left} Raise the cap, or name another session, if you mean to pay.`,
    )
    this.cap = cap
    this.amountUsd = amountUsd
    this.limitUsd = limitUsd
    this.held = held
  }
}

/** Of more offers nobody reads why. */
const MAX_NAMED = 5

/** Why an offer was passed over. */
export type Rejected = { network: string; reason: string }

/** No offer can be paid: not USDC, not a network of this wallet, no amount, no address. Nothing was signed. */
export class NoOfferError extends ClientError {
  override name = 'NoOfferError'
  readonly signed = false
  readonly rejected: readonly Rejected[]

  constructor(message: string, rejected: readonly Rejected[] = []) {
    const named = rejected.slice(0, MAX_NAMED).map(({ network, reason }) => `${network}: ${reason}`)
    const more = rejected.length > MAX_NAMED ? `; and ${rejected.length - MAX_NAMED} more` : ''
    super(rejected.length === 0 ? message : `${message} ${named.join('; ')}${more}.`)
    this.rejected = rejected
  }
}

/** The seller asks for the money at another address than before. Nothing was signed. */
export class PayToChangedError extends ClientError {
  override name = 'PayToChangedError'
  readonly signed = false
  readonly known: readonly string[]
  readonly asked: string

  constructor(host: string, network: string, known: readonly string[], asked: string) {
    super(
      `${host} was paid at ${known.join(', ')} on ${network} and now asks for ${asked}. If the seller confirms the change, allow the new address by the option payTo.`,
    )
    this.known = known
    this.asked = asked
  }
}

/** There is no tool of that name. Nothing was asked or signed. */
export class UnknownToolError extends ClientError {
  override name = 'UnknownToolError'
  readonly signed = false
  readonly suggestions: readonly string[]

  constructor(tool: string, suggestions: readonly string[]) {
    super(
      `There is no tool ${JSON.stringify(tool.slice(0, 100))}.${suggestions.length > 0 ? ` Did you mean ${suggestions.join(' or ')}?` : ''}`,
    )
    this.suggestions = suggestions
  }
}

/** The wallet could not sign: no key, an unreadable one, or a chain that did not answer. Nothing was sent. */
export class WalletError extends ClientError {
  override name = 'WalletError'
  readonly signed = false
}

/** The store of payments cannot be read or written; without it no cap would hold. Nothing was sent. */
export class StoreError extends ClientError {
  override name = 'StoreError'
  readonly signed = false
}

/** The seller could not be reached, or its answer cannot be read. Nothing was signed. */
export class UnreachableError extends ClientError {
  override name = 'UnreachableError'
  readonly signed = false
}

/** The payment was refused, by the seller's word. It stays at risk until the chain shows it void. `code` is the seller's reason. */
export class PaymentRefusedError extends ClientError {
  override name = 'PaymentRefusedError'
  readonly signed = true
  readonly code: string

  constructor(code: string) {
    super(
      `The payment was refused: ${code}. Its amount counts as at risk until it can no longer settle. Check balance and clock, then call again.`,
    )
    this.code = code
  }
}

/**
 * The payment was sent and nobody knows yet whether it settled. The very same call with the same store resumes it: it is sent again and never
 * signed anew while it may still settle.
 */
export class SettlementUnknownError extends ClientError {
  override name = 'SettlementUnknownError'
  readonly signed = true
  readonly paymentId: string
  /** How long the seller asked to wait, where it said so. */
  readonly retryAfterSeconds: number | undefined

  constructor(paymentId: string, cause?: unknown, retryAfterSeconds?: number) {
    const when = retryAfterSeconds === undefined ? '' : ` in ${retryAfterSeconds} s`
    super(`Whether payment ${paymentId} settled is not known yet. Make the same call again${when} to send the same payment again.`, {
      cause,
    })
    this.paymentId = paymentId
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The chain shows that the payment settled, and its seller refuses to answer for it. The same call buys anew, and is charged again. */
export class PaidUnansweredError extends ClientError {
  override name = 'PaidUnansweredError'
  readonly signed = true
  readonly paymentId: string
  /** Empty where it lies too far back to be found. */
  readonly transaction: string

  constructor(paymentId: string, transaction: string) {
    super(
      `Payment ${paymentId} settled${transaction === '' ? '' : ` in transaction ${transaction}`}, and the seller refuses to answer for it. Ask the seller to give it back; the same call would pay once more.`,
    )
    this.paymentId = paymentId
    this.transaction = transaction
  }
}
