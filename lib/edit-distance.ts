/**
 * How many letters one must change, add, leave out or swap with the next to come from `one` to `other` (optimal string alignment). Takes as
 * many steps as the lengths multiply to: bound what strangers write.
 */
export function editDistance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const changed = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : changed
      row[j] = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed, swapped)
    }
    before = last
    last = row
  }
  return last[other.length] ?? 0
}
