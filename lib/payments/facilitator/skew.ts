/**
 * How far this machine's clock is from the facilitator's, or from the chain's where no facilitator tells the time. A payment is valid for a
 * stretch of time that the buyer's clock chose: with ours wrong every good one would look too old or too young, and a 402 would ask its buyer to
 * sign again for ever.
 */
import { type Core, part } from '../../core.ts'
import { log } from '../../log.ts'

/** HTTP dates are whole seconds, and an answer takes time: less says nothing. */
const NOTABLE_SECONDS = 60

/** A chain is asked once a minute at most, and what it said holds for ten: nobody asks again once payments are in time. */
const CHAIN_ASKED_MS = 60_000
const CHAIN_HOLDS_MS = 600_000

/** Seconds by which our clock is ahead of each who told the time. `at` by a clock that nobody sets. */
type Skew = { of: Map<string, number>; chain: { at: number; seconds: Promise<number> } | undefined; byChain: number; told: boolean }
const skew = part((): Skew => ({ of: new Map(), chain: undefined, byChain: 0, told: false }))

/** Seconds by which our clock is ahead of the one that wrote this `Date`, in an answer to what was sent at `sentAt` (Unix ms); undefined without a date. */
function aheadOf(date: string | undefined, sentAt: number, now: number): number | undefined {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return undefined
  // Their second lies somewhere between sending and now.
  return Math.round(theirs + 1_000 < sentAt ? (sentAt - theirs) / 1000 : theirs > now ? (now - theirs) / 1000 : 0)
}

/** Notes the `Date` of an answer by `who`. Says it once when the clocks part. @returns the seconds by which our clock is ahead of theirs; undefined without a date */
export function noteTime(core: Core, who: string, date: string | undefined, sentAt: number): number | undefined {
  const seconds = aheadOf(date, sentAt, core.now())
  if (seconds !== undefined) {
    skew(core).of.set(who, seconds)
    tellOnce(core)
  }
  return seconds
}

function tellOnce(core: Core): void {
  const noted = skew(core)
  if (!isSkewed(core)) noted.told = false
  else if (!noted.told) {
    noted.told = true
    log.error(
      { aheadSeconds: secondsAhead(core) },
      'the clock of this machine is wrong by the facilitator’s or the chain’s: payments that look mistimed are answered 503',
    )
  }
}

/**
 * Seconds by which our clock is ahead, found out for a payment that looks mistimed: where no facilitator tells the time, the chain does.
 * @param chainTime the time of its newest block (Unix ms), undefined where nobody tells it; a node that fell behind looks like a clock that is ahead
 */
export async function findSecondsAhead(core: Core, chainTime: () => Promise<number | undefined>): Promise<number> {
  const noted = skew(core)
  if (noted.of.size > 0) return secondsAhead(core)
  const now = performance.now()
  if (noted.chain === undefined || now - noted.chain.at > CHAIN_ASKED_MS) {
    const seconds = chainTime().then((time) => (time === undefined ? 0 : Math.round((core.now() - time) / 1000)))
    noted.chain = { at: now, seconds }
  }
  const seconds = await noted.chain.seconds
  // Blocks take their time.
  noted.byChain = Math.abs(seconds) < NOTABLE_SECONDS ? 0 : seconds
  tellOnce(core)
  return secondsAhead(core)
}

/** Seconds by which our clock is ahead; negative when it is behind. Where several tell the time, one who agrees with us is believed. */
export const secondsAhead = (core: Core): number => {
  const { of, chain, byChain } = skew(core)
  if (of.size === 0) return chain && performance.now() - chain.at < CHAIN_HOLDS_MS ? byChain : 0
  return [...of.values()].reduce((least, seconds) => (Math.abs(seconds) < Math.abs(least) ? seconds : least))
}

/** Whether it is far enough to mistake good payments. */
export const isSkewed = (core: Core): boolean => Math.abs(secondsAhead(core)) >= NOTABLE_SECONDS
