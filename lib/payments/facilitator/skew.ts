/**
 * How far this machine's clock is from the facilitator's. A payment is valid for a stretch of time that the buyer's clock chose: with ours wrong
 * every good one would look too old or too young, and a 402 would ask its buyer to sign again for ever.
 */
import { type Core, part } from '../../core.ts'
import { log } from '../../log.ts'

/** HTTP dates are whole seconds, and an answer takes time: less says nothing. */
const NOTABLE_SECONDS = 60

type Skew = { seconds: number; told: boolean }
const skew = part((): Skew => ({ seconds: 0, told: false }))

/** Notes the `Date` of an answer to what was sent at `sentAt` (Unix ms). Says it once when the clocks part. */
export function noteTime(core: Core, date: string | undefined, sentAt: number): void {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return
  const now = core.now()
  // Their second lies somewhere between sending and now.
  const seconds = theirs + 1_000 < sentAt ? (sentAt - theirs) / 1000 : theirs > now ? (now - theirs) / 1000 : 0
  const noted = skew(core)
  noted.seconds = Math.round(seconds)
  if (!isSkewed(core)) noted.told = false
  else if (!noted.told) {
    noted.told = true
    log.error(
      { aheadSeconds: noted.seconds },
      'the clock of this machine is wrong by the facilitator’s: payments that look mistimed are answered 503',
    )
  }
}

/** Seconds by which our clock is ahead; negative when it is behind. */
export const secondsAhead = (core: Core): number => skew(core).seconds

/** Whether it is far enough to mistake good payments. */
export const isSkewed = (core: Core): boolean => Math.abs(secondsAhead(core)) >= NOTABLE_SECONDS
