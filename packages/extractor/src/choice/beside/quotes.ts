/** What a share, a coin or an index stands at, and how it has changed: what a page about it is asked for. */
import type { Block } from '../../page/blocks.ts'
import { AROUND, FLAG } from '../../page/flags.ts'

/** How far behind the title it stands, in blocks, and how many of these it may take. */
const NEAR = { title: 8, lines: 4 }

const VALUE = String.raw`\p{Sc}?\d[\d.,]*(?: ?[A-Z]{3})?`
const SIGN = '[▲▼↑↓+−-]'
const CHANGE = String.raw`${SIGN} ?\p{Sc}?[\d.,]+(?: ?\(?${SIGN}?[\d.,]+ ?%\)?)?|\(?${SIGN}?[\d.,]+ ?%\)?`
const ONLY_VALUE = new RegExp(`^${VALUE}$`, 'u')
const ONLY_CHANGE = new RegExp(`^(?:${CHANGE})$`, 'u')
const BOTH = new RegExp(`^${VALUE} (?:${CHANGE})$`, 'u')
const IN_PERCENT = /%/

/** Keeps the value and its change right below the title, in one line or one behind the other. */
export function keepQuote(blocks: readonly Block[], keep: Uint8Array): void {
  const title = blocks.find(({ container }) => container.tag === 'h1')
  if (title === undefined) return
  const near = blocks.slice(title.index + 1, title.index + 1 + NEAR.title).filter(({ flags }) => (flags & (AROUND | FLAG.hidden)) === 0)
  const at = near.findIndex(({ text }) => BOTH.test(text) || ONLY_VALUE.test(text))
  const lines = near.slice(Math.max(0, at), at + NEAR.lines)
  const changes = lines.slice(1).findIndex(({ text }) => !ONLY_CHANGE.test(text))
  const quote = at === -1 ? [] : lines.slice(0, changes === -1 ? lines.length : changes + 1)
  if (quote.some(({ text }) => IN_PERCENT.test(text))) for (const { index } of quote) keep[index] = 1
}
