/** What records say beside their text: what they are called, when, where, and what they cost. */
import { type Block, lengthOf } from '../../page/blocks.ts'
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

/** A day in words, or what its tag calls a moment. */
const isMoment = (block: Block): boolean =>
  isDated(block) || block.nodes.some(({ parent }) => parent?.tag === 'time' || parent?.parent?.tag === 'time')

const isFact = (block: Block): boolean =>
  block.text.length <= LONGEST_FACT &&
  (block.flags & (AROUND | FLAG.button | FLAG.form)) === 0 &&
  (HEADINGS.has(block.container.tag) || block.container.tag === 'address' || isMoment(block) || isPrice(block.text))

/** Of records that are kept, each keeps its day, place and price, and its name where nothing else says that, if most have these in one place. */
export function keepFacts(blocks: readonly Block[], groups: readonly RecordGroup[], keep: Uint8Array): void {
  for (const { records, blocks: members, slots } of groups) {
    if (records.length < MANY_RECORDS || lengthOf(members.map((index) => blocks[index]!)) > records.length * LONGEST) continue
    const kept = records.filter(({ from, to }) => keep.subarray(from, to).includes(1))
    if (kept.length < records.length * KEPT) continue
    const facts = new Map<number, number>()
    for (const [at, index] of members.entries()) if (isFact(blocks[index]!)) facts.set(slots[at]!, (facts.get(slots[at]!) ?? 0) + 1)
    const inKept = new Uint8Array(blocks.length)
    const isNamed = new Uint8Array(blocks.length)
    for (const { from, to } of kept) {
      inKept.fill(1, from, to)
      if (blocks.slice(from, to).some((block) => keep[block.index] === 1 && isTitle(block))) isNamed.fill(1, from, to)
    }
    for (const [at, index] of members.entries()) {
      const block = blocks[index]!
      if ((facts.get(slots[at]!) ?? 0) * 2 <= records.length || inKept[index] === 0 || !isFact(block)) continue
      if (!HEADINGS.has(block.container.tag) || isNamed[index] === 0) keep[index] = 1
    }
  }
}
