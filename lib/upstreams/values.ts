/**
 * Values as third parties write them: numbers as text, flags as "0" and "1", absent fields. What cannot be read is null, which means
 * unknown; nothing here turns an absent value into zero or false.
 */
import { z } from 'zod'

const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Longer than any sum or price that is written out: amounts of 2^256 units have 79 digits, tiny prices more zeros than that. */
const MAX_DIGITS = 400

/** A finite number from a number or decimal text, else null. */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.length > MAX_DIGITS || !NUMERIC.test(value.trim())) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** As `toNumber`, with negative values (sentinels such as -1) as null. */
export function toAmount(value: unknown): number | null {
  const number = toNumber(value)
  return number === null || number < 0 ? null : number
}

/** More than all the money in any pool there is: what says so is in another unit, or made up. */
const MOST_USD = 1e12

/** As `toAmount`, in US dollars; null for what is senselessly large too. */
export function toUsd(value: unknown): number | null {
  const usd = toAmount(value)
  return usd === null || usd > MOST_USD ? null : usd
}

/** A whole number that JSON can carry, else null. */
export function toCount(value: unknown): number | null {
  const number = toAmount(value)
  return number !== null && Number.isSafeInteger(number) ? number : null
}

/** "0", 0, false and "1", 1, true as a boolean; anything else, also "" and an absent value, is null. */
export function toFlag(value: unknown): boolean | null {
  if (value === true || value === 1 || value === '1') return true
  if (value === false || value === 0 || value === '0') return false
  return null
}

/** Non-empty text of at most 4,096 characters, else null. Not cleaned: tools clean what they show. */
export function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 4_096) : null
}

const TIME = /^(\d{4}-\d\d-(\d\d))(?:[T ](\d\d:\d\d)(?:(:\d\d(?:\.\d{1,3})?)(?:(?<=\.\d{3})\d+)?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/**
 * Milliseconds since 1970 from an ISO 8601 date or date-time; UTC where no zone is stated, which `Date.parse` takes for this machine's. null for
 * everything else, which it reads too ("5" as May of 2001), and for days that do not exist.
 */
export function toTime(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const [, date, day, minutes = '00:00', seconds = ':00', zone = 'Z'] = TIME.exec(value.trim()) ?? []
  // The 30th of February is read as the 2nd of March.
  if (date === undefined || new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return null
  const offset = zone.toUpperCase().replace(/^(.\d\d):?(\d\d)?$/, (_, hours: string, rest = '00') => `${hours}:${rest}`)
  const millis = Date.parse(`${date}T${minutes}${seconds}${offset}`)
  return Number.isNaN(millis) ? null : millis
}

const EARLIEST = Date.UTC(2009, 0, 3)

/** Milliseconds since 1970 from a number of milliseconds or an ISO 8601 text, when it can be a date of a blockchain; else null. */
export function toMillis(value: unknown): number | null {
  const millis = toTime(value) ?? toNumber(value)
  return millis !== null && millis >= EARLIEST && millis <= Date.now() + 86_400_000 ? Math.trunc(millis) : null
}

/** ISO 8601 UTC text without milliseconds of a time in milliseconds. */
export const toIso = (millis: number): string => `${new Date(millis).toISOString().slice(0, 19)}Z`

/** Rounded to `digits` decimals, without float noise; null stays null. */
export function round<Value extends number | null>(value: Value, digits: number): Value {
  if (value === null) return value
  // Shifting the decimal point in text keeps 1.005 from becoming 1.00. A number that text writes with an exponent, before or after the
  // shift, is far from any such edge.
  const shifted = Math.round(Number(`${value}e${digits}`))
  return Number(Number.isSafeInteger(shifted) ? `${shifted}e-${digits}` : value.toFixed(digits)) as Value
}

/** How sources write that they do not say. */
const UNSAID: readonly unknown[] = [undefined, null, '', 'NaN', 'Infinity']

/**
 * A field that is absent, empty or a sentinel (readable, and nothing that it can be: a sum of -1, a time of the year 1) is null: it is not stated.
 * One that is stated in a form that cannot be read (a list, a sum with a unit) fails its row or body: it may be the one that matters, and must not
 * pass for one that is not stated.
 */
const stated = <Value>(read: (value: unknown) => Value | null, readAny: (value: unknown) => number | null = toNumber) =>
  z
    .unknown()
    .optional()
    .transform((value, context) => {
      const found = read(value)
      if (found === null && readAny(value) === null && !UNSAID.includes(value))
        context.addIssue({ code: 'custom', message: 'stated in a form that cannot be read' })
      return found
    })

/** Zod wrappers. */
export const amount = stated(toAmount)
export const usd = stated(toUsd)
export const count = stated(toCount)
export const millis = stated(toMillis, (value) => toTime(value) ?? toNumber(value))
/** Of flags no number but 0 and 1 is one either. */
export const flag = z
  .unknown()
  .optional()
  .transform((value, context) => {
    const found = toFlag(value)
    if (found === null && value !== undefined && value !== null && value !== '')
      context.addIssue({ code: 'custom', message: 'stated in a form that cannot be read' })
    return found
  })
export const text = z.unknown().optional().transform(toText)

/** Each row once. One that is said twice in the same words is one row: a sum must not grow by it. */
export const distinct = (rows: readonly unknown[]): unknown[] => [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]

/** Rows that fit `row`, each once, the others skipped, and whether there were none of those; null when the value is no list. */
export function readRows<Row extends z.ZodType>(row: Row, value: unknown): { rows: z.output<Row>[]; whole: boolean } | null {
  if (!Array.isArray(value)) return null
  const said = distinct(value)
  const rows = said.flatMap((item) => {
    const parsed = row.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
  return { rows, whole: rows.length === said.length }
}

/** Rows that fit `row`, the others skipped; null when the value is no list. */
export const rowsOf = <Row extends z.ZodType>(row: Row, value: unknown): z.output<Row>[] | null => readRows(row, value)?.rows ?? null

/** As `rowsOf`, where each row weighs: a list of which one row cannot be read is no list, since that row may be the one that matters. */
export function everyRowOf<Row extends z.ZodType>(row: Row, value: unknown): z.output<Row>[] | null {
  const read = readRows(row, value)
  return read?.whole ? read.rows : null
}
