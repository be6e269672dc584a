/** Laws, treaties and judgments: texts in numbered provisions, which read alike from the first to the last. */
import { type Block, isLinks } from '../../page/blocks.ts'
import { type Element, isWithin } from '../../page/dom.ts'
import { UNSEEN } from '../../page/flags.ts'
import { keptOf } from '../../page/plain.ts'
import { HEADINGS } from '../../page/tags.ts'
import { isNumber } from '../../writer/provisions.ts'
import { lastGap } from '../gaps.ts'

/** The number of an article or section, in a line above its title or its text. */
const ARTICLE =
  /^(?:art(?:icle|[íi]culo|ikel|icolo|igo)?|section|sec|§+|clause|annex|schedule|regulation|rule)\.? (?:\d{1,4}[a-z]?|[ivxlc]{1,7})\.?$/i
/** What begins with the number of a paragraph or a point. */
const NUMBERED = /^\((?:\d{1,2}[a-z]?|[a-z]{1,2}|[ivxlc]{2,6})\)(?: |\p{L}|[“"])/u
/** As many provisions make a law, and this share of what is kept. */
const LAW = { provisions: 5, share: 0.25 }
/** Elements between a number and what holds its text as well. */
const NEAR = 2

const isProvision = ({ text }: Block): boolean => isNumber(text) || ARTICLE.test(text) || NUMBERED.test(text)

/** Whether what is kept of a page is mostly provisions. */
export function isLaw(blocks: readonly Block[], keep: Uint8Array): boolean {
  const kept = keptOf(blocks, keep)
  const provisions = kept.filter(isProvision).length
  return provisions >= LAW.provisions && provisions >= kept.length * LAW.share
}

/** Numbers of provisions are kept with the paragraph that they number. */
export function keepNumbers(blocks: readonly Block[], keep: Uint8Array): void {
  for (let index = lastGap(keep, keep.length - 2); index !== -1; index = lastGap(keep, index - 1)) {
    const { text, container, flags, links } = blocks[index]!
    const next = blocks[index + 1]!
    if ((flags & UNSEEN) !== 0 || links > 0) continue
    if (!(isNumber(text) || ARTICLE.test(text)) || isLinks(next) || HEADINGS.has(next.container.tag)) continue
    let box: Element | null = container
    for (let level = 0; level < NEAR && box !== null; level += 1) box = box.parent
    if (box !== null && isWithin(next.container, box)) keep[index] = 1
  }
}
