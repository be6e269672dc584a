/** Pages that are sentences below a title and a day: articles, in languages and layouts that few learned pages have as well. */
import { writtenDate } from '../../metadata/date.ts'
import { isHome } from '../../metadata/site.ts'
import { fold } from '../../metadata/text.ts'
import { type Block, isOutside } from '../../page/blocks.ts'
import type { Page } from '../../page/dom.ts'
import { HEADINGS } from '../../page/tags.ts'

/** Lines around the title that the day may stand in, and how long such a line is. */
const AROUND = { above: 2, below: 4, length: 60 }
/** A shorter line is none of prose; as much of the text from the title on is. */
const SENTENCES = { length: 40, links: 0.3, share: 0.5 }
const END = /[.!?。！？:：؟।]["'”’»)）」』]?$/

/** Signs of scripts without spaces say as much as three letters do, and have as many bytes. */
const lengthOf = ({ text }: Block): number => Buffer.byteLength(text)

const isSentence = (block: Block): boolean =>
  lengthOf(block) >= SENTENCES.length && block.linkLength < block.text.length * SENTENCES.links && END.test(block.text)

/** Whether a line has the page's day: headings have that of a version, sentences that of what they tell. */
const isDay = ({ text, linkLength, container }: Block): boolean =>
  text.length <= AROUND.length && linkLength < text.length && !HEADINGS.has(container.tag) && !END.test(text) && writtenDate(text) !== null

/** Whether a page has one title, which its title tag repeats, a day beside it, and mostly sentences from there on. */
export function isDatedProse({ title }: Page, url: string, blocks: readonly Block[]): boolean {
  if (isHome(url)) return false
  const own = blocks.filter((block) => !isOutside(block))
  const [heading, second] = own.filter(({ container }) => container.tag === 'h1')
  if (heading === undefined || second !== undefined || heading.links > 0 || !fold(title).includes(fold(heading.text))) return false
  const at = own.indexOf(heading)
  if (!own.slice(Math.max(0, at - AROUND.above), at + AROUND.below + 1).some(isDay)) return false
  const text = own.slice(at + 1)
  const sum = (some: readonly Block[]): number => some.reduce((length, block) => length + lengthOf(block), 0)
  return sum(text.filter(isSentence)) > sum(text) * SENTENCES.share
}
