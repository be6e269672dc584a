/** XML as a tree of elements by their local names: prefixes differ between makers, names do not. */
import { Parser } from 'htmlparser2'

/** Of attributes that differ by their prefix alone, the first has the local name, and others keep their own. */
export type Xml = { readonly name: string; readonly attributes: Readonly<Record<string, string>>; readonly children: (Xml | string)[] }

const MOST_NODES = 400_000
/** Elements in elements; what lies deeper is read as if it stood here, and beyond the second limit not at all. */
const DEEPEST = 120
const MOST_OPEN = 1_000

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1)

/**
 * Parses XML; what is not well-formed is read as far as it goes. Entities of its own are not expanded.
 * @returns the elements, and whether there were more than are read
 */
export function parseXml(text: string): { root: Xml; cut: boolean } {
  const root: Xml = { name: '', attributes: {}, children: [] }
  const open: Xml[] = [root]
  let [nodes, cut] = [0, false]
  const parser = new Parser(
    {
      onopentag(name, given) {
        nodes += 1
        if (cut || nodes > MOST_NODES || open.length > MOST_OPEN) {
          cut = true
          parser.pause()
          return
        }
        const attributes: Record<string, string> = Object.create(null)
        for (const key of Object.keys(given)) attributes[attributes[localName(key)] === undefined ? localName(key) : key] = given[key]!
        const element: Xml = { name: localName(name), attributes, children: [] }
        open.at(-1)!.children.push(element)
        open.push(open.length > DEEPEST ? open.at(-1)! : element)
      },
      ontext(data) {
        if (!cut) open.at(-1)!.children.push(data)
      },
      onclosetag() {
        if (open.length > 1) open.pop()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.write(text)
  parser.end()
  return { root, cut }
}

export const elementsOf = (element: Xml | undefined, name?: string): Xml[] =>
  (element?.children ?? []).filter((child): child is Xml => typeof child !== 'string' && (name === undefined || child.name === name))

/** The first child of a name, and so on down a path of names. */
export function at(element: Xml | undefined, ...path: readonly string[]): Xml | undefined {
  let found = element
  for (const name of path) found = found?.children.find((child): child is Xml => typeof child !== 'string' && child.name === name)
  return found
}

/** All elements of a name below one, in order. */
export function below(element: Xml | undefined, name: string): Xml[] {
  return elementsOf(element).flatMap((child) => (child.name === name ? [child, ...below(child, name)] : below(child, name)))
}

export const textIn = (element: Xml | undefined): string =>
  (element?.children ?? []).map((child) => (typeof child === 'string' ? child : textIn(child))).join('')

/** What a paragraph of DrawingML says, whatever its runs look like. */
export const paragraphText = (paragraph: Xml): string => below(paragraph, 't').map(textIn).join('')

/** Whether a property of a text is set: it is there, and not called off. */
export function isSet(properties: Xml | undefined, name: string): boolean {
  const property = at(properties, name)
  return property !== undefined && !/^(?:0|false|none|off)$/.test(property.attributes.val ?? '')
}

/** Whether an attribute says yes. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** A whole number that an attribute says, between two bounds; the least where it says none. */
export const within = (value: string | undefined, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.trunc(Number(value)) || least))

const RAISED: ReadonlyMap<string, string> = new Map([
  ['superscript', 'sup'],
  ['subscript', 'sub'],
])

/** The element for raised or lowered text, by the properties of a run of Word or Excel; none for other text. */
export function raisedBy(properties: Xml | undefined): readonly string[] {
  const tag = RAISED.get(at(properties, 'vertAlign')?.attributes.val ?? '')
  return tag === undefined ? [] : [tag]
}
