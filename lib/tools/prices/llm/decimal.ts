/** Prices as text, shifted as text: multiplying 0.0000002002 by a million in floating point is not 0.2002. */

/**
 * A decimal text (exponents allowed) times 10^shift, as a number with at most 12 significant digits. null when it is not a number.
 */
export function shiftDecimal(text: string, shift: number): number | null {
  const match = /^\s*([+-]?)(\d{0,40})(?:\.(\d{0,60}))?(?:[eE]([+-]?\d{1,3}))?\s*$/.exec(text)
  if (!match || !(match[2] || match[3])) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const value = Number(`${sign}${whole || '0'}.${fraction || '0'}e${Number(exponent) + shift}`)
  return Number.isFinite(value) ? Number(value.toPrecision(12)) + 0 : null
}
