/** What a look at the chain means for a payment in hand: the one place where it moves one, for a sale, a resend and the job alike. */
import type { PaymentRequirements, SettleResponse } from '@x402/core/types'
import type { Queryable } from '../../db/index.ts'
import type { LandedOrNot } from '../chain/look.ts'
import { type Owned, recordRefused, recordSettled, recordUnknown } from './ledger.ts'

export type Conclusion =
  | { kind: 'settled'; settlement: SettleResponse }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; reason: string }

/** A settlement as the chain shows it, in the form of a facilitator's. */
export function settlementOf(
  look: { transaction: string; payer: string | null },
  requirements: PaymentRequirements,
  payer: string | null,
): SettleResponse {
  const known = payer ?? look.payer
  return { success: true, transaction: look.transaction, network: requirements.network, ...(known ? { payer: known } : {}) }
}

/**
 * Records what the chain says. Only its proof refuses, and only what is this caller's to refuse: somebody else may have found it settled. What the
 * chain does not show yet stays open.
 * @param before what is known of the outcome besides, for the operator
 */
export async function conclude(
  books: Queryable,
  owned: Owned,
  look: LandedOrNot,
  claim: { requirements: PaymentRequirements; payer: string | null },
  details: { before?: string; settleMs?: number | null } = {},
): Promise<Conclusion> {
  const { before, settleMs = null } = details
  if (look.kind === 'landed') {
    const settlement = settlementOf(look, claim.requirements, claim.payer)
    await recordSettled(books, owned, settlement, settleMs)
    return { kind: 'settled', settlement }
  }
  const reason = before === undefined ? look.reason : `${before}; chain: ${look.reason}`
  if (look.kind === 'refused' && (await recordRefused(books, owned, reason, settleMs))) return { kind: 'refused', reason: look.reason }
  if (look.kind === 'unknown') await recordUnknown(books, owned, reason, settleMs)
  return { kind: 'unknown', reason }
}
