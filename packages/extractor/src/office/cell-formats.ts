/** Numbers of cells as their formats show them (ISO/IEC 29500-1, 18.8.30), in so far as that says what they are: days, times, shares, money. */

const DAY_MS = 86_400_000
const LAST_DAY = 2_958_465
/** Formats of dates that every program knows by number, and what others say that are such. */
const DATES: ReadonlySet<number> = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 57])
const TIMES: ReadonlySet<number> = new Set([18, 19, 20, 21, 45, 47])
const ELAPSED = 46
const PERCENT: ReadonlySet<number> = new Set([9, 10])
/** Parts of a format: a currency with its language, a text, a sign by itself, what is filled up or left free, and all else. */
const PARTS = /\[\$([^\]-]*)(?:-[^\]]*)?\]|\[[^\]]*\]|"([^"]*)"|\\(.)|[_*].|(\p{Sc})|./gu
const UNIT = /[\p{Sc}\p{L}]/u
const LONGEST_UNIT = 16

export type Format =
  | { readonly kind: 'date' | 'time' | 'elapsed' | 'percent' | 'hidden' | 'other' }
  | { readonly kind: 'padded'; readonly digits: number }
  /** What of, in front of the number or behind it, and how many decimals are shown. */
  | { readonly kind: 'unit'; readonly before: string; readonly behind: string; readonly decimals: number }

/** @param said the code of a format, nothing for one that every program knows by its number */
export function formatOf(said: string, id = 0): Format {
  // Texts, widths and colours are no part of what a number is.
  const code = said.replace(/"[^"]*"|\[[^[\]]*\]|[\\_*]./g, '')
  if (id === ELAPSED || /\[[hms]+\]/i.test(said)) return { kind: 'elapsed' }
  if (/^;;;?$/.test(said)) return { kind: 'hidden' }
  const isNumber = /[0#?]/.test(code)
  if (DATES.has(id) || (!isNumber && (/[yd]/i.test(code) || /^m+$/i.test(code)))) return { kind: 'date' }
  if (TIMES.has(id) || (!isNumber && /[hs]/i.test(code))) return { kind: 'time' }
  if (PERCENT.has(id) || code.includes('%')) return { kind: 'percent' }
  return /^0{2,}$/.test(code) ? { kind: 'padded', digits: code.length } : (unitOf(said) ?? { kind: 'other' })
}

/** The currency, or the unit, that a format writes beside the digits of a number; null for one that counts in thousands, or has none. */
function unitOf(said: string): Format | null {
  let [before, behind, digits] = ['', '', '']
  for (const [part, bracket, text, escaped, sign] of said.matchAll(PARTS)) {
    if (part === ';') break
    const own = bracket ?? text ?? escaped ?? sign
    if (own === undefined) digits += /[0#?.,]/.test(part) ? part : ''
    else if (digits === '') before += own
    else behind += own
  }
  ;[before, behind] = [before.trim(), behind.trim()]
  const isUnit = UNIT.test(before + behind) && (before + behind).length <= LONGEST_UNIT
  return isUnit && digits !== '' && !digits.endsWith(',')
    ? { kind: 'unit', before, behind, decimals: digits.split('.')[1]?.length ?? 0 }
    : null
}

/** A number of a file as its format shows it; what is no number stays as it is. */
export function numberText(value: string, format: Format, since1904 = false): string {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return value
  switch (format.kind) {
    case 'hidden':
      return ''
    case 'percent':
      return `${exact(number * 100)}%`
    case 'padded':
      return exact(number).padStart(format.digits, '0')
    case 'unit':
      return withUnit(rounded(number, format.decimals), format.before, format.behind)
    case 'elapsed':
      return elapsed(number)
    case 'other':
      return exact(number)
    default:
      return number < 0 || number > LAST_DAY ? exact(number) : dayOf(number, format.kind === 'time', since1904)
  }
}

/** To 15 digits, as programs count. */
const exact = (number: number): string => String(Number(number.toPrecision(15)))

/** As a sheet shows it: half is more, also where no number of a computer is just a half. What shows no decimals at all keeps those there are. */
const rounded = (number: number, decimals: number): string =>
  decimals > 0 && Math.abs(number) < 1e15 ? (number * (1 + Number.EPSILON)).toFixed(Math.min(15, decimals)) : exact(number)

function withUnit(number: string, before: string, behind: string): string {
  const [sign, digits] = number.startsWith('-') ? ['-', number.slice(1)] : ['', number]
  const front = /[\p{L}.]$/u.test(before) ? `${before} ` : before
  return `${sign}${front}${digits}${behind === '' ? '' : ` ${behind}`}`
}

function dayOf(number: number, isTime: boolean, since1904: boolean): string {
  // Days are counted as if 1900 had been a leap year.
  const epoch = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, number < 60 ? 31 : 30)
  const iso = new Date(Math.round((epoch + number * DAY_MS) / 1000) * 1000).toISOString()
  const time = iso.slice(11, iso.endsWith(':00.000Z') ? 16 : 19)
  if (isTime && number < 1) return time
  return number % 1 === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}

/** Days as hours, minutes and, where there are any, seconds. */
function elapsed(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, ...(seconds % 60 === 0 ? [] : [seconds % 60])]
  return `${days < 0 ? '-' : ''}${parts.map((part, at) => (at === 0 ? part : String(part).padStart(2, '0'))).join(':')}`
}
