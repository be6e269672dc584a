/** When a schedule is next due. Pure; instants are milliseconds since 1970. */
import type { Schedule } from '../define.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** What the clocks of `timeZone` show at an instant, as if it were UTC. */
function wallClock(instant: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    const numeric = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...numeric })
    formats.set(timeZone, format)
  }
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second)
}

/**
 * The instant at which the clocks of `timeZone` show `wall` (milliseconds as if UTC). Shown twice (autumn): the first. Never shown
 * (spring): the same time counted with the offset before the change, so an hour later by the clock.
 */
function instantOf(wall: number, timeZone: string): number {
  const offset = (instant: number) => wallClock(instant, timeZone) - instant
  const before = offset(wall - 24 * 3_600_000)
  const after = offset(wall + 24 * 3_600_000)
  const candidates = [wall - before, wall - after].filter((instant) => wallClock(instant, timeZone) === wall)
  return candidates.length > 0 ? Math.min(...candidates) : wall - before
}

/** The first due instant strictly after `after`. For `everyMs` that is counted from `after`. */
export function nextDue(schedule: Schedule, after: number): number {
  if ('everyMs' in schedule) return after + schedule.everyMs
  const { dailyAt, timeZone } = schedule
  const [hour = 0, minute = 0] = dailyAt.split(':').map(Number)
  const today = new Date(wallClock(after, timeZone)).setUTCHours(0, 0, 0, 0)
  for (let day = -1; ; day += 1) {
    const due = instantOf(new Date(today).setUTCHours(hour + 24 * day, minute, 0, 0), timeZone)
    if (due > after) return due
  }
}

/** The same schedule as Inngest cron text. Cron knows no seconds, so a shorter interval becomes every minute. */
export function toCron(schedule: Schedule): string {
  if ('everyMs' in schedule) {
    const minutes = Math.max(1, Math.round(schedule.everyMs / 60_000))
    if (minutes >= 60) return `0 */${Math.min(23, Math.round(minutes / 60))} * * *`
    return minutes === 1 ? '* * * * *' : `*/${minutes} * * * *`
  }
  const [hour, minute] = schedule.dailyAt.split(':').map(Number)
  return `TZ=${schedule.timeZone} ${minute} ${hour} * * *`
}
