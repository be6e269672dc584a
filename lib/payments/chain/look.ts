/** What a look at the chain is given, and what it may find. */
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'

export type LandedOrNot =
  | { kind: 'landed'; transaction: string; payer: string | null }
  /** Provably not landed, and no longer able to. */
  | { kind: 'refused'; reason: string }
  /** `isLater`: the chain would still take it, so it was made after the claim that it is looked for by. */
  | { kind: 'unknown'; reason: string; isLater?: boolean }

/** `ageMs`: since the payment was claimed, at the least; `historyMs`: how long before that it may have landed, where it may have been claimed long before. */
export type LookFor = { payload: PaymentPayload; requirements: PaymentRequirements; ageMs: number; historyMs?: number }
