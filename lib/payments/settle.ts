/**
 * Settling, and what its answer means. Three outcomes: settled, refused, unknown. Unknown is its own state and never becomes a fresh 402,
 * because a 402 tells the buyer to sign again and pay twice (x402.md section 7).
 */
import type { FacilitatorClient } from '@x402/core/server'
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'

export type SettleOutcome =
  | { kind: 'settled'; settlement: SettleResponse }
  /** The facilitator clearly says that no money moved. */
  | { kind: 'refused'; code: string; reason: string; settlement: SettleResponse }
  | { kind: 'unknown'; reason: string; transaction?: string | undefined }

/** Reasons after which money may have moved all the same, as facilitators word them. */
const MAY_HAVE_LANDED =
  /pending|already|duplicate|simulation|transaction_failed|transaction_state|confirm|timeout|timed_out|broadcast|unexpected|unknown|internal|send|node_failure|onchain|rpc/i

/** Reads a facilitator's settle answer. Only a well-formed no, without a transaction and with a reason that rules landing out, is a refusal. */
export function classifySettle(settlement: SettleResponse): SettleOutcome {
  const { transaction, network, payer, errorReason: code = 'no_reason' } = settlement
  if (settlement.success) {
    return transaction
      ? { kind: 'settled', settlement: { success: true, transaction, network, ...(payer ? { payer } : {}) } }
      : { kind: 'unknown', reason: 'success without a transaction' }
  }
  // Verbatim for the ledger; a buyer sees at most the code.
  const reason = [code, settlement.errorMessage].filter(Boolean).join(': ')
  if (transaction || code === 'no_reason' || MAY_HAVE_LANDED.test(code))
    return { kind: 'unknown', reason, transaction: transaction || undefined }
  return { kind: 'refused', code, reason, settlement }
}

/** Asks the facilitator once. Never throws: silence is `unknown`. */
export async function settleOnce(
  facilitator: Pick<FacilitatorClient, 'settle'>,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
): Promise<SettleOutcome> {
  try {
    const settlement = await facilitator.settle(payload, requirements)
    return classifySettle({ ...settlement, network: requirements.network as `${string}:${string}` })
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Settles, and when the outcome is unknown asks once more with the identical payload: the chain de-duplicates, so this cannot pay twice.
 * The second answer counts only when it says settled; a later no proves nothing about the first attempt.
 */
export async function settleWithRetry(
  facilitator: Pick<FacilitatorClient, 'settle'>,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
): Promise<SettleOutcome> {
  const first = await settleOnce(facilitator, payload, requirements)
  if (first.kind !== 'unknown') return first
  const second = await settleOnce(facilitator, payload, requirements)
  if (second.kind === 'settled') return second
  return {
    kind: 'unknown',
    reason: `${first.reason}; again: ${second.reason}`,
    transaction: first.transaction ?? (second.kind === 'unknown' ? second.transaction : undefined),
  }
}
