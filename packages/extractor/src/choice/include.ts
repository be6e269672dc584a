/** Parts that a caller asks for though they are not the main content. */
import { type Block, lengthOf } from '../page/blocks.ts'
import { type Element, findAll, type Page } from '../page/dom.ts'
import { AROUND, FLAG } from '../page/flags.ts'
import { isLayout } from '../writer/layout.ts'

export type Part = 'tables' | 'comments'

const FRAME = AROUND | FLAG.hidden
const COMMENTS = /(?:^|[\s_-])(?:comments?|comment-?list|comment-?thread|disqus|replies|responses|reviews?)(?:$|[\s_-])/i
const COMMENT_TYPE = /schema\.org\/(?:Comment|Answer|UserComments|Review)$/i
/** Buttons and counts beside a comment. */
const CONTROL =
  /^(?:reply|quote|share|report|like|edit|flag|permalink|log ?in to .{0,30}|leave a (?:reply|comment)|post comment|cancel reply|\d+)$/i

const isComments = ({ tag, attributes }: Element): boolean =>
  tag !== 'body' &&
  tag !== 'a' &&
  (COMMENTS.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`) || COMMENT_TYPE.test(attributes.more.itemtype ?? ''))

/** Keeps the parts that are asked for as well: tables of data outside of the frame, and what readers wrote below the text. */
export function includeParts(page: Page, blocks: readonly Block[], keep: Uint8Array, parts: readonly Part[]): void {
  if (parts.length === 0) return
  const wanted = new Set<Element>()
  if (parts.includes('tables'))
    for (const table of findAll(page.body, ({ tag }) => tag === 'table')) if (!isLayout(table)) wanted.add(table)
  // An element that holds most of the page is named after its comments but is more than they are.
  const total = lengthOf(blocks)
  const comments = new Map<Element, number>()
  const inside = new Map<Block, Element[]>()
  for (const block of blocks) {
    const around: Element[] = []
    for (let at: Element | null = block.container; at; at = at.parent) around.push(at)
    inside.set(block, around)
    if (parts.includes('comments'))
      for (const at of around) if (isComments(at)) comments.set(at, (comments.get(at) ?? 0) + block.text.length)
  }
  const kept = blocks.reduce((sum, block) => sum + (keep[block.index] === 1 ? block.text.length : 0), 0)
  const own = new Map<Element, number>()
  for (const [block, around] of inside)
    if (keep[block.index] === 1) for (const at of around) own.set(at, (own.get(at) ?? 0) + block.text.length)
  for (const [element, length] of comments) if (length < total * 0.95 && (own.get(element) ?? 0) < kept * 0.5) wanted.add(element)
  for (const block of blocks) {
    if ((block.flags & FRAME) !== 0) continue
    const part = inside.get(block)!.find((at) => wanted.has(at))
    if (part?.tag === 'table' || (part && (block.flags & FLAG.form) === 0 && !CONTROL.test(block.text))) keep[block.index] = 1
  }
}
