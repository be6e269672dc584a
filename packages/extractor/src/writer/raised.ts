import { squeeze } from '../page/dom.ts'

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
  if (tag === 'sup' && /^(?:st|nd|rd|th|er|ème|e|o|a|os|as|TM|®|™|©|[*†‡§]+|SM)$/i.test(text)) return text
  const table = tag === 'sup' ? SUPERSCRIPT : SUBSCRIPT
  const drawn = [...text].map((char) => table[char])
  if (drawn.every((char) => char !== undefined)) return drawn.join('')
  if (text.length > 24) return null
  const sign = tag === 'sup' ? '^' : '_'
  return text.length === 1 ? `${sign}${text}` : `${sign}(${text})`
}
