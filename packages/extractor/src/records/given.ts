/** Posts that carry the name of their author as data: boards and elements of a maker's own do so, wherever the post stands. */
import type { Block } from '../page/blocks.ts'
import type { Element, Page } from '../page/dom.ts'
import { BLOCK_TAGS } from '../page/tags.ts'
import { squeeze } from '../page/text.ts'
import { blockSpans, type RecordGroup } from './find.ts'

const LEAST_POSTS = 2

/** The author that the data of an element name: `data-author`, or `author` of an element that a maker has defined. Null where none do. */
export function givenAuthor({ tag, attributes: { more } }: Element): string | null {
  const name = squeeze(more['data-author'] ?? (tag.includes('-') ? more.author : undefined) ?? '')
  return name === '' ? null : name
}

/** Whether an element in a post that names its author so is a post too, of the same make. */
export const isInnerPost = (element: Element, post: Element): boolean =>
  element !== post && element.tag === post.tag && givenAuthor(element) !== null && givenAuthor(post) !== null

/** What may be a post by what it is: a quote is of somebody else's, and a line is no box. */
const isBox = ({ tag }: Element): boolean => tag !== 'blockquote' && (BLOCK_TAGS.has(tag) || tag.includes('-'))

/** All posts of a page that name their author so, answers in what they answer among them, as one group without places. */
export function findGiven(page: Page, blocks: readonly Block[]): RecordGroup[] {
  const { first, last } = blockSpans(page)
  const records = page.all
    .filter((element) => first[element.id]! >= 0 && isBox(element) && givenAuthor(element) !== null)
    .map((element) => ({ element, from: first[element.id]!, to: last[element.id]! + 1 }))
    // One line is what names the author.
    .filter(({ from, to }) => to - from > 1 && blocks[from] !== undefined)
  return records.length < LEAST_POSTS ? [] : [{ parent: page.body, records, blocks: [], slots: [] }]
}
