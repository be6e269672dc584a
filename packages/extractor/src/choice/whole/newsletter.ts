/** Newsletters as they were sent: everything stands in tables that say they only place it. */
import { type Block, isLinks, lengthOf } from '../../page/blocks.ts'
import { closest, type Element, type Page } from '../../page/dom.ts'
import { FLAG } from '../../page/flags.ts'
import { readOnce } from '../../page/once.ts'
import { textOf } from '../../page/text.ts'

/** As many such tables, and such a share of the text in them. */
const TABLES = 4
const SHARE = 0.9

const isPlacing = ({ tag, attributes }: Element): boolean => tag === 'table' && attributes.role === 'presentation'

function isNewsletter({ having }: Page, blocks: readonly Block[]): boolean {
  if (having.role.filter(isPlacing).length < TABLES) return false
  const placed = blocks.filter(({ container }) => closest(container, isPlacing) !== null)
  return lengthOf(placed) >= lengthOf(blocks) * SHARE
}

/** The way out, by its address or its words. */
const LEAVES = /unsub|opt-?out|abmeld|abbestell|d[eé]sinscri|desuscri|disiscri|afmeld|odhl[aá]s|отписа|退订|取消订阅|配信停止/i
/** Asked for every text in the link. */
const leaves = readOnce((link: Element) => LEAVES.test(link.attributes.href ?? '') || LEAVES.test(textOf(link)))
const isWayOut = (element: Element): boolean => element.tag === 'a' && leaves(element)

/** Share of the blocks behind which a way out is that of the end. */
const END = 0.6

/** Such a page has no frame: all is kept from the first text that is to the way out, or to the last that is. */
export function settleNewsletter(page: Page, blocks: readonly Block[], keep: Uint8Array): void {
  if (!isNewsletter(page, blocks)) return
  const out = blocks.findIndex(
    ({ links, nodes, index }) => links > 0 && index > blocks.length * END && nodes.some(({ parent }) => closest(parent, isWayOut) !== null),
  )
  if (out !== -1) keep.fill(0, out)
  const first = keep.indexOf(1)
  let end = out === -1 ? keep.lastIndexOf(1) + 1 : out
  // Links before the way out lead to other places of whoever sent it.
  while (end > first && keep[end - 1] !== 1 && isLinks(blocks[end - 1]!)) end -= 1
  for (let at = first; at !== -1 && at < end; at += 1) if ((blocks[at]!.flags & FLAG.hidden) === 0) keep[at] = 1
}
