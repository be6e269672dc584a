import { decodeHTMLAttribute } from 'entities'
import { Attributes, attributeOf, NO_ATTRIBUTES, setAttribute } from './attributes.ts'
import type { Page } from './dom.ts'
import { ATTRIBUTES, cutAt, LIMITS, SHOWN } from './limits.ts'
import { DROPPED, LEAVES_SVG } from './nesting.ts'
import { ScriptEnd } from './script-end.ts'
import { joinSegments } from './segments.ts'
import { fillSlots } from './shadow.ts'
import { placeStreamed, withoutFallbacks } from './streamed.ts'
import { BLOCK_TAGS, VOID_TAGS } from './tags.ts'
import { type TokenTaker, tokenize } from './tokenize.ts'
import { TreeBuilder } from './tree-builder.ts'

const INLINE =
  'a abbr bdi bdo cite code data del dfn ins kbd label mark object param picture q rp rt samp template time title var video audio use path g'

/**
 * Names as this code writes them: those cut out of a page would be compared letter by letter, again at each look at them. They are found by
 * length and first letter, so that nothing is cut out at all.
 */
class Names<Named extends { readonly name: string }> {
  readonly #alike = new Map<number, Named[]>()

  constructor(all: Iterable<Named>) {
    for (const named of all) {
      const key = named.name.length * 128 + named.name.charCodeAt(0)
      this.#alike.set(key, [...(this.#alike.get(key) ?? []), named])
    }
  }

  /** What has the name that stands there, in capitals or not; undefined when it is none of these. */
  at(html: string, start: number, end: number): Named | undefined {
    const alike = this.#alike.get((end - start) * 128 + (html.charCodeAt(start) | 32))
    if (alike === undefined) return undefined
    for (const named of alike) if (html.startsWith(named.name, start)) return named
    const lower = html.slice(start, end).toLowerCase()
    return alike.find(({ name }) => name === lower)
  }
}

const TAGS = new Names([
  ...[...new Set([...BLOCK_TAGS, ...VOID_TAGS, ...DROPPED, ...LEAVES_SVG, ...INLINE.split(' ')])].map((name) => ({ name, tag: name })),
  // Pictures of AMP pages; what stands inside is shown in their place only.
  ...['amp-img', 'amp-anim'].map((name) => ({ name, tag: 'img' })),
])
/** The allowed attributes: how long their values may be, and whether readers get to see them. */
const ALLOWED = new Names(
  [...ATTRIBUTES].map((name) => ({
    name,
    room: /href|src|content|data-/.test(name) ? LIMITS.urlAttribute : LIMITS.attribute,
    shown: SHOWN.has(name),
  })),
)

const nameAt = (html: string, start: number, end: number): string => TAGS.at(html, start, end)?.tag ?? html.slice(start, end).toLowerCase()

const LONGEST_ENTITY = '&CounterClockwiseContourIntegral;'.length
/** Their text is no code of characters: what looks like an entity is none. */
const VERBATIM: ReadonlySet<string> = new Set(['xmp', 'plaintext'])

/** Hands tokens on to the builder: names of tags as this code writes them, attributes allow-listed, the first of a name, each cut at its limit. */
class PageReader implements TokenTaker {
  readonly builder = new TreeBuilder()
  readonly #html: string
  readonly #script = new ScriptEnd()
  #tag = ''
  #attributes: Attributes | null = null
  #verbatim = false

  constructor(html: string) {
    this.#html = html
  }

  openTag(start: number, end: number): string {
    this.#tag = nameAt(this.#html, start, end)
    this.#attributes = null
    return this.#tag
  }

  attribute(start: number, end: number, valueStart: number, valueEnd: number): void {
    if (this.builder.skips) return
    const allowed = ALLOWED.at(this.#html, start, end)
    if (allowed === undefined) return
    const { name, room, shown } = allowed
    this.#attributes ??= new Attributes()
    if (attributeOf(this.#attributes, name) !== undefined) return
    const value = valueStart < 0 ? '' : valueAt(this.#html, valueStart, valueEnd, room)
    setAttribute(this.#attributes, name, shown ? this.builder.seen.of(value) : value)
  }

  openTagEnd(at: number, selfClosing: boolean): void {
    if (this.#tag === 'script' && !this.builder.skips) this.#script.begin(at + 1)
    this.#verbatim = VERBATIM.has(this.#tag)
    this.builder.start(this.#tag, this.#attributes ?? NO_ATTRIBUTES, selfClosing)
  }

  closeTag(start: number, end: number): string {
    const name = nameAt(this.#html, start, end)
    this.#verbatim = false
    if (name !== 'script' || !this.builder.inScript || this.#script.endsAt(this.#html, start)) this.builder.end(name)
    return name
  }

  text(start: number, end: number): void {
    this.builder.text(this.#html, start, end, this.#verbatim)
  }
}

function valueAt(html: string, start: number, end: number, room: number): string {
  const raw = html.slice(start, Math.min(end, start + room * LONGEST_ENTITY))
  return cutAt(raw.includes('&') ? decodeHTMLAttribute(raw) : raw, room)
}

/** A page's tree. One pass over the tokens: limits, allow-lists and tree in one, linear in the input. Never throws on any text. */
export function parsePage(html: string): Page {
  const isStreamed = html.includes('id="S:')
  const shown = isStreamed ? withoutFallbacks(html) : html
  const reader = new PageReader(shown)
  tokenize(shown, reader)
  const page = reader.builder.finish(html.length, [
    ...(isStreamed ? [placeStreamed] : []),
    ...(html.includes('shadowrootmode') ? [fillSlots] : []),
  ])
  if (html.includes('>/<')) joinSegments(page)
  return page
}
