/** Prices of a thing that a page writes more than once: those that its style hides, and those that are no longer asked. */
import type { Block } from '../../page/blocks.ts'
import { withClassLike } from '../../page/classes.ts'
import type { Element, Page } from '../../page/dom.ts'
import { inDocumentOrder } from '../../page/having.ts'
import { classIs } from '../../page/once.ts'
import { findOld, hasStrikingStyle, shortText } from './old-prices.ts'
import { MONEY } from './price.ts'

/** Prices that the style of a page hides, and those that it strikes out. */
export function findPriceStates(page: Page, blocks: readonly Block[]): { unseen: Element[]; struck: Set<Element> } {
  const named = inDocumentOrder(withClassLike(page, /price|through|strike/i), page.having.style.filter(hasStrikingStyle))
  return { unseen: findUnseen(named), struck: findOld(blocks, named) }
}

/** How far up the box of a price stands. */
const LEVELS = 5

const BOX = /(?:^|\s)price(?:\s|$)/
const ON_SALE = /(?:^|\s)price--on-sale(?:\s|$)/
const SOLD_OUT = /(?:^|\s)price--sold-out(?:\s|$)/

function within(element: Element, is: (element: Element) => boolean): Element | null {
  let at: Element | null = element.parent
  for (let level = 0; at && level < LEVELS; level += 1, at = at.parent) if (is(at)) return at
  return null
}

/** What a part of such a box is for. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['regular', /(?:^|\s)price__regular(?:\s|$)/],
  ['sale', /(?:^|\s)price__sale(?:\s|$)/],
  ['saleBadge', /(?:^|\s)price__badge-{1,2}sale(?:\s|$)/],
  ['soldOutBadge', /(?:^|\s)price__badge-{1,2}sold-out(?:\s|$)/],
  ['unit', /(?:^|\s)unit-price(?:\s|$)/],
]

type Part = { readonly element: Element; readonly name: string; readonly hasSum: boolean }

/**
 * What the themes of one large maker of shops write for every state that a product may be in, of which the class of its price's box shows one:
 * `price--on-sale`, `price--sold-out`.
 */
function findUnseen(all: readonly Element[]): Element[] {
  const isPart = classIs(/(?:^|\s)price__(?:regular|sale|badge)|(?:^|\s)unit-price(?:\s|$)/)
  const isBox = classIs(BOX)
  const boxes = new Map<Element, Part[]>()
  for (const element of all) {
    const classes = element.attributes.class
    if (classes === undefined || !isPart(element)) continue
    const box = within(element, isBox)
    const name = PARTS.find(([, pattern]) => pattern.test(classes))?.[0]
    if (box === null || name === undefined) continue
    const part = { element, name, hasSum: (shortText(element) ?? '').search(MONEY) !== -1 }
    const known = boxes.get(box)
    if (known) known.push(part)
    else boxes.set(box, [part])
  }
  return [...boxes].flatMap(([box, parts]) => unseenOf(box.attributes.class!, parts))
}

function unseenOf(state: string, parts: readonly Part[]): Element[] {
  const sums = new Set(parts.filter(({ hasSum }) => hasSum).map(({ name }) => name))
  const [sale, soldOut] = [ON_SALE.test(state), SOLD_OUT.test(state)]
  const hidden = new Set<string>()
  // One price is always seen, whatever the box is called.
  if (sums.has('regular') && sums.has('sale')) hidden.add(sale ? 'regular' : 'sale')
  if (!sale || soldOut) hidden.add('saleBadge')
  if (!soldOut) hidden.add('soldOutBadge')
  return parts.filter(({ name, hasSum }) => hidden.has(name) || (name === 'unit' && !hasSum)).map(({ element }) => element)
}
