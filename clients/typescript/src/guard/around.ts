/** The client around a guard: what it is shown, and whether what it signed is what it was shown. */
import { WalletError } from '../errors.ts'
import { type Offer, shownOffer, type Terms } from './offers.ts'
import { encode, headerOf, paysExactly, proofIn } from './payment.ts'

type Waiting = { id: string; terms: Terms }

export class Around {
  /** Amounts set aside, by request, until the client comes back with a payment. */
  readonly #waiting = new Map<string, Waiting[]>()

  /** The seller's 402 as the client may see it. Extensions can make a wallet sign more than the payment, so none are shown. */
  show(key: string, { headers: said }: Response, waiting: Waiting, isReserved: (id: string) => boolean): Response {
    for (const [other, held] of this.#waiting) {
      const still = held.filter(({ id }) => isReserved(id))
      if (still.length > 0) this.#waiting.set(other, still)
      else this.#waiting.delete(other)
    }
    this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), waiting])
    const { extensions: _, ...required } = waiting.terms.required
    const shown = { ...required, accepts: waiting.terms.offers.map(shownOffer) }
    const headers = new Headers(said)
    headers.set('PAYMENT-REQUIRED', encode(shown))
    headers.delete('content-length')
    headers.delete('content-encoding')
    return new Response(JSON.stringify(shown), { status: 402, headers })
  }

  /**
   * The reservation that a signed payment is for, and the header to send: the seller's own offer and extensions are put back.
   * @throws WalletError when it pays nothing that was shown; `release` is then the reservation to give up
   */
  async take(
    key: string,
    header: string,
    now: number,
    isReserved: (id: string) => boolean,
  ): Promise<{ id: string; offer: Offer; header: string } | { release: string | undefined; error: WalletError }> {
    const waiting = (this.#waiting.get(key) ?? []).filter(({ id }) => isReserved(id))
    for (const one of waiting)
      for (const offer of one.terms.offers)
        if (await paysExactly(header, offer, now)) {
          this.#forget(key, one)
          return { id: one.id, offer, header: headerOf(one.terms, offer, proofIn(header, offer)) }
        }
    const last = waiting.at(-1)
    if (last) this.#forget(key, last)
    const reason = last
      ? 'The signed payment differs from every offer that was let through.'
      : 'A payment was sent that the seller was not asked about through this guard, or too long ago.'
    return { release: last?.id, error: new WalletError(`${reason} It was kept back.`) }
  }

  #forget(key: string, one: Waiting): void {
    const left = (this.#waiting.get(key) ?? []).filter((other) => other !== one)
    if (left.length > 0) this.#waiting.set(key, left)
    else this.#waiting.delete(key)
  }
}
