import type { Element } from '../page/dom.ts'
import { squeeze, textOf } from '../page/text.ts'

const SUPERSCRIPT: Readonly<Record<string, string>> = {
  0: '⁰',
  1: '¹',
  2: '²',
  3: '³',
  4: '⁴',
  5: '⁵',
  6: '⁶',
  7: '⁷',
  8: '⁸',
  9: '⁹',
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '=': '⁼',
  '(': '⁽',
  ')': '⁾',
  n: 'ⁿ',
  i: 'ⁱ',
}
const SUBSCRIPT: Readonly<Record<string, string>> = {
  0: '₀',
  1: '₁',
  2: '₂',
  3: '₃',
  4: '₄',
  5: '₅',
  6: '₆',
  7: '₇',
  8: '₈',
  9: '₉',
  '+': '₊',
  '-': '₋',
  '−': '₋',
  '=': '₌',
  '(': '₍',
  ')': '₎',
}

/**
 * Raised and lowered text stays apart from what it stands beside: as Unicode where that exists, else with `^` or `_`. Null when it is too long
 * for either. @param tag `sup` or `sub`
 */
export function script(tag: string, written: string): string | null {
  const text = squeeze(written)
  if (text === '') return ''
  // Signs between two raised marks, and parts of a price.
  if (/^[,;.·]+$|^\p{Sc}$|^[.,]\d\d$/u.test(text)) return text
  if (tag === 'sup' && /^(?:st|nd|rd|th|er|ème|e|o|a|os|as|TM|®|™|©|[*†‡§]+|SM)$/i.test(text)) return text
  const table = tag === 'sup' ? SUPERSCRIPT : SUBSCRIPT
  const drawn = [...text].map((char) => table[char])
  if (drawn.every((char) => char !== undefined)) return drawn.join('')
  if (text.length > 24) return null
  const sign = tag === 'sup' ? '^' : '_'
  return text.length === 1 ? `${sign}${text}` : `${sign}(${text})`
}

const CENTS = /(?:^|[\s_-])(?:cents?|decimals?|fraction(?:al(?:-part)?)?|pence|pennies)(?:$|[\s_-])/i
/** A sum without cents, at the end of a line or all of it. */
const WHOLE = /(?:^|[\s\p{Sc}])\d[\d,.]*(?<=\d)$/u

/**
 * Whether two figures behind a sum are its cents, set apart by their size alone: `$449<sup>99</sup>`. `said` is the last of what stands before
 * them: of a line that grows with each element all of it would be copied each time.
 */
export const isCents = (element: Element, said: string): boolean =>
  WHOLE.test(said.slice(-20)) &&
  (element.tag === 'sup' ? /\p{Sc}[^\p{Sc}]{0,20}$/u.test(said.slice(-20)) : CENTS.test(element.attributes.class ?? '')) &&
  /^\s*\d\d\s*$/.test(textOf(element))

/** Whether a box begins with the cents of the sum that stands right before it: makers of tables of prices put them below each other. */
export function beginsWithCents({ children }: Element, said: string): boolean {
  if (!/\d$/.test(said)) return false
  const first = children.find((child) => child.kind === 'element' || child.text.trim() !== '')
  return first?.kind === 'element' && isCents(first, said)
}
