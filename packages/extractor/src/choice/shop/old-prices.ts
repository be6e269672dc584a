/** Prices that are asked no longer, where a page says so by its style alone, or by the share that is saved. */
import { amountOf } from '../../metadata/offer.ts'
import type { Block } from '../../page/blocks.ts'
import { closest, type Element, find, type Node } from '../../page/dom.ts'
import { classIs } from '../../page/once.ts'
import { isStruck } from '../../page/tags.ts'
import { squeeze } from '../../page/text.ts'
import { MONEY, UNIT } from './price.ts'

const OLD =
  /(?:^|[\s_-])(?:(?:old|was|before|previous|former|original|list|regular|compare(?:-?at)?|strike(?:-?through)?|crossed)-?prices?|prices?-{1,2}(?:old|was|before|previous|original|regular|non-sale|compare(?:-?at)?|strike(?:-?through)?|crossed))(?:$|[\s_-])|(?:^|[\s_-])(?:line|strike)-?through(?:$|[\s_-])|(?:^|\s)strike(?:d|-?out)?(?:$|\s)/i
const STRIKING_STYLE = /text-decoration(?:-line)?\s*:[^;]{0,60}line-through/i

/** Whether an element is struck out by a style of its own; or by its data: those of one large shop say `data-a-strike` beside its class. */
export const hasStrikingStyle = ({ attributes: { style } }: Element): boolean => style !== undefined && STRIKING_STYLE.test(style)
const isStruckByStyle = (element: Element): boolean => hasStrikingStyle(element) || element.attributes.more['data-a-strike'] === 'true'

/**
 * Sums that by class or style were asked once, or of which a share beside them says that they were, where one that is less stands beside them.
 * @param named those of all elements that may say so by class or style
 */
export function findOld(blocks: readonly Block[], named: readonly Element[]): Set<Element> {
  const isOld = classIs(OLD)
  const old = new Set<Element>()
  const add = (element: Element): void => {
    const isKnown = (at: Element): boolean => isStruck(at) || old.has(at)
    if (closest(element, isKnown) === null && find(element, isKnown) === null) old.add(element)
  }
  for (const element of named.filter((one) => isOld(one) || isStruckByStyle(one))) {
    const sum = onlySum(element)
    if (sum !== null && asksLess(element, sum)) add(smallestWith(element, sum))
  }
  for (const { nodes } of blocks.filter(saysSaved))
    for (const { parent } of nodes) {
      const reduced = reducedBeside(parent, savedIn(parent))
      if (reduced !== null) add(reduced)
    }
  return old
}

const LONGEST = 60
/** Longest text beside a sum that says what it was. */
const LABEL = 30
const MOST_AROUND = 12
/** How far up the price that is asked stands beside the old one. */
const BESIDE = 3

function sumsIn(text: string): number[] {
  const sums: number[] = []
  for (const written of text.match(MONEY) ?? []) {
    const sum = amountOf(written)
    if (sum !== null && !sums.includes(sum)) sums.push(sum)
  }
  return sums
}

/** The one sum that an element names, with no more than a few words beside it. */
function onlySum(element: Node): number | null {
  const text = shortText(element)
  if (text === null || text.length > LONGEST) return null
  const [sum, other] = sumsIn(text)
  const beside = text.replace(MONEY, '')
  return sum === undefined || other !== undefined || /\d/.test(beside) || beside.length > LABEL ? null : sum
}

/** The smallest element in one that names the same sum: what stands around it calls it by a name. */
function smallestWith(element: Element, sum: number): Element {
  for (let at = element; ; ) {
    const inner = at.children.filter((child): child is Element => child.kind === 'element' && onlySum(child) === sum)
    if (inner.length !== 1) return at
    at = inner[0]!
  }
}

/** Whether the first sum beside an element, or beside what holds it alone, is less. */
function asksLess(element: Element, sum: number): boolean {
  let at = element
  for (let level = 0; level < BESIDE && at.parent; level += 1, at = at.parent) {
    const siblings = at.parent.children
    if (siblings.length > MOST_AROUND) return false
    for (const sibling of siblings) {
      const text = sibling === at ? null : shortText(sibling)
      const found = text === null || UNIT.test(text) ? undefined : text.match(MONEY)?.[0]
      const other = found === undefined ? null : amountOf(found)
      if (other !== null) return other < sum
    }
  }
  return false
}

/** What is saved, in hundredths: `-20%`, `(13.34% off)`. */
const SHARE = /^[^\p{L}\d]{0,3}(\d{1,2}(?:[.,]\d{1,2})?)\s?%\D{0,20}$/u
/** `Save £300`. */
const SAVES = /save|sie sparen|économisez|ahorra|risparmi|bespaar/i
const SAVED = new RegExp(`^(?:you )?(?:${SAVES.source}):? ?(?=\\P{L})`, 'iu')
const LONGEST_SHARE = 30
const saysSaved = ({ text }: Block): boolean => text.length <= SHORT && (text.includes('%') || SAVES.test(text))
/** How far the share may be from that of the two sums: shops round it up or down. */
const ROUNDED = 1

/** By how much more than it costs now a thing was sold, of what it was, or in money. */
type Saved = { readonly share: number } | { readonly sum: number }

function savedIn({ children }: Element): Saved | null {
  const [first] = children
  if (children.length !== 1 || first?.kind !== 'text' || first.text.length > LONGEST_SHARE) return null
  const text = squeeze(first.text)
  const share = SHARE.exec(text)?.[1]
  if (share !== undefined) return { share: Number(share.replace(',', '.')) }
  const sum = SAVED.test(text) ? onlySum(first) : null
  return sum === null ? null : { sum }
}

const isReduced = (low: number, high: number, saved: Saved): boolean =>
  'sum' in saved ? Math.abs(high - low - saved.sum) < CENT : Math.abs((1 - low / high) * 100 - saved.share) <= ROUNDED
const CENT = 0.006

/** Of the two sums beside what is saved the one that is reduced by it to the other; null where they say something else. */
function reducedBeside(element: Element, saved: Saved | null): Element | null {
  if (saved === null) return null
  let box = element.parent
  for (let level = 0; level < BESIDE && box; level += 1, box = box.parent) {
    const text = shortText(box)
    if (text === null) return null
    const sums = sumsIn(text).sort((one, other) => one - other)
    if (sums.length < ('sum' in saved ? 3 : 2)) continue
    const [low = 0, high = 0, more] = 'sum' in saved ? sums.filter((sum) => sum !== saved.sum) : sums
    if (more !== undefined || !isReduced(low, high, saved)) return null
    const whole = find(box, (at) => onlySum(at) === high)
    return whole && smallestWith(whole, high)
  }
  return null
}

const SHORT = 120
const FEW = 40

/** The text of a small node; null where it is longer, or holds more. */
export function shortText(node: Node): string | null {
  let [text, count] = ['', 0]
  const visit = (at: Node): void => {
    count += 1
    if (count > FEW || text.length > SHORT) return
    // Pieces side by side are words of their own, but for those of a number.
    if (at.kind === 'text') text += /\p{L}$/u.test(text) && /^\p{L}/u.test(at.text) ? ` ${at.text}` : at.text
    else for (const child of at.children.slice(0, FEW)) visit(child)
  }
  visit(node)
  return count > FEW || text.length > SHORT ? null : squeeze(text)
}
