/** Places on a page that its own links lead to. */
import type { Element, Having } from './dom.ts'
import { inDocumentOrder } from './having.ts'

export type Places = {
  /** Elements by their id, and anchors by their name. */
  readonly named: ReadonlyMap<string, Element>
  /** Links by the place that they lead to. */
  readonly leading: ReadonlyMap<string, readonly Element[]>
}

/** The places of a page, or of what was selected of it. */
export function readPlaces({ id, href, more }: Having): Places {
  const named = new Map<string, Element>()
  const leading = new Map<string, Element[]>()
  const anchors = more.filter((element) => element.tag === 'a' && element.attributes.more.name !== undefined)
  for (const element of inDocumentOrder(id, anchors))
    for (const name of [element.attributes.id, element.tag === 'a' ? element.attributes.more.name : undefined])
      if (name !== undefined && !named.has(name)) named.set(name, element)
  for (const element of href) {
    const place = element.attributes.href!
    if (element.tag !== 'a' || !place.startsWith('#')) continue
    const alike = leading.get(place.slice(1))
    if (alike === undefined) leading.set(place.slice(1), [element])
    else alike.push(element)
  }
  return { named, leading }
}
