/** Contents of a manual in lists of terms, which have nothing to explain: DocBook writes them so. */

import { NO_ATTRIBUTES } from '../page/attributes.ts'
import { type Element, elementAround, find, type Node } from '../page/dom.ts'
import { squeeze, textOf } from '../page/text.ts'

const said = ({ children }: Element): Node[] => children.filter((child) => child.kind === 'element' || child.text.trim() !== '')

/** Whether all that a term says is a link. */
function isLink(term: Element): boolean {
  const link = find(term, ({ tag, attributes }) => tag === 'a' && attributes.href !== undefined)
  return link !== null && squeeze(textOf(link)) !== '' && squeeze(textOf(link)) === squeeze(textOf(term))
}

/**
 * The list that a list of terms is, entries below others in lists of their own; null where terms are explained.
 * @param least entries that make a list
 */
export function contentsList(terms: Element, least = 2): Element | null {
  const items: Node[] = []
  for (const child of said(terms)) {
    if (child.kind === 'text') return null
    if (child.tag === 'dt' && isLink(child)) items.push(elementAround(child.children, 'li', NO_ATTRIBUTES, child))
    else if (child.tag === 'dd')
      for (const inner of said(child)) {
        const list = inner.kind === 'element' && inner.tag === 'dl' ? contentsList(inner, 1) : null
        if (list === null) return null
        items.push(list)
      }
    else return null
  }
  return items.length < least ? null : elementAround(items, 'ul', NO_ATTRIBUTES, terms)
}
