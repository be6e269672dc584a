/** Links that show nothing but a picture, and lead where words beside them lead. */
import { type Element, findAll } from '../page/dom.ts'
import { textOf } from '../page/text.ts'

/** How many elements a picture of a card may stand from its name. */
const NEAR = 60

/** Whether a link leads where one with words near to it leads. */
export type LeadsBeside = (anchor: Element) => boolean

/**
 * Asked for links of pictures alone, for which all links are read once.
 * @param live by element id: something below it is written
 */
export function linksBeside(body: Element, live: Uint8Array): LeadsBeside {
  let named: Map<string, number[]> | undefined
  return ({ attributes: { href = '' }, id }) => {
    named ??= namedIn(body, live)
    return named.get(href)?.some((at) => Math.abs(at - id) <= NEAR) === true
  }
}

/** The ids of links with words that are written, by where they lead. */
function namedIn(body: Element, live: Uint8Array): Map<string, number[]> {
  const named = new Map<string, number[]>()
  for (const link of findAll(body, ({ tag, attributes }) => tag === 'a' && attributes.href !== undefined)) {
    if (live[link.id] !== 1 || !/[\p{L}\p{N}]/u.test(textOf(link))) continue
    const known = named.get(link.attributes.href!)
    if (known === undefined) named.set(link.attributes.href!, [link.id])
    else known.push(link.id)
  }
  return named
}
