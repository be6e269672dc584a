/** Figures beside the title that say most of what a page is asked for: what a share stands at and how it has changed, what a house costs. */
import { type Block, isSeen, spacedOut, titleIn } from '../../page/blocks.ts'
import { HEADINGS } from '../../page/tags.ts'

/** How far behind the title it stands, in blocks, and how many of these it may take. */
const NEAR = { title: 8, lines: 4 }

const VALUE = String.raw`\p{Sc}?\d[\d.,]*(?: ?[A-Z]{3})?`
const SIGN = '[▲▼↑↓+−-]'
const CHANGE = String.raw`${SIGN} ?\p{Sc}?[\d.,]+(?: ?\(?${SIGN}?[\d.,]+ ?%\)?)?|\(?${SIGN}?[\d.,]+ ?%\)?`
const ONLY_VALUE = new RegExp(`^${VALUE}$`, 'u')
const ONLY_CHANGE = new RegExp(`^(?:${CHANGE})$`, 'u')
const BOTH = new RegExp(`^${VALUE} (?:${CHANGE})$`, 'u')

/** Values in one line that each have a name before them: `Sell: 312.40p Buy: 312.90p Change: 1.25p (0.40%)`. */
const NAMED = new RegExp(`^(?:\\p{L}[\\p{L} ]{0,20}: ?${VALUE}p?(?: \\(?${SIGN}?[\\d.,]+ ?%\\)?)? ?){2,6}$`, 'u')
const LONGEST_NAMED = 120
const isNamed = (line: string): boolean => line.length <= LONGEST_NAMED && NAMED.test(line)

/** Keeps the value and its change right below the title, in one line or one behind the other. */
export function keepQuote(blocks: readonly Block[], keep: Uint8Array): void {
  const title = titleIn(blocks)
  if (title === undefined) return
  const near = blocks.slice(title.index + 1, title.index + 1 + NEAR.title).filter(isSeen)
  const at = near.findIndex((block) => BOTH.test(spacedOut(block)) || ONLY_VALUE.test(block.text) || isNamed(spacedOut(block)))
  if (at === -1) return
  let to = at + 1
  while (to < near.length && to < at + NEAR.lines && ONLY_CHANGE.test(near[to]!.text)) to += 1
  const quote = near.slice(at, to)
  if (quote.some(({ text }) => text.includes('%'))) for (const { index } of quote) keep[index] = 1
}

/** How far before the title and behind it a sum may stand, and how many lines behind it may count what it buys. */
const SUM = { before: 6, behind: 8, counts: 6 }
const SUM_OF = '(?:\\p{Sc} ?(?=[\\d.,]*[1-9])\\d[\\d.,]*|(?=[\\d.,]*[1-9])\\d[\\d.,]* ?\\p{Sc})'
/** With a word for whether it may be bargained over, or what it was before it was reduced. */
export const ONLY_SUM = new RegExp(
  `^${SUM_OF}(?: (?:VB|VHB|FP|OBO|ONO|negotiable|à débattre|negociable|trattabil[ei]|do negocjacji|торг))?(?: ?${SUM_OF}(?: ?[-–]?\\d{1,2} ?%)?)?$`,
  'u',
)
const COUNT = /^\d[\d.,]* ?\p{L}[\p{L}\d² .]{0,20}$/u

/** Keeps the one sum beside the title of what is not sold by a shop (a house, a course, a car), with the lines behind it that count something. */
export function keepSum(blocks: readonly Block[], keep: Uint8Array): void {
  const title = titleIn(blocks)
  if (title === undefined) return
  const near = blocks.slice(Math.max(0, title.index - SUM.before), title.index + 1 + SUM.behind)
  const sums = near.filter((block) => isSeen(block) && block.links === 0 && ONLY_SUM.test(block.text))
  const sum = sums[0]
  if (sum === undefined || sums.some(({ text }) => text !== sum.text)) return
  keep[sum.index] = 1
  for (const block of blocks.slice(sum.index + 1, sum.index + 1 + SUM.counts)) {
    if (!isSeen(block) || HEADINGS.has(block.container.tag) || !COUNT.test(block.text)) return
    keep[block.index] = 1
  }
}
