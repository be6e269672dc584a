/** The log and its book together: what a guard does to payments, one step after another. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { PayToChangedError, SpendCapError, StoreError } from '../errors.ts'
import { toUsd } from '../money.ts'
import { Book, type Payment } from './book.ts'
import type { Answered, CapTexts, Entry, Reserved, Signed, Store } from './entries.ts'

/** How long a reservation waits for its signature: two calls of a slow Solana RPC, and a person who is asked. */
const SIGN_WITHIN_MS = 120_000

/** A payment whose process neither ended it nor can be seen is taken up again after this long. */
const ABANDONED_MS = 600_000
/** How long a seller can be expected to keep an answer for the payment that bought it. */
const KEPT_MS = 24 * 3_600_000

export type Wish = Pick<Reserved, 'host' | 'network' | 'payTo' | 'request' | 'url'> & { amount: bigint }

type Body<Event extends Entry['event']> = Omit<Extract<Entry, { event: Event }>, 'id' | 'at' | 'event'>

export class Ledger {
  readonly #store: Store
  readonly #now: () => number
  readonly #session: string
  readonly #caps: CapTexts
  readonly #book = new Book()
  #position = 0
  #turn: Promise<unknown> = Promise.resolve()
  /** Payments of this process that are on their way. */
  readonly #mine = new Set<string>()

  constructor(options: { store: Store; now: () => number; session: string; caps: CapTexts }) {
    this.#store = options.store
    this.#now = options.now
    this.#session = options.session
    this.#caps = options.caps
  }

  /** The book, up to date with what all processes wrote. */
  async book(): Promise<Book> {
    const turn = this.#turn.then(async () => {
      const { entries, position } = await this.#store.read(this.#position)
      this.#position = position
      for (const entry of entries) this.#book.apply(entry)
      return this.#book
    })
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #write<Event extends Entry['event']>(event: Event, id: string, body: Body<Event>): Promise<Payment | undefined> {
    // The members of each kind are what Body asks for.
    await this.#store.append({ event, id, at: this.#now(), ...body } as unknown as Entry)
    return (await this.book()).payments.get(id)
  }

  /** Sets an amount aside. @throws SpendCapError, PayToChangedError, StoreError; then nothing may be signed */
  async reserve(wish: Wish): Promise<string> {
    const id = randomUUID()
    const amount = String(wish.amount)
    const until = this.#now() + SIGN_WITHIN_MS
    const payment = await this.#write('reserved', id, { ...wish, amount, session: this.#session, caps: this.#caps, until })
    if (payment?.state === 'reserved') return id
    const denial = payment?.denial
    if (denial?.kind === 'payTo') throw new PayToChangedError(wish.host, wish.network, denial.known, wish.payTo)
    if (denial) throw new SpendCapError(denial.cap, toUsd(wish.amount), toUsd(denial.limit), denial.held)
    throw new StoreError('The store of payments did not keep what was written. Nothing was signed.')
  }

  /** Writes down what is about to be sent. @throws StoreError when the reservation is gone; then it must not be sent */
  async sign(id: string, signed: Omit<Body<'signed'>, 'owner'>): Promise<Signed> {
    const payment = await this.#write('signed', id, { ...signed, owner: { machine: hostname(), pid: process.pid } })
    if (payment?.state !== 'signed' || !payment.signed)
      throw new StoreError('The reservation ran out before the payment was signed, so it was not sent. Make the call again.')
    this.#mine.add(id)
    return payment.signed
  }

  release = async (id: string): Promise<void> => void (await this.#write('released', id, {}))

  async settled(id: string, settlement: Body<'settled'>): Promise<void> {
    this.#mine.delete(id)
    await this.#write('settled', id, settlement)
  }

  async answered(id: string, status: number, reason: string): Promise<void> {
    this.#mine.delete(id)
    await this.#write('answered', id, { status, reason: reason.slice(0, 200) })
  }

  async unknown(id: string, reason: string): Promise<void> {
    this.#mine.delete(id)
    await this.#write('unknown', id, { reason: reason.slice(0, 200) })
  }

  voided = async (id: string): Promise<void> => void (await this.#write('void', id, {}))

  /** Names an address a seller may be paid at, unless it is known. */
  async pin(host: string, network: string, payTo: string): Promise<void> {
    if (!(await this.book()).pinsOf(host, network).includes(payTo)) await this.#write('pinned', randomUUID(), { host, network, payTo })
  }

  /** A payment for the same request that was left without an end, or bought nothing, to be sent again instead of signing anew. */
  async left(request: string): Promise<Payment | undefined> {
    const now = this.#now()
    return (await this.book()).atRisk().find((payment) => {
      const { reserved, signed, answered, givenUp } = payment
      if (reserved.request !== request || !signed || this.#mine.has(payment.id) || signed.at < now - KEPT_MS) return false
      if (answered) return isLetGo(answered) && signed.validUntil > now
      return givenUp === true || signed.at < now - ABANDONED_MS || isGone(signed.owner)
    })
  }

  /** Takes a payment of another process, or an earlier call, in hand. */
  adopt = (id: string): void => void this.#mine.add(id)
}

/** Whether a call failed without its payment, which is then good for the next one. After a 402 another is signed, and 409 says that it was used. */
const isLetGo = ({ status }: Answered): boolean => status >= 400 && status !== 402 && status !== 409

/** Whether the process that owns a payment is known to be no more. */
function isGone({ machine, pid }: Signed['owner']): boolean {
  if (machine !== hostname()) return false
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
