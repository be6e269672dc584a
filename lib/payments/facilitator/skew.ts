/**
 * How far this machine's clock is from the facilitator's. A payment is valid for a stretch of time that the buyer's clock chose: with ours wrong
 * every good one would look too old or too young, and a 402 would ask its buyer to sign again for ever.
 */
import { type Core, part } from '../../core.ts'
import { log } from '../../log.ts'

/** HTTP dates are whole seconds, and an answer takes time: less says nothing. */
const NOTABLE_SECONDS = 60

/** Seconds by which our clock is ahead of each who told the time. */
type Skew = { of: Map<string, number>; told: boolean }
const skew = part((): Skew => ({ of: new Map(), told: false }))

/** Seconds by which our clock is ahead of the one that wrote this `Date`, in an answer to what was sent at `sentAt` (Unix ms); undefined without a date. */
export function aheadOf(date: string | undefined, sentAt: number, now: number): number | undefined {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return undefined
  // Their second lies somewhere between sending and now.
  return Math.round(theirs + 1_000 < sentAt ? (sentAt - theirs) / 1000 : theirs > now ? (now - theirs) / 1000 : 0)
}

/** Notes the `Date` of an answer by `who`. Says it once when the clocks part. */
export function noteTime(core: Core, who: string, date: string | undefined, sentAt: number): void {
  const seconds = aheadOf(date, sentAt, core.now())
  if (seconds === undefined) return
  const noted = skew(core)
  noted.of.set(who, seconds)
  if (!isSkewed(core)) noted.told = false
  else if (!noted.told) {
    noted.told = true
    log.error(
      { aheadSeconds: secondsAhead(core) },
      'the clock of this machine is wrong by the facilitator’s: payments that look mistimed are answered 503',
    )
  }
}

/** Seconds by which our clock is ahead; negative when it is behind. Where several tell the time, one who agrees with us is believed. */
export const secondsAhead = (core: Core): number =>
  [...skew(core).of.values()].reduce(
    (least, seconds) => (Math.abs(seconds) < Math.abs(least) ? seconds : least),
    skew(core).of.values().next().value ?? 0,
  )

/** Whether it is far enough to mistake good payments. */
export const isSkewed = (core: Core): boolean => Math.abs(secondsAhead(core)) >= NOTABLE_SECONDS
