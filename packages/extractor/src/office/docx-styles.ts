/** Styles of a Word file (ISO/IEC 29500-1, 17.7): what they say of headings, lists and what is hidden, and what they build on. */
import { at, elementsOf, isSet, type Xml } from './xml.ts'

export type Style = {
  readonly id: string
  readonly name: string
  readonly basedOn: string
  readonly outline: number | undefined
  readonly numId: string | undefined
  readonly ilvl: string | undefined
  readonly hidden: boolean | undefined
}

/** What programs call styles of code. */
export const CODE_STYLE = /^(?:source code|html preformatted|preformatted text|code(?: block| text)?|verbatim(?: char)?|macro text)$/i

/** Styles that build on each other. */
const MOST_BASES = 10

export class Styles {
  private readonly styles: ReadonlyMap<string, Style>

  constructor(part: Xml | undefined) {
    this.styles = new Map(elementsOf(at(part, 'styles'), 'style').map((style) => [style.attributes.styleId ?? '', styleOf(style)]))
  }

  get(id: string | undefined): Style | undefined {
    return this.styles.get(id ?? '')
  }

  /** What a style says, or the first one that it builds on and that says it. */
  inherited<Name extends keyof Style>(style: Style | undefined, name: Name): Style[Name] | undefined {
    let one = style
    for (let step = 0; one !== undefined && step < MOST_BASES; step += 1) {
      if (one[name] !== undefined) return one[name]
      one = this.styles.get(one.basedOn)
    }
    return undefined
  }
}

function styleOf(style: Xml): Style {
  const properties = at(style, 'pPr')
  const name = at(style, 'name')?.attributes.val ?? ''
  const heading = /^heading ([1-9])$/i.exec(name)?.[1]
  const outline =
    at(properties, 'outlineLvl')?.attributes.val ??
    (heading === undefined ? undefined : Number(heading) - 1) ??
    (/^title$/i.test(name) ? 0 : undefined)
  return {
    id: style.attributes.styleId ?? '',
    name,
    basedOn: at(style, 'basedOn')?.attributes.val ?? '',
    outline: outline === undefined ? undefined : Number(outline),
    numId: at(properties, 'numPr', 'numId')?.attributes.val,
    ilvl: at(properties, 'numPr', 'ilvl')?.attributes.val,
    hidden: at(style, 'rPr', 'vanish') === undefined ? undefined : isSet(at(style, 'rPr'), 'vanish'),
  }
}
