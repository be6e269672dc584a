/** What a clock in a zone shows at an instant, from the runtime's own zone data. */

/** Where English abbreviations live: no single locale knows them all. */
const LOCALES = ['en-US', 'en-GB', 'en-IE', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA']

const formats = new Map<string, Intl.DateTimeFormat>()

/** Bounded by the number of zone names, since only checked names get here. */
const format = (zone: string, locale: string, name: 'longOffset' | 'short'): Intl.DateTimeFormat => {
  const key = `${zone} ${locale} ${name}`
  let made = formats.get(key)
  if (!made) {
    made = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: name, hour: 'numeric' })
    formats.set(key, made)
  }
  return made
}

const zoneName = (at: number, zone: string, locale: string, name: 'longOffset' | 'short') =>
  format(zone, locale, name)
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value ?? ''

/** Offset from UTC at an instant, in seconds. */
function offsetSeconds(at: number, zone: string): number {
  const match = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(zoneName(at, zone, 'en-US', 'longOffset'))
  if (!match) return 0
  const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0)
  return match[1] === '-' ? -seconds : seconds
}

const abbreviationOf = (at: number, zone: string): string => {
  for (const locale of LOCALES) {
    const name = zoneName(at, zone, locale, 'short')
    if (!/^GMT[+-]/.test(name)) return name
  }
  return zoneName(at, zone, 'en-US', 'short')
}

const DAY_MS = 86_400_000

/** The next change of offset within 400 days, to the second; null when there is none. */
function nextTransition(at: number, zone: string, offset: number): number | null {
  let before = at
  let after = at
  while (offsetSeconds(after, zone) === offset) {
    if (after > at + 400 * DAY_MS) return null
    before = after
    after += 7 * DAY_MS
  }
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2)
    if (offsetSeconds(middle, zone) === offset) before = middle
    else after = middle
  }
  return Math.floor(after / 1000) * 1000
}

export type LocalTime = { local: string; offset: string; abbreviation: string; isDst: boolean; nextTransitionAt: string | null }

/**
 * The local time of a zone. `local` is ISO 8601 with offset; summer time is an offset above the lesser of January's and July's, the last and the
 * next: a zone that goes forward for good (British Columbia, 2026) is not in summer time ever after.
 */
export function toLocalTime(at: number, zone: string): LocalTime {
  const seconds = offsetSeconds(at, zone)
  const absolute = Math.abs(seconds)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const offset = `${seconds < 0 ? '-' : '+'}${two(absolute / 3600)}:${two((absolute % 3600) / 60)}`
  const date = new Date(at)
  const atHalfYear = (halves: number) =>
    offsetSeconds(Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 6) * 6 + halves * 6, 1), zone)
  const standard = Math.max(Math.min(atHalfYear(-1), atHalfYear(0)), Math.min(atHalfYear(1), atHalfYear(2)))
  const next = nextTransition(at, zone, seconds)
  return {
    local: new Date(at + seconds * 1000).toISOString().replace('Z', offset),
    offset,
    abbreviation: abbreviationOf(at, zone),
    isDst: seconds > standard,
    nextTransitionAt: next === null ? null : new Date(next).toISOString(),
  }
}
