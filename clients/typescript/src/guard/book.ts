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

/** How a payment without an end counts now; undefined: it does not. */
function kindOf({ state, reserved }: Payment, now: number): 'reserved' | 'atRisk' | undefined {
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
  /** Payments that are reserved or at risk, oldest first. */
  readonly #open = new Set<Payment>()
  /** Settled, which sessions count for ever. */
  readonly #spentBySession = new Map<string, bigint>()
  /** Settled, by the hour in which their validity ended, and by host. No clock decides what is kept: one that is wrong must not lose a day's sum. */
  readonly #spentByHour = new Map<number, Map<string, bigint>>()
  /** Reservations that are neither signed nor given up. */
  readonly #waiting = new Set<Payment>()
  readonly #pins = new Map<string, string[]>()
  /** The payments of a seller that stand; the first of them pins the address. */
  readonly #standing = new Map<string, Set<Payment>>()

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
    } else if (entry.event === 'settled' && state === 'signed') this.#settle(payment, entry)
    else if (entry.event === 'void' && state === 'signed') {
      payment.state = 'void'
      this.#open.delete(payment)
    } else if (entry.event === 'answered') payment.answered = entry
    else if (entry.event === 'unknown') payment.givenUp = true
  }

  #settle(payment: Payment, settled: Settled): void {
    Object.assign(payment, { state: 'settled', settled })
    this.#open.delete(payment)
    const { session, host } = payment.reserved
    const hour = Math.floor(payment.signed!.validUntil / HOUR_MS)
    const hosts = this.#spentByHour.get(hour) ?? new Map<string, bigint>()
    this.#spentByHour.set(hour, hosts.set(host, (hosts.get(host) ?? 0n) + payment.amount))
    this.#spentBySession.set(session, (this.#spentBySession.get(session) ?? 0n) + payment.amount)
  }

  #release(payment: Payment): void {
    payment.state = 'released'
    this.#open.delete(payment)
    this.#waiting.delete(payment)
    this.#standing.get(pinKey(payment.reserved))?.delete(payment)
  }

  /**
   * Ends reservations that were not signed in time. Later entries find them gone, also a signature that comes late: room that was given to
   * somebody else meanwhile is not used twice.
   */
  #lapse(now: number): void {
    for (const payment of this.#waiting) if (payment.reserved.until < now) this.#release(payment)
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
    this.#open.add(payment)
    this.#waiting.add(payment)
    const key = pinKey(entry)
    this.#standing.set(key, (this.#standing.get(key) ?? new Set()).add(payment))
  }

  #pin(entry: Extract<Entry, { event: 'pinned' }>): void {
    const key = pinKey(entry)
    this.#pins.set(key, [...(this.#pins.get(key) ?? []), entry.payTo])
  }

  /** Addresses a seller may be paid at: those that were named, else that of the first payment; none before it. */
  pinsOf(host: string, network: string): string[] {
    const key = pinKey({ host, network })
    const [first] = this.#standing.get(key) ?? []
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
    sums.session.spent = this.#spentBySession.get(session) ?? 0n
    for (const [hour, hosts] of this.#spentByHour) {
      if (!hourCounts(hour, now)) continue
      for (const amount of hosts.values()) sums.day.spent += amount
      sums.host.spent += hosts.get(host) ?? 0n
    }
    for (const payment of this.#open) {
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
    const spent = [...this.#spentByHour].flatMap(([hour, byHost]) => (hourCounts(hour, now) ? [...byHost.keys()] : []))
    const open = [...this.#open].filter((payment) => inDay(payment, now)).map(({ reserved }) => reserved.host)
    const hosts = [...new Set([...spent, ...open])].sort()
    const [[, ofSession], [, ofDay]] = this.#sum(now, session, '')
    return {
      session: heldOf(ofSession),
      day: heldOf(ofDay),
      hosts: Object.fromEntries(hosts.map((host) => [host, heldOf(this.#sum(now, session, host)[2][1])])),
    }
  }

  /** Signed payments without an end, oldest first. */
  atRisk = (): Payment[] => [...this.#open].filter(({ state }) => state === 'signed')
}

/** Money may still move until the payment's validity ends, so its day begins there. */
const inDay = ({ reserved, signed }: Payment, now: number): boolean => (signed?.validUntil ?? reserved.until) > now - DAY_MS

/** Whether any of an hour is less than a day ago. */
const hourCounts = (hour: number, now: number): boolean => (hour + 1) * HOUR_MS > now - DAY_MS

function limitOf(caps: CapTexts, cap: CapName): bigint | undefined {
  const limit = caps[cap]
  return limit === undefined ? undefined : BigInt(limit)
}
