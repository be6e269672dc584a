import { type Element, onlyNode } from '../page/dom.ts'
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

/** Endings of numbers and of words cut short, signs behind names, marks. */
const ENDING = /^(?:st|nd|rd|th|er|ème|e|o|a|os|as|TM|®|™|©|[*†‡§]+|SM)$/i
/** Behind a number with decimals there is no ending but the mark of a note. */
const BEHIND_DECIMALS = /\d[.,]\d+$/
/** A letter alone ends whole numbers and words cut short: `1er`, `nº`, `Mᵉ`. */
const LETTER = /^[aeo]s?$/i
const SHORT = /(?:^|[^\p{L}\p{M}\d.,])(?:\d{1,4}|\p{L}{1,3}|[IVXLC]{1,8})\.?$/u

/** Whether raised text ends what is said before it, and needs no sign that it is raised. */
const isEnding = (text: string, said: string): boolean =>
  ENDING.test(text) && !(/\p{L}/u.test(text) && BEHIND_DECIMALS.test(said)) && (!LETTER.test(text) || said === '' || SHORT.test(said))

/**
 * Raised and lowered text stays apart from what it stands beside: as Unicode where that exists, else with `^` or `_`. Null when it is too long
 * for either. @param tag `sup` or `sub` @param said the last of what stands before it
 */
export function script(tag: string, written: string, said = ''): string | null {
  const text = squeeze(written)
  if (text === '') return ''
  // Signs between two raised marks, and parts of a price.
  if (/^[,;.·]+$|^\p{Sc}$|^[.,]\d\d$/u.test(text)) return text
  if (tag === 'sup' && isEnding(text, said)) return text
  const table = tag === 'sup' ? SUPERSCRIPT : SUBSCRIPT
  const drawn = [...text].map((char) => table[char])
  if (drawn.every((char) => char !== undefined)) return drawn.join('')
  if (text.length > 24) return null
  const sign = tag === 'sup' ? '^' : '_'
  return text.length === 1 ? `${sign}${text}` : `${sign}(${text})`
}

const RAISED_CLASS = /^(?:\S+\s+)?(?:oj-)?(sup|sub)(?:er)?(?:script)?(?:\s+\S+)?$/i
const FIGURES = /^\s*[+−-]?\d{1,3}\s*$/

/** Whether a class alone raises or lowers figures: `sup`, `sub`; null for others. */
export function raisedByClass(element: Element): 'sup' | 'sub' | null {
  const classes = element.tag === 'span' ? element.attributes.class : undefined
  const found = classes === undefined || classes.length > 60 ? null : RAISED_CLASS.exec(classes)
  const only = onlyNode(element)
  if (found === null || only?.kind !== 'text' || !FIGURES.test(only.text)) return null
  return found[1]!.toLowerCase() === 'sup' ? 'sup' : 'sub'
}

const CENTS = /(?:^|[\s_-])(?:cents?|decimals?|fraction(?:al(?:-part)?)?|pence|pennies)(?:$|[\s_-])/i
/** A sum without cents, at the end of a line or all of it. */
const WHOLE = /(?:^|[\s\p{Sc}])\d[\d,.]*(?<=\d)$/u
/** The same with the sign where French shops have it: `499€<sup>99</sup>`. */
const BEFORE_CENTS = /(?:^|\s)\d[\d.\s]{0,12}\s?€$/

/**
 * Two figures behind a sum that are its cents, set apart by their size alone, as they are written behind it: `$449<sup>99</sup>`, `499€<sup>99</sup>`.
 * Null where they are none. `said` is the last of what stands before them: of a line that grows with each element all of it would be copied each
 * time.
 */
export function centsOf(element: Element, said: string): string | null {
  const last = said.slice(-20)
  const isBehindSign = element.tag === 'sup' && BEFORE_CENTS.test(last)
  if (!isBehindSign && !WHOLE.test(last)) return null
  const isSmall = element.tag === 'sup' ? /\p{Sc}[^\p{Sc}]{0,20}$/u.test(last) : CENTS.test(element.attributes.class ?? '')
  const text = isSmall ? squeeze(textOf(element)) : ''
  return /^\d\d$/.test(text) ? `${isBehindSign ? '' : '.'}${text}` : null
}

/** Whether a box begins with the cents of the sum that stands right before it: makers of tables of prices put them below each other. */
export function beginsWithCents({ children }: Element, said: string): boolean {
  if (!/\d$/.test(said)) return false
  for (const child of children) {
    if (child.kind === 'element') return centsOf(child, said) !== null
    if (child.text.trim() !== '') return false
  }
  return false
}
