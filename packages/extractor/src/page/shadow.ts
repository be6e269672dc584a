import { type Element, type Having, listOf, type Node } from './dom.ts'
import { LIMITS } from './limits.ts'
import { depthOf } from './streamed.ts'
import { isBlank } from './text.ts'

const isShadow = ({ tag, attributes }: Element): boolean => tag === 'template' && attributes.more.shadowrootmode !== undefined

/** The name of the slot that a child of a host is for; that of the one without a name is empty. */
const slotOf = (node: Node): string => (node.kind === 'element' ? (node.attributes.more.slot ?? '') : '')

/**
 * Puts what elements with a shadow tree of their own hold into its slots, as a browser shows it. What no slot is for stays where it stands.
 * @returns whether anything was moved
 */
export function fillSlots(body: Element, { more }: Having): boolean {
  if (!more.some(isShadow)) return false
  fill(body, new Map())
  unwrap(body)
  return true
}

/** Shadow trees and slots are no elements of what is shown: what they hold takes their place. */
function unwrap(element: Element): void {
  const { children } = element
  if (children.some(isWrapper)) {
    element.children = listOf(shownOf(children))
    for (const child of element.children) child.parent = element
  }
  for (const child of element.children) if (child.kind === 'element') unwrap(child)
}

const isWrapper = (node: Node): node is Element => node.kind === 'element' && (node.tag === 'slot' || isShadow(node))

const shownOf = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => (isWrapper(node) ? shownOf(node.children) : [node]))

/**
 * Fills the slots of all hosts in an element, inner ones first.
 * @param slots the first of each name in the shadow tree that the element is of
 * @returns how many levels the element has
 */
function fill(element: Element, slots: Map<string, Element>): number {
  const shadow = element.children.find((child): child is Element => child.kind === 'element' && isShadow(child))
  const own = new Map<string, Element>()
  const heights = new Map<Node, number>()
  let below = 0
  for (const child of element.children) {
    if (child.kind === 'text') continue
    const height = fill(child, child === shadow ? own : slots)
    if (shadow !== undefined) heights.set(child, height)
    below = Math.max(below, height)
  }
  const name = element.attributes.more.name ?? ''
  if (element.tag === 'slot' && !slots.has(name)) slots.set(name, element)
  if (own.size === 0) return below + 1
  const given = new Map<string, Node[]>()
  for (const child of element.children) {
    if (child === shadow) continue
    const nodes = given.get(slotOf(child))
    if (nodes === undefined) given.set(slotOf(child), [child])
    else nodes.push(child)
  }
  const level = depthOf(element)
  const moved = new Set<Node>()
  for (const [name, nodes] of given) {
    const slot = own.get(name)
    if (slot === undefined || nodes.every(isBlank)) continue
    const depth = depthOf(slot)
    const tallest = nodes.reduce((most, node) => Math.max(most, heights.get(node) ?? 0), 0)
    if (depth + tallest > LIMITS.depth) continue
    slot.children = nodes
    for (const node of nodes) {
      node.parent = slot
      moved.add(node)
    }
    below = Math.max(below, depth - level + tallest)
  }
  element.children = listOf(element.children.filter((child) => !moved.has(child)))
  return below + 1
}
