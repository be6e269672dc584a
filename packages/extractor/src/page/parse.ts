import { Tokenizer } from 'htmlparser2'
import type { Attributes, Page } from './dom.ts'
import { ATTRIBUTES, LIMITS } from './limits.ts'
import { ScriptEnd } from './script-end.ts'
import { placeStreamed } from './streamed.ts'
import { TreeBuilder } from './tree-builder.ts'

/** How long the values of the allowed attributes may be. */
const ATTRIBUTE_ROOM: ReadonlyMap<string, number> = new Map(
  [...ATTRIBUTES].map((name) => [name, /href|src|content|data-/.test(name) ? LIMITS.urlAttribute : LIMITS.attribute]),
)

/** Attributes of the tag being read: allow-listed, the first of a name wins, each cut at its limit. */
class AttributeReader {
  #all: Attributes = {}
  #name = ''
  #value = ''
  #room = 0

  name(raw: string): void {
    const name = raw.toLowerCase()
    const room = ATTRIBUTE_ROOM.get(name)
    this.#name = room !== undefined && this.#all[name] === undefined ? name : ''
    this.#value = ''
    this.#room = room ?? 0
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
    if (this.#name !== '') this.#all[this.#name] = this.#value
    this.#name = ''
  }

  /** All of the tag's attributes; the next tag begins anew. */
  take(): Attributes {
    const all = this.#all
    this.#all = {}
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
        tag = html.slice(start, end).toLowerCase()
        attributes.take()
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
        const name = html.slice(start, end).toLowerCase()
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
  if (html.includes('id="S:')) placeStreamed(page.body)
  return page
}
