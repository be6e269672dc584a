/** Elements by the attributes that few of them have: most rules ask for one of these, and each would go through the whole page for it. */
import { NO_ATTRIBUTES } from './attributes.ts'
import type { Element, Having } from './dom.ts'

class Lists implements Having {
  readonly href: Element[] = []
  readonly id: Element[] = []
  readonly role: Element[] = []
  readonly itemprop: Element[] = []
  readonly style: Element[] = []
  readonly more: Element[] = []

  add(element: Element): void {
    const { href, id, role, itemprop, style, hidden, 'aria-hidden': ariaHidden, more } = element.attributes
    if (href !== undefined) this.href.push(element)
    if (id !== undefined) this.id.push(element)
    if (role !== undefined) this.role.push(element)
    if (itemprop !== undefined) this.itemprop.push(element)
    if (style !== undefined || hidden !== undefined || ariaHidden !== undefined) this.style.push(element)
    if (more !== NO_ATTRIBUTES.more) this.more.push(element)
  }
}

/** @param all elements in document order */
export function gatherByAttribute(all: readonly Element[]): Having {
  const lists = new Lists()
  for (const element of all) if (element.attributes !== NO_ATTRIBUTES) lists.add(element)
  return lists
}

/** Elements of several lists, each once, in document order. */
export const inDocumentOrder = (...lists: readonly (readonly Element[])[]): Element[] =>
  [...new Set(lists.flat())].sort((one, other) => one.id - other.id)
