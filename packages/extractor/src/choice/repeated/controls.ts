/** Buttons that every record of a list has: to buy it, to save it, to share it. */
import { fold } from '../../metadata/text.ts'
import { type Block, putInto } from '../../page/blocks.ts'
import { closest, type Element, find, type Node, type Page } from '../../page/dom.ts'
import { HEADINGS } from '../../page/tags.ts'
import { squeeze, textOf } from '../../page/text.ts'
import { MANY_RECORDS, type Record, type RecordGroup } from '../../records/find.ts'
import { hasPrice } from '../shop/price.ts'

const LONGEST = 30
/** Share of the records that have the button. */
const MOST = 0.7
const BUTTON = /(?:^|[\s_-])(?:btn|button)(?:$|[\s_-])/i

const isControl = ({ tag, attributes }: Element): boolean =>
  tag === 'button' || attributes.role === 'button' || (tag === 'a' && BUTTON.test(attributes.class ?? ''))

/** What shops call a button to buy, whatever it says of a thing that comes in sizes or is sold out: `Select options`, `Read more`. */
const OF_CART = /(?:^|[\s_-])(?:add[-_]to[-_](?:cart|basket)|product_type_)/i
const isOfCart = (control: Element): boolean => isControl(control) && OF_CART.test(control.attributes.class ?? '')

const isWayIn = (element: Element): boolean => element.tag === 'a' && element.attributes.href !== undefined && !isControl(element)

/** Longest words of a link that lead on to what a title leads to as well. */
const LONGEST_MORE = 40
const MOST_BESIDE = 50

const blockOf = (node: Node): number => {
  if (node.kind === 'text') return node.text.trim() === '' ? -1 : node.block
  for (const child of node.children) {
    const block = blockOf(child)
    if (block >= 0) return block
  }
  return -1
}

const linkOf = (heading: Element): Element | null =>
  find(heading, isWayIn) ?? (heading.parent && isWayIn(heading.parent) ? heading.parent : null)

/** Whether a link is no part of a sentence: nothing stands behind it, and before it nothing or what ends one. */
function standsAlone(link: Element): boolean {
  const siblings = link.parent?.children ?? []
  if (siblings.length > MOST_BESIDE) return false
  const at = siblings.indexOf(link)
  const textAt = (index: number): string => {
    const node = siblings[index]
    return node === undefined ? '' : node.kind === 'text' ? node.text : textOf(node)
  }
  if (siblings.slice(at + 1, at + 3).some((_, index) => textAt(at + 1 + index).trim() !== '')) return false
  return /(?:^|[.!?…\]»”"。！？]|\.{3})\s*$/u.test(`${textAt(at - 2)}${textAt(at - 1)}`)
}

/**
 * Links below a kept title that lead where it leads and say its words again: `Continue reading …`. On a list also what those below other titles
 * say in the same words.
 */
export function findMore(page: Page, blocks: readonly Block[], keep: Uint8Array, list: boolean): Element[] {
  const titles = page.all.filter(({ tag }) => HEADINGS.has(tag)).map((heading) => titleOf(heading, blocks, keep))
  const hrefs = new Set(titles.map(({ link }) => link?.attributes.href))
  const again: Element[] = []
  const alike = new Map<string, Element[]>()
  let at = 0
  for (const link of page.having.href.filter((one) => one.tag === 'a' && hrefs.has(one.attributes.href))) {
    while (at + 1 < titles.length && titles[at + 1]!.id < link.id) at += 1
    const title = titles[at]!
    if (title.link === null || title.id > link.id || link === title.link || !leadsSame(link, title.link)) continue
    const text = squeeze(textOf(link))
    const words = fold(text)
    if (words.length > title.words.length && words.endsWith(title.words)) again.push(link)
    else if (list && words !== '' && words !== title.words && text.length <= LONGEST_MORE && !/\d/.test(text)) putInto(alike, words, link)
  }
  const often = [...alike.values()].filter(({ length }) => length >= MANY_RECORDS)
  return [...again, ...often.flat()].filter(standsAlone)
}

/** A heading's place, its link where it is kept, and its words. */
type Title = { readonly id: number; readonly link: Element | null; readonly words: string }

function titleOf(heading: Element, blocks: readonly Block[], keep: Uint8Array): Title {
  const link = linkOf(heading)
  const block = link === null ? -1 : blockOf(heading)
  const isKept = block >= 0 && keep[block] === 1
  return { id: heading.id, link: isKept ? link : null, words: isKept ? fold(blocks[block]!.text) : '' }
}

const leadsSame = (some: Element, other: Element): boolean =>
  some.attributes.href === other.attributes.href && !some.attributes.href!.startsWith('#')

/**
 * What most records of a group say in the same words on a button, where they say more, and lead somewhere without it if it leads anywhere.
 * @param sells things for sale say so on links as well, each of which leads to a place of its own
 */
export function findControls(
  page: Page,
  blocks: readonly Block[],
  groups: readonly RecordGroup[],
  keep: Uint8Array,
  sells: boolean,
): Element[] {
  const controls = page.all.filter((element) => isControl(element) || (sells && isWayIn(element) && isLine(element, blocks)))
  if (controls.length < MANY_RECORDS) return []
  const owners = new Map<Element, Owner>()
  for (const [at, group] of groups.entries()) for (const record of group.records) owners.set(record.element, { at, group, record })
  const found = new Map<string, Place[]>()
  for (const place of controls.flatMap((control) => placesOf(control, owners))) putInto(found, place.key, place)
  return [...found.values()].flatMap((places) =>
    areOfMost(places)
      ? places
          .filter(
            ({ control, record }) =>
              saysMore(record, blocks, keep) && leadsWithout(control, record) && (isControl(control) || hasPrice(record, blocks)),
          )
          .map(({ control }) => control)
      : [],
  )
}

type Owner = { readonly at: number; readonly group: RecordGroup; readonly record: Record }
/** A control in a record; the keys of those of one group that say the same are equal. */
type Place = { readonly key: string; readonly control: Element; readonly group: RecordGroup; readonly record: Record }

function placesOf(control: Element, owners: ReadonlyMap<Element, Owner>): Place[] {
  const text = squeeze(textOf(control))
  if (text === '' || text.length > LONGEST) return []
  const words = isOfCart(control) ? '' : text.toLowerCase()
  const places: Place[] = []
  const isRecord = (at: Element): boolean => owners.has(at)
  for (let around = closest(control.parent, isRecord); around; around = closest(around.parent, isRecord)) {
    const { at, group, record } = owners.get(around)!
    places.push({ key: `${at} ${words}`, control, group, record })
  }
  return places
}

function areOfMost(places: readonly Place[]): boolean {
  const having = new Set(places.map(({ record }) => record)).size
  return having >= MANY_RECORDS && having >= places[0]!.group.records.length * MOST && leadApart(places.map(({ control }) => control))
}

const saysMore = ({ from, to }: Record, blocks: readonly Block[], keep: Uint8Array): boolean => {
  let length = 0
  for (let index = from; index < to; index += 1) if (keep[index] === 1) length += blocks[index]!.text.length
  return length > LONGEST
}

/** Whether a link is all of a line. */
const isLine = (link: Element, blocks: readonly Block[]): boolean => {
  const line = blocks[blockOf(link)]
  return line !== undefined && line.text.length <= LONGEST && squeeze(textOf(link)) === line.text
}

/** Whether links lead to a place of their own each: what several things belong to, their brand or seller, is one place. */
function leadApart(controls: readonly Element[]): boolean {
  const links = controls.filter(isWayIn)
  return new Set(links.map(({ attributes }) => attributes.href)).size >= links.length * MOST
}

const leadsWithout = (control: Element, { element }: Record): boolean => {
  if (control.tag !== 'a' || isWayIn(element)) return true
  const own = squeeze(textOf(control))
  return find(element, (at) => isWayIn(at) && (!isWayIn(control) || squeeze(textOf(at)) !== own)) !== null
}
