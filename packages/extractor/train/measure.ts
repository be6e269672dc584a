const WORD = /[\p{L}\p{N}_]+/gu

export const words = (text: string): string[] => text.match(WORD) ?? []

const count = (items: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** Word F1 of WCXB: bags of lower-case words. */
export function wordF1(returned: string, truth: string): number {
  const one = words(returned.toLowerCase())
  const two = words(truth.toLowerCase())
  if (one.length === 0 && two.length === 0) return 1
  if (one.length === 0 || two.length === 0) return 0
  const left = count(two)
  let overlap = 0
  for (const word of one) {
    const rest = left.get(word) ?? 0
    if (rest > 0) {
      overlap += 1
      left.set(word, rest - 1)
    }
  }
  return (2 * overlap) / (one.length + two.length)
}

const shingles = (items: readonly string[]): string[] =>
  items.length === 0 ? [] : items.length < 4 ? [items.join(' ')] : items.slice(3).map((_, at) => items.slice(at, at + 4).join(' '))

export type ShingleCounts = { readonly precision: number; readonly recall: number }

/** Precision and recall of four-word runs on one page, as the Article Extraction Benchmark counts them. */
export function shingleScore(returned: string, truth: string): ShingleCounts {
  const one = count(shingles(words(returned)))
  const two = count(shingles(words(truth)))
  let hits = 0
  let excess = 0
  let missed = 0
  for (const [run, times] of one) {
    const wanted = two.get(run) ?? 0
    hits += Math.min(times, wanted)
    excess += Math.max(0, times - wanted)
  }
  for (const [run, times] of two) missed += Math.max(0, times - (one.get(run) ?? 0))
  const precision = hits + excess === 0 ? (missed === 0 ? 1 : 0) : hits / (hits + excess)
  const recall = hits + missed === 0 ? (excess === 0 ? 1 : 0) : hits / (hits + missed)
  return { precision, recall }
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** F1 of the mean precision and the mean recall. */
export function shingleF1(scores: readonly ShingleCounts[]): number {
  const precision = mean(scores.map((score) => score.precision))
  const recall = mean(scores.map((score) => score.recall))
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}
