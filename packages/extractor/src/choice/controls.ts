/** Buttons that every record of a list has: to buy it, to save it, to share it. */
import type { Block } from '../page/blocks.ts'
import { type Element, find, type Page, squeeze, textOf } from '../page/dom.ts'
import { MANY_RECORDS, type Record, type RecordGroup } from '../records/find.ts'

const LONGEST = 30
/** Share of the records that have the button. */
const MOST = 0.7
const BUTTON = /(?:^|[\s_-])(?:btn|button)(?:$|[\s_-])/i

const isControl = ({ tag, attributes }: Element): boolean =>
  tag === 'button' || attributes.role === 'button' || (tag === 'a' && BUTTON.test(attributes.class ?? ''))

const isWayIn = (element: Element): boolean => element.tag === 'a' && element.attributes.href !== undefined && !isControl(element)

/** What most records of a group say in the same words on a button, where they say more, and lead somewhere without it if it leads anywhere. */
export function findControls(page: Page, blocks: readonly Block[], groups: readonly RecordGroup[], keep: Uint8Array): Element[] {
  const controls = page.all.filter(isControl)
  if (controls.length < MANY_RECORDS) return []
  const owners = new Map<Element, { group: number; record: Record }>()
  for (const [group, { records }] of groups.entries()) for (const record of records) owners.set(record.element, { group, record })
  const found = new Map<string, { control: Element; record: Record }[]>()
  for (const control of controls) {
    const text = squeeze(textOf(control))
    if (text === '' || text.length > LONGEST) continue
    for (let at = control.parent; at; at = at.parent) {
      const owner = owners.get(at)
      if (owner === undefined) continue
      const key = `${owner.group} ${text.toLowerCase()}`
      const places = found.get(key)
      if (places) places.push({ control, record: owner.record })
      else found.set(key, [{ control, record: owner.record }])
    }
  }
  return [...found].flatMap(([key, places]) => {
    const { length } = groups[Number.parseInt(key, 10)]!.records
    const having = new Set(places.map(({ record }) => record)).size
    return having < MANY_RECORDS || having < length * MOST
      ? []
      : places
          .filter(({ control, record }) => saysMore(record, blocks, keep) && leadsWithout(control, record))
          .map(({ control }) => control)
  })
}

const saysMore = ({ from, to }: Record, blocks: readonly Block[], keep: Uint8Array): boolean => {
  let length = 0
  for (let index = from; index < to; index += 1) if (keep[index] === 1) length += blocks[index]!.text.length
  return length > LONGEST
}

const leadsWithout = ({ tag }: Element, { element }: Record): boolean => tag !== 'a' || isWayIn(element) || find(element, isWayIn) !== null
