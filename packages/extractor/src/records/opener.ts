/** The post that opens a thread, where it stands in a place of its own before the answers. */
import { partings } from '../metadata/title.ts'
import { hostOf } from '../page/address.ts'
import { type Block, hrefOf } from '../page/blocks.ts'
import { type Element, isWithin, type Page } from '../page/dom.ts'
import { HEADINGS } from '../page/tags.ts'
import { blockSpans } from './find.ts'
import { isHeadLine, type PostHead, readHead, signsOf } from './head.ts'

export type Opener = {
  readonly head: PostHead
  /** What is written of it below its head; null where the thread is about a page elsewhere and its opener has no text. */
  readonly post: Element | null
}

/** How far up from the first answer it is looked for, and among how many siblings on each level. */
const [LEVELS, SIBLINGS] = [14, 12]
/** Less text is a line beside the title. */
const LEAST_BODY = 40
const LEAST_NAME = 8

/** Elements that follow one another before another one, the nearest first. */
const placesBefore = ({ parent, id }: Element): Element[] =>
  (parent?.children ?? [])
    .filter((child): child is Element => child.kind === 'element' && child.id < id)
    .slice(-SIBLINGS)
    .reverse()

/** The smallest element that holds all of a post: its text and what names its author. */
function smallestAround(place: Element, parts: readonly Element[]): Element {
  let box = place
  for (;;) {
    const inner: Element | undefined = box.children.find(
      (child): child is Element => child.kind === 'element' && parts.every((part) => isWithin(part, child)),
    )
    if (inner === undefined || /^(?:t(?:body|head|r|d)|dl|ul|ol)$/.test(inner.tag)) return box
    box = inner
  }
}

/** Whether a line begins with a link to another site: what a thread is about that somebody submitted. */
export function leadsOut(line: Block, url: string): boolean {
  const href = hrefOf(line) ?? ''
  return /^https?:/i.test(href) && hostOf(href) !== hostOf(url)
}

/**
 * What opens a thread before the first of its posts: the nearest place that says by whom and when, and has a text of its own or says what the page
 * is called. Blocks that say no more than that are taken out of `keep`, and a title that leads to another site is kept.
 */
export function findOpener(
  page: Page,
  url: string,
  blocks: readonly Block[],
  posts: ReadonlyMap<Element, PostHead>,
  keep: Uint8Array,
): Opener | null {
  const [first] = [...posts.keys()].sort((one, two) => one.id - two.id)
  if (first === undefined) return null
  const signs = signsOf()
  const spans = blockSpans(page)
  const name = page.title.slice(0, partings(page.title)[0]?.start)
  let at: Element | null = first
  for (let level = 0; level < LEVELS && at; level += 1, at = at.parent)
    for (const element of placesBefore(at)) {
      const from = spans.first[element.id]!
      if (from < 0) continue
      const own = blocks.slice(from, spans.last[element.id]! + 1)
      const head = readHead(element, signs)
      if (head.author === null || head.date === null || !head.by) continue
      // The first of the posts may open the thread itself, below a line that says so.
      if (posts.get(first)?.author === head.author) return null
      const text = own.filter((block) => keep[block.index] === 1 && !HEADINGS.has(block.container.tag) && !isHeadLine(block, head))
      const isLong = text.reduce((sum, block) => sum + block.text.length, 0) >= LEAST_BODY
      const title = name.length < LEAST_NAME ? undefined : own.find(({ text: line }) => line.startsWith(name))
      if (!isLong && title === undefined) continue
      if (title !== undefined && leadsOut(title, url)) keep[title.index] = 1
      if (!isLong) return { head, post: null }
      for (const block of own) if (block.container.tag !== 'td' && isHeadLine(block, head)) keep[block.index] = 0
      return { head, post: smallestAround(element, [head.by, ...text.map(({ container }) => container)]) }
    }
  return null
}
