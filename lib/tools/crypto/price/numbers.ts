/** Numbers of market data: as the source states them, never computed with; as text where a caller needs every digit. */

import { toNumber as read } from '../../../upstreams/values.ts'

/** Above any price, market or change there can be: all the money of the world is less. */
const MOST = 1e15

/** A number, or one written as text; null for anything else, for what is senselessly large, and for negatives unless `signed` (sentinels such as -1). */
export function toNumber(value: unknown, signed = false): number | null {
  const number = read(value)
  if (number === null || Math.abs(number) > MOST || (!signed && number < 0)) return null
  return number + 0 // -0 becomes 0
}

/** A change in percent, which may be any that goes up, and none that goes below nothing. */
export function toChange(value: unknown): number | null {
  const change = toNumber(value, true)
  return change === null || change < -100 ? null : change
}

/** A price or market value; zero is none, because sources write it for what they do not know, and nobody trades for nothing. */
export const toWorth = (value: unknown): number | null => toNumber(value) || null

/** A number as plain decimal text, without exponent: 0.0000000123 rather than 1.23e-8. */
export function toDecimalText(value: number): string {
  const [mantissa = '0', exponent] = String(value).split('e')
  if (exponent === undefined) return mantissa
  const shift = Number(exponent)
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [whole = '0', fraction = ''] = mantissa.replace('-', '').split('.')
  if (shift >= 0) return `${sign}${whole}${fraction.padEnd(shift, '0')}`
  return `${sign}0.${'0'.repeat(-shift - whole.length)}${whole}${fraction}`
}
