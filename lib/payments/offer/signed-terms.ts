/** Terms with signed offers: signed once per tool and kept for half of their validity, so that an unpaid call still costs a look-up. */
import { type Core, part } from '../../core.ts'
import { OFFER_RECEIPT, signOffers } from './attest.ts'
import { extendTerms, type Terms } from './terms.ts'

/** Seconds for which a signed offer stands. A payment is valid for two minutes, so whoever was just offered something can pay it. */
export const OFFER_SECONDS = 900

const signed = part(() => new WeakMap<Terms, { terms: Terms; renewAt: number }>())

/** The terms as they are given to callers; the same ones where nothing is signed. */
export function termsWithOffers(core: Core, terms: Terms): Terms {
  if (core.env.RECEIPT_SIGNING_KEY === undefined) return terms
  const seconds = Math.floor(core.now() / 1000)
  const kept = signed(core).get(terms)
  if (kept && seconds < kept.renewAt) return kept.terms
  const extension = signOffers(core, terms.required.resource!.url, terms.accepts, seconds + OFFER_SECONDS)
  const extended = extension ? extendTerms(terms, { [OFFER_RECEIPT]: extension }, core.env) : terms
  signed(core).set(terms, { terms: extended, renewAt: seconds + OFFER_SECONDS / 2 })
  return extended
}
