import { compile, type Options, selectAll } from 'css-select'
import { attributeOf, type Element, type Node, textOf } from './dom.ts'

const adapter: NonNullable<Options<Node, Element>['adapter']> = {
  isTag: (node): node is Element => node.kind === 'element',
  getAttributeValue: (element, name) => attributeOf(element.attributes, name),
  getChildren: (node) => (node.kind === 'element' ? node.children : []),
  getName: (element) => element.tag,
  getParent: (element) => element.parent,
  getSiblings: (node) => node.parent?.children ?? [node],
  getText: textOf,
  hasAttrib: (element, name) => attributeOf(element.attributes, name) !== undefined,
  removeSubsets: (nodes) => outermost(nodes),
}

/** Nodes that stand inside none of the others, in their order. */
function outermost<Kind extends Node>(nodes: readonly Kind[]): Kind[] {
  const all = new Set<Node>(nodes)
  return nodes.filter((node) => {
    for (let at = node.parent; at; at = at.parent) if (all.has(at)) return false
    return true
  })
}

/** The outermost elements that a CSS selector names, in document order. @throws Error when it is no selector */
export const select = (root: Element, selector: string): Element[] => outermost(selectAll<Node, Element>(selector, root, { adapter }))

/** Whether a text is a CSS selector that can be used here. */
export function isSelector(text: string): boolean {
  if (text.trim() === '') return false
  try {
    compile<Node, Element>(text, { adapter })
    return true
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}
