import { type Block, FLAG, lengthOf } from '../page/blocks.ts'
import { type Element, isWithin } from '../page/dom.ts'

const OUTSIDE = FLAG.nav | FLAG.footer | FLAG.dialog | FLAG.menu | FLAG.search | FLAG.aside | FLAG.form | FLAG.hidden | FLAG.header
/** Share of the kept text that a part must hold to be the one that was being kept. */
const HOLDS = 0.9

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
