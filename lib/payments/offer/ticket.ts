/**
 * Tickets: a random text in every offer, which the buyer's client echoes within `accepted` and which never goes on a chain. Who resends a
 * payment to fetch its answer must show the one that came with it first. An offer without its ticket is made once and kept; adding one joins
 * ready-made pieces of base64.
 */
import { randomFillSync } from 'node:crypto'
import type { PaymentRequired } from '@x402/core/types'

/** Bytes of chance in a ticket; a multiple of three, so that ticket and header are base64 without padding between them. */
const BYTES = 18
export const TICKET_LENGTH = 24
/** Stands where a ticket will; no ticket has its characters. */
const BLANK = '#'.repeat(TICKET_LENGTH)

/** For pages that show what an offer looks like; no caller gets it. */
export const EXAMPLE_TICKET = 'a-new-one-in-each-offer.'

const pool = Buffer.alloc(BYTES * 256)
let used = pool.length

/** A new ticket: 24 characters of base64url. */
export function newTicket(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += BYTES
  return pool.toString('base64url', used - BYTES, used)
}

/** The same terms with a ticket in every entry of `accepts`. */
export const withTicket = (required: PaymentRequired, ticket: string): PaymentRequired => ({
  ...required,
  accepts: required.accepts.map((offer) => ({ ...offer, extra: { ...offer.extra, ticket } })),
})

/** Makes a text of terms for the ticket of each caller. */
export type Stencil = (ticket: string) => string

/** Terms as JSON. `toText` may add members. */
export function bodyStencil(required: PaymentRequired, toText: (required: PaymentRequired) => string): Stencil {
  const parts = toText(withTicket(required, BLANK)).split(BLANK)
  return (ticket) => parts.join(ticket)
}

/** Terms as a header: base64 of JSON, in pieces that end where a ticket begins. Blanks before its quote make each a multiple of three bytes. */
export function headerStencil(required: PaymentRequired): Stencil {
  const parts = JSON.stringify(withTicket(required, BLANK)).split(BLANK)
  const pieces = parts.map((part, index) => {
    if (index === parts.length - 1) return Buffer.from(part, 'utf8').toString('base64')
    const blanks = (3 - (Buffer.byteLength(part, 'utf8') % 3)) % 3
    return Buffer.from(`${part.slice(0, -1)}${' '.repeat(blanks)}"`, 'utf8').toString('base64')
  })
  return (ticket) => pieces.join(Buffer.from(ticket, 'latin1').toString('base64'))
}

/** The ticket that a payment shows; undefined without one. */
export const ticketOf = (accepted: { extra?: Record<string, unknown> | undefined }): string | undefined => {
  const ticket = accepted.extra?.ticket
  return typeof ticket === 'string' && ticket.length > 0 ? ticket : undefined
}
