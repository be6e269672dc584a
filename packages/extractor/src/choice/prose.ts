/** Long text of which the scorer kept only the beginning. */
import { type Block, FLAG } from '../page/blocks.ts'
import { closest, type Element } from '../page/dom.ts'

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
  const all = new Map<Element, number>()
  const direct = new Map<Element, number>()
  const kept = new Map<Element, number>()
  let [total, whole] = [0, 0]
  for (const block of blocks) {
    if (!isProse(block)) continue
    const { length } = block.text
    total += length
    if (keep[block.index] === 1) whole += length
    if (block.container.parent) direct.set(block.container.parent, (direct.get(block.container.parent) ?? 0) + length)
    for (let at = block.container.parent; at; at = at.parent) {
      all.set(at, (all.get(at) ?? 0) + length)
      if (keep[block.index] === 1) kept.set(at, (kept.get(at) ?? 0) + length)
    }
  }
  if (total < LONG || whole === 0 || whole > total * SHARE) return
  const holding = smallestHolding(kept, whole)
  const body = closest(holding, isArticleBody)
  const part = body ?? holding
  if (part === null || all.get(part)! < LONG || whole > all.get(part)! * SHARE) return
  if (body === null && (direct.get(part) ?? 0) < all.get(part)! * OWN) return
  for (const block of blocks) if ((block.flags & OUTSIDE) === 0 && isBelow(block.container, part)) keep[block.index] = 1
}

/** The deepest element that holds nearly all that is kept, of those that hold some of it. */
function smallestHolding(kept: ReadonlyMap<Element, number>, whole: number): Element | null {
  let smallest: Element | null = null
  for (const [element, length] of kept) if (length >= whole * HOLDS && (smallest === null || isBelow(element, smallest))) smallest = element
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
  const kept = new Map<Element, number>()
  let whole = 0
  for (const { index, text, container } of inside) {
    if (keep[index] !== 1) continue
    whole += text.length
    for (let at = container.parent; at; at = at.parent) kept.set(at, (kept.get(at) ?? 0) + text.length)
  }
  const part = smallestHolding(kept, whole)
  if (part === null) return
  const own = inside.filter(({ container }) => container === part || isBelow(container, part))
  const isSure = ({ index, container, flags }: Block): boolean => keep[index] === 1 || container.tag === 'h1' || (flags & FLAG.pre) !== 0
  for (const block of own.slice(own.findIndex(isSure), own.findLastIndex(isSure) + 1))
    if (isSure(block) || block.linkLength < block.text.length * LINKS) keep[block.index] = 1
}

function isBelow(element: Element, above: Element): boolean {
  for (let at: Element | null = element.parent; at; at = at.parent) if (at === above) return true
  return false
}
