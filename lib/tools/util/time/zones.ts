/** IANA time-zone names: is it one, how is it spelled, which one was probably meant. */
import { editDistance } from '../../../edit-distance.ts'

/** Names that the runtime knows and does not list: current ones it has under an older name, and aliases spelled otherwise than by rule. */
const UNLISTED = [
  'America/Argentina/Buenos_Aires',
  'America/Argentina/ComodRivadavia',
  'America/Knox_IN',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Australia/ACT',
  'Australia/LHI',
  'Australia/NSW',
  'Brazil/DeNoronha',
  'Chile/EasterIsland',
  'Europe/Kyiv',
  'GB-Eire',
  'Mexico/BajaNorte',
  'Mexico/BajaSur',
  'NZ-CHAT',
  'Pacific/Kanton',
  'UTC',
  'W-SU',
]

let byLowerCase: Map<string, string> | undefined

const names = (): Map<string, string> => {
  byLowerCase ??= new Map([...Intl.supportedValuesOf('timeZone'), ...UNLISTED].map((name) => [name.toLowerCase(), name]))
  return byLowerCase
}

/** The zone's name as IANA spells it, or undefined when there is no such zone. Offsets such as `+01:00` are not zones. */
export function toZoneName(text: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/.test(text)) return undefined
  const known = names().get(text.toLowerCase())
  if (known) return known
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions()
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : spell(text)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Spelling of an alias (`us/pacific`, `est5edt`) that the runtime resolves but does not list. */
const spell = (alias: string): string =>
  alias.includes('/')
    ? alias
        .split('/')
        .map((part) =>
          /^(us|gmt.*|utc|uct)$/i.test(part) ? part.toUpperCase() : part.toLowerCase().replace(/(^|[_-])[a-z]/g, (at) => at.toUpperCase()),
        )
        .join('/')
    : /\d|^.{2,3}$/.test(alias)
      ? alias.toUpperCase()
      : alias[0]?.toUpperCase() + alias.slice(1).toLowerCase()

/** The known zone nearest to a wrong name: same city, else fewest edits. */
export function nearestZone(text: string): string {
  const wanted = text.slice(0, 40).toLowerCase().replace(/\s+/g, '_')
  let best = 'UTC'
  let least = Number.POSITIVE_INFINITY
  for (const [lower, name] of names()) {
    const city = lower.slice(lower.lastIndexOf('/') + 1)
    const distance =
      city === wanted.slice(wanted.lastIndexOf('/') + 1) ? 0 : Math.min(editDistance(wanted, lower), editDistance(wanted, city) + 1)
    if (distance < least) {
      least = distance
      best = name
    }
  }
  return best
}
