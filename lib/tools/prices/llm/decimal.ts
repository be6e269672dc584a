/** Prices as text, shifted and added as text: multiplying 0.0000002002 by a million in floating point is not 0.2002. */

/** digits / 10^scale, exactly. */
export type Decimal = { digits: bigint; scale: number }

/** A decimal text (exponents allowed) or a number as its shortest text; null when it is not a number or senselessly long. */
export function toDecimal(value: unknown): Decimal | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const match = /^\s*([+-]?)(\d{0,40})(?:\.(\d{0,60}))?(?:[eE]([+-]?\d{1,3}))?\s*$/.exec(String(value))
  if (!match || !(match[2] || match[3])) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const scale = fraction.length - Number(exponent)
  if (scale < -60 || scale > 100) return null
  const digits = BigInt(`${whole}${fraction}`) * (scale < 0 ? 10n ** BigInt(-scale) : 1n)
  return { digits: sign === '-' ? -digits : digits, scale: Math.max(0, scale) }
}

/** value times 10^shift, exactly. */
export const shift = ({ digits, scale }: Decimal, by: number): Decimal =>
  scale >= by ? { digits, scale: scale - by } : { digits: digits * 10n ** BigInt(by - scale), scale: 0 }

export const times = ({ digits, scale }: Decimal, count: number): Decimal => ({ digits: digits * BigInt(count), scale })

export function plus(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale)
  const at = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own)
  return { digits: at(one) + at(other), scale }
}

/** Rounded half up (away from zero for a positive value) to so many decimals. Values here are never negative. */
export function roundHalfUp({ digits, scale }: Decimal, decimals: number): Decimal {
  if (scale <= decimals) return { digits, scale }
  const unit = 10n ** BigInt(scale - decimals)
  return { digits: (digits * 2n + unit) / (unit * 2n), scale: decimals }
}

/** Plain decimal text without needless zeros. */
export function toText({ digits, scale }: Decimal): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const fraction = text.slice(text.length - scale).replace(/0+$/, '')
  return `${digits < 0n ? '-' : ''}${text.slice(0, text.length - scale)}${scale > 0 && fraction ? `.${fraction}` : ''}`
}

/** The nearest double. */
export const toDouble = (value: Decimal): number => Number(toText(value))

/** A decimal text (exponents allowed) times 10^shift, as a number with at most 12 significant digits. null when it is not a number. */
export function shiftDecimal(text: string, by: number): number | null {
  const value = toDecimal(text)
  if (!value) return null
  const shifted = by < 0 ? { digits: value.digits, scale: value.scale - by } : shift(value, by)
  return Number(toDouble(shifted).toPrecision(12)) + 0
}
