/** Asking the facilitator to settle: once, and once more where nobody can tell what became of the first. */
import type { FacilitatorClient } from '@x402/core/server'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { type Expected, readSettlement, type SettleOutcome } from './evidence.ts'

export type ToSettle = {
  facilitator: Pick<FacilitatorClient, 'settle'>
  payload: PaymentPayload
  requirements: PaymentRequirements
  expected: Expected
}

/** Asks once. Never throws: silence is `unknown`. `first`: it was never asked before. */
export async function settleOnce({ facilitator, payload, requirements, expected }: ToSettle, first: boolean): Promise<SettleOutcome> {
  try {
    return readSettlement(await facilitator.settle(payload, requirements), expected, first)
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Settles, and when the outcome is unknown asks once more with the identical payload while `hasTime` says so: the chain de-duplicates, so this
 * cannot pay twice. The second answer counts only when it says settled; a later no proves nothing about the first attempt.
 */
export async function settleWithRetry(toSettle: ToSettle, hasTime: () => boolean = () => true): Promise<SettleOutcome> {
  const answer = await settleOnce(toSettle, true)
  if (answer.kind !== 'unknown' || !hasTime()) return answer
  const second = await settleOnce(toSettle, false)
  if (second.kind === 'settled') return second
  return {
    kind: 'unknown',
    reason: `${answer.reason}; again: ${second.reason}`,
    transaction: answer.transaction ?? (second.kind === 'unknown' ? second.transaction : undefined),
  }
}
