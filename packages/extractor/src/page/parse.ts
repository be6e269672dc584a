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
    if (this.#name === '' || this.#room <= 0) return
    const piece = html.slice(start, Math.min(end, start + this.#room))
    this.#value += piece
    this.#room -= piece.length
  }

  entity(char: string): void {
    if (this.#name === '' || this.#room <= 0) return
    this.#value += char
    this.#room -= char.length
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

const LONGEST_NAME = 24
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
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = nameAt(html, start, end)
        attributes.begin()
      },
      onattribname: (start, end) =>
        builder.skips || end - start > LONGEST_NAME ? attributes.skipName() : attributes.name(html.slice(start, end)),
      onattribdata: (start, end) => attributes.data(html, start, end),
      onattribentity: (codepoint) => attributes.entity(String.fromCodePoint(codepoint)),
      onattribend: () => attributes.end(),
      onopentagend(end) {
        if (tag === 'script' && !builder.skips) script.begin(end + 1)
        builder.start(tag, attributes.take(), false)
      },
      onselfclosingtag(end) {
        if (tag === 'script' && !builder.skips) script.begin(end + 1)
        builder.start(tag, attributes.take(), true)
      },
      onclosetag(start, end) {
        const name = nameAt(html, start, end)
        if (name !== 'script' || !builder.inScript || script.endsAt(html, start)) builder.end(name)
      },
      ontext: (start, end) => builder.text(html, start, end),
      ontextentity: (codepoint) => builder.entity(String.fromCodePoint(codepoint)),
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
