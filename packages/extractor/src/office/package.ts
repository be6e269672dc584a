/** A file of an office program: XML parts in an archive, which say how they belong together (ISO/IEC 29500-2). */
import { LIMITS } from '../page/limits.ts'
import { at, elementsOf, parseXml, textIn, type Xml } from './xml.ts'
import type { Zip } from './zip.ts'

const MAIN = /\/officeDocument$/
/** Types of main parts: of files, of templates and shows, with and without macros. */
const MAIN_TYPE = /\.main\+xml$/
/** Letters of what is shown many times: beyond these there is no more than an answer could hold. */
const MOST_AGAIN = 8_000_000
/** What main parts are called for the most part. */
const MAIN_NAME = /^(?:word\/document\d*|xl\/workbook|ppt\/presentation)\.xml$/

export class Package {
  private readonly zip: Zip
  /** What the archive calls its parts, by their names. */
  private readonly names: ReadonlyMap<string, string>
  private readonly parts = new Map<string, Xml | undefined>()
  private readonly led = new Map<string, ReadonlyMap<string, string>>()
  private readonly shown = new Set<string>()
  private left = MOST_AGAIN
  private cells: number = LIMITS.elements
  /** Whether more is in the file than is read of it. */
  cut = false

  constructor(zip: Zip) {
    this.zip = zip
    this.names = new Map([...zip.names].map((name) => [nameOf(name), name]))
  }

  /** A part as text; null for one that is not there or cannot be read. */
  text(name: string): string | null {
    const own = this.names.get(nameOf(name))
    const text = own === undefined ? null : this.zip.text(own)
    if (own !== undefined && text === null) this.cut = true
    return text
  }

  /** A part, parsed; undefined for one that is not there or cannot be read. */
  xml(name: string): Xml | undefined {
    if (!this.parts.has(name)) {
      const text = this.text(name)
      const parsed = text === null ? null : parseXml(text)
      if (parsed?.cut) this.cut = true
      this.parts.set(name, parsed?.root)
    }
    return this.parts.get(name)
  }

  /** A part that stands in one place of the file: it is read there once, however often the file leads to it. */
  once(name: string): Xml | undefined {
    const own = nameOf(name)
    if (this.shown.has(own)) return undefined
    this.shown.add(own)
    return this.xml(own)
  }

  /** The name of the part that the others serve: as the relations of the file say, or the types of its parts, or as it is called for the most part. */
  get main(): string | undefined {
    const led = this.relations('').filter(({ attributes }) => MAIN.test(attributes.Type ?? ''))
    const typed = elementsOf(at(this.xml('[Content_Types].xml'), 'Types'), 'Override').filter(({ attributes }) =>
      MAIN_TYPE.test(attributes.ContentType ?? ''),
    )
    return [
      ...led.map(({ attributes }) => nameOf(attributes.Target ?? '')),
      ...typed.map(({ attributes }) => nameOf(attributes.PartName ?? '')),
      ...[...this.names.keys()].filter((name) => MAIN_NAME.test(name)),
    ].find((name) => this.names.has(name))
  }

  /** Where the relations of a part lead to, by their ids: addresses elsewhere, and names of parts. */
  targets(part: string): ReadonlyMap<string, string> {
    const known = this.led.get(part)
    if (known !== undefined) return known
    const targets = new Map(
      this.relations(part).map(({ attributes: { Id = '', Target = '', TargetMode } }) => [
        Id,
        TargetMode === 'External' ? Target : nameOf(Target, part),
      ]),
    )
    this.led.set(part, targets)
    return targets
  }

  /** A text that stands in the file once and is shown many times; nothing where all of that is more than is read. */
  again(text: string): string {
    this.left -= text.length
    if (this.left >= 0) return text
    this.cut = true
    return ''
  }

  /** How many rows of a table, empty cells and all, still have room in a page. */
  rowsOf(rows: number, columns: number): number {
    const shown = Math.min(rows, Math.floor(this.cells / Math.max(1, columns)))
    this.cells -= shown * columns
    if (shown < rows) this.cut = true
    return shown
  }

  /** The address that a relation of a part leads to; undefined where there is none. */
  link(part: string, id: string | undefined): string | undefined {
    const target = this.targets(part).get(id ?? '')
    return target === undefined ? undefined : this.again(target)
  }

  /** The part that a relation leads to by its id; where relations are missing, the one of the name that it has for the most part. */
  related(part: string, id: string | undefined, usual: string): string {
    return this.targets(part).get(id ?? '') ?? nameOf(usual, part)
  }

  /** The part of a kind that serves another one, by the type of their relation, or by what it is called for the most part. */
  beside(part: string, kind: string, usual = `${kind}.xml`): Xml | undefined {
    const found = this.relations(part).find(({ attributes }) => attributes.Type?.endsWith(`/${kind}`))
    return this.xml(nameOf(found?.attributes.Target ?? usual, part))
  }

  /** A property of the file, such as `title` and `creator`. */
  property(name: string): string | null {
    const text = textIn(at(this.beside('', 'core-properties', 'docProps/core.xml'), 'coreProperties', name)).trim()
    return text === '' ? null : text
  }

  private relations(part: string): Xml[] {
    const slash = part.lastIndexOf('/') + 1
    return elementsOf(at(this.xml(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`), 'Relationships'), 'Relationship')
  }
}

/** The name of a part, as another one calls it: from the root, and in the letters by which names are compared, whatever their case (6.2.2). */
export function nameOf(target: string, from = ''): string {
  const path = /^[/\\]/.test(target) ? [] : from.split('/').slice(0, -1)
  for (const step of unescaped(target).toLowerCase().split(/[/\\]/)) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}

/** Signs that an address writes by their numbers (RFC 3986, 2.1); what only looks so stays as it is. */
function unescaped(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch (error) {
    if (error instanceof URIError) return address
    throw error
  }
}
