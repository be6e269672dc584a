import { decodeHTMLAttribute } from 'entities'
import { type Attributes, BLOCK_TAGS, newAttributes, type Page, VOID_TAGS } from './dom.ts'
import { ATTRIBUTES, LIMITS } from './limits.ts'
import { DROPPED, LEAVES_SVG } from './nesting.ts'
import { ScriptEnd } from './script-end.ts'
import { placeStreamed } from './streamed.ts'
import { type TokenTaker, tokenize } from './tokenize.ts'
import { TreeBuilder } from './tree-builder.ts'

/** The allowed attributes, and how long their values may be. */
const KNOWN: ReadonlyMap<string, { name: string; room: number }> = new Map(
  [...ATTRIBUTES].map((name) => [name, { name, room: /href|src|content|data-/.test(name) ? LIMITS.urlAttribute : LIMITS.attribute }]),
)

const INLINE =
  'a abbr bdi bdo cite code data del dfn ins kbd label mark object param picture q rp rt samp template time title var video audio use path g'
/** Names of tags as this code writes them: those cut out of a page would be compared letter by letter, again at each look at them. */
const NAMES: ReadonlyMap<string, string> = new Map(
  [...BLOCK_TAGS, ...VOID_TAGS, ...DROPPED, ...LEAVES_SVG, ...INLINE.split(' ')].map((name) => [name, name]),
)

function nameAt(html: string, start: number, end: number): string {
  const raw = html.slice(start, end)
  return NAMES.get(raw) ?? raw.toLowerCase()
}

const LONGEST_NAME = 24
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

  openTag(start: number, end: number): void {
    this.#tag = nameAt(this.#html, start, end)
    this.#attributes = null
  }

  attribute(start: number, end: number, valueStart: number, valueEnd: number): void {
    if (this.builder.skips || end - start > LONGEST_NAME) return
    const raw = this.#html.slice(start, end)
    const known = KNOWN.get(raw) ?? KNOWN.get(raw.toLowerCase())
    if (known === undefined || this.#attributes?.[known.name] !== undefined) return
    this.#attributes ??= newAttributes()
    this.#attributes[known.name] = valueStart < 0 ? '' : valueAt(this.#html, valueStart, valueEnd, known.room)
  }

  openTagEnd(at: number, selfClosing: boolean): void {
    if (this.#tag === 'script' && !this.builder.skips) this.#script.begin(at + 1)
    this.#verbatim = VERBATIM.has(this.#tag)
    this.builder.start(this.#tag, this.#attributes ?? newAttributes(), selfClosing)
  }

  closeTag(start: number, end: number): void {
    const name = nameAt(this.#html, start, end)
    this.#verbatim = false
    if (name !== 'script' || !this.builder.inScript || this.#script.endsAt(this.#html, start)) this.builder.end(name)
  }

  text(start: number, end: number): void {
    this.builder.text(this.#html, start, end, this.#verbatim)
  }
}

function valueAt(html: string, start: number, end: number, room: number): string {
  const raw = html.slice(start, Math.min(end, start + room * LONGEST_ENTITY))
  return (raw.includes('&') ? decodeHTMLAttribute(raw) : raw).slice(0, room)
}

/** A page's tree. One pass over the tokens: limits, allow-lists and tree in one, linear in the input. Never throws on any text. */
export function parsePage(html: string): Page {
  const reader = new PageReader(html)
  tokenize(html, reader)
  const page = reader.builder.finish(html.length)
  return html.includes('id="S:') ? { ...page, all: placeStreamed(page.body) } : page
}
