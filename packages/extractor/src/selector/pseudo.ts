/** Pseudo-classes that ask about an element itself or its place among its siblings: each as the set of elements that it names. */
import nthCheck from 'nth-check'
import type { Element, Node } from '../page/dom.ts'
import { textOf } from '../page/text.ts'
import type { Order } from './order.ts'

/** One byte for every element of an order: 1 where it belongs. */
export type Members = Uint8Array

export const membersBy = (length: number, test: (place: number) => boolean): Members => {
  const members = new Uint8Array(length)
  for (let place = 0; place < length; place += 1) if (test(place)) members[place] = 1
  return members
}

/** Pseudo-classes that are other words for a selector. */
export const ALIASES: Readonly<Record<string, string>> = {
  'any-link': ':is(a, area, link)[href]',
  link: ':is(a, area, link)[href]',
  checked: ':is(option[selected], input:is([type=radio], [type=checkbox])[checked])',
  header: ':is(h1, h2, h3, h4, h5, h6)',
  parent: ':not(:empty)',
  button: ':is(button, input[type=button])',
  input: ':is(input, textarea, select, button)',
  'first-child': ':nth-child(1)',
  'last-child': ':nth-last-child(1)',
  'only-child': ':nth-child(1):nth-last-child(1)',
  'first-of-type': ':nth-of-type(1)',
  'last-of-type': ':nth-last-of-type(1)',
  'only-of-type': ':nth-of-type(1):nth-last-of-type(1)',
}

type Counting = { readonly fromEnd: boolean; readonly byTag: boolean; readonly counted: Members | null }

/** Elements whose place among those of their siblings that count satisfies `an+b`. @throws Error when `formula` is none */
export function nth({ elements, parent, alike }: Order, formula: string, { fromEnd, byTag, counted }: Counting): Members {
  const check = nthCheck(formula)
  const members = new Uint8Array(elements.length)
  const counts = new Int32Array(elements.length + 1)
  for (let step = 0; step < elements.length; step += 1) {
    const place = fromEnd ? elements.length - 1 - step : step
    if (counted !== null && counted[place] === 0) continue
    const group = byTag ? alike[place]! : parent[place]! + 1
    if (check(counts[group]!)) members[place] = 1
    counts[group]! += 1
  }
  return members
}

const isBlank = (node: Node): boolean => node.kind === 'text' && /^[ \t\r\n]*$/.test(textOf(node))
export const isEmpty = ({ children }: Element): boolean => children.every(isBlank)

/** Elements in whose text, all of it, another text stands: every place of the whole is looked at once. */
export function containing({ elements }: Order, wanted: string, caseless: boolean): Members {
  const starts = new Int32Array(elements.length)
  const ends = new Int32Array(elements.length)
  const parts: string[] = []
  let length = 0
  let next = 0
  const visit = (element: Element): void => {
    const place = next
    next += 1
    starts[place] = length
    for (const child of element.children) {
      if (child.kind === 'element') visit(child)
      else {
        const text = caseless ? child.text.toLowerCase() : child.text
        parts.push(text)
        length += text.length
      }
    }
    ends[place] = length
  }
  if (elements.length > 0) visit(elements[0]!)
  const text = parts.join('')
  const looked = caseless ? wanted.toLowerCase() : wanted
  let at = text.indexOf(looked)
  return membersBy(elements.length, (place) => {
    // In document order elements begin one behind the other.
    if (at >= 0 && at < starts[place]!) at = text.indexOf(looked, starts[place]!)
    return at >= 0 && at + looked.length <= ends[place]!
  })
}

/** RFC 4647, extended filtering: whether the subtags of a language are within a range's. */
function isWithinRange(tag: readonly string[], range: readonly string[]): boolean {
  if (range[0] !== '*' && range[0] !== tag[0]) return false
  let at = 1
  for (const wanted of range.slice(1)) {
    if (wanted === '*') continue
    while (at < tag.length && tag[at] !== wanted) if (tag[at++]!.length <= 1) return false
    if (at >= tag.length) return false
    at += 1
  }
  return true
}

/** Elements whose language, their own or that of what they stand in, is one of a list of ranges. */
export function inLanguage({ elements, parent }: Order, list: string): Members {
  const ranges = list.split(',').map((range) =>
    range
      .trim()
      .replace(/^['"]|['"]$/g, '')
      .toLowerCase()
      .split('-'),
  )
  const members = new Uint8Array(elements.length)
  for (const [place, { attributes }] of elements.entries()) {
    const own = attributes.more.lang?.toLowerCase().split('-')
    if (own) members[place] = ranges.some((range) => isWithinRange(own, range)) ? 1 : 0
    else members[place] = parent[place]! >= 0 ? members[parent[place]!]! : ranges.some(([first]) => first === '') ? 1 : 0
  }
  return members
}
