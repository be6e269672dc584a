/** Every way a call can fail, as classes a program can tell apart. None but `SettlementUnknownError` may have cost anything. */

/** An RFC 9457 problem document, as every error of the server is. */
export type Problem = {
  code: string
  title: string
  status: number
  detail: string
  retryable: boolean
  /** null: nobody knows yet (`settlement_unknown`). */
  charged: boolean | null
  requestId: string
  param?: string
  [member: string]: unknown
}

/** The server answered with a problem. Nothing was charged. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.detail}`)
    this.problem = problem
  }
}

/** The price is over a cap. Nothing was signed. */
export class SpendCapError extends Error {
  override name = 'SpendCapError'
  readonly cap: 'call' | 'session'

  constructor(cap: 'call' | 'session', message: string) {
    super(message)
    this.cap = cap
  }
}

/** No offer of the server can be paid with this wallet, or none is for USDC. Nothing was signed. */
export class NoOfferError extends Error {
  override name = 'NoOfferError'
}

/** The payment was refused, and no money moved. `code` is the server's reason. */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError'
  readonly code: string

  constructor(code: string) {
    super(`The payment was refused: ${code}. Nothing was charged.`)
    this.code = code
  }
}

/**
 * The payment was sent and nobody knows yet whether it settled. The very same call with the same receipts file resumes it: it is sent again
 * and never signed anew while it may still settle.
 */
export class SettlementUnknownError extends Error {
  override name = 'SettlementUnknownError'
  readonly paymentId: string

  constructor(paymentId: string, cause?: unknown) {
    super(`Whether payment ${paymentId} settled is not known yet. Make the same call again to send the same payment again.`, { cause })
    this.paymentId = paymentId
  }
}
