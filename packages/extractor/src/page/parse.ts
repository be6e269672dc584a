import { Attributes, isField, NO_ATTRIBUTES, setAttribute } from './attributes.ts'
import { fillCounters } from './counters.ts'
import type { Page } from './dom.ts'
import { decodeValue } from './entities.ts'
import { ATTRIBUTES, cutAt, LIMITS, SHOWN } from './limits.ts'
import { asName, namesIn } from './names.ts'
import { DROPPED, LEAVES_SVG } from './nesting.ts'
import { ScriptEnd } from './script-end.ts'
import { withoutFallbacks } from './streamed.ts'
import { BLOCK_TAGS, VOID_TAGS } from './tags.ts'
import { type TokenTaker, tokenize } from './tokenize.ts'
import { TreeBuilder } from './tree-builder.ts'

const INLINE =
  'a abbr bdi bdo cite code data del dfn ins kbd label mark object param picture q rp rt samp template time title var video audio use path g soft-break'

/** The bit that tells a small letter of ASCII from its capital. */
const SMALL = 32
const LETTERS = 128

/** Whether a name in small letters stands there, in capitals or not. */
function stands(name: string, html: string, start: number): boolean {
  for (let at = 0; at < name.length; at += 1) if ((html.charCodeAt(start + at) | SMALL) !== name.charCodeAt(at)) return false
  return true
}

/**
 * Names as this code writes them: those cut out of a page would be compared letter by letter, again at each look at them. They are found by
 * length and first letter, so that nothing is cut out at all.
 */
class Names<Named extends { readonly name: string }> {
  /** By length and first letter. A plain list, as every name of a page is looked up in it. */
  readonly #alike: (readonly Named[] | undefined)[]

  constructor(all: readonly Named[]) {
    const longest = Math.max(...all.map(({ name }) => name.length))
    this.#alike = Array.from({ length: (longest + 1) * LETTERS }, () => undefined)
    for (const named of all) {
      const key = named.name.length * LETTERS + named.name.charCodeAt(0)
      this.#alike[key] = [...(this.#alike[key] ?? []), named]
    }
  }

  /** What has the name that stands there; undefined when it is none of these. */
  at(html: string, start: number, end: number): Named | undefined {
    const first = html.charCodeAt(start) | SMALL
    const alike = first < LETTERS ? this.#alike[(end - start) * LETTERS + first] : undefined
    if (alike !== undefined) for (const named of alike) if (stands(named.name, html, start)) return named
    return undefined
  }
}

const TAGS = new Names([
  ...[...new Set([...BLOCK_TAGS, ...VOID_TAGS, ...DROPPED, ...LEAVES_SVG, ...namesIn(INLINE)])].map((name) => ({ name, tag: name })),
  // Pictures of AMP pages; what stands inside is shown in their place only.
  ...['amp-img', 'amp-anim'].map((name) => ({ name, tag: 'img' })),
])
/** The allowed attributes: how long their values may be, and whether readers get to see them. */
const ALLOWED = new Names(
  [...ATTRIBUTES].map((name) => ({
    name,
    room: /href|src|content|data-/.test(name) ? LIMITS.urlAttribute : LIMITS.attribute,
    shown: SHOWN.has(name),
    field: isField(name) ? name : null,
  })),
)

/** Letters of the source of a frame that are read, and how many such frames stand in one another. */
const FRAME = { longest: 1_000_000, deepest: 2 }
const namesOf = (names: string, room: number) => new Names(names.split(' ').map((name) => ({ name, room, shown: false, field: null })))
/** Of drawings and what they hold alone: what is drawn. */
const OF_DRAWINGS = namesOf('xlink:href data-icon data-testid d points x1 y1 x2 y2', LIMITS.attribute)
const OF_FRAMES = namesOf('srcdoc', FRAME.longest)

const nameAt = (html: string, start: number, end: number): string =>
  TAGS.at(html, start, end)?.tag ?? asName(html.slice(start, end).toLowerCase())

const LONGEST_ENTITY = '&CounterClockwiseContourIntegral;'.length
/** Their text is no code of characters: what looks like an entity is none. */
const VERBATIM: ReadonlySet<string> = new Set(['xmp', 'plaintext'])

/** What a frame says of itself is not said of the page. */
const SAYS: ReadonlySet<string> = namesIn('html head body meta link base')
/** What it shows nowhere is passed over, and so is data of scripts. */
const PASSED: ReadonlySet<string> = namesIn('title script')

/** Hands tokens on to the builder: names of tags as this code writes them, attributes allow-listed, the first of a name, each cut at its limit. */
class PageReader implements TokenTaker {
  readonly builder: TreeBuilder
  readonly #html: string
  /** In how many frames it stands. */
  readonly #depth: number
  readonly #isTrial: boolean
  readonly #script = new ScriptEnd()
  #tag = ''
  #attributes: Attributes | null = null
  /** Whether attributes of the tag are read, and which besides those of all tags. */
  #isRead = true
  #own: typeof OF_DRAWINGS | null = null
  #verbatim = false

  constructor(html: string, isTrial: boolean, builder = new TreeBuilder(), depth = 0) {
    this.#html = html
    this.#isTrial = isTrial
    this.builder = builder
    this.#depth = depth
  }

  get isDone(): boolean {
    return this.#isTrial && this.builder.seen.isTwiceEncoded
  }

  openTag(start: number, end: number): string {
    this.#tag = nameAt(this.#html, start, end)
    this.#attributes = null
    this.#isRead = !this.builder.skips || this.builder.draws(this.#tag)
    this.#own = this.builder.skips || this.#tag === 'svg' ? OF_DRAWINGS : this.#tag === 'iframe' ? OF_FRAMES : null
    return this.#tag
  }

  attribute(start: number, end: number, valueStart: number, valueEnd: number): void {
    if (!this.#isRead) return
    const allowed = ALLOWED.at(this.#html, start, end) ?? this.#own?.at(this.#html, start, end)
    if (allowed === undefined) return
    const { name, field, room, shown } = allowed
    this.#attributes ??= new Attributes()
    if ((field === null ? this.#attributes.more[name] : this.#attributes[field]) !== undefined) return
    const value = valueStart < 0 ? '' : valueAt(this.#html, valueStart, valueEnd, room)
    const said = shown ? this.builder.seen.of(value) : value
    if (field === null) setAttribute(this.#attributes, name, said)
    else this.#attributes[field] = said
  }

  openTagEnd(at: number, selfClosing: boolean): void {
    if (this.#depth > 0 && SAYS.has(this.#tag)) return
    if (this.#tag === 'iframe' && !this.builder.skips) this.#readFrame(this.#attributes ?? NO_ATTRIBUTES)
    if (this.#tag === 'script' && !this.builder.skips) this.#script.begin(at + 1)
    this.#verbatim = VERBATIM.has(this.#tag)
    if (this.#depth > 0 && PASSED.has(this.#tag)) this.builder.start('style', NO_ATTRIBUTES, selfClosing)
    else this.builder.start(this.#tag, this.#attributes ?? NO_ATTRIBUTES, selfClosing)
  }

  /** Of a frame that leads somewhere as well, the source is what stands there until it is asked for. */
  #readFrame(attributes: Attributes): void {
    const source = attributes.more.srcdoc ?? ''
    if (source === '' || this.#depth >= FRAME.deepest || !/^(?:about:.*)?$/i.test(attributes.src?.trim() ?? '')) return
    this.builder.frame(attributes, () => tokenize(source, new PageReader(source, this.#isTrial, this.builder, this.#depth + 1)))
  }

  closeTag(start: number, end: number): string {
    const name = nameAt(this.#html, start, end)
    this.#verbatim = false
    if (this.#depth > 0 && PASSED.has(name)) this.builder.end('style')
    else if (name !== 'script' || !this.builder.inScript || this.#script.endsAt(this.#html, start)) this.builder.end(name)
    return name
  }

  text(start: number, end: number): void {
    this.builder.text(this.#html, start, end, this.#verbatim)
  }
}

function valueAt(html: string, start: number, end: number, room: number): string {
  const raw = html.slice(start, Math.min(end, start + room * LONGEST_ENTITY))
  return cutAt(decodeValue(raw), room)
}

/**
 * A page's tree. One pass over the tokens: limits, allow-lists and tree in one, linear in the input. Never throws on any text.
 * @param isTrial whether the rest of the page is not wanted where it turns out to have been decoded twice
 */
export function parsePage(html: string, isTrial = false): Page {
  const shown = withoutFallbacks(html)
  const reader = new PageReader(shown, isTrial)
  tokenize(shown, reader)
  const page = reader.builder.finish(html.length)
  fillCounters(page.having.more)
  return page
}
