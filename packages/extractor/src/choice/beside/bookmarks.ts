/** Cards of a page elsewhere, or of a file, in the midst of a text, as Ghost, Notion and Substack make them: one link, which is called what that page is called. */
import { type Block, blocksIn } from '../../page/blocks.ts'
import { withClassLike } from '../../page/classes.ts'
import { type Element, find, findAll, isWithin, type Page } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'

const CARD = /(?:^|[_-])(?:bookmark|embedded-post|file-card|link-preview)(?:$|[_-])/
const FILE = /file-card/
const TITLE = /(?:^|[\s_-])title(?:\s|$)/
/** More is no card, whatever its class says. */
const LONGEST = 800
/** Cards that may follow one another. */
const MOST_IN_ROW = 12

type Bookmark = { readonly anchor: Element; readonly title: Element; readonly blocks: readonly Block[] }

/** The cards of a page outside of its frame, in order. */
function cardsOf(page: Page, blocks: readonly Block[]): Bookmark[] {
  const anchors = new Set(withClassLike(page, CARD).filter(({ tag, attributes }) => tag === 'a' && attributes.href !== undefined))
  if (anchors.size === 0) return []
  return [...blocksIn(blocks, (at) => anchors.has(at))].flatMap(([anchor, own]) => {
    const title = find(anchor, (at) => TITLE.test(at.attributes.class ?? '') && own.some(({ container }) => container === at))
    const isSmall = own.reduce((sum, { text }) => sum + text.length, 0) <= LONGEST
    return title !== null && isSmall && (own[0]!.flags & (AROUND | FLAG.aside)) === 0 ? [{ anchor, title, blocks: own }] : []
  })
}

/**
 * Keeps the title of each card of which something is kept, or which stands between kept text, and leaves out the rest of it.
 * @returns the titles with their links, and what is not shown: the pictures of the cards
 */
export function keepBookmarks(
  page: Page,
  blocks: readonly Block[],
  keep: Uint8Array,
): { readonly titles: ReadonlyMap<Element, Element>; readonly unseen: readonly Element[] } {
  const cards = cardsOf(page, blocks)
  const titles = new Map<Element, Element>()
  const unseen: Element[] = []
  const inCard = new Map(cards.flatMap((card) => card.blocks.map(({ index }) => [index, card] as const)))
  const beside = (from: number, step: 1 | -1): number => {
    let at = from + step
    const passed = new Set<Bookmark>()
    for (let card = inCard.get(at); card !== undefined && passed.size <= MOST_IN_ROW; card = inCard.get(at)) {
      passed.add(card)
      at += step
    }
    return at
  }
  for (const { anchor, title, blocks: own } of cards) {
    const isBetween = keep[beside(own[0]!.index, -1)] === 1 && keep[beside(own.at(-1)!.index, 1)] === 1
    // A file is of the text before it, whatever follows.
    const isFile = FILE.test(anchor.attributes.class!) && keep[beside(own[0]!.index, -1)] === 1
    const isKept = isBetween || isFile || own.some(({ index }) => keep[index] === 1)
    for (const { index, container } of own) keep[index] = isKept && isWithin(container, title) ? 1 : 0
    if (isKept) titles.set(title, anchor)
    unseen.push(...findAll(anchor, ({ tag }) => tag === 'img'))
  }
  return { titles, unseen }
}
