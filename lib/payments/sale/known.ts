/** What is known of a payment, step by step: each step of a sale is given what those before it found, and adds its own. */
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import type { Core } from '../../core.ts'
import type { Database } from '../../db/index.ts'
import type { Timings } from '../../observe.ts'
import type { Tool } from '../../tools/define.ts'
import type { ToolRequest } from '../../tools/parse.ts'
import type { Owned } from '../books/ledger.ts'
import type { Service } from '../offer/service.ts'
import type { PaymentFacts, Rail } from '../protocol/networks.ts'
import type { ReceivedPayment } from '../protocol/wire.ts'
import type { Reservation } from './limits/allowance.ts'
import type { Clock } from './time.ts'

/** A call that carries its payment, whatever carried it. */
export type Sale = {
  core: Core
  request: ToolRequest
  received: ReceivedPayment
  /** Alias of the `payment-identifier` extension. */
  idempotencyKey: string | undefined
  clientIp: string
  requestId: string
  timings: Timings
}

/** What is known when a sale begins. */
export type Asked = Sale & { tool: Tool; clock: Clock }

/** What a payment says of itself. */
export type ReadPayment = {
  rail: Rail
  facts: PaymentFacts
  /** The scheme's payload, parsed. */
  payload: Record<string, unknown>
  /** `payment-identifier` extension or Idempotency-Key; null when the buyer sent none. */
  identifier: string | null
  /** See `binding.ts`. */
  bound: string
  isTicketed: boolean
  /** Whether the payer's own key signed it; see `Rail.isSigned`. */
  isSigned: () => boolean
}

/** The offer that a payment pays, and what the facilitator is to be sent: our words, of the buyer's only what the payer signed. */
export type Matched = { facilitator: Service; requirements: PaymentRequirements; payment: PaymentPayload }

/** Room is kept for it. */
export type Checked = Asked & ReadPayment & Matched & { place: Reservation }

/** `isProven`: see `ClaimOutcome`. */
export type Claimed = { books: Database; owned: Owned; isProven: boolean; letGo: () => void }

/** An answer under way. */
export type Work = {
  /** The JSON text of the 200 body. Rejects with ApiError; a rejection that nobody waits for is no error. */
  answer: Promise<string>
  /** Whole milliseconds from its begin to its end, or until now. */
  handlerMs: () => number
}

export type Verified = { payer: string | null; verifyMs: number }
export type Reserved = { run: Reservation; work?: Work }
export type Served = { body: string; handlerMs: number }

/** Settlement may be asked for. */
export type Kept = { isKept: true }
export type Ready = Checked & Claimed & Verified & Served & Kept

/** `proof`: on whose word. */
export type Settled = { settlement: SettleResponse; proof: 'facilitator' | 'chain' }
