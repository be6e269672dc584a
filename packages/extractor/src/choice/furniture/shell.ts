/** Pages that script would fill. */

import { overlap } from '../../metadata/title.ts'
import { type Block, isLinks, lengthOf } from '../../page/blocks.ts'
import { type Element, find, type Page } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { readOnce } from '../../page/once.ts'
import { textOf } from '../../page/text.ts'

/** So much text in the main part, or in lines of their own outside of the frame, was written by a server for readers. */
const SERVED = 250
const LINE = 40
/** Rows of tables with more than one cell of text: scripts fill those as well. */
const ROWS = 5
const DESCRIPTION = /^(?:og:)?description$/

const FRAME = AROUND | FLAG.header | FLAG.hidden

/** Whether a page has no text but that of its frame: what scripts would fill. */
export const isShell = (blocks: readonly Block[]): boolean =>
  lengthOf(blocks.filter(({ flags }) => (flags & FLAG.main) !== 0 && (flags & (AROUND | FLAG.hidden)) === 0)) < SERVED &&
  lengthOf(blocks.filter(({ flags, text, linkLength }) => text.length >= LINE && linkLength < text.length * 0.4 && (flags & FRAME) === 0)) <
    SERVED &&
  !hasRows(blocks)

/** Share of the words of its description that a page has which shows what it describes. */
const SHOWN = 0.5

/** Whether a page shows nothing but links, less than its own description and little of it: a script would draw the rest. */
export function isFrameAlone({ metas, media, body }: Page, blocks: readonly Block[]): boolean {
  const described = metas.filter(({ key }) => DESCRIPTION.test(key)).map(({ content }) => content)
  const longest = described.reduce((most, content) => (content.length > most.length ? content : most), '')
  if (lengthOf(blocks) >= longest.length || !blocks.every(isLinks) || media.length > 0 || find(body, ({ tag }) => tag === 'img') !== null)
    return false
  return overlap(longest, blocks.map(({ text }) => text).join(' ')) < SHOWN
}

/** Whether the page has a table whose rows were written by a server. */
function hasRows(blocks: readonly Block[]): boolean {
  const cells = new Map<Element, number>()
  for (const { container, flags } of blocks) {
    const row = container.tag === 'td' && (flags & (AROUND | FLAG.hidden)) === 0 ? container.parent : null
    if (row !== null) cells.set(row, (cells.get(row) ?? 0) + 1)
  }
  return [...cells.values()].filter((count) => count > 1).length >= ROWS
}

/** Cards below a heading, how far around its words the picture of one may stand, and how much one says. */
const CARDS = { least: 3, depth: 4, length: 200 }

/** Whether words with pictures, several made alike, stand below a heading outside of the frame: a server wrote them, however little they say. */
export function hasCards(blocks: readonly Block[]): boolean {
  const own = blocks.filter(({ flags, text }) => (flags & FRAME) === 0 && /\p{L}/u.test(text))
  const heading = own.findIndex(({ container }) => container.tag === 'h1' || container.tag === 'h2')
  const cards = new Map<number, Set<Element>>()
  for (const { container } of heading === -1 ? [] : own.slice(heading)) {
    const card = pictured(container)
    if (card !== null) cards.set(card.look, (cards.get(card.look) ?? new Set()).add(card))
  }
  return [...cards.values()].some(({ size }) => size >= CARDS.least)
}

const hasPicture = readOnce((element: Element) => find(element, ({ tag }) => tag === 'img') !== null)

/** The element around some words that holds a picture and little else. */
function pictured(container: Element): Element | null {
  let around: Element | null = container
  for (let depth = 0; around !== null && depth < CARDS.depth; depth += 1) {
    if (hasPicture(around)) return textOf(around).length <= CARDS.length ? around : null
    around = around.parent
  }
  return null
}
