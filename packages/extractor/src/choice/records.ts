/** Records are kept or left out whole: what the scorer thinks of a place in them holds for all of them. */
import { type Block, FLAG } from '../page/blocks.ts'
import type { RecordGroup } from '../records/find.ts'
import { MONEY } from './price.ts'

const AROUND = FLAG.nav | FLAG.footer | FLAG.dialog | FLAG.menu | FLAG.search
/** Mean characters of a record: longer ones are sections, and no two of these are alike. */
const LONGEST = 600

const isPrice = (text: string): boolean => text.length < 60 && text.search(MONEY) !== -1

/**
 * Evens out a choice over repeated records: where most of their text is kept, every record is, with the places that are content in most of
 * them and with its price; where less is, none. Inner groups have the last word.
 */
export function evenOut(
  blocks: readonly Block[],
  scores: Float32Array,
  { cut, prices: withPrices }: { cut: number; prices: boolean },
  groups: readonly RecordGroup[],
  keep: Uint8Array,
): void {
  for (const { records, slots } of groups) {
    const mass: number[] = []
    const liked: number[] = []
    const count: number[] = []
    const prices: number[] = []
    let [whole, kept] = [0, 0]
    for (const [index, slot] of slots) {
      const block = blocks[index]!
      const size = Math.sqrt(block.text.length)
      whole += block.text.length
      if (keep[index] === 1) kept += block.text.length
      mass[slot] = (mass[slot] ?? 0) + size
      liked[slot] = (liked[slot] ?? 0) + size * scores[index]!
      count[slot] = (count[slot] ?? 0) + 1
      if (isPrice(block.text)) prices[slot] = (prices[slot] ?? 0) + 1
    }
    if (whole > records.length * LONGEST) continue
    if (kept * 2 < whole) {
      for (const index of slots.keys()) keep[index] = 0
      continue
    }
    for (const [index, slot] of slots) {
      // What few records have says nothing about the others.
      if (count[slot]! * 2 < records.length) continue
      const price = withPrices && (prices[slot] ?? 0) * 2 > count[slot]! && (blocks[index]!.flags & AROUND) === 0
      keep[index] = price || liked[slot]! / mass[slot]! >= cut ? 1 : 0
    }
  }
}
