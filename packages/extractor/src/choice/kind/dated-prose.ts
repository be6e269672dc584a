/** Pages that are sentences below a title and a day: articles, in languages and layouts that few learned pages have as well. */
import { writtenDate } from '../../metadata/date.ts'
import { fold } from '../../metadata/text.ts'
import { isHome } from '../../page/address.ts'
import { type Block, isOutside } from '../../page/blocks.ts'
import type { Page } from '../../page/dom.ts'
import { keptOf } from '../../page/plain.ts'
import { HEADINGS } from '../../page/tags.ts'

/** Lines around the title that the day may stand in, and how long such a line is. */
const AROUND = { above: 2, below: 4, length: 60 }
/** A shorter line is none of prose; as much of the text from the title on is. */
const SENTENCES = { length: 40, links: 0.3, share: 0.5 }
/** The same of what is kept, which is surer: in between may stand what the text comes down to. */
const KEPT = { least: 5, share: 0.85, below: 6, days: 2 }
const END = /[.!?。！？:：؟।]["'”’»)）」』]?$/

/** Signs of scripts without spaces say as much as three letters do, and have as many bytes. */
const lengthOf = ({ text }: Block): number => Buffer.byteLength(text)

const isSentence = (block: Block): boolean =>
  lengthOf(block) >= SENTENCES.length && block.linkLength < block.text.length * SENTENCES.links && END.test(block.text)

const POSTED = /^(?:posted|published|updated)\b/i

/** Whether a line has the page's day: headings have that of a version unless they say when they were posted, sentences that of what they tell. */
const isDay = ({ text, linkLength, container }: Block): boolean =>
  text.length <= AROUND.length &&
  linkLength < text.length &&
  (!HEADINGS.has(container.tag) || POSTED.test(text)) &&
  !END.test(text) &&
  writtenDate(text) !== null

/** The one title of a page, which its title tag repeats, and the blocks outside of its frame; null where it has none, or no day beside it. */
function datedTitle(
  { title }: Page,
  blocks: readonly Block[],
  below: number,
): { readonly own: readonly Block[]; readonly at: number } | null {
  const own = blocks.filter((block) => !isOutside(block))
  const titles = own.filter(({ container }) => container.tag === 'h1')
  // A heading that leads somewhere else is the name of the site.
  const isLogo = titles.length === 1 && titles[0]!.links > 0
  const [heading, second] = isLogo
    ? own.filter(({ container, text }) => container.tag === 'h2' && fold(title).startsWith(fold(text)))
    : titles
  if (heading === undefined || second !== undefined || heading.links > 0 || !fold(title).includes(fold(heading.text))) return null
  const at = own.indexOf(heading)
  return own.slice(Math.max(0, at - AROUND.above), at + below + 1).some(isDay) ? { own, at } : null
}

const sum = (some: readonly Block[]): number => some.reduce((length, block) => length + lengthOf(block), 0)

/** Whether a page has one title, which its title tag repeats, a day beside it, and mostly sentences from there on. */
export function isDatedProse(page: Page, address: string, blocks: readonly Block[]): boolean {
  const titled = isHome(address) ? null : datedTitle(page, blocks, AROUND.below)
  if (titled === null) return false
  const text = titled.own.slice(titled.at + 1)
  return sum(text.filter(isSentence)) > sum(text) * SENTENCES.share
}

/** The same of what is kept of a page, whatever surrounds it: nearly all of it are sentences, and several. */
export function keepsDatedProse(page: Page, blocks: readonly Block[], keep: Uint8Array): boolean {
  const kept = keptOf(blocks, keep)
  const sentences = kept.filter(isSentence)
  // Entries of a list have a day each.
  if (kept.filter(isDay).length > KEPT.days) return false
  return sentences.length >= KEPT.least && sum(sentences) > sum(kept) * KEPT.share && datedTitle(page, blocks, KEPT.below) !== null
}
