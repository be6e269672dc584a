/** Money as people write it. */

const MONEY = /^£?\s*(?:(\d{1,3}(?:[,\s]\d{3})+|\d+)|(\d+(?:\.\d+)?)([km]))$/i

/** "£50k" or "1,500,000" in whole pounds; `undefined`: no such sum. */
export function wholePounds(text: string): number | undefined {
  const [all, digits, decimal, unit] = MONEY.exec(text.trim()) ?? []
  if (all === undefined) return undefined
  if (digits !== undefined) return Number(digits.replace(/[,\s]/g, ''))
  return Math.round(Number(decimal) * (unit?.toLowerCase() === 'm' ? 1_000_000 : 1000))
}
