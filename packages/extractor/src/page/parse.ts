import { decodeHTMLAttribute } from 'entities'
import { Tokenizer } from 'htmlparser2'
import { type Attributes, BLOCK_TAGS, newAttributes, type Page, VOID_TAGS } from './dom.ts'
import { ATTRIBUTES, LIMITS } from './limits.ts'
import { DROPPED, LEAVES_SVG } from './nesting.ts'
import { ScriptEnd } from './script-end.ts'
import { placeStreamed } from './streamed.ts'
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

/** Attributes of the tag being read: allow-listed, the first of a name wins, each cut at its limit. */
class AttributeReader {
  #all: Attributes | null = null
  #name = ''
  #value = ''
  #room = 0

  name(raw: string): void {
    const known = KNOWN.get(raw) ?? KNOWN.get(raw.toLowerCase())
    this.#name = known !== undefined && this.#all?.[known.name] === undefined ? known.name : ''
    this.#value = ''
    this.#room = known?.room ?? 0
  }

  skipName(): void {
    this.#name = ''
  }

  data(html: string, start: number, end: number): void {
    if (this.#name === '') return
    const raw = html.slice(start, Math.min(end, start + this.#room * LONGEST_ENTITY))
    this.#value = (raw.includes('&') ? decodeHTMLAttribute(raw) : raw).slice(0, this.#room)
  }

  end(): void {
    if (this.#name !== '') {
      this.#all ??= newAttributes()
      this.#all[this.#name] = this.#value
    }
    this.#name = ''
  }

  /** A tag begins; one that was never closed has none. */
  begin(): void {
    this.#all = null
  }

  /** All of the tag's attributes; the next tag begins anew. */
  take(): Attributes {
    const all = this.#all ?? newAttributes()
    this.#all = null
    return all
  }
}

const ignore = (): void => undefined

/**
 * A page's tree. One pass over the token stream: limits, allow-lists and tree in one, linear in the input. Never throws on any text.
 * htmlparser2's own parser is not used: it keeps its stack in an array that it shifts, which is quadratic on deep pages.
 */
export function parsePage(source: string): Page {
  // In HTML a CDATA mark is a comment up to the next `>`; the tokenizer would swallow the page.
  const html = source.includes('<![CDATA[') ? source.replaceAll('<![CDATA[', '<!CDATA[') : source
  const builder = new TreeBuilder()
  const attributes = new AttributeReader()
  const script = new ScriptEnd()
  let tag = ''
  let verbatim = false
  const start = (end: number, selfClosing: boolean): void => {
    if (tag === 'script' && !builder.skips) script.begin(end + 1)
    verbatim = VERBATIM.has(tag)
    builder.start(tag, attributes.take(), selfClosing)
  }
  const tokenizer = new Tokenizer(
    // Left to the tokenizer, entities would have it look at each character of text and attributes by itself.
    { xmlMode: false, decodeEntities: false },
    {
      onopentagname(start, end) {
        tag = nameAt(html, start, end)
        attributes.begin()
      },
      onattribname: (start, end) =>
        builder.skips || end - start > LONGEST_NAME ? attributes.skipName() : attributes.name(html.slice(start, end)),
      onattribdata: (start, end) => attributes.data(html, start, end),
      onattribentity: ignore,
      onattribend: () => attributes.end(),
      onopentagend: (end) => start(end, false),
      onselfclosingtag: (end) => start(end, true),
      onclosetag(start, end) {
        const name = nameAt(html, start, end)
        verbatim = false
        if (name !== 'script' || !builder.inScript || script.endsAt(html, start)) builder.end(name)
      },
      ontext: (start, end) => builder.text(html, start, end, verbatim),
      ontextentity: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  const page = builder.finish(source.length)
  return html.includes('id="S:') ? { ...page, all: placeStreamed(page.body) } : page
}
