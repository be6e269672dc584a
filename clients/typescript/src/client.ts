/** The client: asks for the terms, checks them against the caps, signs once, and sends that payment until its end is known. */
import { createHash } from 'node:crypto'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { NoOfferError, PaymentRefusedError, ProblemError, SettlementUnknownError } from './errors.ts'
import { isProblem, type SendOptions, send } from './exchange.ts'
import { type ToolAnswer, type ToolId, type ToolQuery, tools } from './generated.ts'
import { toAtomic, toUsd, USDC } from './money.ts'
import { memoryReceipts, openPayments, type Receipts, type Signed } from './receipts.ts'
import { Spending } from './spending.ts'
import { type Keys, type Rail, railOf, sign } from './wallet.ts'

export type ClientOptions = {
  /** Origin of the server, e.g. `https://tools.example.com`. */
  server: string
  keys?: Keys
  /** The network family to pay on. Default: the first offer for which there is a key. */
  rail?: Rail
  /** US dollars one call may cost at most. Default 0.02. */
  maxPerCallUsd?: string | number
  /** US dollars all calls of this client may cost together. Default 1. */
  maxPerSessionUsd?: string | number
  /** Atomic USDC that counts towards the session from the start. Default: what `receipts` has in hand. */
  alreadySpent?: bigint
  /** Default: in memory. With `fileReceipts` a payment in hand survives the process. */
  receipts?: Receipts
  fetch?: typeof globalThis.fetch
  /** How often one payment is sent at most before the call gives up with `SettlementUnknownError`. Default 8. */
  attempts?: number
  /** Milliseconds one request may take. Default 60,000. */
  timeoutMs?: number
  sleep?: (ms: number) => Promise<void>
}

export type Bought<Answer> = {
  data: Answer
  receipt: {
    paymentId: string
    network: string
    usd: string
    payTo: string
    transaction: string
    payer: string | null
    requestId: string | null
  }
}

export type Price = { usd: string; atomic: bigint; network: string; payTo: string; asset: string }

const queryOf = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )

const sameCall = (signed: Signed, server: string, tool: string, query: Record<string, string>): boolean =>
  signed.server === server &&
  signed.tool === tool &&
  JSON.stringify(Object.entries(signed.query).sort()) === JSON.stringify(Object.entries(query).sort())

export class Client {
  readonly #options: ClientOptions
  readonly #server: string
  readonly #spending: Spending
  readonly #receipts: Receipts
  readonly #sending: SendOptions
  /** Payments without an end, of this process and earlier ones. */
  #left: Signed[]

  constructor(options: ClientOptions) {
    this.#options = options
    this.#server = new URL(options.server).origin
    const caps = { perCall: toAtomic(options.maxPerCallUsd ?? '0.02'), perSession: toAtomic(options.maxPerSessionUsd ?? '1') }
    this.#receipts = options.receipts ?? memoryReceipts()
    this.#left = openPayments(this.#receipts.all(), Date.now())
    this.#spending = new Spending(caps, options.alreadySpent ?? this.#left.reduce((sum, { amount }) => sum + BigInt(amount), 0n))
    this.#sending = {
      fetch: options.fetch ?? globalThis.fetch,
      attempts: options.attempts ?? 8,
      timeoutMs: options.timeoutMs ?? 60_000,
      sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    }
  }

  /** US dollars spent in this session, payments without a known end included. */
  get spentUsd(): string {
    return toUsd(this.#spending.spent)
  }

  #urlOf(tool: ToolId, query: Record<string, string>): string {
    const search = new URLSearchParams(query).toString()
    return `${this.#server}${tools[tool].path}${search ? `?${search}` : ''}`
  }

  /** The terms of a call, as an unpaid request gets them. @throws ProblemError e.g. `invalid_input`; nothing is ever charged */
  async #terms(url: string): Promise<PaymentRequired> {
    const response = await this.#sending.fetch(url, {
      headers: { Accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(this.#sending.timeoutMs),
    })
    const header = response.headers.get('PAYMENT-REQUIRED')
    if (response.status === 402 && header) return decodePaymentRequiredHeader(header)
    const body: unknown = await response.json().catch(() => undefined)
    if (isProblem(body)) throw new ProblemError(body)
    throw new NoOfferError(`${url} answered ${response.status} without terms.`)
  }

  /** The offer that this client would pay. Anything but USDC in the exact scheme is passed over, whatever the server calls it. */
  #choose(required: PaymentRequired): PaymentRequirements {
    const { keys = {}, rail: wanted } = this.#options
    const offer = required.accepts.find(({ scheme, network, asset }) => {
      const rail = railOf(network)
      if (scheme !== 'exact' || rail === undefined || (wanted !== undefined && rail !== wanted)) return false
      const same = rail === 'base' ? asset.toLowerCase() === USDC[network]?.toLowerCase() : asset === USDC[network]
      return same && (keys[rail] ?? '') !== ''
    })
    if (!offer)
      throw new NoOfferError(
        `No offer fits this wallet; the server takes ${required.accepts.map(({ scheme, network }) => `${scheme} on ${network}`).join(', ')}.`,
      )
    return offer
  }

  /** What a call would cost, on every network. Free. @throws ProblemError */
  async price<Id extends ToolId>(tool: Id, query: ToolQuery<Id>): Promise<Price[]> {
    const { accepts } = await this.#terms(this.#urlOf(tool, queryOf(query)))
    return accepts.map(({ amount, network, payTo, asset }) => ({
      usd: toUsd(BigInt(amount)),
      atomic: BigInt(amount),
      network,
      payTo,
      asset,
    }))
  }

  /**
   * Buys one answer.
   * @throws SpendCapError, NoOfferError (nothing signed), ProblemError, PaymentRefusedError (nothing charged), SettlementUnknownError
   */
  async call<Id extends ToolId>(tool: Id, query: ToolQuery<Id>): Promise<Bought<ToolAnswer<Id>>> {
    const asked = queryOf(query)
    const url = this.#urlOf(tool, asked)
    const left = this.#left.find((signed) => sameCall(signed, this.#server, tool, asked))
    if (left) {
      this.#left = this.#left.filter((signed) => signed !== left)
      try {
        return await this.#finish(url, left)
      } catch (error) {
        // It never settled and never will: only now may another be signed.
        if (!(error instanceof PaymentRefusedError)) throw error
      }
    }
    const required = await this.#terms(url)
    const offer = this.#choose(required)
    const amount = BigInt(offer.amount)
    this.#spending.reserve(amount)
    let signed: Signed
    try {
      signed = await this.#sign(tool, asked, required, offer)
      this.#receipts.add(signed)
    } catch (error) {
      this.#spending.release(amount)
      throw error
    }
    return this.#finish(url, signed)
  }

  async #sign(tool: string, query: Record<string, string>, required: PaymentRequired, offer: PaymentRequirements): Promise<Signed> {
    const header = await sign(required, offer, this.#options.keys ?? {})
    return {
      event: 'signed',
      at: new Date().toISOString(),
      paymentId: createHash('sha256').update(header).digest('hex').slice(0, 16),
      tool,
      query,
      network: offer.network,
      amount: offer.amount,
      usd: toUsd(BigInt(offer.amount)),
      payTo: offer.payTo,
      server: this.#server,
      header,
    }
  }

  /** Sends a payment to its end and writes that down. */
  async #finish<Answer>(url: string, signed: Signed): Promise<Bought<Answer>> {
    const { header, server: _server, event: _event, at: _at, ...payment } = signed
    const { paymentId, network, usd, payTo, amount } = payment
    const end = <Fields extends object>(fields: Fields) => ({ ...payment, at: new Date().toISOString(), ...fields })
    const ending = await send(url, header, this.#sending)
    if (ending.kind === 'paid') {
      const { transaction, payer = null } = ending.settlement
      this.#receipts.add(end({ event: 'settled' as const, transaction, payer, requestId: ending.requestId }))
      const receipt = { paymentId, network, usd, payTo, transaction, payer, requestId: ending.requestId }
      // The server checks every answer against the schema these types are generated from.
      return { data: ending.body as Answer, receipt }
    }
    if (ending.kind === 'unknown') {
      this.#left.push(signed)
      throw new SettlementUnknownError(paymentId, ending.cause)
    }
    this.#spending.release(BigInt(amount))
    if (ending.kind === 'refused') {
      this.#receipts.add(end({ event: 'refused' as const, reason: ending.code }))
      throw new PaymentRefusedError(ending.code)
    }
    this.#receipts.add(end({ event: 'failed' as const, reason: ending.problem.code }))
    throw new ProblemError(ending.problem)
  }
}

/** Makes a client. Nothing is asked, loaded or signed until the first call. */
export const createClient = (options: ClientOptions): Client => new Client(options)
