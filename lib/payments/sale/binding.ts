/**
 * Who may fetch an answer that was paid for. Everything a payment is made of can be read on its chain once it settled, so a resend must show
 * what never goes there: the ticket of the offer it was made for (`offer/ticket.ts`), else the buyer's identifier, else all of it as it came.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import type { Claim } from '../books/claims.ts'
import { ticketOf } from '../offer/ticket.ts'
import type { ReceivedPayment } from '../protocol/wire.ts'

/** Shorter texts could be guessed. */
const MIN_TICKET = 16

/**
 * The hash of what a resend of this payment must show.
 * @returns `isTicketed` false where that may differ from one copy of it to the next: it was sent without the ticket of its offer
 */
export function bindingOf({ payload, digest }: ReceivedPayment, identifier: string | null): { bound: string; isTicketed: boolean } {
  const ticket = ticketOf(payload.accepted)
  if (ticket !== undefined && ticket.length >= MIN_TICKET) return { bound: hash('sha256', `ticket ${ticket}`), isTicketed: true }
  return { bound: hash('sha256', identifier === null ? `payment ${digest()}` : `identifier ${identifier}`), isTicketed: false }
}

/** Whether a payment shows what the claim asks for. */
export function isBound(claim: Claim, shown: { bound: string; payload: Record<string, unknown> }): boolean {
  if (claim.bound !== null) return timingSafeEqual(Buffer.from(claim.bound), Buffer.from(shown.bound))
  // From before bindings were kept: what was stored of it is what it must be.
  const kept = claim.payment?.payload.payload
  return kept !== undefined && kept.signature === shown.payload.signature && kept.transaction === shown.payload.transaction
}
