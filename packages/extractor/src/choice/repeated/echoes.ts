/** Lines of records that say nothing that the record has not said. */
import { foldedWords } from '../../metadata/text.ts'
import { type Block, leadsOn, spacedOut } from '../../page/blocks.ts'
import { closest, type Element } from '../../page/dom.ts'
import { FLAG } from '../../page/flags.ts'
import type { Record, RecordGroup } from '../../records/find.ts'
import { isPrice } from '../shop/price.ts'

/** What so much of a thing costs is not what it costs. */
const isOfUnit = (text: string): boolean => isPrice(text) && /\/\s?[\p{L}\d]/u.test(text)

/** Words that screen readers are told beside a price, and what buttons are called beside what a record is. */
const AROUND_ECHO: ReadonlySet<string> = new Set(
  (
    'regular sale price unit per from original current was now ' +
    'add to compare cart bag basket wishlist wish list favorites favourites view details shop buy quick look take a closer save share this event ' +
    'remove pre order'
  ).split(' '),
)
const LONGEST_ECHO = 120

/**
 * Leaves out the lines of a record that say nothing that the record has not said: a title for another screen size, a price told twice, a button
 * to compare what it names. A table in a record may repeat itself. Where only the second of two titles leads somewhere, that one stays, and so
 * does the only link of a record. Bare numbers are values of their own, and items of a list in a record are things of their own.
 */
export function dropEchoes(blocks: readonly Block[], groups: readonly RecordGroup[], keep: Uint8Array): void {
  const inner = innerRecords(groups, blocks.length)
  for (const { records } of groups)
    for (const record of records) {
      const isRow = record.element.tag === 'tr'
      // Rows of a table, and things within a section, may be called and cost the same.
      const own = blocks
        .slice(record.from, record.to)
        .filter(({ index, text, flags }) => (isRow || (flags & FLAG.table) === 0) && (inner[index] === record || !isPrice(text)))
      dropEchoesIn(own, blocks, keep)
    }
}

/** The innermost record that each block stands in. Groups are outer before inner. */
function innerRecords(groups: readonly RecordGroup[], length: number): readonly (Record | undefined)[] {
  const inner = new Array<Record | undefined>(length)
  for (const { records } of groups) for (const record of records) inner.fill(record, record.from, record.to)
  return inner
}

/** Whether a line only names what stands in the next one. */
const isNamed = (before: Block, keep: Uint8Array): boolean =>
  keep[before.index] === 1 && leadsOn(before) && before.text.length <= LONGEST_ECHO

const itemOf = ({ container }: Block): Element | null => closest(container, ({ tag }) => tag === 'li')

/** Whether a line of a record is the first of an item in it: what that is called, and leads to, be it what another is called. */
function beginsItem(record: readonly Block[], at: number): boolean {
  const item = itemOf(record[at]!)
  return item !== null && at > 0 && itemOf(record[at - 1]!) !== item && at + 1 < record.length && itemOf(record[at + 1]!) === item
}

function dropEchoesIn(record: readonly Block[], blocks: readonly Block[], keep: Uint8Array): void {
  const said = new Map<string, number>()
  for (let at = 0; at < record.length; at += 1) {
    const block = record[at]!
    if (keep[block.index] !== 1 || block.text.length > LONGEST_ECHO) continue
    const words = foldedWords(block.text)
    if (mayEcho(record, at, keep) && areSaid(words, said) && (/\p{L}{3}/u.test(block.text) || isPrice(block.text)))
      dropEcho(block, said.get([...words][0]!) ?? -1, record, blocks, keep)
    else if (!isOfUnit(block.text)) {
      addTo(said, words, block)
      // Brand and name may stand side by side without a space.
      if (block.nodes.length > 1) addTo(said, foldedWords(spacedOut(block)), block)
    }
  }
}

function addTo(said: Map<string, number>, words: ReadonlySet<string>, { index }: Block): void {
  for (const word of words) if (!said.has(word)) said.set(word, index)
}

function areSaid(words: ReadonlySet<string>, said: ReadonlyMap<string, number>): boolean {
  for (const word of words) if (!said.has(word) && !AROUND_ECHO.has(word)) return false
  return words.size > 0
}

function mayEcho(record: readonly Block[], at: number, keep: Uint8Array): boolean {
  const { container, linkLength } = record[at]!
  return container.tag !== 'li' && !(linkLength > 0 && beginsItem(record, at)) && !(at > 0 && isNamed(record[at - 1]!, keep))
}

/** @param first the line that has said its first word, -1 where none has */
function dropEcho(echo: Block, first: number, record: readonly Block[], blocks: readonly Block[], keep: Uint8Array): void {
  const isWay = echo.linkLength > 0
  if (isWay && first < 0 && !record.some((other) => other.linkLength > 0 && other !== echo)) return
  const leads = isWay && first >= 0 && blocks[first]!.text === echo.text && blocks[first]!.linkLength === 0
  keep[leads ? first : echo.index] = 0
}
