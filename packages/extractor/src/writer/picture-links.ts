/** Links that show nothing but a picture, and lead where words beside them lead. */
import { type Element, findAll } from '../page/dom.ts'
import { textOf } from '../page/text.ts'

/** About how many elements a picture of a card may stand from its name. */
const NEAR = 40

/** Whether a link leads where one with words near to it leads. */
export type LeadsBeside = (anchor: Element) => boolean

const placeOf = ({ id }: Element): number => Math.floor(id / NEAR)

/**
 * Asked for links of pictures alone, for which all links are read once.
 * @param live by element id: something below it is written
 */
export function linksBeside(body: Element, live: Uint8Array): LeadsBeside {
  let named: Map<string, Set<number>> | undefined
  return (anchor) => {
    named ??= namedIn(body, live)
    const places = named.get(anchor.attributes.href ?? '')
    const place = placeOf(anchor)
    return places !== undefined && [place - 1, place, place + 1].some((near) => places.has(near))
  }
}

/** Where links with words that are written stand, by where they lead. */
function namedIn(body: Element, live: Uint8Array): Map<string, Set<number>> {
  const named = new Map<string, Set<number>>()
  for (const link of findAll(body, ({ tag, attributes }) => tag === 'a' && attributes.href !== undefined)) {
    if (live[link.id] !== 1 || !/[\p{L}\p{N}]/u.test(textOf(link))) continue
    const href = link.attributes.href!
    named.set(href, (named.get(href) ?? new Set()).add(placeOf(link)))
  }
  return named
}
