/** What records say beside their text: what they are called, when, where, what they cost, and which number to call. */
import { type Block, lengthOf, putInto, saysMoment } from '../../page/blocks.ts'
import { closest } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { keptOf } from '../../page/plain.ts'
import { HEADINGS } from '../../page/tags.ts'
import { isDated, isLinkedLine } from '../../records/dated.ts'
import { MANY_RECORDS, type Record, type RecordGroup } from '../../records/find.ts'
import { isPrice } from '../shop/price.ts'
import { isTelephone } from '../whole/contact.ts'

/** Share of the records of which something must be kept. */
const KEPT = 0.7
/** Mean characters of a record: longer ones are sections. */
const LONGEST = 600
/** A longer line is no fact. */
const LONGEST_FACT = 100

const isHeading = ({ container }: Block): boolean => HEADINGS.has(container.tag)

const isLine = ({ text, flags }: Block): boolean => text.length <= LONGEST_FACT && (flags & (AROUND | FLAG.button | FLAG.form)) === 0

const isFact = (block: Block): boolean =>
  isHeading(block) || block.container.tag === 'address' || isDated(block) || saysMoment(block) || isPrice(block.text)

/** What stands in an item of a list in a record is said of that item. */
function isOfItem({ container }: Block, { element }: Record): boolean {
  const item = closest(container, (at) => at === element || at.tag === 'li')
  return item !== element
}

type Fact = { readonly slot: number; readonly block: Block; readonly record: Record }

/** The facts of records that most of them have in the same place, and what others say there: `Free`, `Today`. */
function factsOf({ records, blocks: members, slots }: RecordGroup, blocks: readonly Block[], calls: boolean): Fact[] {
  const facts = new Map<number, Fact[]>()
  const others = new Map<number, Fact[]>()
  let at = 0
  for (const record of records)
    for (; at < members.length && members[at]! < record.to; at += 1) {
      const block = blocks[members[at]!]!
      if (!isLine(block) || isOfItem(block, record)) continue
      const fact = { slot: slots[at]!, block, record }
      putInto(isFact(block) || (calls && isTelephone(block)) ? facts : others, fact.slot, fact)
    }
  return [...facts].flatMap(([slot, own]) => {
    const rest = others.get(slot) ?? []
    return own.length * 2 <= records.length ? [] : rest.length < own.length ? [...own, ...rest] : own
  })
}

/** Where most have a price, so has each that has it elsewhere: where one is for less, its card is built differently. */
function keepPrices(records: readonly Record[], blocks: readonly Block[], keep: Uint8Array): void {
  const priced = records.map(({ from, to }) => blocks.slice(from, to).filter(({ text }) => isPrice(text)))
  if (priced.filter(({ length }) => length > 0).length * 2 <= records.length) return
  for (const own of priced)
    if (!own.some(({ index }) => keep[index] === 1))
      for (const { index, flags } of own) if ((flags & (AROUND | FLAG.button | FLAG.label)) === 0) keep[index] = 1
}

/**
 * Of records that are kept, each keeps its day, place and price, and its name where nothing else says that, if most have these in one place.
 * @param isArticle what an article recommends has prices and numbers to call that are advertising
 */
export function keepFacts(blocks: readonly Block[], groups: readonly RecordGroup[], keep: Uint8Array, isArticle = false): void {
  for (const group of groups) {
    const { records, blocks: members } = group
    if (records.length < MANY_RECORDS || lengthOf(members.map((index) => blocks[index]!)) > records.length * LONGEST) continue
    const named = new Map<Record, boolean>()
    for (const record of records) {
      const own = keptOf(blocks.slice(record.from, record.to), keep)
      if (own.length > 0)
        named.set(
          record,
          own.some((block) => isHeading(block) || isLinkedLine(block)),
        )
    }
    if (named.size < records.length * KEPT) continue
    const facts = factsOf(group, blocks, !isArticle).filter(({ record }) => named.has(record))
    const titles = new Map<number, Block[]>()
    for (const { slot, block, record } of facts) {
      if (isHeading(block)) putInto(titles, slot, block)
      if (!isHeading(block) || named.get(record) === false) keep[block.index] = 1
    }
    // Where most have their name there, a heading in the text of one is no name.
    for (const own of titles.values()) if (keptOf(own, keep).length * 2 > own.length) for (const { index } of own) keep[index] = 1
    if (!isArticle) keepPrices([...named.keys()], blocks, keep)
  }
}
