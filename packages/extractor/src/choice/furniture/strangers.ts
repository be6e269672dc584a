/** What is left out of a small page, of which all else is kept. */
import { type Block, isLinks } from '../../page/blocks.ts'
import type { Page } from '../../page/dom.ts'
import { type Element, isWithin } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { keptOf } from '../../page/plain.ts'
import { isLayout } from '../../writer/layout.ts'
import { smallestHolding } from '../whole/documentation.ts'

/** Only where the scorer is sure of some text is what it holds for none left out; within the box of that text it must be surer. */
const STRANGE = { below: 0.2, inside: 0.1, beside: 0.5 }
const OUTSIDE = AROUND | FLAG.aside | FLAG.button | FLAG.form

/** Whether no element has a name that a style or a script could know: a text that somebody wrote, without a template around it. */
const isUnnamed = ({ attributes }: Element): boolean => attributes.class === undefined && attributes.id === undefined

/** Where something is, written out. */
const ADDRESS = /https?:\/\/|\S@\S/

/** Leaves out what the scorer holds for no content. Short facts in the box of the text, a place, a day, a price or an address, it doubts most. */
export function dropStrangers(page: Page, blocks: readonly Block[], scores: Float32Array, keep: Uint8Array): void {
  if (page.all.every(isUnnamed) && blocks.every((block) => (block.flags & OUTSIDE) === 0 && !isLinks(block))) return
  if (!scores.some((score, index) => keep[index] === 1 && score >= STRANGE.beside)) return
  const box = around(smallestHolding(blocks.filter(({ index }) => keep[index] === 1 && scores[index]! >= STRANGE.below)))
  const figures: Block[] = []
  for (const { index, container, flags, linkLength, text } of blocks) {
    const isFact = (linkLength === 0 || ADDRESS.test(text)) && (flags & OUTSIDE) === 0 && box !== null && isWithin(container, box)
    if (scores[index]! < (isFact ? STRANGE.inside : STRANGE.below)) keep[index] = 0
    if (isFact && keep[index] === 0 && container.parent !== box && /\d/.test(text)) figures.push(blocks[index]!)
  }
  // Of a day and what is said of it none is without the other.
  const told = new Set(keptOf(blocks, keep).map(({ container }) => container.parent))
  for (const { index, container } of figures) if (told.has(container.parent)) keep[index] = 1
}

/** The box that a list or table stands in with the words around it, however much of the text they are. */
function around(holding: Element | null): Element | null {
  let box = holding
  for (let at = holding; at; at = at.parent)
    if (at.tag === 'ul' || at.tag === 'ol' || at.tag === 'dl' || (at.tag === 'table' && !isLayout(at))) box = at.parent
  return box
}
