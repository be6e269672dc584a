/** A file of an office program: XML parts in an archive, which say how they belong together (ISO/IEC 29500-2). */
import { at, elementsOf, parseXml, textIn, type Xml } from './xml.ts'
import type { Zip } from './zip.ts'

const MAIN = /\/officeDocument$/

export class Package {
  private readonly zip: Zip
  private readonly parts = new Map<string, Xml | undefined>()
  /** Whether more is in the file than is read of it. */
  cut = false

  constructor(zip: Zip) {
    this.zip = zip
  }

  /** A part, parsed; undefined for one that is not there or cannot be read. */
  xml(name: string): Xml | undefined {
    if (!this.parts.has(name)) {
      const text = this.zip.text(name)
      const parsed = text === null ? null : parseXml(text)
      if (parsed?.cut) this.cut = true
      this.parts.set(name, parsed?.root)
    }
    return this.parts.get(name)
  }

  /** The name of the part that the others serve. */
  get main(): string | undefined {
    const found = this.relations('').find(({ attributes }) => MAIN.test(attributes.Type ?? ''))
    return found === undefined ? undefined : resolved('', found.attributes.Target ?? '')
  }

  /** Where the relations of a part lead to, by their ids: addresses elsewhere, and names of parts. */
  targets(part: string): ReadonlyMap<string, string> {
    return new Map(
      this.relations(part).map(({ attributes: { Id = '', Target = '', TargetMode } }) => [
        Id,
        TargetMode === 'External' ? Target : resolved(part, Target),
      ]),
    )
  }

  /** The part of a kind that serves another one, by the type of their relation; undefined where there is none. */
  beside(part: string, kind: string): Xml | undefined {
    const found = this.relations(part).find(({ attributes }) => attributes.Type?.endsWith(`/${kind}`))
    return this.xml(found === undefined ? part.replace(/[^/]*$/, `${kind}.xml`) : resolved(part, found.attributes.Target ?? ''))
  }

  /** A property of the file, such as `title` and `creator`. */
  property(name: string): string | null {
    const text = textIn(at(this.xml('docProps/core.xml'), 'coreProperties', name)).trim()
    return text === '' ? null : text
  }

  private relations(part: string): Xml[] {
    const slash = part.lastIndexOf('/') + 1
    return elementsOf(at(this.xml(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`), 'Relationships'), 'Relationship')
  }
}

/** The name of a part as another one calls it. */
function resolved(from: string, target: string): string {
  const path = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}
