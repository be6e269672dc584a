/** Signs that are all a cell of a table shows: drawn, or of a font of icons, and called something for those who do not see them. */
import type { Attributes } from './attributes.ts'
import type { Element, Node } from './dom.ts'
import { decodeText } from './entities.ts'
import type { KnownSigns, Sign } from './known-signs.ts'
import { clean } from './limits.ts'
import { ratingSaid } from './rating.ts'
import { isRoleCell } from './tags.ts'
import { squeeze } from './text.ts'

/** Elements that fonts of icons are drawn in, how deep in its cell one may stand, and what is no name of a sign. */
const SIGN: ReadonlySet<string> = new Set(['i', 'span'])
const DEPTH = 5
const LONGEST = 30
const LONGEST_TITLE = 200
const MOST_PATHS = 6

/** White space is one space, and a few in code. A text that is still being read grows with each drawing in it, and is not looked through for each. */
const LONGEST_SPACE = 40
const saysNothing = (node: Node): boolean => node.kind === 'text' && node.text.length <= LONGEST_SPACE && node.text.trim() === ''

/** Whether nothing stands yet in the cell of a table around an element that is being read. */
function isAloneInCell(element: Element): boolean {
  for (let at: Element | null = element, level = 0; at !== null && level < DEPTH; at = at.parent, level += 1) {
    if (at.tag === 'td' || at.tag === 'th' || isRoleCell(at)) return true
    if (at.parent?.children.some((child) => child !== at && !saysNothing(child))) return false
  }
  return false
}

/** What a sign in an element is called where it is all that its cell shows; else empty. */
export const nameIn = (element: Element, { title, 'aria-hidden': isHidden, more }: Attributes): string =>
  shownName(element, more['aria-label'] ?? title, isHidden)

function shownName(element: Element, given: string | undefined, isHidden: string | undefined): string {
  if (given === undefined || isHidden === 'true' || element.children.length > 0 || !isAloneInCell(element)) return ''
  const name = squeeze(clean(given))
  return name.length <= LONGEST ? name : ''
}

/** The same of an element that ends without holding anything. */
export const signOf = (element: Element): string => (SIGN.has(element.tag) ? nameIn(element, element.attributes) : '')

/** Whether an element holds nothing else. */
const holdsOnly = ({ children }: Element, inner: Element | null): boolean =>
  children.every((child) => child === inner || saysNothing(child))

/** Whether a drawing says something in an element: in a cell, an item, or alone in a box beside others, where it is neither a link nor a button. */
function saysByDrawing(element: Element): boolean {
  let inner: Element | null = null
  for (let at: Element | null = element, level = 0; at !== null && level < DEPTH; at = at.parent, level += 1) {
    if (/^(?:td|th|li)$/.test(at.tag) || isRoleCell(at)) return true
    if (at.tag === 'a' || at.tag === 'button') return false
    if (at.tag === 'div' && holdsOnly(at, inner) && at.parent !== null && at.parent.children.length > 1) return true
    inner = at
  }
  return false
}

/** A drawing that is passed over: what it is called, by itself, by its title and by what it draws of a sheet of drawings, and what it draws. */
export class Drawing {
  readonly #attributes: Attributes
  readonly #in: Element
  readonly #known: KnownSigns
  /** What it draws is looked at where it is all that a cell shows. */
  readonly #isAlone: boolean
  readonly #paths: string[] = []
  #drawn: string | undefined = undefined
  #title: string | undefined = undefined
  #inTitle = false

  /** @param around the element that it stands in */
  constructor(attributes: Attributes, around: Element, known: KnownSigns) {
    this.#known = known
    this.#attributes = attributes
    this.#in = around
    this.#isAlone = holdsOnly(around, null) && isAloneInCell(around)
  }

  /** Whether attributes of a tag in it are of any use. */
  reads(tag: string): boolean {
    return tag === 'use' || (this.#isAlone && (tag === 'path' || tag === 'polyline' || tag === 'line'))
  }

  start(tag: string, { href, more }: Attributes): void {
    this.#inTitle = tag === 'title'
    if (tag === 'use') this.#drawn ??= href ?? more['xlink:href']
    if (!this.#isAlone || this.#paths.length > MOST_PATHS) return
    const { d, points, x1 = 0, y1 = 0, x2 = 0, y2 = 0 } = more
    if (tag === 'path' && d !== undefined) this.#paths.push(d)
    else if (tag === 'polyline' && points !== undefined) this.#paths.push(`M${points}`)
    else if (tag === 'line') this.#paths.push(`M${x1} ${y1}L${x2} ${y2}`)
  }

  text(html: string, start: number, end: number): void {
    if (this.#inTitle) this.#title ??= squeeze(decodeText(html.slice(start, Math.min(end, start + LONGEST_TITLE))))
    this.#inTitle = false
  }

  /** Its title where it is all that a cell shows, and is not called anything else. */
  get name(): string {
    return shownName(this.#in, this.#title, this.#attributes['aria-hidden'])
  }

  /** What it is called where that is a rating: stars and bubbles that are one drawing. */
  get rating(): string | undefined {
    const called = this.#title ?? this.#attributes.more['aria-label']
    return ratingSaid(called) === null ? undefined : called
  }

  /** What it says in a cell, an item or a box; of a star, what it is called, as a few of them are a rating. Null for any other. */
  get sign(): Sign | null {
    const { class: classes, more } = this.#attributes
    const names = [more['data-testid'], more['data-icon'], this.#drawn?.slice(this.#drawn.indexOf('#') + 1), this.#title]
    const sign = this.#known.named(classes, names) ?? this.#known.drawn(this.#paths)
    return sign === null || sign.star !== null || saysByDrawing(this.#in) ? sign : null
  }
}
