/** Links of wikis beside a heading that open its section in an editor. */
import { type Element, findAll } from '../page/dom.ts'
import { HEADINGS } from '../page/tags.ts'
import { textOf } from '../page/text.ts'

const EDITS = /[?&](?:ve)?action=edit\b/
const SECTION = /[?&]section=/
/** Several links in brackets, in any language. */
const LONGEST = 80

export const opensEditor = ({ attributes: { href = '' } }: Element): boolean => EDITS.test(href) && SECTION.test(href)

/** What MediaWiki calls the links that answer a comment, wherever they stand, and those that edit a section. */
const BUTTONS = /(?:^|\s)(?:mw-editsection|ext-discussiontools-init-replylink-buttons)(?:\s|$)/
export const areButtons = ({ tag, attributes }: Element): boolean =>
  tag === 'span' && attributes.class !== undefined && BUTTONS.test(attributes.class)

/** Whether an element holds nothing but links that edit the section, in a heading or right behind one. */
export function isEditLink(element: Element, parent: Element): boolean {
  if (element.tag === 'br' || HEADINGS.has(element.tag)) return false
  if (!HEADINGS.has(parent.tag) && !standsBehindHeading(element, parent)) return false
  const links = element.tag === 'a' ? [element] : findAll(element, ({ tag }) => tag === 'a')
  return links.length > 0 && links.every(opensEditor) && textOf(element).length <= LONGEST
}

/** A box of a heading and what belongs to it has few children. */
const MOST_CHILDREN = 6

function standsBehindHeading(element: Element, { children }: Element): boolean {
  if (children.length > MOST_CHILDREN) return false
  for (const child of children) {
    if (child === element) return false
    if (child.kind === 'element' && HEADINGS.has(child.tag)) return true
  }
  return false
}
