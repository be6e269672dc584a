/** The attributes of elements. */

const NO_MORE: Record<string, string> = Object.freeze(Object.create(null))

/** Attributes that most elements have or are asked for, and a table of all others. All of one shape: reading them is several times as fast so. */
export class Attributes {
  class: string | undefined = undefined
  id: string | undefined = undefined
  href: string | undefined = undefined
  src: string | undefined = undefined
  alt: string | undefined = undefined
  title: string | undefined = undefined
  style: string | undefined = undefined
  type: string | undefined = undefined
  role: string | undefined = undefined
  rel: string | undefined = undefined
  itemprop: string | undefined = undefined
  hidden: string | undefined = undefined
  'aria-hidden': string | undefined = undefined
  content: string | undefined = undefined
  datetime: string | undefined = undefined
  more: Record<string, string> = NO_MORE
}

/** Those of every element that has none: never written to. */
export const NO_ATTRIBUTES = new Attributes()

type Field = Exclude<keyof Attributes, 'more'>
const FIELDS: ReadonlySet<string> = new Set(Object.keys(NO_ATTRIBUTES).filter((name) => name !== 'more'))
export const isField = (name: string): name is Field => FIELDS.has(name)

export const attributeOf = (attributes: Attributes, name: string): string | undefined =>
  isField(name) ? attributes[name] : attributes.more[name]

export function setAttribute(attributes: Attributes, name: string, value: string): void {
  if (isField(name)) attributes[name] = value
  else {
    if (attributes.more === NO_MORE) attributes.more = Object.create(null)
    attributes.more[name] = value
  }
}

// V8 takes a field that is written once for a constant, as it does below.
const written = new Attributes()
for (const name of [...FIELDS, 'lang']) setAttribute(written, name, name)
