/** Where the shapes of a slide stand that say it not themselves: as its layout says, or the master of that (ISO/IEC 29500-1, 19.3.1.36). */
import type { Package } from './package.ts'
import { at, elementsOf, type Xml } from './xml.ts'

/** The place of a shape that is kept free for it; undefined for any other. */
export type PlaceOf = (shape: Xml) => Xml | undefined

/** What a place is kept free for, and its number. */
export const placeholderOf = (shape: Xml): Readonly<Record<string, string>> | undefined => at(shape, 'nvSpPr', 'nvPr', 'ph')?.attributes

export function isTitle(shape: Xml): boolean {
  const own = placeholderOf(shape)
  return own !== undefined && kindOf(own.type) === 'title'
}

/** Places by their numbers, and by what they are kept free for. */
type Places = { readonly byNumber: ReadonlyMap<string, Xml>; readonly byKind: ReadonlyMap<string, Xml> }

/** @param slide name of the part */
export function placesOf(file: Package, slide: string): PlaceOf {
  let known: { readonly layout: Places; readonly master: Places } | undefined
  return (shape) => {
    const own = placeholderOf(shape)
    if (own === undefined) return undefined
    if (known === undefined) {
      const layout = ledTo(file, slide, /\/slidelayouts\//)
      known = { layout: placesIn(file.xml(layout)), master: placesIn(file.xml(ledTo(file, layout, /\/slidemasters\//))) }
    }
    const { idx = '', type } = own
    return known.layout.byNumber.get(idx) ?? known.layout.byKind.get(kindOf(type)) ?? known.master.byKind.get(kindOf(type))
  }
}

const ledTo = (file: Package, part: string, kind: RegExp): string => [...file.targets(part).values()].find((name) => kind.test(name)) ?? ''

function placesIn(part: Xml | undefined): Places {
  const [byNumber, byKind] = [new Map<string, Xml>(), new Map<string, Xml>()]
  for (const shape of elementsOf(at(elementsOf(part)[0], 'cSld', 'spTree'), 'sp')) {
    const [own, place] = [placeholderOf(shape), at(shape, 'spPr', 'xfrm')]
    if (own === undefined || place === undefined) continue
    if (own.idx !== undefined) byNumber.set(own.idx, place)
    if (!byKind.has(kindOf(own.type))) byKind.set(kindOf(own.type), place)
  }
  return { byNumber, byKind }
}

/** Kinds of places, all of titles and all of text as one. */
const kindOf = (type = 'body'): string =>
  /^(?:title|ctrTitle)$/.test(type) ? 'title' : /^(?:body|obj|subTitle)$/.test(type) ? 'body' : type
