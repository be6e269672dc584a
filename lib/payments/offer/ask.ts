/** What every way to ask for a price shares, whatever carries it: when nothing can be sold, and the terms. */
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { count } from '../../metrics.ts'
import type { Tool } from '../../tools/define.ts'
import { type Offers, requireConfigured } from './offers.ts'
import { termsWithOffers } from './signed-terms.ts'
import type { Terms } from './terms.ts'

/**
 * Lets an unpaid call whose input is good, and that its client's allowance holds, through to the offer. Synchronous and without I/O.
 * @throws ApiError `payments_not_configured`, what `tool.ready` throws, in this order
 */
export function admitUnpaid(core: Core, tool: Tool): void {
  requireConfigured(core)
  tool.ready?.(core)
}

/** Says why a payment would be refused for now. */
const NOT_READY =
  'This tool is not ready yet: it still collects its first data. These are its terms; a payment is answered 503 warming_up until then, and never charged.'

/**
 * As `admitUnpaid`, but a tool that only waits for its first data is offered with a word of that: registries drop what answers their one look
 * with anything but 402, and a payment that comes too early is refused before it is verified.
 * @returns why a payment would be refused for now; undefined when it would not
 */
export function admitToOffer(core: Core, tool: Tool): string | undefined {
  try {
    admitUnpaid(core, tool)
    return undefined
  } catch (error) {
    if (error instanceof ApiError && error.code === 'warming_up') return NOT_READY
    throw error
  }
}

/** The terms of a tool as callers get them. */
export const termsOf = (core: Core, tool: Tool, offers: Offers): Terms => termsWithOffers(core, offers.terms.get(tool.id)!)

/** The terms for a call that was let through. */
export function termsToOffer(core: Core, tool: Tool, offers: Offers): Terms {
  count(core, 'offered', tool.id)
  return termsOf(core, tool, offers)
}
