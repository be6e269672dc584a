/** Posts, answers and comments: records with a text of their own, by somebody, at some time. */
import { type Block, isBold, lengthOf, linkedIn } from '../page/blocks.ts'
import { withClass } from '../page/classes.ts'
import { closest, type Element, find, isWithin, type Page } from '../page/dom.ts'
import { AROUND, FLAG } from '../page/flags.ts'
import { blockSpans, type Record, type RecordGroup, withLone } from './find.ts'
import { boxOfAuthor, dayIn, headBesideDay, isHeadLine, LONGEST_NAME, type PostHead, readHead, saysHead, signsOf } from './head.ts'
import { firstRating } from './rated.ts'
import { textsOf } from './short-posts.ts'
import { inSignature } from './signatures.ts'

/** What an answer calls itself: as what it answers. */
const REPLY = /^(?:(?:re|aw|sv|antw|tr|fwd?)\s*:\s*)+/i

/** Shorter bodies are votes, counts and buttons. */
const LEAST_BODY = 12
/** Share of a thread's posts that may name nobody. */
const NAMELESS = 0.3

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

/**
 * The posts of a page among its records: those of groups in which most kept records name their author. Blocks that only say who and when are
 * taken out of `keep`: the head of the post says it once.
 * @param isForum whether the name beside a day is who wrote, though nothing says so
 */
export function readPosts(
  page: Page,
  blocks: readonly Block[],
  groups: readonly RecordGroup[],
  keep: Uint8Array,
  isForum = false,
): Map<Element, PostHead> {
  const posts = new Map<Element, PostHead>()
  const signs = signsOf()
  const isSigned = inSignature()
  const known = new Map<Element, PostHead>()
  const headOf = (record: Record): PostHead => {
    const read = known.get(record.element)
    if (read !== undefined) return read
    const said = readHead(record.element, signs)
    const dated = said.author !== null && said.date === null ? { ...said, date: dayIn(record, blocks) } : said
    const named = (dated.author === null ? headBesideDay(record, blocks, isForum) : null) ?? dated
    const head = named.author === null ? named : { ...named, rating: firstRating(record.element) }
    known.set(record.element, head)
    return head
  }
  const threads = groups.filter((group) => {
    const kept = group.records.filter((record) => bodyOf(record, blocks, keep) >= LEAST_BODY)
    if (kept.length < 2) return false
    const heads: PostHead[] = []
    let nameless = 0
    for (const record of kept) {
      const head = headOf(record)
      heads.push(head)
      if (head.author === null) nameless += 1
      // Most groups are none of posts, and their first records show it.
      if (nameless > kept.length * NAMELESS) return false
    }
    if (kept.filter((record, at) => hasTitle(record, blocks, keep, heads[at]!)).length * 2 > kept.length) return false
    const authors = new Set(heads.map(({ author }) => author).filter((author) => author !== null))
    return heads.some(({ date }) => date !== null) && !(authors.size === 1 && kept.length > 4)
  })
  const take = (record: Record, called: ReadonlySet<string | null>): void => {
    const head = headOf(record)
    if (head.author === null || isBoxOf(record.element, head, posts)) return
    posts.set(record.element, head)
    const box = head.by ? boxOfAuthor(head.by, record, blocks) : null
    for (let index = record.from; index < record.to; index += 1) {
      const block = blocks[index]!
      const isOfHead = block === head.line || isHeadLine(block, head) || (box !== null && isWithin(block.container, box))
      if (isOfHead || called.has(titleIn(block)) || isSigned(block.container, record.element)) keep[index] = 0
    }
  }
  if (threads.length === 0) return posts
  const hasBody = (record: Record): boolean => bodyOf(record, blocks, keep) >= LEAST_BODY
  const all = withLone(page, threads).flatMap(({ records }) => {
    const long = records.filter(hasBody)
    const called = titlesOfAll(long, blocks)
    for (const record of long) take(record, called)
    return records.map((record) => ({ record, called }))
  })
  for (const record of loneComments(page, posts)) if (hasBody(record) && headOf(record).date !== null) take(record, new Set())
  const texts = textsOf(new Set(all.map(({ record }) => record.element)), posts, blocks, keep)
  for (const { record, called } of all) {
    const text = (texts.get(record.element) ?? []).filter(({ container }) => !isSigned(container, record.element))
    const isShort = !posts.has(record.element) && text.some(({ index }) => isForum || keep[index] === 1)
    if (isShort && headOf(record).date !== null) take(record, called)
    if (posts.has(record.element) && text.every(({ index }) => keep[index] !== 1)) for (const { index } of text) keep[index] = 1
  }
  return posts
}

/** Posts that make a page a thread, the share of its text outside of its frame that they hold, and how much of that leads elsewhere at most. */
const THREAD = { posts: 3, share: 0.5, linked: 0.4 }

/** The records that are the posts of a thread, where these are most of what a page says. */
export function findThread(page: Page, blocks: readonly Block[], groups: readonly RecordGroup[]): RecordGroup | null {
  const all = lengthOf(blocks.filter(({ flags }) => (flags & (AROUND | FLAG.header)) === 0))
  const most = groups.filter(({ records, blocks: members }) => {
    if (records.length < THREAD.posts) return false
    const own = members.map((index) => blocks[index]!)
    const [length, linked] = [lengthOf(own), linkedIn(own)]
    return length >= all * THREAD.share && linked <= length * THREAD.linked
  })
  if (most.length === 0) return null
  const posts = readPosts(page, blocks, most, new Uint8Array(blocks.length).fill(1))
  const arePosts = ({ records }: RecordGroup): boolean =>
    records.filter(({ element }) => posts.has(element)).length >= Math.max(THREAD.posts, records.length * (1 - NAMELESS))
  return most.find(arePosts) ?? null
}

/** Comments below the posts of a thread that are the only ones in their place, and so in no group. */
function loneComments(page: Page, posts: ReadonlyMap<Element, unknown>): Record[] {
  const comments = new Set(withClass(page, 'comment'))
  const lone = [...comments].filter((element) => closest(element, (at) => posts.has(at) && comments.has(at)) === null)
  if (lone.length === 0) return []
  const { first, last } = blockSpans(page)
  return lone.flatMap((element) => (first[element.id]! < 0 ? [] : [{ element, from: first[element.id]!, to: last[element.id]! + 1 }]))
}

/** Whether an element in a post says the same of who and when, or the same of who and nothing of when: a box of that post of the same make. */
function isBoxOf({ parent }: Element, { author, date, by }: PostHead, posts: ReadonlyMap<Element, PostHead>): boolean {
  const around = closest(parent, (at) => posts.has(at))
  const head = around && posts.get(around)
  return head?.author === author && (head.date === date || (date === null && by != null && head.by === by))
}

/** What somebody gives; the mean of many is that of a thing on a list. */
const WHOLE = /^★ \d+\//

/** Whether a record begins with a title that leads elsewhere: then it is a teaser of something else, and no post. That of a review leads to it. */
function hasTitle({ element, from, to }: Record, blocks: readonly Block[], keep: Uint8Array, head: PostHead): boolean {
  if (WHOLE.test(head.rating ?? '')) return false
  for (let index = from; index < to; index += 1) {
    const { container, text, linkLength, nodes } = blocks[index]!
    const heading = /^h[1-6]$/.test(container.tag)
    // A title may be left out that says what the page is about all the same.
    if ((keep[index] !== 1 && !heading) || text === head.author || saysHead(text, head)) continue
    if (!heading && text.length <= LONGEST_NAME) continue
    const link = closest(nodes.find((node) => node.text.trim() !== '')?.parent ?? null, ({ tag }) => tag === 'a')
    const isTitle = linkLength > text.length * 0.8 && !leadsInto(element, link?.attributes.href ?? '')
    if (isTitle || keep[index] === 1) return isTitle
  }
  return false
}

/** Whether a link leads to a place on its page or to the very post that it stands in. */
function leadsInto(post: Element, href: string): boolean {
  const [, place = ''] = /#(.+)/.exec(href) ?? []
  const number = /\d{4,}$/.exec(post.attributes.id?.slice(-20) ?? '')?.[0]
  return (
    href.startsWith('#') ||
    (number !== undefined && href.includes(number)) ||
    (place !== '' && find(post, ({ attributes }) => attributes.id === place) !== null) ||
    post.attributes.id === place
  )
}

/** What a heading or a bold line calls its post, without the word that it is an answer; null for other lines. */
const titleIn = (block: Block): string | null =>
  /^h[1-6]$/.test(block.container.tag) || isBold(block) ? block.text.replace(REPLY, '').toLowerCase() : null

/** What more than half of the posts say as a heading or a bold line above their text: what the thread is called, which says so once. */
function titlesOfAll(records: readonly Record[], blocks: readonly Block[]): Set<string | null> {
  const counts = new Map<string, number>()
  for (const { from, to } of records) {
    const body = blocks.slice(from, to).findIndex((block) => titleIn(block) === null && block.text.length > LONGEST_NAME)
    const titles = blocks.slice(from, body === -1 ? to : from + body).map(titleIn)
    for (const title of new Set(titles)) if (title !== null && title !== '') counts.set(title, (counts.get(title) ?? 0) + 1)
  }
  return new Set([...counts].flatMap(([title, count]) => (count > 1 && count * 2 > records.length ? [title] : [])))
}

function bodyOf({ from, to }: Record, blocks: readonly Block[], keep: Uint8Array): number {
  let length = 0
  for (let index = from; index < to; index += 1) if (keep[index] === 1) length += blocks[index]!.text.length
  return length
}
