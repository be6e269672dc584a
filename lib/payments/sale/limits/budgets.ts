/**
 * What strangers may cost us. Payments that do not verify are limited by address, and beyond that only those go on whose signature we can check
 * ourselves, limited by payer. Runs that end unpaid are limited by payer, and by address for payers who never paid.
 */
import { hash } from 'node:crypto'
import { type Core, part } from '../../../core.ts'
import { ApiError } from '../../../errors.ts'
import { log } from '../../../log.ts'
import { payerRecord, UNPAID, unpaidBudget } from '../../books/claims.ts'
import { type Counted, giveRunBack, takeRun } from '../../books/unpaid-runs.ts'
import { hold } from '../in-hand.ts'
import { openBooks, stored } from '../time.ts'
import { type Allowance, createAllowance, type Reservation } from './allowance.ts'

const MINUTE_MS = 60_000
const WINDOW_MS = UNPAID.windowMinutes * MINUTE_MS
/** Runs that may end unpaid within the window at one address, by all payers together who never paid. */
export const UNPAID_PER_ADDRESS = 20
/** Room that only work in progress takes is waited for so long: a good buyer's calls come in bursts. */
export const PATIENCE_MS = 10_000
/** Payments a minute that do not verify, where RATE_LIMIT_PER_MINUTE sets no limit. */
const DEFAULT_UNVERIFIED = 60

/** Times that resending an open payment has it looked up, within the window; the job looks besides. */
export const RESOLVED_PER_PAYMENT = 60

type Budgets = { unverified: Allowance; payers: Allowance; addresses: Allowance; resolved: Allowance; settled: Map<string, number> }

const budgets = part(
  (core): Budgets => ({
    unverified: createAllowance(MINUTE_MS, core.uptime),
    payers: createAllowance(WINDOW_MS, core.uptime),
    addresses: createAllowance(WINDOW_MS, core.uptime),
    resolved: createAllowance(WINDOW_MS, core.uptime),
    settled: new Map(),
  }),
)

/** A tenth of what may be asked unpaid. */
const unverifiedLimit = ({ env }: Core): number =>
  env.RATE_LIMIT_PER_MINUTE === 0 ? DEFAULT_UNVERIFIED : Math.max(1, Math.ceil(env.RATE_LIMIT_PER_MINUTE / 10))

/** Payers remembered as ones who paid. */
const MAX_PAYERS = 50_000

/**
 * Notes that a payer has settled a call. Where this process does not know one who had paid before (`isProven`), the ledger is asked for how many,
 * and nobody waits for that.
 */
export function noteSettled(core: Core, payer: string | null, isProven: boolean): void {
  if (payer === null) return
  const { settled } = budgets(core)
  if (isProven && !settled.has(payer))
    void hold(
      core,
      askLedger(core, payer).catch((error: unknown) => log.warn({ err: error }, 'what a payer settled before is not known')),
    )
  settled.set(payer, Math.min((settled.get(payer) ?? 0) + 1, UNPAID.settledCounted))
  if (settled.size > MAX_PAYERS) settled.delete(settled.keys().next().value!)
}

const payerLimit = (core: Core, payer: string): number => unpaidBudget(budgets(core).settled.get(payer) ?? 0)

const tooManyUnverified = (seconds: number) =>
  new ApiError('rate_limited', 'Too many payments from this address did not verify. Nothing was charged.', { retryAfterSeconds: seconds })

export const tooManyUnpaid = (seconds: number) =>
  new ApiError(
    'unpaid_runs_exhausted',
    'Too many calls of this payer or address ended without a payment in the last ten minutes. Nothing was charged; a settled call widens the allowance.',
    { retryAfterSeconds: seconds },
  )

/**
 * Room for one more payment that may not verify. `isSigned` costs a millisecond and is asked only when the address has none left.
 * @throws ApiError `rate_limited`, `unpaid_runs_exhausted`
 */
export async function admitUnverified(core: Core, clientIp: string, payer: string | null, isSigned: () => boolean): Promise<Reservation> {
  const { unverified, settled } = budgets(core)
  const exhausted = exhaustedFor(core, clientIp, payer)
  if (exhausted !== undefined && !(payer !== null && (await learnSettled(core, payer)))) throw tooManyUnpaid(exhausted)
  const reserved = unverified.reserve(clientIp, unverifiedLimit(core))
  if (typeof reserved !== 'number') return reserved
  // A signature proves whose it is, so it is that payer's own allowance that a bad one uses up.
  const own = payer !== null && isSigned() ? unverified.reserve(`payer ${payer}`, unverifiedLimit(core)) : reserved
  if (typeof own === 'number') throw tooManyUnverified(own)
  if (settled.has(payer!) || (await learnSettled(core, payer!))) return own
  // Wallets cost nothing: those who never paid share as much again.
  const strangers = unverified.reserve(`strangers at ${clientIp}`, unverifiedLimit(core))
  if (typeof strangers !== 'number') return all(own, strangers)
  own.giveBack()
  throw tooManyUnverified(strangers)
}

/**
 * Counts a payment that the facilitator gave no word about: it may be one that is made to get none. A signed one is its payer's, so that nobody
 * else at the address pays for an outage.
 */
export function countSilence(core: Core, place: Reservation, payer: string | null, isSigned: () => boolean): void {
  const own = payer !== null && isSigned() ? budgets(core).unverified.reserve(`payer ${payer}`, unverifiedLimit(core)) : 0
  if (typeof own === 'number') place.spend()
  else {
    own.spend()
    place.giveBack()
  }
}

/** Whether an open payment may be looked up once more for its buyer: looks and settlements are other people's work too. Counts it. */
export function mayResolve(core: Core, key: string): boolean {
  const reserved = budgets(core).resolved.reserve(key, RESOLVED_PER_PAYMENT)
  if (typeof reserved === 'number') return false
  reserved.spend()
  return true
}

/** Seconds until a run of this payer at this address could be let in; undefined when that is now. Work in progress does not count. */
function exhaustedFor(core: Core, clientIp: string, payer: string | null): number | undefined {
  const { payers, addresses, settled } = budgets(core)
  const of = payer ?? `nobody at ${clientIp}`
  return payers.blockedFor(of, payerLimit(core, of)) ?? (settled.has(of) ? undefined : addresses.blockedFor(clientIp, UNPAID_PER_ADDRESS))
}

/** @throws ApiError `rate_limited` when an address has sent too much that could not be matched; counts one more otherwise */
export function countUnmatched(core: Core, clientIp: string): void {
  const reserved = budgets(core).unverified.reserve(clientIp, unverifiedLimit(core))
  if (typeof reserved === 'number') throw tooManyUnverified(reserved)
  reserved.spend()
}

/** Work in progress elsewhere that takes the room is asked about so often. */
const ELSEWHERE_MS = 250

/** A run that asks for room, until `until` by the process's own clock. `who`: its payer, or nobody at its address. */
type Run = { core: Core; clientIp: string; payer: string | null; who: string; until: number }

/** Whether its payer has paid before, as far as this process knows; `hasPaid` asks the ledger too. */
const isProven = ({ core, who }: Run): boolean => budgets(core).settled.has(who)
const hasPaid = async (run: Run): Promise<boolean> => isProven(run) || (run.payer !== null && (await learnSettled(run.core, run.payer)))

/** Room among the payer's own runs in this process. @throws ApiError `unpaid_runs_exhausted` */
async function ownRoom(run: Run): Promise<Reservation> {
  const { core, who, until } = run
  const { payers } = budgets(core)
  let own = await payers.reserveSoon(who, () => payerLimit(core, who), until - performance.now())
  if (typeof own === 'number' && !isProven(run) && (await hasPaid(run))) own = payers.reserve(who, payerLimit(core, who))
  if (typeof own === 'number') throw tooManyUnpaid(own)
  return own
}

/** Room that those who never paid share, at their address and over all processes; undefined for who turns out to have paid. @throws ApiError as above */
async function strangersRoom(run: Run): Promise<Reservation | undefined> {
  if (isProven(run)) return undefined
  const { core, clientIp, who, until } = run
  const shared = await budgets(core).addresses.reserveSoon(clientIp, () => UNPAID_PER_ADDRESS, until - performance.now())
  if (typeof shared === 'number') {
    if (await hasPaid(run)) return undefined
    throw tooManyUnpaid(shared)
  }
  try {
    // Nobody's address is kept.
    const byAddress = { who: `address ${hash('sha256', clientIp)}`, most: UNPAID_PER_ADDRESS }
    const byPayer = { who: `payer ${who}`, most: UNPAID.free }
    const everywhere = isProven(run) ? undefined : await reserveEverywhere(core, [byPayer, byAddress], until, () => hasPaid(run))
    if (everywhere) return all(shared, everywhere)
    if (!isProven(run)) {
      // Spent elsewhere, and noted here, so that the next one is told before it is verified.
      shared.spend()
      throw tooManyUnpaid(60)
    }
    shared.giveBack()
    return undefined
  } catch (error) {
    shared.giveBack()
    throw error
  }
}

/** Room over all processes for a payer with many runs under way in this one; undefined for others. @throws ApiError as above */
async function burstRoom({ core, who, until }: Run): Promise<Reservation | undefined> {
  if (budgets(core).payers.countOf(who) <= UNPAID.free) return undefined
  const most = Math.max(UNPAID.free, payerLimit(core, who) - UNPAID.free)
  const everywhere = await reserveEverywhere(core, [{ who: `payer ${who}`, most }], until)
  if (!everywhere) throw tooManyUnpaid(60)
  return everywhere
}

/**
 * Room for one more run that may end unpaid, for a payer whom the facilitator has verified. For payers who never paid it is taken in the
 * database too, so that many processes give no more of it than one; for others where they have many under way here, so that a burst over many
 * processes is bounded and a plain call costs no round trip.
 * @throws ApiError `unpaid_runs_exhausted`
 */
export async function admitRun(core: Core, clientIp: string, payer: string | null): Promise<Reservation> {
  const run: Run = { core, clientIp, payer, who: payer ?? `nobody at ${clientIp}`, until: performance.now() + PATIENCE_MS }
  const own = await ownRoom(run)
  try {
    const more = (await strangersRoom(run)) ?? (await burstRoom(run))
    return more ? all(own, more) : own
  } catch (error) {
    own.giveBack()
    throw error
  }
}

/** Room for a run of a payer who has paid before, without waiting for any: none where one of theirs ended unpaid of late, or many are under way. */
export function admitProven(core: Core, payer: string): Reservation | undefined {
  const { payers } = budgets(core)
  if (payers.blockedFor(payer, 1) !== undefined) return undefined
  const own = payers.reserve(payer, UNPAID.free)
  return typeof own === 'number' ? undefined : own
}

/** Room over all processes. Undefined when there is none until `until`, or when `isNeedless` says so meanwhile. */
async function reserveEverywhere(
  core: Core,
  counted: readonly Counted[],
  until: number,
  isNeedless: () => Promise<boolean> = async () => false,
): Promise<Reservation | undefined> {
  const books = await openBooks(core)
  while (!(await stored(takeRun(books, counted)))) {
    if ((await isNeedless()) || performance.now() > until) return undefined
    await new Promise((resolve) => setTimeout(resolve, ELSEWHERE_MS))
  }
  let open = true
  const giveBack = () => {
    if (!open) return
    open = false
    const who = counted.map((one) => one.who)
    void hold(
      core,
      stored(giveRunBack(books, who)).catch((error: unknown) => log.warn({ err: error }, 'a paid run still counts as unpaid')),
    )
  }
  const spend = () => {
    open = false
  }
  return { giveBack, spend }
}

/** How many calls a payer has settled by the ledger, up to the number that counts; kept. */
async function askLedger(core: Core, payer: string): Promise<number> {
  const { settled } = budgets(core)
  const record = await stored(payerRecord(await openBooks(core), payer))
  if (record.settled > (settled.get(payer) ?? 0)) settled.set(payer, record.settled)
  return record.settled
}

/** Whether a payer whom this process does not know has paid before. */
const learnSettled = async (core: Core, payer: string): Promise<boolean> =>
  !budgets(core).settled.has(payer) && (await askLedger(core, payer)) > 0

const all = (...reserved: Reservation[]): Reservation => ({
  giveBack: () => {
    for (const one of reserved) one.giveBack()
  },
  spend: () => {
    for (const one of reserved) one.spend()
  },
})
