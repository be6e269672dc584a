/** What a template leaves on a page: expressions that a program would have filled in, filler that its maker would have, and data for scripts. */
import { type Block, lengthOf } from '../../page/blocks.ts'
import { closest, type Element, type Page } from '../../page/dom.ts'
import { FLAG } from '../../page/flags.ts'
import { leaveOut } from '../../page/plain.ts'

const EXPRESSIONS =
  /^(?:\{\{[^{}]{1,300}\}\}|\{%[^%]{1,300}%\}|<%[^%]{1,300}%>|\$\(\s*[a-z]\w*(?:\.\w+)+\s*\)|\$\{\s*[a-z][\w.]*\s*\}|\[\[\s*[a-z][\w.]*\s*\]\]|\s)+$/i

/** Data of a page for its scripts; shorter ones may be an example without the markup of one. */
const DATA = /^\[?\s?\{\s?"[^"]{1,80}"\s?:/
const SHORTEST_DATA = 400

/** Keys, hashes and encoded bytes. */
const NO_WORDS = /^[!-~]{40,}(?:\s[!-~]{40,})*$/

/** Whether a text is data for scripts. */
export const isData = (text: string): boolean =>
  text.length >= SHORTEST_DATA && ((DATA.test(text) && /[}\]]$/.test(text)) || NO_WORDS.test(text))

/** Words that show where others will stand, and any part of them. */
const FILLER = /^lorem ipsum(?: dolor\b| is simply dummy text\b| ?\d{0,2}$)/i
const OF_FILLER = /\b(?:lorem ipsum|dolor sit amet|incididunt ut labore|ut enim ad minim|duis aute irure|excepteur sint)/i

const isCode = ({ tag }: Element): boolean => /^(?:code|kbd|samp|tt)$/.test(tag)

/** A page more of which is data is there to show them, and one more of which is filler to try something out. */
const SHARE = 0.9
const FILLED = 0.5

/** Whether most of what is kept is filler. */
const isOfFiller = (blocks: readonly Block[], keep: Uint8Array): boolean =>
  lengthOf(
    blocks.filter(({ text }) => OF_FILLER.test(text)),
    keep,
  ) >
  lengthOf(blocks, keep) * FILLED

/** Leaves out blocks that are nothing but expressions of a template, data, or filler on a page that is not about it; in code they are meant. */
export function dropLeftovers({ title }: Page, blocks: readonly Block[], keep: Uint8Array): void {
  const isFilled = !/lorem ipsum/i.test(title) && blocks.some(({ text }) => FILLER.test(text)) && !isOfFiller(blocks, keep)
  const isLeft = (text: string): boolean => EXPRESSIONS.test(text) || isData(text) || (isFilled && FILLER.test(text))
  leaveOut(
    blocks,
    keep,
    SHARE,
    ({ text, flags, nodes }) => (flags & FLAG.pre) === 0 && isLeft(text) && closest(nodes[0]!.parent, isCode) === null,
  )
}
