/** What a list is filtered by: choices to tick beside the things that are listed. */
import type { Block } from '../../page/blocks.ts'
import { closest, type Element, find, isWithin } from '../../page/dom.ts'
import { readOnce } from '../../page/once.ts'
import { MANY_RECORDS, type RecordGroup } from '../../records/find.ts'

const isChoice = ({ tag, attributes }: Element): boolean => tag === 'input' && /^(?:checkbox|radio)$/i.test(attributes.type ?? '')
/** What a card has and a choice of a filter has not. */
const isShown = ({ tag }: Element): boolean => /^(?:img|picture|h[1-6])$/.test(tag)
/** Asked for every block in it. */
const isToTick = readOnce((item: Element) => find(item, isChoice) !== null && find(item, isShown) === null)

/** Mean characters of a choice of a filter; rows that can be marked say more. */
const LONGEST_CHOICE = 60

/** Whether records are what a list is filtered by: most hold a box to tick, and neither a picture nor a heading, and they say little. */
function isFilter({ records, blocks: members }: RecordGroup, blocks: readonly Block[]): boolean {
  if (members.reduce((sum, index) => sum + blocks[index]!.text.length, 0) > records.length * LONGEST_CHOICE) return false
  const choices = records.filter(({ element }) => isToTick(element))
  return choices.length * 2 > records.length
}

/** Groups that are no filters. */
export const withoutFilters = (groups: readonly RecordGroup[], blocks: readonly Block[]): RecordGroup[] =>
  groups.filter((group) => !isFilter(group, blocks))

/** Leaves out what a list is filtered by, with the words above each list of choices. */
export function dropFilters(blocks: readonly Block[], groups: readonly RecordGroup[], keep: Uint8Array): void {
  for (const group of groups) if (isFilter(group, blocks)) for (const index of group.blocks) keep[index] = 0
  const lists = choicesIn(blocks, keep)
  if (![...lists.values()].some(({ length }) => length >= MANY_RECORDS)) return
  for (const [list, choices] of lists) {
    for (const index of choices) keep[index] = 0
    // What is chosen, in the same box.
    const before = blocks[choices[0]! - 1]
    if (before !== undefined && before.text.length <= LONGEST_CHOICE && isWithin(before.container, list.parent ?? list))
      keep[before.index] = 0
  }
}

/** What renderers of Markdown call the items of a list of things to do. */
const TASK = /(?:^|[\s_-])task/i

/** Lists of which every item is a box to tick with a line of text, by the list. */
function choicesIn(blocks: readonly Block[], keep: Uint8Array): ReadonlyMap<Element, readonly number[]> {
  const lists = new Map<Element, number[]>()
  const others = new Set<Element>()
  for (const { index, text, container } of blocks) {
    if (keep[index] !== 1) continue
    const item = closest(container, ({ tag }) => tag === 'li')
    if (item?.parent == null || TASK.test(item.attributes.class ?? '')) continue
    if (text.length > LONGEST_CHOICE || !isToTick(item)) others.add(item.parent)
    else if (lists.has(item.parent)) lists.get(item.parent)!.push(index)
    else lists.set(item.parent, [index])
  }
  for (const list of others) lists.delete(list)
  return lists
}
