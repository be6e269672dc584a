import type { Element } from '../page/dom.ts'

/** The elements of a tree in document order, and where each stands, by its place in that order; -1 where there is none. */
export type Order = {
  readonly elements: readonly Element[]
  readonly parent: Int32Array
  /** The element before it among the children of its parent. */
  readonly before: Int32Array
  /** The first child of its parent that has its tag. */
  readonly alike: Int32Array
  /** Behind the last element below it. */
  readonly end: Int32Array
}

/** One pass over the tree; its depth is bounded by the guard. */
export function orderOf(root: Element | null): Order {
  const elements: Element[] = []
  const [parents, befores, alike, ends]: [number[], number[], number[], number[]] = [[], [], [], []]
  const visit = (element: Element, parent: number, before: number, tags: Map<string, number>): number => {
    const place = elements.length
    const first = tags.get(element.tag) ?? place
    if (first === place) tags.set(element.tag, place)
    elements.push(element)
    parents.push(parent)
    befores.push(before)
    alike.push(first)
    ends.push(0)
    const inside = new Map<string, number>()
    let last = -1
    for (const child of element.children) if (child.kind === 'element') last = visit(child, place, last, inside)
    ends[place] = elements.length
    return place
  }
  if (root !== null) visit(root, -1, -1, new Map())
  const [parent, before, same, end] = [parents, befores, alike, ends].map((places) => Int32Array.from(places))
  return { elements, parent: parent!, before: before!, alike: same!, end: end! }
}
