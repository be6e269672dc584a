/** What a page is about, by its data. */
import type { Page } from '../page/dom.ts'
import { type LdNode, textValue } from '../page/json-ld.ts'
import { fold } from './text.ts'

const LEAST_NAME = 4

/** The only one of some nodes, where the page is called what it is; null where there are several, or none. */
export function onlyOne({ jsonLd, title }: Page, isOne: (node: LdNode) => boolean, name: 'name' | 'title'): LdNode | null {
  const nodes = jsonLd.nodes.filter(isOne)
  const called = fold(textValue(nodes[0]?.[name]) ?? '')
  return nodes.length === 1 && called.length >= LEAST_NAME && fold(title).includes(called) ? nodes[0]! : null
}
