/** Prices of a thing that a page writes more than once: those that its style hides, and those that are no longer asked. */
import { amountOf } from '../metadata/offer.ts'
import { classIs, closest, type Element, find, isStruck, type Node, type Page, squeeze } from '../page/dom.ts'
import { MONEY } from './price.ts'

/** Prices that the style of a page hides, and those that it strikes out. */
export function findPriceStates({ all }: Page): { unseen: Element[]; struck: Set<Element> } {
  const mayBePrice = classIs(/price|through/i)
  const named = all.filter((element) => mayBePrice(element) || isStruckByStyle(element))
  return { unseen: findUnseen(named), struck: findOld(named) }
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
    const [box, name] = [within(element, isBox), PARTS.find(([, pattern]) => pattern.test(classes))?.[0]]
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

const OLD =
  /(?:^|[\s_-])(?:(?:old|was|before|previous|former|original|list|regular|compare(?:-?at)?|strike(?:-?through)?|crossed)-?prices?|prices?-{1,2}(?:old|was|before|previous|original|regular|compare|strike(?:-?through)?|crossed))(?:$|[\s_-])|(?:^|\s)(?:line|strike)-?through(?:$|\s)/i
const STRIKING_STYLE = /text-decoration(?:-line)?\s*:[^;]{0,60}line-through/i

const isStruckByStyle = ({ attributes: { style } }: Element): boolean => style !== undefined && STRIKING_STYLE.test(style)

const LONGEST = 40
const MOST_AROUND = 12
/** How far up the price that is asked stands beside the old one. */
const BESIDE = 3

/** Sums that by their class were asked once, where one that is less stands beside them: a page that says so by its style alone. */
function findOld(all: readonly Element[]): Set<Element> {
  const isOld = classIs(OLD)
  const old = new Set<Element>()
  for (const element of all) {
    if (!isOld(element) && !isStruckByStyle(element)) continue
    const sum = onlySum(element)
    if (sum !== null && closest(element, isStruck) === null && asksLess(element, sum)) old.add(element)
  }
  return old
}

/** What says that something is said of a sum at the end of the page. */
const NOTE = /^[\s*¹²³†]*$/

/** The sum that is all that an element says. */
function onlySum(element: Element): number | null {
  const text = shortText(element)
  if (text === null || text.length > LONGEST || !NOTE.test(text.replace(MONEY, ''))) return null
  return find(element, isStruck) === null ? amountOf(text) : null
}

/** Whether the first sum beside an element, or beside what holds it alone, is less. */
function asksLess(element: Element, sum: number): boolean {
  let at = element
  for (let level = 0; level < BESIDE && at.parent; level += 1, at = at.parent) {
    const siblings = at.parent.children
    if (siblings.length > MOST_AROUND) return false
    for (const sibling of siblings) {
      if (sibling === at || sibling.kind === 'text') continue
      const found = shortText(sibling)?.match(MONEY)?.[0]
      const other = found === undefined ? null : amountOf(found)
      if (other !== null) return other < sum
    }
  }
  return false
}

const SHORT = 120
const FEW = 40

/** The text of a small element; null where it is longer, or holds more. */
function shortText(element: Element): string | null {
  let [text, count] = ['', 0]
  const visit = (node: Node): void => {
    count += 1
    if (count > FEW || text.length > SHORT) return
    if (node.kind === 'text') text += node.text
    else for (const child of node.children.slice(0, FEW)) visit(child)
  }
  visit(element)
  return count > FEW || text.length > SHORT ? null : squeeze(text)
}
