/** Parameters of a reference that lets its readers try them: their names are the labels of a form. */
import type { Block } from '../../page/blocks.ts'
import { closest, type Element } from '../../page/dom.ts'
import { FLAG } from '../../page/flags.ts'

/** How far behind a name what is said of it begins, and how far up stands the box of both. */
const REACH = { blocks: 3, levels: 4 }

/** The element that a name and what is said of it stand in, where it is no more than theirs. */
function boxOf({ container }: Block): Set<Element> {
  const boxes = new Set<Element>()
  for (let at: Element | null = container; at && boxes.size < REACH.levels && at.tag !== 'form'; at = at.parent) boxes.add(at)
  return boxes
}

/** Names that label a field are kept with what is kept of the text about them. */
export function keepParameters(blocks: readonly Block[], keep: Uint8Array): void {
  for (const block of blocks) {
    const { index, flags, nodes } = block
    if (keep[index] === 1 || (flags & FLAG.form) === 0 || closest(nodes[0]!.parent, ({ tag }) => tag === 'label') === null) continue
    const about = blocks.slice(index + 1, index + 1 + REACH.blocks).find((next) => keep[next.index] === 1)
    if (about === undefined || (about.flags & FLAG.form) === 0) continue
    const boxes = boxOf(block)
    if (closest(about.container, (at) => boxes.has(at)) !== null) keep[index] = 1
  }
}
