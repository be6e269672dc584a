/** A bill from rates, exact to the last digit: decimal arithmetic, rounded once, at the end, half up to a millionth of a dollar. */
import { type Decimal, plus, roundHalfUp, shift, times, toDecimal, toDouble, toText } from './decimal.ts'
import { type Kind, type Rate, rateOf, type Usage } from './rates.ts'

export type CostLine = { kind: Kind; count: number; usd: string; rateUsd: string; overInputTokens: number | null }
export type Cost = { usd: number; exact: string; lines: CostLine[]; notes: string[] }

const ZERO: Decimal = { digits: 0n, scale: 0 }
const DECIMALS = 6

/** digits / 10^(scale + by): a division by a power of ten. */
const unshift = ({ digits, scale }: Decimal, by: number): Decimal => ({ digits, scale: scale + by })

/**
 * What a request costs; the kinds without which it cannot be said, when the source does not state their price.
 * Tokens read from a cache or written to it are part of `inputTokens`; the tier is chosen by all input tokens. Where a schedule prices no
 * cache at all they are charged as other input; one that prices writes, but not for an hour, does not say what an hour costs.
 */
export function costOf(rates: readonly Rate[], usage: Usage, at: number): Cost | { unpriced: Kind[] } {
  const { inputTokens, cachedTokens, writtenTokens, writtenHourTokens, outputTokens } = usage
  const find = (kind: Kind) => rateOf(rates, kind, inputTokens, at)
  const notes: string[] = []
  const cacheRead = find('cache_read')
  const input = find('input')
  if (cachedTokens > 0 && !cacheRead && input) notes.push('The source states no price for cached tokens: they are charged as other input.')
  const written = find('cache_write')
  if (writtenTokens + writtenHourTokens > 0 && !written && input)
    notes.push('The source states no price for cache writes: they are charged as other input.')
  const reasoning = find('reasoning')
  if (reasoning && outputTokens > 0 && reasoning.usd !== find('output')?.usd)
    notes.push(`Reasoning tokens cost ${reasoning.usd} USD per million; all output tokens are charged as plain output here.`)
  const parts: [Kind, number, (Rate & { usd: string }) | null][] = [
    ['input', inputTokens - cachedTokens - writtenTokens - writtenHourTokens, input],
    ['cache_read', cachedTokens, cacheRead ?? input],
    ['cache_write', writtenTokens, written ?? input],
    ['cache_write_1h', writtenHourTokens, find('cache_write_1h') ?? (written ? null : input)],
    ['output', outputTokens, find('output')],
  ]
  // A model that is billed by the request states so; the other way round nothing is missing.
  const request = find('request')
  if (request) parts.push(['request', 1, request])
  const unpriced = parts.flatMap(([kind, count, rate]) => (count > 0 && !rate ? [kind] : []))
  if (!input && !find('output') && !request) unpriced.push('input')
  if (unpriced.length > 0) return { unpriced: [...new Set(unpriced)] }
  let total = ZERO
  const lines = parts.flatMap(([kind, count, rate]): CostLine[] => {
    const price = rate && toDecimal(rate.usd)
    if (!rate || !price || count === 0) return []
    const amount = unshift(times(price, count), kind === 'request' ? 3 : 6)
    total = plus(total, amount)
    return [{ kind, count, usd: toText(amount), rateUsd: rate.usd, overInputTokens: rate.when?.over ?? null }]
  })
  return { usd: toDouble(roundHalfUp(total, DECIMALS)), exact: toText(shift(total, 0)), lines, notes }
}
