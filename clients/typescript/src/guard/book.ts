/** What the log of payments comes to. Pure: the same entries give the same book in every process, whatever its clock says. */
import type { CapName, Held } from '../errors.ts'
import { toUsd } from '../money.ts'
import type { Answered, CapTexts, Entry, Reserved, Settled, Signed } from './entries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type State = 'reserved' | 'denied' | 'released' | 'signed' | 'settled' | 'void'

export type Payment = {
  id: string
  state: State
  reserved: Reserved
  /** Atomic units: what was signed, or else what was set aside. */
  amount: bigint
  denial?: Denial
  signed?: Signed
  settled?: Settled
  answered?: Answered
  /** The process that sent it gave up. */
  givenUp?: boolean
}

export type Denial = { kind: 'cap'; cap: CapName; limit: bigint; held: Held } | { kind: 'payTo'; known: string[] }

type Sums = { spent: bigint; reserved: bigint; atRisk: bigint }

const noSums = (): Sums => ({ spent: 0n, reserved: 0n, atRisk: 0n })

/** How a payment counts now; undefined: it does not. */
function kindOf({ state, reserved }: Payment, now: number): keyof Sums | undefined {
  if (state === 'settled') return 'spent'
  if (state === 'signed') return 'atRisk'
  return state === 'reserved' && reserved.until >= now ? 'reserved' : undefined
}

const heldOf = ({ spent, reserved, atRisk }: Sums): Held => ({
  spentUsd: toUsd(spent),
  reservedUsd: toUsd(reserved),
  atRiskUsd: toUsd(atRisk),
})

const pinKey = ({ host, network }: { host: string; network: string }): string => `${host} ${network}`

/** Addresses of EVM networks are the same in any letter case. */
export const sameAddress = (network: string, one: string, other: string): boolean =>
  network.startsWith('eip155:') ? one.toLowerCase() === other.toLowerCase() : one === other

export class Book {
  readonly payments = new Map<string, Payment>()
  /** Payments that count towards some cap, oldest first. */
  #counting: Payment[] = []
  /** Settled payments older than a day, which only their sessions still count. */
  readonly #oldBySession = new Map<string, bigint>()
  #pruneAt = 0
  /** Reservations that are neither signed nor given up. */
  readonly #waiting = new Set<Payment>()
  readonly #pins = new Map<string, string[]>()
  /** The first payment of a seller, which pins the address while it stands. */
  readonly #firsts = new Map<string, Payment>()

  /** Takes the next entry of the log. */
  apply(entry: Entry): void {
    this.#lapse(entry.at)
    if (entry.event === 'reserved') this.#reserve(entry)
    else if (entry.event === 'pinned') this.#pin(entry)
    else this.#continue(entry)
  }

  #continue(entry: Exclude<Entry, { event: 'reserved' | 'pinned' }>): void {
    const payment = this.payments.get(entry.id)
    if (!payment) return
    const { state } = payment
    if (entry.event === 'released' && state === 'reserved') this.#release(payment)
    else if (entry.event === 'signed' && state === 'reserved' && BigInt(entry.amount) <= payment.amount) {
      Object.assign(payment, { state: 'signed', signed: entry, amount: BigInt(entry.amount) })
      this.#waiting.delete(payment)
    } else if (entry.event === 'settled' && state === 'signed') Object.assign(payment, { state: 'settled', settled: entry })
    else if (entry.event === 'void' && state === 'signed') payment.state = 'void'
    else if (entry.event === 'answered') payment.answered = entry
    else if (entry.event === 'unknown') payment.givenUp = true
  }

  #release(payment: Payment): void {
    payment.state = 'released'
    this.#waiting.delete(payment)
    const key = pinKey(payment.reserved)
    if (this.#firsts.get(key) === payment) this.#firsts.delete(key)
  }

  /**
   * Ends reservations that were not signed in time. Later entries find them gone, also a signature that comes late: room that was given to
   * somebody else meanwhile is not used twice.
   */
  #lapse(now: number): void {
    for (const payment of this.#waiting) if (payment.reserved.until < now) this.#release(payment)
    if (now < this.#pruneAt) return
    this.#pruneAt = now + HOUR_MS
    this.#counting = this.#counting.filter((payment) => {
      if (payment.state === 'released' || payment.state === 'void') return false
      if (payment.state !== 'settled' || payment.signed!.validUntil > now - 2 * DAY_MS) return true
      const { session } = payment.reserved
      this.#oldBySession.set(session, (this.#oldBySession.get(session) ?? 0n) + payment.amount)
      return false
    })
  }

  #reserve(entry: Reserved): void {
    if (this.payments.has(entry.id)) return
    const denial = this.denialOf(entry)
    const payment: Payment = { id: entry.id, state: denial ? 'denied' : 'reserved', reserved: entry, amount: BigInt(entry.amount) }
    this.payments.set(entry.id, payment)
    if (denial) {
      payment.denial = denial
      return
    }
    this.#counting.push(payment)
    this.#waiting.add(payment)
    const key = pinKey(entry)
    if (!this.#firsts.has(key)) this.#firsts.set(key, payment)
  }

  #pin(entry: Extract<Entry, { event: 'pinned' }>): void {
    const key = pinKey(entry)
    this.#pins.set(key, [...(this.#pins.get(key) ?? []), entry.payTo])
  }

  /** Addresses a seller may be paid at: those that were named, else that of the first payment; none before it. */
  pinsOf(host: string, network: string): string[] {
    const key = pinKey({ host, network })
    const first = this.#firsts.get(key)
    return this.#pins.get(key) ?? (first ? [first.reserved.payTo] : [])
  }

  /** Why a wish to pay would be refused now; undefined: it would not. */
  denialOf({ at, host, session, network, payTo, amount, caps }: Reserved): Denial | undefined {
    const known = this.pinsOf(host, network)
    if (known.length > 0 && !known.some((address) => sameAddress(network, address, payTo))) return { kind: 'payTo', known }
    const scopes: [CapName, Sums][] = [['call', noSums()], ...this.#sum(at, session, host)]
    for (const [cap, sums] of scopes) {
      const limit = limitOf(caps, cap)
      if (limit !== undefined && sums.spent + sums.reserved + sums.atRisk + BigInt(amount) > limit)
        return { kind: 'cap', cap, limit, held: heldOf(sums) }
    }
    return undefined
  }

  /** What counts towards the caps of a session, of the last 24 hours, and of a host in them. */
  #sum(now: number, session: string, host: string): [['session', Sums], ['day', Sums], ['host', Sums]] {
    const sums = { session: noSums(), day: noSums(), host: noSums() }
    sums.session.spent = this.#oldBySession.get(session) ?? 0n
    for (const payment of this.#counting) {
      const kind = kindOf(payment, now)
      if (kind === undefined) continue
      if (payment.reserved.session === session) sums.session[kind] += payment.amount
      if (!inDay(payment, now)) continue
      sums.day[kind] += payment.amount
      if (payment.reserved.host === host) sums.host[kind] += payment.amount
    }
    return [
      ['session', sums.session],
      ['day', sums.day],
      ['host', sums.host],
    ]
  }

  /** What a session holds, and all sessions in the last 24 hours, by host too. */
  held(session: string, now: number): { session: Held; day: Held; hosts: Record<string, Held> } {
    const hosts = [...new Set(this.#counting.filter((payment) => inDay(payment, now)).map(({ reserved }) => reserved.host))].sort()
    const [[, ofSession], [, ofDay]] = this.#sum(now, session, '')
    return {
      session: heldOf(ofSession),
      day: heldOf(ofDay),
      hosts: Object.fromEntries(hosts.map((host) => [host, heldOf(this.#sum(now, session, host)[2][1])])),
    }
  }

  /** Signed payments without an end, oldest first. */
  atRisk = (): Payment[] => this.#counting.filter(({ state }) => state === 'signed')
}

/** Money may still move until the payment's validity ends, so its day begins there. */
const inDay = ({ reserved, signed }: Payment, now: number): boolean => (signed?.validUntil ?? reserved.until) > now - DAY_MS

function limitOf(caps: CapTexts, cap: CapName): bigint | undefined {
  const limit = caps[cap]
  return limit === undefined ? undefined : BigInt(limit)
}
