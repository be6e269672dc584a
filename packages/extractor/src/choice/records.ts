/** Records are kept or left out whole: what the scorer thinks of a place in them holds for all of them. */
import { type Block, FLAG } from '../page/blocks.ts'
import type { RecordGroup } from '../records/find.ts'
import { MONEY } from './price.ts'

const AROUND = FLAG.nav | FLAG.footer | FLAG.dialog | FLAG.menu | FLAG.search
/** Mean characters of a record: longer ones are sections, and no two of these are alike. */
const LONGEST = 600

const isPrice = (text: string): boolean => text.length < 60 && text.search(MONEY) !== -1

/** Fewer are no list of a page that is about its list; and what the scorer must think of them at least. */
const MAIN = { records: 5, score: 0.1, framed: 0.3 }
/** A place in the main records is kept with this share of what the scorer thinks of the best place. */
const BESIDE_BEST = 0.5

/** The records that a page of many things is about: the largest group outside of its frame. Null where there is none. */
export function mainRecords(blocks: readonly Block[], scores: Float32Array, groups: readonly RecordGroup[]): RecordGroup | null {
  let main: RecordGroup | null = null
  let most = 0
  for (const group of groups) {
    if (group.records.length < MAIN.records) continue
    let [chars, framed, liked] = [0, 0, 0]
    for (const index of group.slots.keys()) {
      const { text, flags } = blocks[index]!
      chars += text.length
      liked += text.length * scores[index]!
      if ((flags & (AROUND | FLAG.header)) !== 0) framed += text.length
    }
    if (chars <= most || framed > chars * MAIN.framed || liked < chars * MAIN.score) continue
    main = group
    most = chars
  }
  return main
}

type Evening = {
  readonly cut: number
  readonly prices: boolean
  /** Kept whatever the scorer thinks of most of it. */
  readonly main: RecordGroup | null
}

/**
 * Evens out a choice over repeated records: where most of their text is kept, every record is, with the places that are content in most of
 * them and with its price; where less is, none. Inner groups have the last word, but inside of the main records.
 */
export function evenOut(
  blocks: readonly Block[],
  scores: Float32Array,
  { cut, prices: withPrices, main }: Evening,
  groups: readonly RecordGroup[],
  keep: Uint8Array,
): void {
  let past = false
  for (const group of groups) {
    const { records, slots } = group
    if (past && main?.slots.has(records[0]!.from)) continue
    past ||= group === main
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
    if (kept * 2 < whole && group !== main) {
      for (const index of slots.keys()) keep[index] = 0
      continue
    }
    const least = group === main ? Math.min(cut, BESIDE_BEST * bestPlace(liked, mass, count, records.length)) : cut
    for (const [index, slot] of slots) {
      // What few records have says nothing about the others.
      if (count[slot]! * 2 < records.length) continue
      const price = withPrices && (prices[slot] ?? 0) * 2 > count[slot]! && (blocks[index]!.flags & AROUND) === 0
      keep[index] = price || liked[slot]! / mass[slot]! >= least ? 1 : 0
    }
  }
}

/** What the scorer thinks of the place it likes best among those that most records have. */
const bestPlace = (liked: readonly number[], mass: readonly number[], count: readonly number[], records: number): number =>
  liked.reduce((best, sum, slot) => (count[slot]! * 2 < records ? best : Math.max(best, sum / mass[slot]!)), 0)
