/** What a kitchen or a bar serves: makers of pages call it a menu, as they do lists of links, and the scorer takes it for one of these. */
import { type Block, isSeen } from '../../page/blocks.ts'
import { withClassLike } from '../../page/classes.ts'
import { closest, type Element, isWithin, type Page } from '../../page/dom.ts'
import { blockSpans } from '../../records/find.ts'
import { isPrice } from '../shop/price.ts'

const ITEM = /^(?:[a-z]+[-_]{1,2})?(?:menu|food|drink|dish)(?:[-_]{1,2})?item$/i
/** Fewer items are no such list; lines that one has at most. */
const LEAST = 3
const LINES = 8
/** How far above the first item the name of its part may stand, and how long it is. */
const HEAD = { lines: 3, longest: 120 }

/** Keeps items with prices that lead nowhere, and what stands between them and right above the first in its part. Returns whether there are such. */
export function keepDishes(page: Page, blocks: readonly Block[], keep: Uint8Array): boolean {
  const items = withClassLike(page, ITEM)
  if (items.length < LEAST) return false
  const { first, last } = blockSpans(page)
  const dishes = items.filter((item) =>
    isDish(blocks.slice(first[item.id]!, Math.max(first[item.id]!, last[item.id]!) + 1), first[item.id]!),
  )
  if (dishes.length < LEAST || dishes.length * 2 < items.length) return false
  const from = first[dishes[0]!.id]!
  const box = closest(dishes[0]!.parent, (at) => isWithin(dishes.at(-1)!, at))
  const part = dishes[0]!.parent?.parent ?? null
  const isOf = (block: Block, around: Element | null, longest: number): boolean =>
    around !== null && isSeen(block) && block.links === 0 && block.text.length <= longest && isWithin(block.container, around)
  for (const block of blocks.slice(from, last[dishes.at(-1)!.id]! + 1)) if (isOf(block, box, LONGEST)) keep[block.index] = 1
  for (const block of blocks.slice(Math.max(0, from - HEAD.lines), from)) if (isOf(block, part, HEAD.longest)) keep[block.index] = 1
  return true
}
const LONGEST = 400

/** Whether an item says what something costs, and leads nowhere. */
const isDish = (own: readonly Block[], first: number): boolean =>
  first >= 0 && own.length <= LINES && own.some(({ text }) => isPrice(text)) && own.every((block) => isSeen(block) && block.links === 0)
