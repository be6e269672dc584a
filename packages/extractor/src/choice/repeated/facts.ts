/** What records say beside their text: what they are called, when, where, and what they cost. */
import { type Block, lengthOf, saysMoment } from '../../page/blocks.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { HEADINGS } from '../../page/tags.ts'
import { isDated, isLinkedLine } from '../../records/dated.ts'
import { MANY_RECORDS, type RecordGroup } from '../../records/find.ts'
import { isPrice } from '../shop/price.ts'

/** Share of the records of which something must be kept. */
const KEPT = 0.7
/** Mean characters of a record: longer ones are sections. */
const LONGEST = 600
/** A longer line is no fact. */
const LONGEST_FACT = 100

const isTitle = (block: Block): boolean => HEADINGS.has(block.container.tag) || isLinkedLine(block)

const isFact = (block: Block): boolean =>
  block.text.length <= LONGEST_FACT &&
  (block.flags & (AROUND | FLAG.button | FLAG.form)) === 0 &&
  (HEADINGS.has(block.container.tag) || block.container.tag === 'address' || isDated(block) || saysMoment(block) || isPrice(block.text))

/** Of records that are kept, each keeps its day, place and price, and its name where nothing else says that, if most have these in one place. */
export function keepFacts(blocks: readonly Block[], groups: readonly RecordGroup[], keep: Uint8Array): void {
  for (const { records, blocks: members, slots } of groups) {
    if (records.length < MANY_RECORDS || lengthOf(members.map((index) => blocks[index]!)) > records.length * LONGEST) continue
    if (records.filter(({ from, to }) => keep.subarray(from, to).includes(1)).length < records.length * KEPT) continue
    const facts = new Map<number, number>()
    for (const [at, index] of members.entries()) if (isFact(blocks[index]!)) facts.set(slots[at]!, (facts.get(slots[at]!) ?? 0) + 1)
    let at = 0
    for (const { from, to } of records) {
      const own = blocks.slice(from, to).filter(({ index }) => keep[index] === 1)
      const isNamed = own.some(isTitle)
      for (; at < members.length && members[at]! < to; at += 1) {
        const block = blocks[members[at]!]!
        if (own.length === 0 || (facts.get(slots[at]!) ?? 0) * 2 <= records.length || !isFact(block)) continue
        if (!HEADINGS.has(block.container.tag) || !isNamed) keep[block.index] = 1
      }
    }
  }
}
