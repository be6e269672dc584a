import type { Block } from '../page/blocks.ts'
import { closest, type Element, find, type Node, type Page } from '../page/dom.ts'
import { inDocumentOrder } from '../page/having.ts'
import { byLook } from '../page/once.ts'
import { datetimeOf, HEADINGS, isTime } from '../page/tags.ts'
import { squeeze, textOf } from '../page/text.ts'
import { isDayFirst, namesYear, toIsoDate, urlDate, writtenDate } from './date.ts'
import { daysOfEvents, eventOf, isScheduled, isToCome } from './happenings.ts'
import { labelBefore } from './labels.ts'
import { isOthersItem, propertiesOf } from './properties.ts'
import { CHANGED, changedOnce, LONGEST_LINE, labelledOnce, PUBLISHED, saidOnce } from './said-once.ts'
import type { Heading } from './title.ts'

const META_KEYS = [
  'article:published_time',
  'og:article:published_time',
  'og:published_time',
  'parsely-pub-date',
  'datepublished',
  'citation_publication_date',
  'citation_date',
  'citation_online_date',
  'dc.date.issued',
  'dc.date.issue',
  'dcterms.issued',
  'dc.date',
  'dcterms.date',
  'dcterms.created',
  'dc.date.created',
  'sailthru.date',
  'article.published',
  'publish-date',
  'publishdate',
  'publish_date',
  'pubdate',
  'publication_date',
  'published_time',
  'date',
  'rnews:datepublished',
  'ptime',
  'pdate',
  'article_date_original',
  'cxenseparse:recs:publishtime',
  'originalpublicationdate',
  'displaydate',
  'bepress_citation_date',
  'eprints.date',
]

/** Other names that say the same: `published`, `ms.date`, `x-published-date`. */
const PUBLISHED_KEY = /^(?:.*[-_.:])?(?:pub(?:lish(?:ed)?|lication)?|issued|released?)(?:[-_.:]?(?:date|time|on|at))*$|^ms\.date$/

type Sources = {
  readonly ld: readonly (string | null)[]
  readonly page: Page
  readonly pick: (...keys: string[]) => string | null
  readonly heading: Heading | null
  readonly blocks: readonly Block[]
  /** Index of the block with the title; -1 when it is not known. */
  readonly anchor: number
  readonly url: string
  /** Whether what stands in an element is said by others than the page's author. */
  readonly isOthers: (element: Element) => boolean
  /** Whether the page is of things or of an event: days on it are theirs. */
  readonly isOfThings: boolean
  /** When the first post of a thread was written. */
  readonly opened: string | null
}

/** When the page was published, as precise as the page says it: data first, then markup, then the address, then a date written beside the title. */
export function readPublished({ ld, pick, page, heading, blocks, anchor, url, isOthers, isOfThings, opened }: Sources): string | null {
  const lists = keysOfLists(page.metas)
  const dayFirst = isDayFirst(languageOf(page, pick))
  const named = page.metas.filter(({ key }) => PUBLISHED_KEY.test(key) && !lists.has(key)).map(({ content }) => content)
  const data = [...ld, ...META_KEYS.map((key) => (lists.has(key) ? null : pick(key))), ...named]
    .map((said) => toIsoDate(said, dayFirst))
    .find((date) => date !== null)
  if (isOfThings) return data ?? (eventOf(page) === null ? null : saidOnce(blocks, dayFirst))
  const events = daysOfEvents(page.jsonLd.nodes)
  const isOwn = (date: string | null): date is string => date !== null && !events.has(date.slice(0, 10)) && !isToCome(date)
  const markup = inMarkup(page, heading?.element ?? headingOf(blocks[anchor]), isOthers, isOwn, dayFirst)
  const line = besideTitle(blocks, anchor, isOthers, isOwn, dayFirst)
  const said = saidOnce(blocks, dayFirst)
  const shown = markup.published ?? markup.close ?? line.close
  if (data !== undefined) return corrected(data, urlDate(url), [line.close, markup.close, said])
  if (shown !== null && said !== null && said < shown.slice(0, 10)) return said
  return (
    shown ??
    opened ??
    urlDate(url) ??
    markup.near ??
    line.near ??
    said ??
    labelledOnce(blocks, dayFirst) ??
    changedOnce(blocks, line.updated, dayFirst)
  )
}

/** The language that a page declares; where that is English, the country is another declaration's matter. */
const languageOf = ({ htmlLang, body }: Page, pick: Sources['pick']): string | null => {
  const lang = htmlLang ?? body.attributes.more.lang ?? null
  return lang === null || lang.toLowerCase() === 'en' ? (pick('og:locale') ?? lang) : lang
}

/** As many days of one name are those of a list of other things. */
const MANY = 3

/** Keys that a page gives many times, a different day each: cards of other articles carry theirs as microdata. */
function keysOfLists(metas: Page['metas']): ReadonlySet<string> {
  const days = new Map<string, Set<string>>()
  for (const { key, content } of metas) {
    const known = days.get(key)
    if (known !== undefined) known.add(content)
    else days.set(key, new Set([content]))
  }
  return new Set([...days].filter(([, contents]) => contents.size >= MANY).map(([key]) => key))
}

const DAY_MS = 86_400_000

/**
 * The page's data, unless the page itself shows that it came out earlier, before it was moved or written anew. An address with the day after
 * or before names the same moment, where its readers are.
 */
function corrected(data: string, address: string | null, shown: readonly (string | null)[]): string {
  const days = (date: string): number => (Date.parse(date.slice(0, 10)) - Date.parse(data.slice(0, 10))) / DAY_MS
  if (address !== null && Math.abs(days(address)) === 1) return address
  const same = shown.find((date) => date !== null && Math.abs(days(date)) < 2)
  // The moment of the data, on the day that it had at the page's own place.
  if (same != null) return days(same) !== 0 && Date.parse(same) === Date.parse(data) ? same : data
  return shown.find((date) => date !== null && days(date) < -1) ?? data
}

const DATE_CLASS =
  /(?:^|[\s_-])(?:date|dateline|published|posted|pubdate|post-?date|entry-?date|timestamp|datetime|time-?ago|timedate)(?:$|[\s_-])/i

/** Whether an element's class calls it a day, or it shortens something, as a moment that is given in full in its title. */
const showsDay = ({ tag, attributes }: Element): boolean => tag === 'abbr' || DATE_CLASS.test(attributes.class ?? '')

/** Elements that may say a day, which are few of a page. */
const maybeDated = ({ all, having }: Page): Element[] =>
  inDocumentOrder(
    all.filter(byLook((element) => isTime(element) || showsDay(element))),
    having.itemprop,
    having.more.filter(({ attributes }) => attributes.more.property !== undefined),
  )

/** The heading that a block is, of whatever level. */
const headingOf = (block: Block | undefined): Element | null =>
  block !== undefined && HEADINGS.has(block.container.tag) ? block.container : null

/** Microdata that says "published", and the first dates in markup right beside the title and in its wider surroundings. */
function inMarkup(
  page: Page,
  heading: Element | null,
  isOthers: (element: Element) => boolean,
  isOwn: (date: string | null) => boolean,
  dayFirst: boolean,
): { published: string | null; close: string | null; near: string | null } {
  const found: { published: string | null; close: string | null; near: string | null } = { published: null, close: null, near: null }
  const headingId = heading?.id ?? -1
  let entry: string | null = null
  for (const element of maybeDated(page)) {
    const { itemprop, content, class: classes } = element.attributes
    const datetime = datetimeOf(element)
    const properties = propertiesOf(element.attributes)
    if (properties.includes('datePublished') || properties.includes('dateCreated')) {
      if (closest(element, (at) => isOthersItem(at.attributes) || isOthers(at))) continue
      found.published = toIsoDate(content ?? datetime ?? squeeze(textOf(element)), dayFirst)
      if (found.published !== null) break
      continue
    }
    if (
      headingId < 0 ||
      element.id < headingId - 60 ||
      element.id > headingId + 400 ||
      (found.near !== null && element.id > headingId + 40)
    )
      continue
    let date: string | null = null
    let isChange = false
    if (isTime(element)) {
      const label = labelOf(element)
      const isOther =
        OTHER.test(label) ||
        CHANGED.test(label) ||
        /updat|modif|\bjoin|regist|member|更新|修改/i.test(`${classes ?? ''} ${itemprop ?? ''} ${label}`)
      isChange = isOther && !NEVER_CHANGED.test(classes ?? '')
      if (!isChange || (ENTRY_CLASS.test(classes ?? '') && !/updat|modif/i.test(label))) date = momentOf(element, dayFirst)
    } else if (element.id > headingId && showsDay(element) && element.children.length < 8 && find(element, isTime) === null) {
      const text = squeeze(textOf(element))
      if (text.length < 60 && !CHANGED.test(text) && !/updat|modif/i.test(text) && !AS_AT.test(text)) date = momentOf(element, dayFirst)
    }
    if (!isOwn(date) || isScheduled(element) || closest(element, isOthers) || isOfAnother(element)) continue
    if (isChange) {
      entry ??= date
      continue
    }
    found.near ??= date
    if (element.id > headingId - 15 && element.id < headingId + 40) found.close ??= date
  }
  found.near ??= entry
  return found
}

/** The moment that an element gives: in its data, in its title, in its text. */
const momentOf = (element: Element, dayFirst: boolean): string | null =>
  toIsoDate(datetimeOf(element), dayFirst) ??
  toIsoDate(element.attributes.title, dayFirst) ??
  writtenDate(squeeze(textOf(element)), dayFirst)

/** What hAtom calls the day of an entry, where it names no other. */
const ENTRY_CLASS = /(?:^|\s)updated(?:\s|$)/

/** A time that is both is that of a page as it came out. */
const NEVER_CHANGED = /(?:^|\s)published(?:\s|$)/

const isTimeNode = (node: Node): boolean => node.kind === 'element' && isTime(node)

/** What stands right before a time where several share a line, else all of its line. */
function labelOf(time: Element): string {
  const { children } = time.parent ?? time
  if (children.filter(isTimeNode).length < 2) return squeeze(textOf(time.parent ?? time)).slice(0, 60)
  const before = children.slice(0, children.indexOf(time))
  return before
    .slice(before.findLastIndex(isTimeNode) + 1)
    .map(textOf)
    .join(' ')
}

const OTHER =
  /\b(?:joined|join date|registered|member since|founded|effective|expires?|deadline|event|born|due|starts?|ends?|clos(?:es?|ing)|earnings|incorporated|made up to|priority|argued|ex-dividend|(?:period|quarter|year|months|weeks) end(?:ed|ing)|launch date|launched on|inception|validated|valid (?:from|until|to))\b/i
/** The day that figures on a page are of. */
const AS_AT = /\b(?:as (?:at|of)|correct (?:at|on)|stand(?: vom)?:)(?!\p{L})/iu
/** Papers say in one line when they came in, were accepted and came out. */
const RECEIVED = /\b(?:received|accepted|submitted on)\b/i

/** What a page calls the day on which it came out, and what it calls any other. */
const OWN_DAY =
  /^(?:(?:original |first |online )?(?:publication|release|issue|post(?:ing)?|article|news|press release)?(?: ?(?:dates?|day))?|(?:date )?(?:of )?(?:publication|issued?|releas(?:ed?|e)|posted|creat(?:ed|ion))(?: on)?|datum|fecha|data|dato|дата|日期|日時|時間|时间)\s*[:：]?$/iu
const OTHER_DAY = /\b(?:dates?|day|datum|received|start(?:ed)?|study|launch(?:ed)?|hearing|decision)\b|^(?:application|consultation)\b/i

/** Whether the day that stands in an element is that of something else, by the label of its row, of its term or beside it. */
function isOfAnother(element: Element): boolean {
  const label = labelBefore(element)
  if (label === null || PUBLISHED.test(label.text) || CHANGED.test(label.text) || OWN_DAY.test(label.text)) return false
  return OTHER.test(label.text) || OTHER_DAY.test(label.text) || label.isHead
}

/** Dates in short lines around the title: "published" or right beside it, further away, and those of the last change. */
function besideTitle(
  blocks: readonly Block[],
  start: number,
  isOthers: (element: Element) => boolean,
  isOwn: (date: string | null) => boolean,
  dayFirst: boolean,
): { close: string | null; near: string | null; updated: string | null } {
  const found: { close: string | null; near: string | null; updated: string | null } = { close: null, near: null, updated: null }
  if (start === -1) return found
  for (const { index, text, container, nodes } of blocks.slice(Math.max(0, start - 4), start + 16)) {
    if (text.length > 140 || !namesYear(text) || isVersion(text, container) || closest(container, isOthers)) continue
    // What a term calls a day of something else.
    if (container.tag === 'dd' && OTHER.test(blocks[index - 1]?.text ?? '')) continue
    if (OTHER.test(text) || AS_AT.test(text) || (text.length > LONGEST_LINE && !PUBLISHED.test(text) && !CHANGED.test(text))) continue
    const date = dayOf(text, nodes, dayFirst)
    if (isOwn(date)) {
      const dated = (nodes.find((node) => YEAR.test(node.text)) ?? nodes[0])?.parent ?? container
      if (isScheduled(dated) || isOfAnother(dated)) continue
      if (PUBLISHED.test(text) || (index > start - 3 && index < start + 7)) found.close ??= date
      found.near ??= date
    } else if (CHANGED.test(text)) found.updated ??= writtenDate(text, dayFirst)
  }
  return found
}

/** The day on which a page came out, of a line beside its title; null where its days are others. */
function dayOf(text: string, nodes: Block['nodes'], dayFirst: boolean): string | null {
  const published = PUBLISHED.exec(text)?.index ?? -1
  if (published === -1 && SENTENCE.test(text)) return null
  const change = CHANGED.exec(text)
  if (change) return besideChange(text, change.index, dayFirst)
  return RECEIVED.test(text) ? (published === -1 ? null : writtenDate(text.slice(published), dayFirst)) : dateIn(text, nodes, dayFirst)
}

/** The day in a line that says when the page was last changed: before that, else behind a word that says when it came out. */
function besideChange(text: string, change: number, dayFirst: boolean): string | null {
  const published = PUBLISHED.exec(text)?.index ?? -1
  return writtenDate(text.slice(0, change), dayFirst) ?? (published > change ? writtenDate(text.slice(published), dayFirst) : null)
}

const YEAR = /\d{4}/

/** The day in a line, whose parts may stand side by side without a space. */
const dateIn = (text: string, nodes: Block['nodes'], dayFirst: boolean): string | null =>
  writtenDate(text, dayFirst) ??
  (nodes.length > 1 && YEAR.test(text)
    ? (nodes.map((node) => (YEAR.test(node.text) ? writtenDate(node.text, dayFirst) : null)).find((date) => date !== null) ?? null)
    : null)

/** A version in a list of changes, with its day: `2.0.0 (2024-06-11)`. Days are written with dots too. */
const VERSION = /^(?:version |release )?[[(]?v?(?!\d\d?\.\d\d?\.\d\d(?:\d\d)?(?!\d))\d{1,3}\.\d+(\.\d+)?(?![\d.])/i

/** Whether a line is that of a version; a number with one dot alone may be anything but in a heading. */
function isVersion(text: string, { tag }: Element): boolean {
  const found = VERSION.exec(text)
  return found !== null && (found[1] !== undefined || /^h[2-6]$/.test(tag))
}

/** Prose, which may name any day: words without a capital before it, and a full stop. */
const SENTENCE = /^(?!By )\p{Lu}\p{L}*(?: [\p{Lu}\d][^\s,]*){0,3}(?: \p{Ll}{2,}){3,} .{6,}[.!?]$/u
