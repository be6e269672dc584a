/** Runs of links that are cards each. */
import { writeInline } from './inline.ts'
import { type Inline, type Linked, plainText, withChildren } from './inline-run.ts'

const LEAST_CARDS = 3
/** Mean signs of a link's text from which on it is a title. */
const TITLE = 12

/** The links of a run that is nothing but cards: titles, or links with pictures or lines in them. Null for any other run. */
function cardsOf(run: readonly Inline[]): Linked[] | null {
  const links = run.filter((item) => item.type === 'link')
  if (links.length < LEAST_CARDS || run.some((item) => item.type !== 'link' && (item.type !== 'text' || item.value.trim() !== '')))
    return null
  const hasMore = links.filter(({ children }) => children.some(({ type }) => type === 'break' || type === 'raw')).length
  const length = links.reduce((sum, { children }) => sum + plainText(children).length, 0)
  return hasMore === links.length || length >= links.length * TITLE ? links : null
}

/** A run that is nothing but cards, as a list: the link of each on its first line with text. Null for any other run. */
export function writeCards(run: readonly Inline[]): string | null {
  const cards = cardsOf(run)
  if (cards === null) return null
  const items = cards.map((card) => writeInline(titleOnly(card))).filter((item) => item !== '')
  return items.length < LEAST_CARDS ? null : items.map((item) => `- ${item.replaceAll('\n', '\n  ')}`).join('\n')
}

function titleOnly(card: Linked): Inline[] {
  const { children } = card
  let from = 0
  for (const [at, { type }] of children.entries()) {
    if (type !== 'break') continue
    const title = children.slice(from, at)
    if (plainText(title.filter((item) => item.type !== 'raw')).trim() !== '')
      return [...children.slice(0, from), withChildren(card, title), ...children.slice(at)]
    from = at + 1
  }
  return [card]
}
