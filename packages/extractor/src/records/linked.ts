/** Records that are one link around all they say: which line of each is its title, so that the link can be that of the title alone. */
import { isPrice, MONEY } from '../choice/shop/price.ts'
import { type Block, blocksIn, lengthOf } from '../page/blocks.ts'
import { closest, type Element, find, isWithin } from '../page/dom.ts'
import { readOnce } from '../page/once.ts'
import { keptOf } from '../page/plain.ts'
import { BLOCK_TAGS, HEADINGS, isForReaders } from '../page/tags.ts'
import { spacedText, squeeze, textOf } from '../page/text.ts'
import { opensEditor } from '../writer/edit-links.ts'
import { headingIn } from '../writer/permalink.ts'
import { isKept, MANY_RECORDS, type Record, type RecordGroup } from './find.ts'

type Titled = { readonly title: Element; readonly anchor: Element }
type Choice = { readonly record: Record; readonly blocks: readonly Block[]; readonly keep: Uint8Array }

const isLink = ({ tag, attributes }: Element): boolean => tag === 'a' && attributes.href !== undefined

const anchorOf = ({ nodes, linkLength }: Block): Element | null =>
  linkLength === 0 ? null : closest(nodes.find(({ text }) => text.trim() !== '')?.parent ?? null, isLink)

const LONGEST_TITLE = 200
const LEAST_NAME = 8
/** Words that only lead on: longer ones say something. */
const LONGEST_WAY = 40
/** A day has a year or figures with signs between them, and a name of a month at most. */
const isDay = (text: string): boolean => /\d{4}|\d[./-]\d/.test(text) && (text.match(/\p{L}+/gu)?.length ?? 0) <= 2

const isLine = ({ text, container }: Block): boolean =>
  text.length <= LONGEST_TITLE && find(container, ({ tag }) => BLOCK_TAGS.has(tag)) === null

/** Whether a line that is no heading can be what a record is called: more than a sum or a day. */
const canBeTitle = ({ text, container }: Block): boolean =>
  container.tag !== 'time' && !isDay(text) && /\p{L}{2}/u.test(text.replace(MONEY, ''))

/** The title of a record and the link around it and other lines; null when there is no such link, or no line of its own that is the title. */
function titleOf(record: Record, blocks: readonly Block[], keep: Uint8Array, repeated: () => ReadonlySet<string>): Titled | null {
  const kept = keptOf(blocks.slice(record.from, record.to), keep)
  const anchors = kept.map(anchorOf)
  const anchor = anchors.find((at) => at !== null)
  if (!anchor) return coveredTitle(record, kept)
  const lines = kept.filter((_, at) => anchors[at] === anchor)
  if (lines.length < 2 || !isWithin(anchor, record.element)) return namedTitle(record, find(record.element, isCover), kept)
  const inside = lines.filter((line) => isWithin(line.container, anchor))
  const titles = inside.filter((line) => line.container !== anchor && isLine(line))
  const found = titled(anchor, titles, repeated)
  if (found !== null && HEADINGS.has(found.title.tag)) return found
  const title = inside.map(nameAmong).find((name) => name !== undefined)
  return title === undefined ? found : { title, anchor }
}

/** The first heading among some lines, else the first that calls something and is not in each of the records, with its link. */
function titled(anchor: Element, lines: readonly Block[], repeated: () => ReadonlySet<string>): Titled | null {
  const title =
    lines.find(({ container }) => HEADINGS.has(container.tag)) ??
    lines
      .filter((line) => canBeTitle(line) && !repeated().has(line.text))
      .sort((one, other) => besidePicture(one) - besidePicture(other))[0]
  return title ? { title: title.container, anchor } : null
}

const isPicture = ({ tag }: Element): boolean => tag === 'img'
/** What stands with the picture of a thing says that it is new, or for less. */
const besidePicture = ({ container }: Block): number => (find(container, isPicture) === null ? 0 : 1)

/** What pages call the name of a thing. */
const NAME = /(?:^|[\s_-])(?:name|title)(?![a-z])/i

/** The part of a line, of a box that holds more than that line, which a page calls the name. */
const nameAmong = ({ index, container }: Block): Element | undefined =>
  container.children.find(
    (child): child is Element =>
      child.kind === 'element' && child.block === index && !BLOCK_TAGS.has(child.tag) && NAME.test(child.attributes.class ?? ''),
  )

const leadsOn = ({ tag, attributes: { href } }: Element): boolean =>
  tag === 'a' && href !== undefined && /^(?!#|javascript:|mailto:|tel:|.*[?&/]add[-_]?to[-_]?(?:cart|basket|wishlist)\b)./i.test(href)

/** The title of a record that leads to one place, by words that are not kept, as they only say so: `Read more`. */
function soleWay({ record, blocks, keep }: Choice, repeated: () => ReadonlySet<string>): Titled | null {
  const own = blocks.slice(record.from, record.to)
  if (own.some(({ index, links }) => links > 0 && keep[index] === 1)) return null
  const way = own.find(({ text, links, linkLength }) => links > 0 && text.length <= LONGEST_WAY && linkLength >= text.length)
  const anchor = way === undefined ? null : anchorOf(way)
  if (anchor === null || !leadsOn(anchor) || opensEditor(anchor)) return null
  if (find(record.element, (at) => leadsOn(at) && at.attributes.href !== anchor.attributes.href) !== null) return null
  return titled(
    anchor,
    own.filter((line) => keep[line.index] === 1 && isLine(line) && !isPrice(line.text)),
    repeated,
  )
}

/** The title of a record without a link in its text, and the empty link that its style lays over all of it: its heading, or what the link is called. */
function coveredTitle(record: Record, kept: readonly Block[]): Titled | null {
  const anchor = find(record.element, isCover)
  if (anchor === null) return null
  const name = squeeze(anchor.attributes.more['aria-label'] ?? anchor.attributes.title ?? textOf(anchor))
  const lines = kept.filter((line) => line.linkLength === 0 && isLine(line))
  const title =
    lines.find(({ container }) => HEADINGS.has(container.tag)) ?? lines.find((line) => canBeTitle(line) && name.includes(line.text))
  return title ? { title: title.container, anchor } : namedTitle(record, anchor, kept)
}

/** The heading of a record that an empty link of it is called by, whatever else in it leads somewhere and stands in the heading. */
function namedTitle({ element }: Record, anchor: Element | null, kept: readonly Block[]): Titled | null {
  const name = anchor === null ? '' : squeeze(anchor.attributes.more['aria-label'] ?? textOf(anchor))
  if (anchor === null || name.length < LEAST_NAME) return null
  for (const { container } of kept) {
    const heading = closest(container, ({ tag }) => HEADINGS.has(tag))
    if (heading === null || !isWithin(heading, element) || find(heading, isLink) !== null) continue
    const text = squeeze(spacedText(heading))
    if (text.length <= LONGEST_TITLE && text.includes(name)) return { title: heading, anchor }
  }
  return null
}

/** Asked for every link in it. */
const holdsNoText = readOnce(({ children }: Element) => children.every((child) => child.kind === 'element' || child.text.trim() === ''))

/** A sign that leads to the heading beside it covers nothing, nor does a space in a text that somebody made a link. */
const isCover = (element: Element): boolean =>
  element.tag === 'a' &&
  element.attributes.href?.startsWith('#') === false &&
  element.parent !== null &&
  holdsNoText(element.parent) &&
  element.children.every((child) =>
    child.kind === 'text' ? child.text.trim() === '' : isForReaders(child) || textOf(child).trim() === '',
  ) &&
  find(element, ({ tag }) => tag === 'img') === null

/** Share of the records that a line is in which is no title: what each can be asked for. */
const IN_ALL = 0.9

/** Lines that as good as all records have. */
function repeatedLines(records: readonly Record[], blocks: readonly Block[]): Set<string> {
  const times = new Map<string, number>()
  for (const { from, to } of records) for (const { text } of blocks.slice(from, to)) times.set(text, (times.get(text) ?? 0) + 1)
  return new Set([...times].filter(([, count]) => count >= records.length * IN_ALL).map(([text]) => text))
}

/** Share of the records that lead to one place each. */
const MOST = 0.7

/** Groups of many records; small ones whose records have one look, as those of several columns have, are one together. */
function manyOf(groups: readonly RecordGroup[]): (readonly Record[])[] {
  const columns = new Map<number, Record[]>()
  for (const { records } of groups) {
    if (records.length >= MANY_RECORDS) continue
    const { look } = records[0]!.element
    const known = columns.get(look)
    if (known === undefined) columns.set(look, [...records])
    else known.push(...records)
  }
  return [...groups.map(({ records }) => records), ...columns.values()].filter((records) => records.length >= MANY_RECORDS)
}

/** A link that says more was not meant to be around all of it. */
const LONGEST_LINK = 2_000
/** What one line may say that is a link. */
const LONGEST_LINE = 200

/**
 * Titles of links around blocks that are no records: a lone heading; of a heading and more the heading, where there are several such links or one
 * is long, as on one line it would run into the text below it. Links without a heading are one line as long as they can be.
 */
function findLoneTitles(blocks: readonly Block[], keep: Uint8Array, known: ReadonlySet<Element>): Titled[] {
  const linked = blocks.filter(({ index, linkLength, container }) => keep[index] === 1 && linkLength > 0 && !isLink(container))
  const found = [...blocksIn(linked, isLink)].flatMap(([anchor, own]) => {
    const length = lengthOf(own)
    if (known.has(anchor) || length > LONGEST_LINK || opensEditor(anchor) || headingIn(anchor) !== null) return []
    const isLong = length > LONGEST_LINE
    const heading = own.find((line) => HEADINGS.has(line.container.tag) && isLine(line))
    const title = heading ?? (isLong && own.length > 1 ? own.find((line) => isLine(line) && canBeTitle(line)) : undefined)
    return title === undefined ? [] : [{ title: title.container, anchor, isAlone: own.length === 1, isLong }]
  })
  const several = found.filter(({ isAlone }) => !isAlone).length > 1
  return found.filter(({ isAlone, isLong }) => isAlone || isLong || several)
}

/** Titles of links around more than one line, and these links, but those of posts; `keep` says which blocks are written. */
export function findLinkedTitles(
  blocks: readonly Block[],
  groups: readonly RecordGroup[],
  keep: Uint8Array,
  posts: ReadonlyMap<Element, unknown>,
): Map<Element, Element> {
  const found = new Map<Element, Element>()
  for (const records of manyOf(groups)) {
    const kept = records.filter((record) => !posts.has(record.element) && isKept(record, keep))
    let lines: Set<string> | undefined
    const repeated = () => (lines ??= repeatedLines(records, blocks))
    const titles = kept.map((record) => titleOf(record, blocks, keep, repeated)).filter((title) => title !== null)
    if (titles.length >= MANY_RECORDS) for (const { title, anchor } of titles) found.set(title, anchor)
    if (titles.length > 0 || kept.length < records.length * MOST) continue
    const ways = kept.map((record) => soleWay({ record, blocks, keep }, repeated)).filter((way) => way !== null)
    const places = new Set(ways.map(({ anchor }) => anchor.attributes.href))
    if (ways.length >= records.length * MOST && places.size === ways.length) for (const { title, anchor } of ways) found.set(title, anchor)
  }
  for (const { title, anchor } of findLoneTitles(blocks, keep, new Set(found.values()))) found.set(title, anchor)
  return found
}
