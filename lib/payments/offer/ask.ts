/** What every way to ask for a price shares, whatever carries it: who is turned away, and the terms. */
import type { Core } from '../../core.ts'
import { spendAllowance } from '../../http/admission.ts'
import { count } from '../../metrics.ts'
import type { Tool } from '../../tools/define.ts'
import { type Offers, requireConfigured } from './offers.ts'
import { termsWithOffers } from './signed-terms.ts'
import type { Terms } from './terms.ts'

/** Takes one unpaid call from a client's allowance of free calls. @throws ApiError `rate_limited` */
export const limitUnpaid = (core: Core, clientIp: string): void => spendAllowance(core, clientIp)

/**
 * Lets an unpaid call whose input is good through to the offer. Synchronous and without I/O.
 * @throws ApiError `rate_limited`, `payments_not_configured`, what `tool.ready` throws, in this order
 */
export function admitUnpaid(core: Core, tool: Tool, clientIp: string): void {
  limitUnpaid(core, clientIp)
  requireConfigured(core)
  tool.ready?.(core)
}

/** The terms of a tool as callers get them. */
export const termsOf = (core: Core, tool: Tool, offers: Offers): Terms => termsWithOffers(core, offers.terms.get(tool.id)!)

/** The terms for a call that was let through. */
export function termsToOffer(core: Core, tool: Tool, offers: Offers): Terms {
  count(core, 'offered', tool.id)
  return termsOf(core, tool, offers)
}
