/** Places on a page that its own links lead to. */
import { type Element, walk } from './dom.ts'

export type Places = {
  /** Elements by their id, and anchors by their name. */
  readonly named: ReadonlyMap<string, Element>
  /** Links by the place that they lead to. */
  readonly leading: ReadonlyMap<string, readonly Element[]>
}

/** The places of a page, or of what was selected of it. */
export function readPlaces(body: Element): Places {
  const named = new Map<string, Element>()
  const leading = new Map<string, Element[]>()
  walk(body, (element) => {
    const { id, href, more } = element.attributes
    if (id !== undefined && !named.has(id)) named.set(id, element)
    if (element.tag !== 'a') return undefined
    if (more.name !== undefined && !named.has(more.name)) named.set(more.name, element)
    if (href?.startsWith('#')) {
      const alike = leading.get(href.slice(1))
      if (alike === undefined) leading.set(href.slice(1), [element])
      else alike.push(element)
    }
    return undefined
  })
  return { named, leading }
}
