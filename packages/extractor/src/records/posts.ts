/** Posts, answers and comments: records with a text of their own, by somebody, at some time. */
import type { Block } from '../page/blocks.ts'
import { byLook, closest, type Element, find, type Page, spacedText, squeeze, textOf, walk } from '../page/dom.ts'
import { type Record, type RecordGroup, withLone } from './find.ts'

/** Who wrote a post and when, as the page shows it. */
export type PostHead = { readonly author: string | null; readonly date: string | null }

const AUTHOR_CLASS =
  /(?:^|[\s_-])(?:author|creator|poster|user-?name|user-?link|nick(?:name)?|display-?name|posted-?by|by-?line|member-?name|fn|hnuser|comment-?user)(?:$|[\s_-])|^user(?:name)?$|username/i
const MEMBER_PATH =
  /\/(?:users?|members?|profiles?|u|user\/profile|people|author)\/[^/?#]{2,}|[?&](?:u|user|member|uid)=|memberlist\.php|member\.php/i
const DATE_CLASS =
  /(?:^|[\s_-])(?:date|time|date-?time|timestamp|posted(?:-?on)?|post-?date|relative-?(?:date|time)|published|age|ago|when)(?:$|[\s_-])/i
/** The element for it, and those that scripts make of it. */
const TIME_TAG = /^(?:time|(?:relative|local)-time|time-ago)$/
const DATE_TEXT =
  /\b(?:19|20)\d\d\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b(?:\d+|an?)\s*(?:sec(?:ond)?|min(?:ute)?|hour|hr|day|week|month|year|yr)s?\.?\s+ago\b|\b(?:today|yesterday|gestern|heute|hier)\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b/i
const NO_NAME = /^(?:reply|quote|share|edit|like|guest|follow|report|permalink|link|more|view|posts?|joined|op|author|level \d+|\d+|#\d+)$/i

/** What an answer calls itself: as what it answers. */
const REPLY = /^(?:(?:re|aw|sv|antw|tr|fwd?)\s*:\s*)+/i

const LONGEST_NAME = 50
const LONGEST_DATE = 60
/** Shorter bodies are votes, counts and buttons. */
const LEAST_BODY = 12
const MOST_ELEMENTS = 400

/** What a page writes around the name. */
const nameIn = (text: string): string =>
  text.length > 2 * LONGEST_NAME
    ? text
    : text
        .replace(/^by\s+|\s+(?:on|off)line$/gi, '')
        .replace(/\s(?:says|said|wrote|writes|commented|schrieb|schreibt|dit|dice|escribió)\s?:?$/i, '')

const isName = (text: string): boolean =>
  text.length > 1 && text.length <= LONGEST_NAME && !NO_NAME.test(text) && text.split(' ').length <= 5
const isDate = (text: string): boolean => text.length > 2 && text.length <= LONGEST_DATE && DATE_TEXT.test(text)

type Signs = { readonly isAuthor: (element: Element) => boolean; readonly isDate: (element: Element) => boolean }

const signsOf = (): Signs => ({
  isAuthor: byLook(({ attributes }) => AUTHOR_CLASS.test(attributes.class ?? '')),
  isDate: byLook(({ tag, attributes }) => TIME_TAG.test(tag) || DATE_CLASS.test(attributes.class ?? '')),
})

/** When a post was changed is not when it was written. */
const CHANGED = /^(?:last )?(?:edited|changed|updated|modified|bearbeitet|geändert|modifié|editado)\b/i

/** What an element says, or what its data call. */
const nameOf = (element: Element): string =>
  squeeze(spacedText(element)) || squeeze(element.attributes.content ?? element.attributes.more['data-username'] ?? '')

/** When something was, as the page says it; for `2 years ago` as its title says it. */
function momentOf({ attributes }: Element, text: string): string {
  const title = squeeze(attributes.title ?? '')
  return /\bago$/i.test(text) && /\b(?:19|20)\d\d\b/.test(title) && isDate(title) ? title : text
}

/** Whether an element names a member by its data or by where it leads; one with an `@` calls on somebody else. */
const isOfMember = (element: Element): boolean => {
  const { href = '', more } = element.attributes
  const isMember = more['data-username'] !== undefined || (element.tag === 'a' && MEMBER_PATH.test(href))
  return isMember && !textOf(element).trimStart().startsWith('@')
}

/** Posts within a post. */
const INNER = /\b(?:comment|suggestedAnswer|acceptedAnswer)\b/

/** Reads who wrote a post and when out of its markup: the first element that says so; who by its data, before the name of somebody who changed it. */
function readHead(post: Element, signs: Signs): PostHead {
  const given = post.attributes.more['data-author']
  let author: string | null = given !== undefined && isName(squeeze(given)) ? squeeze(given) : null
  let named: string | null = null
  let date: string | null = null
  let seen = 0
  walk(post, (element) => {
    seen += 1
    if (seen > MOST_ELEMENTS || (author !== null && date !== null)) return false
    const { itemprop = '', rel = '' } = element.attributes
    if ((author ?? named) !== null && date !== null && INNER.test(itemprop)) return false
    if (date === null && (signs.isDate(element) || /date(?:published|created)/i.test(itemprop))) {
      const text = squeeze(spacedText(element))
      if (isDate(text) && CHANGED.test(text)) return false
      if (isDate(text)) date = momentOf(element, text)
      else if (TIME_TAG.test(element.tag) || itemprop !== '')
        date = /^\d{4}-\d\d-\d\d/.exec(element.attributes.datetime ?? element.attributes.content ?? '')?.[0] ?? null
    }
    const isData = /\b(?:author|creator)\b/.test(itemprop) || rel === 'author'
    const isNamed = named === null && (signs.isAuthor(element) || isOfMember(element))
    if (author === null && (isData || isNamed)) {
      const inner = find(element, (at) => at.attributes.itemprop === 'name' || (at.tag === 'a' && squeeze(spacedText(at)) !== ''))
      const text = [inner, element].map((at) => (at ? nameIn(nameOf(at)) : '')).find(isName)
      if (text !== undefined && isData) author = text
      else if (text !== undefined) named = text
    }
    return undefined
  })
  return { author: author ?? named, date }
}

/** What stands on the line that says who and when, and says nothing of either. */
const AROUND: ReadonlySet<string> = new Set(
  'by on at said says wrote posted commented replied answered asked opened op next prev previous parent root reply permalink point points vote votes like likes child children reply replies ago second seconds minute minutes hour hours day days week weeks month months year years'.split(
    ' ',
  ),
)

/** Counts stand beside words without a space. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []

const DAY_WORDS =
  /^(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*|am|pm|at|on|ago|an?|today|yesterday|posted|reply|hours?|seconds?|minutes?|days?|weeks?|months?|years?|st|nd|rd|th|utc|gmt|[cp]e?[sd]?t)$/

/** What stands around a day: `« Reply #2 on: … »`. */
const DAY_FRAME = /^[«\s]*(?:reply #?\d+ )?(?:posted )?(?:on:? )?|(?<!\s)\s*»$/gi

/** What calls a day that of its author. */
const JOINED = /^(?:joined|join date|registered|member since|beigetreten|registriert|inscrit|registrado|dabei seit)\b[^\n]{0,20}$/i

/** The first line of a post that is nothing but a day, and not that of somebody's joining. */
function dayIn({ from, to }: Record, blocks: readonly Block[]): string | null {
  for (let index = from; index < to; index += 1) {
    const { text } = blocks[index]!
    if (JOINED.test(blocks[index - 1]?.text ?? '')) continue
    if (isDate(text) && wordsOf(text).every((word) => /^\d+(?:st|nd|rd|th)?$/.test(word) || DAY_WORDS.test(word)))
      return text.replace(DAY_FRAME, '')
  }
  return null
}

/** Share of the posts, and of the text of each, that stands in a quote where a forum writes what is said in its post as one. */
const QUOTED = { posts: 0.7, text: 0.8 }

/** Quotes that are no quotes but what each post says. */
export function findBodies(posts: ReadonlyMap<Element, PostHead>, blocks: readonly Block[], keep: Uint8Array): Set<Element> {
  const kept = new Map<Element, number>()
  const quoted = new Map<Element, Map<Element, number>>()
  for (const { index, text, container } of posts.size < 2 ? [] : blocks) {
    if (keep[index] !== 1) continue
    let quote: Element | null = null
    let at: Element | null = container
    for (; at && !posts.has(at); at = at.parent) if (at.tag === 'blockquote') quote = at
    if (at === null) continue
    kept.set(at, (kept.get(at) ?? 0) + text.length)
    if (quote === null) continue
    const sums = quoted.get(at) ?? new Map<Element, number>()
    quoted.set(at, sums.set(quote, (sums.get(quote) ?? 0) + text.length))
  }
  const bodies = [...quoted].flatMap(([post, sums]) => {
    const whole = [...sums].find(([, sum]) => sum >= kept.get(post)! * QUOTED.text)
    return whole ? [whole[0]] : []
  })
  return new Set(bodies.length >= kept.size * QUOTED.posts ? bodies : [])
}

/** Whether a block says no more than who wrote the post and when. */
function saysHead(text: string, { author, date }: PostHead): boolean {
  if (text.length > LONGEST_NAME + LONGEST_DATE + 20) return false
  const words = wordsOf(text)
  const own = [...wordsOf(author ?? ''), ...wordsOf(date ?? '')]
  return words.length > 0 && words.every((word) => AROUND.has(word) || own.includes(word) || /^\d{1,5}$/.test(word))
}

/**
 * The posts of a page among its records: those of groups in which most kept records name their author. Blocks that only say who and when are
 * taken out of `keep`: the head of the post says it once.
 */
export function readPosts(page: Page, blocks: readonly Block[], groups: readonly RecordGroup[], keep: Uint8Array): Map<Element, PostHead> {
  const posts = new Map<Element, PostHead>()
  const signs = signsOf()
  const known = new Map<Element, PostHead>()
  const headOf = (record: Record): PostHead => {
    const read = known.get(record.element)
    if (read !== undefined) return read
    const said = readHead(record.element, signs)
    const head = said.author !== null && said.date === null ? { ...said, date: dayIn(record, blocks) } : said
    known.set(record.element, head)
    return head
  }
  const threads = groups.filter((group) => {
    const kept = group.records.filter((record) => bodyOf(record, blocks, keep) >= LEAST_BODY)
    if (kept.length < 2) return false
    const heads = kept.map(headOf)
    if (kept.filter((record, at) => hasTitle(record, blocks, keep, heads[at]!)).length * 2 > kept.length) return false
    const named = heads.filter(({ author }) => author !== null)
    const authors = new Set(named.map(({ author }) => author))
    return named.length >= kept.length * 0.7 && heads.some(({ date }) => date !== null) && !(authors.size === 1 && kept.length > 4)
  })
  for (const { records } of threads.length > 0 ? withLone(page, threads) : []) {
    const kept = records.filter((record) => bodyOf(record, blocks, keep) >= LEAST_BODY)
    const called = titleOfAll(kept, blocks, keep)
    for (const record of kept) {
      const head = headOf(record)
      if (head.author === null || isBoxOf(record.element, head, posts)) continue
      posts.set(record.element, head)
      for (let index = record.from; index < record.to; index += 1) {
        const { text } = blocks[index]!
        if (saysHead(text, head) || NO_NAME.test(text) || (called !== null && titleIn(blocks[index]!) === called)) keep[index] = 0
      }
    }
  }
  return posts
}

/** Whether an element in a post says the same of who and when: a box of that post of the same make. */
function isBoxOf({ parent }: Element, { author, date }: PostHead, posts: ReadonlyMap<Element, PostHead>): boolean {
  const around = closest(parent, (at) => posts.has(at))
  const head = around && posts.get(around)
  return head?.author === author && head.date === date
}

/** Whether what is kept of a record begins with a title that leads elsewhere: then it is a teaser of something else, and no post. */
function hasTitle({ element, from, to }: Record, blocks: readonly Block[], keep: Uint8Array, head: PostHead): boolean {
  for (let index = from; index < to; index += 1) {
    if (keep[index] !== 1 || blocks[index]!.text === head.author || saysHead(blocks[index]!.text, head)) continue
    const { container, text, linkLength, nodes } = blocks[index]!
    const heading = /^h[1-6]$/.test(container.tag)
    if (!heading && text.length <= LONGEST_NAME) continue
    const link = closest(nodes.find((node) => node.text.trim() !== '')?.parent ?? null, ({ tag }) => tag === 'a')
    return linkLength > text.length * 0.8 && !leadsInto(element, link?.attributes.href ?? '')
  }
  return false
}

/** Whether a link leads to a place on its page or to the very post that it stands in. */
function leadsInto(post: Element, href: string): boolean {
  const [, place = ''] = /#(.+)/.exec(href) ?? []
  return (
    href.startsWith('#') ||
    (place !== '' && find(post, ({ attributes }) => attributes.id === place) !== null) ||
    post.attributes.id === place
  )
}

/** What a heading calls its post, without the word that it is an answer; null for other lines. */
const titleIn = ({ container, text }: Block): string | null =>
  /^h[1-6]$/.test(container.tag) ? text.replace(REPLY, '').toLowerCase() : null

/** What more than half of the posts are called by a heading of their own: the thread, which says so once. Null where there is nothing. */
function titleOfAll(records: readonly Record[], blocks: readonly Block[], keep: Uint8Array): string | null {
  const counts = new Map<string, number>()
  for (const { from, to } of records)
    for (let index = from; index < to; index += 1) {
      const title = keep[index] === 1 ? titleIn(blocks[index]!) : null
      if (title === null || title === '') continue
      counts.set(title, (counts.get(title) ?? 0) + 1)
      break
    }
  return [...counts].find(([, count]) => count > 1 && count * 2 > records.length)?.[0] ?? null
}

function bodyOf({ from, to }: Record, blocks: readonly Block[], keep: Uint8Array): number {
  let length = 0
  for (let index = from; index < to; index += 1) if (keep[index] === 1) length += blocks[index]!.text.length
  return length
}
