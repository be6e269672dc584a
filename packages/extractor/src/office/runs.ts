/** The text of a paragraph of a Word file with its marks, links and references to notes. */
import { escaped, linkTo, tagged } from '../body/html.ts'
import { formFieldHtml } from './form-field.ts'
import { mathHtml } from './math.ts'
import { signOf } from './signs.ts'
import { at, below, elementsOf, isSet, raisedBy, textIn, type Xml } from './xml.ts'

/** What was deleted, moved away or stands elsewhere, and what only older programs read. */
const GONE = /^(?:del|moveFrom|pPr|rPr|instrText|Fallback|txbxContent|p)$/
const MARKS: readonly (readonly [property: string, tag: string])[] = [
  ['b', 'strong'],
  ['i', 'em'],
  ['strike', 'del'],
  ['dstrike', 'del'],
]
/** Breaks and signs that are elements. What is seen at the end of a line alone is none. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['br', '<br>'],
  ['cr', '<br>'],
  ['noBreakHyphen', '-'],
  ['ptab', ' '],
])
/** What programs call letters of code. */
const CODE = /^(?:verbatim|(?:source|html)? ?code) ?(?:char)?$/i
const LONGEST_ALT = 1_000

/** Where a link leads to by its id, and the reference to a note, which is written elsewhere. */
export type Around = {
  readonly link: (id: string) => string | undefined
  readonly note: (kind: string, id: string) => string
  /** Whether a style hides its text. */
  readonly hides: (style: string) => boolean
}

/** @param plain without bold and italic letters, which a heading has by itself */
export function runsHtml(paragraph: Xml, around: Around, plain: boolean): string {
  const runs = new Runs(around, plain)
  runs.walk(paragraph)
  return runs.take(0)
}

class Runs {
  private readonly around: Around
  private readonly plain: boolean
  private readonly parts: string[] = []
  /** Text that goes on as long as its marks are the same: programs part it where nobody sees why. */
  private held = { tags: '', text: '' }
  /** Fields that are open: what they say they are, and at which part what they show begins. */
  private readonly fields: { said: string; from: number }[] = []
  /** How many of them have not come to what they show. */
  private instructions = 0

  constructor(around: Around, plain: boolean) {
    this.around = around
    this.plain = plain
  }

  walk(element: Xml): void {
    for (const child of elementsOf(element)) {
      if (GONE.test(child.name)) continue
      if (child.name === 'r') this.run(child)
      else if (child.name === 'ruby') this.ruby(child)
      else if (child.name === 'hyperlink') this.linked(child, this.around.link(child.attributes.id ?? ''))
      else if (child.name === 'fldSimple') this.linked(child, addressIn(child.attributes.instr ?? ''))
      else if (/^oMath(?:Para)?$/.test(child.name)) this.put(mathHtml(child))
      else this.walk(child)
    }
  }

  /** Letters, and how they are read. */
  private ruby(element: Xml): void {
    const reading = textIn(at(element, 'rt')).trim()
    this.put('<ruby>')
    this.walk(at(element, 'rubyBase') ?? element)
    this.put(`${reading === '' ? '' : `<rt>${escaped(reading)}</rt>`}</ruby>`)
  }

  /** All from a part on, which is none of the parts then. */
  take(from: number): string {
    this.flush()
    return this.parts.splice(from).join('')
  }

  private put(html: string): void {
    this.flush()
    this.parts.push(html)
  }

  private flush(): void {
    const { tags, text } = this.held
    if (text !== '') this.parts.push(tags === '' ? text : tagged(text, tags.split(' ')))
    this.held = { tags: '', text: '' }
  }

  private linked(element: Xml, url: string | undefined): void {
    this.flush()
    const from = this.parts.length
    this.walk(element)
    this.parts.push(linkTo(url, this.take(from)))
  }

  private run(run: Xml): void {
    const properties = at(run, 'rPr')
    // What is hidden is not shown to readers either.
    const style = at(properties, 'rStyle')?.attributes.val ?? ''
    if (at(properties, 'vanish') === undefined ? this.around.hides(style) : isSet(properties, 'vanish')) return
    const raised = raisedBy(properties)
    const isCode = CODE.test(style)
    const marks = this.plain ? [] : MARKS.filter(([property]) => isSet(properties, property)).map(([, tag]) => tag)
    this.content(run, [...marks, ...(isCode ? ['code'] : []), ...raised].join(' '))
  }

  private content(run: Xml, tags: string): void {
    for (const part of elementsOf(run)) {
      const sign = SIGNS.get(part.name)
      if (part.name === 't') this.marked(escaped(textIn(part)), tags)
      else if (part.name === 'tab') this.tab()
      else if (sign !== undefined) this.put(part.attributes.type === 'page' ? ' ' : sign)
      else if (part.name === 'sym') this.marked(escaped(signOf(part)), tags)
      else if (part.name === 'ruby') this.ruby(part)
      else if (part.name === 'instrText' && this.fields.length > 0) this.fields.at(-1)!.said += textIn(part)
      else if (part.name === 'fldChar') this.field(part)
      else if (/^(?:foot|end)noteReference$/.test(part.name))
        this.put(this.around.note(part.name.slice(0, -'Reference'.length), part.attributes.id ?? ''))
      else if (part.name === 'drawing' || part.name === 'pict') this.picture(part)
      else if (part.name === 'AlternateContent') this.content(at(part, 'Choice') ?? part, tags)
    }
  }

  private marked(text: string, tags: string): void {
    // What a field is made of is not what it shows.
    if (this.instructions > 0) return
    if (this.held.tags !== tags) this.flush()
    this.held = { tags, text: this.held.text + text }
  }

  /** Numbers that a tab sets apart are two. */
  private tab(): void {
    this.flush()
    this.parts.push(/\d%?$/.test(this.parts.at(-1)?.slice(-2) ?? '') ? ' | ' : ' ')
  }

  private field(part: Xml): void {
    const type = part.attributes.fldCharType
    if (type === 'begin') {
      this.fields.push({ said: '', from: -1 })
      this.instructions += 1
      this.put(formFieldHtml(at(part, 'ffData')))
    }
    if (type === 'separate' && this.fields.length > 0) {
      this.flush()
      if (this.fields.at(-1)!.from < 0) this.instructions -= 1
      this.fields.at(-1)!.from = this.parts.length
    } else if (type === 'end') {
      const field = this.fields.pop()
      if (field !== undefined && field.from < 0) this.instructions -= 1
      if (field !== undefined && field.from >= 0) this.parts.push(linkTo(addressIn(field.said), this.take(field.from)))
    }
  }

  private picture(element: Xml): void {
    const alt = below(element, 'docPr')[0]?.attributes.descr?.replace(/\s+/g, ' ').trim() ?? ''
    if (alt !== '' && alt.length <= LONGEST_ALT) this.put(` [${escaped(alt)}] `)
  }
}

/** The address of a field that is a link. */
const addressIn = (said: string): string | undefined => /^\s*HYPERLINK\s+"([^"]+)"/i.exec(said)?.[1]
