/**
 * `guard`: a fetch that pays x402 sellers and keeps caps that hold against them. An amount is set aside before anything is signed and stays so
 * until the payment settled or the chain shows it void, whatever the seller answers meanwhile.
 */
import {
  type Held,
  NoOfferError,
  PaidUnansweredError,
  SettlementUnknownError,
  SpendCapError,
  UnreachableError,
  WalletError,
} from '../errors.ts'
import { toAtomic, toUsd } from '../money.ts'
import { clean } from '../text.ts'
import type { Checked } from '../verify/receipts.ts'
import { railsOf, type Signer, SOLANA_VALIDITY_MS, signerOf } from '../wallet.ts'
import { Around } from './around.ts'
import type { Book, Payment } from './book.ts'
import { fateOf, PUBLIC_RPCS } from './chain.ts'
import type { CapTexts, Signed } from './entries.ts'
import { type Ending, type SendOptions, send } from './exchange.ts'
import { Ledger } from './ledger.ts'
import { type Offer, type OfferRules, railOf, readTerms, type Terms, usdcOnly } from './offers.ts'
import type { Caps, GuardOptions } from './options.ts'
import { type Fate, headerOf, payerOf } from './payment.ts'
import { type Replayable, sendUnpaid, textUpTo, toReplayable } from './replayable.ts'
import { memoryStore } from './stores.ts'

export type { Caps, GuardOptions } from './options.ts'

/** What was bought, as the guard wrote it down. */
export type Receipt = {
  paymentId: string
  network: string
  usd: string
  payTo: string
  /** Unix milliseconds. */
  signedAt: number
  /** As the seller tells it; empty where it told of no settlement. */
  transaction: string
  /** Why the seller did not settle, in its words; null when it did. */
  reason: string | null
  /** The wallet that signed. */
  payer: string | null
  requestId: string | null
  /** The seller's signed receipt, as it came; absent without one. */
  signed?: unknown
  /** Whether that receipt holds and is this purchase's; only where `checkReceipts` asks for it. */
  attested?: Checked
}

export type Budget = { session: Held; day: Held; hosts: Record<string, Held> }

export type GuardedFetch = typeof globalThis.fetch & {
  /** What is spent, reserved and at risk; asks the chain about payments whose validity is over. */
  budget(): Promise<Budget>
  /** The book of all payments in the store. */
  book(): Promise<Book>
  /** The receipt of an answer that this guard paid for. */
  receiptOf(response: Response): Receipt | undefined
  /** The terms of a request, checked. Free. @throws NoOfferError */
  terms(input: string | URL | Request, init?: RequestInit): Promise<{ response: Response; terms?: Terms }>
  /** Names an address that a seller may be paid at, e.g. from its listing. */
  pin(host: string, network: string, payTo: string): Promise<void>
}

/** Nobody needs more to say a price. */
const MAX_TERMS_BYTES = 256 * 1024

const NOTHING: Held = { spentUsd: '0.000000', reservedUsd: '0.000000', atRiskUsd: '0.000000' }

/** What holds for one call beside the caps. */
export type FetchRules = {
  /** Atomic units this call may cost. */
  max?: bigint
  /** Reads an answer to its end, where one that is cut short must be asked for again. */
  whole?: (response: Response) => Promise<Response>
}

function withoutFragment(address: string): string {
  const url = new URL(address)
  url.hash = ''
  return url.href
}

const DEFAULT_CAPS: Caps = { perCall: '0.02', perSession: '1', perDay: '5' }

function capTexts(caps: Caps): CapTexts {
  const { perCall, perSession, perDay } = DEFAULT_CAPS
  // A cap that was meant to be set and came as undefined is no leave to spend without one.
  const entries = {
    call: caps.perCall ?? perCall,
    session: caps.perSession ?? perSession,
    day: caps.perDay ?? perDay,
    host: caps.perHost,
  }
  return Object.fromEntries(Object.entries(entries).flatMap(([cap, usd]) => (usd === undefined ? [] : [[cap, String(toAtomic(usd))]])))
}

export class Guard {
  readonly #fetch: typeof globalThis.fetch
  readonly #options: GuardOptions
  readonly #ledger: Ledger
  readonly #rules: OfferRules
  readonly #sending: SendOptions
  readonly #signer: Signer | undefined
  readonly #now: () => number
  readonly #session: string
  readonly #receipts = new WeakMap<Response, Receipt>()
  readonly #around = new Around()
  #pinned: Promise<void> | undefined

  constructor(fetch: typeof globalThis.fetch, options: GuardOptions) {
    this.#fetch = fetch
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#session = options.session ?? 'default'
    this.#ledger = new Ledger({
      store: options.store ?? memoryStore(),
      now: this.#now,
      session: this.#session,
      caps: capTexts(options.caps ?? {}),
    })
    const assets = options.assets ?? usdcOnly()
    const rails = options.signer?.rails ?? (options.keys ? railsOf(options.keys) : (['base', 'solana'] as const))
    const networks = (options.networks ?? Object.keys(assets)).filter((network) => {
      const rail = railOf(network)
      return rail !== undefined && rails.includes(rail) && (options.rail === undefined || options.rail === rail)
    })
    this.#rules = { networks, assets, maxValiditySeconds: options.maxValiditySeconds ?? 120 }
    this.#signer = options.signer?.sign ?? (options.keys ? signerOf(options.keys, this.#now) : undefined)
    this.#sending = {
      fetch,
      attempts: options.attempts ?? 8,
      timeoutMs: options.timeoutMs ?? 60_000,
      maxWaitMs: options.maxWaitMs ?? 30_000,
      sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    }
  }

  receiptOf = (response: Response): Receipt | undefined => this.#receipts.get(response)
  book = (): Promise<Book> => this.#ledger.book()
  pin = (host: string, network: string, payTo: string): Promise<void> => this.#ledger.pin(host, network, payTo)

  /** The caps, in US dollars. */
  caps = (): Record<string, string> =>
    Object.fromEntries(Object.entries(capTexts(this.#options.caps ?? {})).map(([cap, amount]) => [`${cap}Usd`, toUsd(BigInt(amount))]))

  async budget(): Promise<Budget> {
    await this.#prove()
    return (await this.#ledger.book()).held(this.#session, this.#now())
  }

  /** Asks the chain about payments whose validity is over, and writes down what it says. @returns whether an amount came back */
  async #prove(): Promise<boolean> {
    let freed = false
    for (const payment of (await this.#ledger.book()).atRisk())
      if (payment.signed!.validUntil <= this.#now()) freed = (await this.#proved(payment)).kind === 'void' || freed
    return freed
  }

  /** Asks the chain about one payment, and writes down what it says. */
  async #proved(payment: Payment): Promise<Fate> {
    const fate = await fateOf(payment, this.#now(), this.#options.rpcs ?? PUBLIC_RPCS)
    if (fate.kind === 'void') await this.#ledger.voided(payment.id)
    if (fate.kind === 'settled')
      await this.#ledger.settled(payment.id, { transaction: fate.transaction, payer: null, requestId: null, by: 'chain' })
    return fate
  }

  async terms(input: string | URL | Request, init?: RequestInit): Promise<{ response: Response; terms?: Terms }> {
    return this.#termsOf(await toReplayable(input, init, this.#sending.timeoutMs))
  }

  async #termsOf(request: Replayable): Promise<{ response: Response; terms?: Terms }> {
    const response = await sendUnpaid(this.#fetch, request).catch((cause: unknown) => {
      request.signal.throwIfAborted()
      throw new UnreachableError(`${request.host} cannot be reached. Nothing was signed.`, { cause })
    })
    if (response.status !== 402) return { response }
    const header = response.headers.get('PAYMENT-REQUIRED')
    // Some sellers say their terms in the body alone.
    const text = header ?? (await textUpTo(response, MAX_TERMS_BYTES).catch(() => ''))
    await response.body?.cancel().catch(() => undefined)
    const address = withoutFragment(response.url || request.url)
    if (address !== withoutFragment(request.url))
      throw new NoOfferError(`${request.host} sent the call on to ${clean(address, 200)}; call that address itself if you mean to pay it.`)
    return { response, terms: readTerms(text, this.#rules) }
  }

  /** Sets the amount aside. When the caps leave no room, expired payments are looked up first: void ones give theirs back. */
  async #reserve(request: Replayable, offer: Offer): Promise<string> {
    this.#pinned ??= this.#pinOptions()
    await this.#pinned
    const { network, payTo, amount } = offer
    const wish = { host: request.host, network, payTo, request: request.key, url: request.url, amount }
    try {
      return await this.#ledger.reserve(wish)
    } catch (error) {
      if (!(error instanceof SpendCapError) || error.cap === 'call' || !(await this.#prove())) throw error
      return this.#ledger.reserve(wish)
    }
  }

  async #pinOptions(): Promise<void> {
    for (const [host, addresses] of Object.entries(this.#options.payTo ?? {}))
      for (const payTo of addresses)
        for (const network of this.#rules.networks)
          if ((railOf(network) === 'base') === payTo.startsWith('0x')) await this.#ledger.pin(host, network, payTo)
  }

  /** The guarded fetch itself. */
  async fetch(input: string | URL | Request, init?: RequestInit, rules: FetchRules = {}): Promise<Response> {
    const request = await toReplayable(input, init, this.#sending.timeoutMs)
    if (request.hasFormerPayment) throw new WalletError('A payment of x402 version 1 was sent, which nobody counts. It was kept back.')
    if (request.header !== undefined) return this.#forward(request, request.header)
    const left = await this.#ledger.left(request.key)
    if (left?.signed) {
      this.#ledger.adopt(left.id)
      const response = await this.#finish(request, left.signed, rules)
      if (response.status !== 402) return response
      // Refused: this one is lost or expired, and another may be signed, unless the chain shows that the seller took it.
      const fate = await this.#proved(left)
      if (fate.kind === 'settled') throw new PaidUnansweredError(left.id, fate.transaction)
    }
    const { response, terms } = await this.#termsOf(request)
    if (!terms) return response
    if (terms.offers.length === 0) throw new NoOfferError(`No offer of ${request.host} can be paid.`, terms.rejected)
    if (!this.#signer) return this.#expect(request, response, terms)
    return this.#buy(request, terms, rules)
  }

  /** Pays with the own wallet: the cheapest offer, the first of them where several are. */
  async #buy(request: Replayable, terms: Terms, rules: FetchRules): Promise<Response> {
    const offer = terms.offers.reduce((one, other) => (other.amount < one.amount ? other : one))
    if (rules.max !== undefined && offer.amount > rules.max) throw new SpendCapError('call', toUsd(offer.amount), toUsd(rules.max), NOTHING)
    const id = await this.#reserve(request, offer)
    let signed: Signed
    try {
      const proof = await this.#signer!(offer)
      request.signal.throwIfAborted()
      signed = await this.#write(id, headerOf(terms, offer, proof.payload), offer, proof.validUntil)
    } catch (error) {
      await this.#ledger.release(id)
      throw error
    }
    return this.#finish(request, signed, rules)
  }

  #write = (id: string, header: string, offer: Offer, validUntil: number): Promise<Signed> =>
    this.#ledger.sign(id, { header, amount: String(offer.amount), network: offer.network, payTo: offer.payTo, validUntil })

  /** Sends a payment to its end and writes that down. @throws SettlementUnknownError, also when it cannot be written down */
  async #finish(request: Replayable, signed: Signed, { whole }: FetchRules = {}): Promise<Response> {
    const { id, header, network, amount, payTo } = signed
    const ending: Ending = await send(request, header, this.#sending, whole)
    const noted = (written: Promise<void>): Promise<void> =>
      written.catch((cause: unknown) => {
        throw new SettlementUnknownError(id, cause)
      })
    if (ending.kind === 'unknown') {
      await noted(this.#ledger.unknown(id, String(ending.cause instanceof Error ? ending.cause.message : ending.cause)))
      throw new SettlementUnknownError(id, ending.cause, ending.retryAfterSeconds)
    }
    const { response } = ending
    const receipt = { paymentId: id, network, usd: toUsd(BigInt(amount)), payTo, signedAt: signed.at }
    if (ending.kind === 'answered') {
      await noted(this.#ledger.answered(id, response.status, ending.reason))
      this.#receipts.set(response, { ...receipt, transaction: '', reason: ending.reason, payer: null, requestId: null })
      return response
    }
    const settlement = { ...ending.settlement, payer: (await payerOf(header, network)) ?? ending.settlement.payer }
    await noted(this.#ledger.settled(id, { ...settlement, by: 'seller' }))
    const { receipt: attestation, ...told } = settlement
    this.#receipts.set(response, { ...receipt, ...told, reason: null, ...(attestation === undefined ? {} : { signed: attestation }) })
    return response
  }

  #isReservedIn =
    ({ payments }: Book, now: number) =>
    (id: string): boolean => {
      const payment = payments.get(id)
      return payment?.state === 'reserved' && payment.reserved.until >= now
    }

  /** Shows the client around this guard the offers it may pay, and sets their amount aside until it comes back. */
  async #expect(request: Replayable, response: Response, terms: Terms): Promise<Response> {
    const dearest = terms.offers.reduce((one, other) => (other.amount > one.amount ? other : one))
    const id = await this.#reserve(request, dearest)
    return this.#around.show(request.key, response, { id, terms }, this.#isReservedIn(await this.#ledger.book(), this.#now()))
  }

  /** Checks a payment that the client around this guard signed, and sends it. @throws WalletError when it is not what was asked for */
  async #forward(request: Replayable, header: string): Promise<Response> {
    const book = await this.#ledger.book()
    const known = [...book.payments.values()].find(({ signed }) => signed?.header === header)?.signed
    if (known) return this.#finish(request, known)
    const now = this.#now()
    const taken = await this.#around.take(request.key, header, now, this.#isReservedIn(book, now))
    if ('error' in taken) {
      if (taken.release !== undefined) await this.#ledger.release(taken.release)
      throw taken.error
    }
    const { id, offer, header: sent } = taken
    const validUntil = now + (offer.rail === 'base' ? this.#rules.maxValiditySeconds * 1000 : SOLANA_VALIDITY_MS)
    return this.#finish(request, await this.#write(id, sent, offer, validUntil))
  }
}

/** A fetch that keeps caps. See `GuardOptions`. */
export function guard(fetch: typeof globalThis.fetch, options: GuardOptions = {}): GuardedFetch {
  const made = new Guard(fetch, options)
  const { receiptOf, book, pin } = made
  return Object.assign((input: string | URL | Request, init?: RequestInit) => made.fetch(input, init), {
    receiptOf,
    book,
    pin,
    budget: () => made.budget(),
    terms: (input: string | URL | Request, init?: RequestInit) => made.terms(input, init),
  })
}
