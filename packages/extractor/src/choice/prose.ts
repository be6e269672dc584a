/** Long text of which the scorer kept only the beginning. */
import { type Block, FLAG, lengthOf } from '../page/blocks.ts'
import { closest, type Element, isWithin } from '../page/dom.ts'

const OUTSIDE = FLAG.nav | FLAG.footer | FLAG.dialog | FLAG.menu | FLAG.search | FLAG.aside | FLAG.form | FLAG.hidden | FLAG.header
/** Characters of prose in one part of the page, and the share of it below which a choice has lost its way. */
const LONG = 6_000
const SHARE = 0.3
/** Share of the kept prose that a part must hold to be the one that was being kept. */
const HOLDS = 0.9

/** Share of its prose that stands right in the part, as the paragraphs of an article do; posts and reviews are wrapped. */
const OWN = 0.6

const isArticleBody = (element: Element): boolean => /\barticleBody\b|^text$/.test(element.attributes.itemprop ?? '')

const isProse = (block: Block): boolean =>
  block.text.length > 140 && block.linkLength < block.text.length * 0.4 && (block.flags & OUTSIDE) === 0

/**
 * Where the smallest part of the page that holds what is kept of its prose holds several times as much of it, all of that part is kept: an
 * article is not cut off in its middle. Comments and teasers stand outside of that part.
 */
export function completeProse(blocks: readonly Block[], keep: Uint8Array): void {
  const prose = blocks.filter(isProse)
  const kept = prose.filter(({ index }) => keep[index] === 1)
  const whole = lengthOf(kept)
  if (whole === 0 || whole > lengthOf(prose) * SHARE) return
  const holding = smallestHolding(kept)
  const body = closest(holding, isArticleBody)
  const part = body ?? holding
  if (part === null) return
  const own = prose.filter(({ container }) => isWithin(container.parent, part))
  const length = lengthOf(own)
  if (length < LONG || whole > length * SHARE) return
  if (body === null && lengthOf(own.filter(({ container }) => container.parent === part)) < length * OWN) return
  for (const { index, flags, container } of blocks) if ((flags & OUTSIDE) === 0 && isWithin(container.parent, part)) keep[index] = 1
}

/** The deepest element that holds nearly all of these blocks, by their text. */
function smallestHolding(kept: readonly Block[]): Element | null {
  const held = new Map<Element, number>()
  for (const { text, container } of kept)
    for (let at = container.parent; at; at = at.parent) held.set(at, (held.get(at) ?? 0) + text.length)
  const least = lengthOf(kept) * HOLDS
  let smallest: Element | null = null
  for (const [element, length] of held) if (length >= least && (smallest === null || isWithin(element, smallest))) smallest = element
  return smallest
}

/** Blocks with a greater share of links are lists of places, here or elsewhere. */
const LINKS = 0.8

/**
 * Documentation is kept from its heading to the last of its code or of what else is kept: a long reference reads alike from its first entry to
 * its last, and the scorer, which has seen few, thinks less of each the further down it stands.
 */
export function completeDocumentation(blocks: readonly Block[], keep: Uint8Array): void {
  const inside = blocks.filter(({ flags }) => (flags & OUTSIDE) === 0)
  const part = smallestHolding(inside.filter(({ index }) => keep[index] === 1))
  if (part === null) return
  const own = inside.filter(({ container }) => isWithin(container, part))
  const isSure = ({ index, container, flags }: Block): boolean => keep[index] === 1 || container.tag === 'h1' || (flags & FLAG.pre) !== 0
  for (const block of own.slice(own.findIndex(isSure), own.findLastIndex(isSure) + 1))
    if (isSure(block) || block.linkLength < block.text.length * LINKS) keep[block.index] = 1
}
