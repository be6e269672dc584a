/** Posts known by what they are and not by what stands around them: they carry the name of their author as data, or are boxes of a maker. */
import type { Block } from '../page/blocks.ts'
import { withClass } from '../page/classes.ts'
import type { Element, Page } from '../page/dom.ts'
import { BLOCK_TAGS } from '../page/tags.ts'
import { squeeze } from '../page/text.ts'
import { blockSpans, type Record, type RecordGroup } from './find.ts'

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

/** What makers call the box of a post that stands by itself in a line of events, or in what it answers: GitHub twice, HyperKitty. */
const COMMENTS = ['react-issue-comment', 'timeline-comment'] as const
const BOXES = [...COMMENTS, 'email'] as const

/**
 * All posts of a page that name their author so, answers in what they answer among them, and all boxes of a maker: groups without places.
 * @param isForum anywhere else nothing but what is certainly a comment is one
 */
export function findGiven(page: Page, blocks: readonly Block[], isForum: boolean): RecordGroup[] {
  const { first, last } = blockSpans(page)
  const given = isForum ? page.all.filter((element) => isBox(element) && givenAuthor(element) !== null) : []
  return [given, ...(isForum ? BOXES : COMMENTS).map((name) => withClass(page, name))].flatMap((elements) => {
    let outer: Record | undefined
    const records = elements.flatMap((element) => {
      const [from, to] = [first[element.id]!, last[element.id]! + 1]
      // One line is what names the author, and a box in a box of all the same text is that post again.
      if (from < 0 || to - from <= 1 || to > blocks.length || (outer?.from === from && outer.to === to)) return []
      outer = { element, from, to }
      return [outer]
    })
    return records.length < LEAST_POSTS ? [] : [{ parent: page.body, records, blocks: [], slots: [] }]
  })
}
