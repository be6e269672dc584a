/** Formulas that only a script draws: TeX between signs of its own, in the text of the page. */
import type { Text } from '../page/dom.ts'
import { disarmed } from './math.ts'

/** A piece of text, or a formula in it as Markdown. */
export type Piece = { readonly text: string; readonly isFormula: boolean }

/** What opens and closes a formula, and whether it stands in a line of its own. */
const SIGNS = [
  { open: '\\(', close: '\\)', display: false },
  { open: '\\[', close: '\\]', display: true },
  { open: '$$', close: '$$', display: true },
] as const

const LONGEST = 4_000
/** What formulas have and words in brackets do not; names of one letter or two are formulas as well. */
export const IS_TEX = /[\\^_={}+*/<>|\d-]|^\p{L}{1,2}$/u
/** Two dollars stand for a price too. */
export const IS_SURELY_TEX = /[\\^_=]/
/** Elements that hold a formula between single signs. */
const BOX = /(?:^|\s)(?:math-container|arithmatex|math)(?:\s|$)/

const formula = (tex: string, display: boolean): Piece => {
  const written = disarmed(tex.replace(/\s+/g, ' ').trim())
  return { text: display ? `$$${written}$$` : `$${written}$`, isFormula: true }
}

/** The text of a node with its formulas apart; null where it has none. Linear. */
export function withFormulas({ text, parent }: Text): readonly Piece[] | null {
  if (!text.includes('\\') && !text.includes('$')) return null
  if (text.includes('$') && BOX.test(parent.attributes.class ?? '')) {
    const single = /^\s*\$([^$]{1,2000})\$\s*$/.exec(text)?.[1]
    if (single !== undefined) return [formula(single, false)]
  }
  const signs = SIGNS.filter(({ open, close }) => text.includes(open) && text.lastIndexOf(close) > text.indexOf(open))
  if (signs.length === 0) return null
  const pieces: Piece[] = []
  let from = 0
  // Where each sign that closes stands next, so that no part is searched twice.
  const closes = signs.map(() => -1)
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== 92 && code !== 36) continue
    const kind = signs.findIndex(({ open }) => text.startsWith(open, at))
    if (kind === -1) {
      // A backslash that stands for itself.
      if (text[at + 1] === '\\') at += 1
      continue
    }
    const { open, close, display } = signs[kind]!
    if (closes[kind]! < at + open.length) closes[kind] = text.indexOf(close, at + open.length)
    const end = closes[kind]!
    if (end === -1) closes[kind] = text.length
    const tex = end === -1 || end === text.length || end - at > LONGEST ? '' : text.slice(at + open.length, end)
    if (!(open === '$$' ? IS_SURELY_TEX : IS_TEX).test(tex.trim())) continue
    if (at > from) pieces.push({ text: text.slice(from, at), isFormula: false })
    pieces.push(formula(tex, display))
    from = end + close.length
    at = from - 1
  }
  if (pieces.length === 0) return null
  if (from < text.length) pieces.push({ text: text.slice(from), isFormula: false })
  return pieces
}
