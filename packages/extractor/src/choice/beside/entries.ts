/** Moments of the entries of a report that goes on while things happen: each stands right above what was written then. */
import { type Block, blocksIn, headingsIn, isLinks, isSeen, putInto, saysMoment } from '../../page/blocks.ts'
import { closest, type Element, isWithin } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { HEADINGS, isTime } from '../../page/tags.ts'

const LEAST = 3
const LONGEST = 40
const OUTSIDE = AROUND | FLAG.aside | FLAG.form | FLAG.hidden

/** Whether a block is a moment that stands in one box with the heading below it. */
function isOfEntry({ text, nodes, container, flags }: Block, { container: heading }: Block): boolean {
  if (text.length > LONGEST || !/\d/.test(text) || (flags & OUTSIDE) !== 0 || !HEADINGS.has(heading.tag)) return false
  if ((flags & FLAG.time) === 0 && closest(nodes[0]!.parent, isTime) === null) return false
  return isWithin(heading, container) || heading.parent === container.parent
}

/** Lines above what an entry says: its moment, and who wrote it and what it is called. */
const MOST_LINES = 3

const isMoment = (block: Block): boolean =>
  block.text.length <= LONGEST && /\d/.test(block.text) && (block.flags & OUTSIDE) === 0 && saysMoment(block)

/** The short lines that an article among others begins with, a moment among them, above its kept text; none where that leads elsewhere. */
function linesAbove(own: readonly Block[], keep: Uint8Array): readonly Block[] {
  const text = own.findIndex((block) => keep[block.index] === 1 && !isMoment(block))
  const lines = own.slice(0, Math.max(text, 0))
  const areLines = lines.length <= MOST_LINES && lines.every((line) => line.text.length <= LONGEST && isSeen(line))
  return areLines && lines.some(isMoment) && !isLinks(own[text]!) ? lines : []
}

/** Lines above the texts of articles that follow one another in one box, by that box. */
function linesInArticles(blocks: readonly Block[], keep: Uint8Array): Map<Element, Block[][]> {
  const inReports = new Map<Element, Block[][]>()
  const inside = blocks.filter(({ flags }) => (flags & FLAG.article) !== 0)
  for (const [article, own] of blocksIn(inside, ({ tag }) => tag === 'article')) {
    const lines = linesAbove(own, keep)
    if (lines.length > 0 && article.parent !== null) putInto(inReports, article.parent, [...lines])
  }
  return inReports
}

/** Keeps these where several entries have them, and who wrote an entry with its moment where each is an article. */
export function keepMoments(blocks: readonly Block[], keep: Uint8Array): void {
  const entries = headingsIn(blocks).filter((at) => keep[at] === 1 && keep[at - 1] === 0 && isOfEntry(blocks[at - 1]!, blocks[at]!))
  if (entries.length >= LEAST) for (const at of entries) keep[at - 1] = 1
  for (const lines of linesInArticles(blocks, keep).values())
    if (lines.length >= LEAST) for (const { index } of lines.flat()) keep[index] = 1
}
