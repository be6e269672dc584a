/**
 * London time, by the rule in force since 1996: summer time from 01:00 UTC on the last Sunday of March to 01:00 UTC on the last Sunday of
 * October. Own arithmetic because every notice passes here several times and `Intl` costs microseconds a call.
 */
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** 01:00 UTC on the last Sunday of a month (0 = January) of 31 days. */
function lastSunday(year: number, month: number): number {
  const last = new Date(0)
  last.setUTCFullYear(year, month, 31)
  last.setUTCHours(1)
  return last.getTime() - last.getUTCDay() * DAY
}

/** London's offset from UTC at an instant, in milliseconds: 0 or one hour. */
export function londonOffsetMs(instant: number): number {
  const year = new Date(instant).getUTCFullYear()
  return instant >= lastSunday(year, 2) && instant < lastSunday(year, 9) ? HOUR : 0
}

const pad = (value: number, width = 2) => String(value).padStart(width, '0')

/** The wall clock in London as `YYYY-MM-DDTHH:MM:SS`, without zone. Milliseconds are cut off. */
function londonWallClock(instant: number): string {
  const local = new Date(instant + londonOffsetMs(instant))
  const date = `${pad(local.getUTCFullYear(), 4)}-${pad(local.getUTCMonth() + 1)}-${pad(local.getUTCDate())}`
  return `${date}T${pad(local.getUTCHours())}:${pad(local.getUTCMinutes())}:${pad(local.getUTCSeconds())}`
}

/** `YYYY-MM-DDTHH:MM:SS±HH:MM` with London's offset at that moment, never Z. */
export function toLondon(instant: number): string {
  return `${londonWallClock(instant)}${londonOffsetMs(instant) === 0 ? '+00:00' : '+01:00'}`
}

/** The calendar day in London, `YYYY-MM-DD`. */
export function londonDay(instant: number): string {
  return londonWallClock(instant).slice(0, 10)
}

/**
 * The instant of a London wall-clock time given as if it were UTC. In the doubled hour of October the first pass counts (a deadline is
 * never later than meant); a time in the lost hour of March is read with the offset before the change.
 */
export function fromLondonWallClock(asUtc: number): number {
  const summer = asUtc - HOUR
  return londonOffsetMs(summer) === HOUR ? summer : asUtc
}

/** Days later or earlier in the calendar. `day` is `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** True for `YYYY-MM-DD` that exists in the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  // The 30th of February is read as the 2nd of March.
  return new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))
}

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/

// Dates as they are served have four digits of a year. London has winter time at both ends.
const FIRST = Date.parse('0000-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59Z')

/**
 * An OCDS date-time as an instant in whole seconds. A date alone is the last second of that day in London; without zone it is London time.
 * `undefined` for anything that is not a real moment (30 February, hour 25, free text), or that an offset moves out of four-digit years.
 */
export function parseMoment(raw: unknown): number | undefined {
  const instant = readMoment(raw)
  return instant !== undefined && instant >= FIRST && instant <= LAST ? instant : undefined
}

function readMoment(raw: unknown): number | undefined {
  if (typeof raw !== 'string') return undefined
  const [, year, month, day, hour, minute, second = '00', zone] = DATE_TIME.exec(raw.trim()) ?? []
  if (year === undefined || !isDay(`${year}-${month}-${day}`)) return undefined
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  if (hour === undefined) return fromLondonWallClock(midnight + DAY - 1000)
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  const isMidnight24 = hours === 24 && minutes === 0 && seconds === 0
  if ((hours > 23 && !isMidnight24) || minutes > 59 || seconds > 60) return undefined
  // A leap second has no place in this clock: it counts as the second before it.
  const wall = midnight + hours * HOUR + minutes * 60_000 + Math.min(seconds, 59) * 1000
  if (zone === undefined) return fromLondonWallClock(wall)
  if (/^[Zz]$/.test(zone)) return wall
  const digits = zone.replace(':', '').slice(1).padEnd(4, '0')
  const [zoneHours, zoneMinutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))]
  if (zoneHours > 15 || zoneMinutes > 59) return undefined
  const offset = zoneHours * HOUR + zoneMinutes * 60_000
  return zone.startsWith('-') ? wall + offset : wall - offset
}

/** Programs write the years 0 and 1 for a date that they do not have. */
const FIRST_YEAR = '1900'

/** The date of a date or date-time exactly as it was written, whatever its zone; `null` when there is none. */
export function dateAsWritten(raw: unknown): string | null {
  if (typeof raw !== 'string') return null
  const day = raw.trim().slice(0, 10)
  return isDay(day) && day >= FIRST_YEAR && /^(?:$|[Tt ])/.test(raw.trim().slice(10)) ? day : null
}
