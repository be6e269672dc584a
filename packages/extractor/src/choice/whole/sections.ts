/** Sections of which nothing but the heading was kept. */
import { type Block, headingsIn, isLinks, lengthOf, levelOf } from '../../page/blocks.ts'
import { type Element, isWithin } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { HEADINGS } from '../../page/tags.ts'

const OUTSIDE = AROUND | FLAG.aside | FLAG.form | FLAG.hidden | FLAG.button | FLAG.noscript
/** Characters of what is so short that the scorer may have overlooked it. */
const LONGEST = 600
/** Share of its blocks that may be links. */
const LINKED = 0.34

/** What stands below a heading in a box, up to the next one. */
export function bodyOf(blocks: readonly Block[], { index }: Block, box: Element): Block[] {
  let to = index + 1
  while (to < blocks.length && levelOf(blocks[to]!) === 0 && isWithin(blocks[to]!.container, box)) to += 1
  return blocks.slice(index + 1, to)
}

/** Whether lines are a table, a list or terms, or end with one: what a heading at the end of the text is kept for. */
const isListing = (body: readonly Block[]): boolean => {
  const { flags, container } = body.at(-1)!
  return (flags & (FLAG.table | FLAG.list)) !== 0 || container.tag === 'dd'
}

/** Keeps what stands below a kept heading, where nothing of it was and the text goes on behind it, or it is a table or a list. */
export function keepSections(blocks: readonly Block[], keep: Uint8Array): void {
  const last = keep.lastIndexOf(1)
  for (const at of headingsIn(blocks)) {
    const head = blocks[at]!
    if (at > last) return
    if (keep[at] !== 1 || !HEADINGS.has(head.container.tag) || levelOf(head) === 1 || head.links > 0) continue
    const box = head.container.parent
    if (box === null) continue
    const body = bodyOf(blocks, head, box)
    if (body.length === 0 || (at === last ? !isListing(body) : body.at(-1)!.index >= last)) continue
    if (body.some(({ index, flags }) => keep[index] === 1 || (flags & OUTSIDE) !== 0)) continue
    if (lengthOf(body) > LONGEST || body.filter(isLinks).length > body.length * LINKED) continue
    for (const { index } of body) keep[index] = 1
  }
}
