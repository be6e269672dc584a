/** Posts known by what they are and not by what stands around them: they carry the name of their author as data, or are boxes of a maker. */
import type { Block } from '../page/blocks.ts'
import { withClass } from '../page/classes.ts'
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

/** What makers call the box of a post that stands by itself in a line of events, or in what it answers: GitHub twice, HyperKitty. */
const BOXES = ['react-issue-comment', 'timeline-comment', 'email'] as const

/** All posts of a page that name their author so, answers in what they answer among them, and all boxes of a maker: groups without places. */
export function findGiven(page: Page, blocks: readonly Block[]): RecordGroup[] {
  const { first, last } = blockSpans(page)
  const given = page.all.filter((element) => isBox(element) && givenAuthor(element) !== null)
  return [given, ...BOXES.map((name) => withClass(page, name))].flatMap((elements) => {
    // One line is what names the author.
    const records = elements.flatMap((element) => {
      const [from, to] = [first[element.id]!, last[element.id]! + 1]
      return from >= 0 && to - from > 1 && to <= blocks.length ? [{ element, from, to }] : []
    })
    return records.length < LEAST_POSTS ? [] : [{ parent: page.body, records, blocks: [], slots: [] }]
  })
}
