/**
 * HTML's tokens, as the standard has them, but for entities, which stay as they are written. Linear in the input: whatever has one end
 * (text, comments, quoted values, scripts) is passed over by searching for it.
 */
import { namesIn } from './names.ts'

/** Takes tokens in order, as places in the source. */
export type TokenTaker = {
  /** A start tag begins; what follows are its attributes. One that is never closed has no `openTagEnd`. Returns its name in lower case. */
  openTag(start: number, end: number): string
  /** `valueStart` is -1 where there is no value. */
  attribute(start: number, end: number, valueStart: number, valueEnd: number): void
  /** @param at place of the tag's `>` */
  openTagEnd(at: number, selfClosing: boolean): void
  /** Returns its name in lower case. */
  closeTag(start: number, end: number): string
  text(start: number, end: number): void
  /** Whether no more of them are wanted. */
  readonly isDone?: boolean
}

/** What they hold is text up to their own end tag. */
const RAW: ReadonlySet<string> = namesIn('iframe noembed noframes script style textarea title xmp')
/** Within it a tag that closes itself is closed, whatever its name: drawings have a `title`, a `style` and a `script` of their own. */
const DRAWING = 'svg'
/** Nothing ends it. */
const ENDLESS = 'plaintext'
/** With script on it is text up to its end tag, so what is left open inside of it, as a frame that closes itself, swallows nothing behind it. */
const BOUNDED = 'noscript'

const [BANG, DOUBLE, SINGLE, SLASH, LESS, EQUALS, MORE, QUESTION] = [33, 34, 39, 47, 60, 61, 62, 63]

const LONGEST_SUBSET = 4_096
const SUBSET = /^!doctype\s[^<>[\]]*\[[^\]]*\](?=\s*>)/i

// Tables: each of several tests would be compiled anew for the first page that needs it.
const SPACES = new Uint8Array(33)
for (const sign of ' \t\n\f\r') SPACES[sign.charCodeAt(0)] = 1
const isSpace = (code: number): boolean => code <= 32 && SPACES[code] === 1
const NAME_ENDS = new Uint8Array(MORE + 1)
for (const sign of ' \t\n\f\r/>') NAME_ENDS[sign.charCodeAt(0)] = 1
const endsName = (code: number): boolean => code <= MORE && NAME_ENDS[code] === 1
const [LETTER, END, DECLARATION] = [1, 2, 3]
/** What a sign behind a `<` begins, by its code: a tag, the end of one, a comment or the like; 0 for what begins nothing. */
const BEGINS = new Uint8Array(128).fill(LETTER, 65, 91).fill(LETTER, 97, 123)
BEGINS[SLASH] = END
BEGINS[BANG] = BEGINS[QUESTION] = DECLARATION
const begins = (code: number): number => (code < 128 ? BEGINS[code]! : 0)

class Tokenizer {
  readonly #html: string
  readonly #taker: TokenTaker
  /** Where the source ends, or the `noscript` that is being read. */
  #length: number
  /** Finds where a `noscript` ends; null when no more of them does. */
  #bound: RegExp | null = /<\/noscript[\s/>]/gi
  /** How many drawings are open. */
  #drawings = 0
  /** Whether the last start tag closed itself. */
  #isClosed = false
  /** Where text begins that has not been handed over. */
  #from = 0

  constructor(html: string, taker: TokenTaker) {
    this.#html = html
    this.#taker = taker
    this.#length = html.length
  }

  run(): void {
    for (let at = 0; !this.#taker.isDone && (at < this.#length || this.#leaveBound()); ) at = this.#next(at)
  }

  /** Hands over what text is left. Returns whether it was that of a `noscript`, behind which there is more. */
  #leaveBound(): boolean {
    if (this.#from < this.#length) this.#taker.text(this.#from, this.#length)
    this.#from = this.#length
    this.#length = this.#html.length
    return this.#from < this.#length
  }

  /** As `indexOf`, but not beyond the end. */
  #find(sign: string, at: number): number {
    const found = this.#html.indexOf(sign, at)
    return found < this.#length ? found : -1
  }

  /** Reads the text from a place on and the tag behind it. Returns the place to go on from. */
  #next(at: number): number {
    // Half of all tags stand right behind another: a search takes its time to begin.
    const less = this.#html.charCodeAt(at) === LESS ? at : this.#find('<', at)
    if (less === -1) return this.#length
    const sign = less + 1
    const begun = begins(this.#html.charCodeAt(sign))
    // A `<` that begins nothing is text, and so is `</` at the end.
    if (begun === 0) return sign
    if (begun === END && sign + 1 === this.#length) return this.#length
    if (less > this.#from) this.#taker.text(this.#from, less)
    this.#from = begun === LETTER ? this.#startTag(sign) : begun === END ? this.#endTag(sign + 1) : this.#comment(sign)
    return this.#from
  }

  /** Place behind the next `>`; the end of the source where there is none. */
  #behindTag(at: number): number {
    const found = this.#html.charCodeAt(at) === MORE ? at : this.#html.indexOf('>', at)
    return found === -1 ? this.#length : Math.min(found + 1, this.#length)
  }

  #nameEnd(at: number): number {
    let end = at
    while (end < this.#length && !endsName(this.#html.charCodeAt(end))) end += 1
    return end
  }

  #endTag(at: number): number {
    const end = begins(this.#html.charCodeAt(at)) === LETTER ? this.#nameEnd(at) : at
    if (end > at && end < this.#length && this.#taker.closeTag(at, end) === DRAWING) this.#drawings = Math.max(0, this.#drawings - 1)
    return this.#behindTag(end)
  }

  /** What begins with `<!` or `<?`, from its second sign on: none of it is wanted. */
  #comment(at: number): number {
    if (!this.#html.startsWith('!--', at)) return this.#behindTag(at + (this.#subset(at) || 1))
    const start = at + 3
    if (this.#html.startsWith('>', start)) return start + 1
    if (this.#html.startsWith('->', start)) return start + 2
    for (let dashes = this.#find('--', start); dashes !== -1; dashes = this.#find('--', dashes + 1)) {
      const end = this.#html.charCodeAt(dashes + 2) === BANG ? dashes + 3 : dashes + 2
      if (this.#html.charCodeAt(end) === MORE) return end + 1
    }
    return this.#length
  }

  /** How long the declarations are that a document type of XML has in itself: what reads XHTML as HTML would show their end. */
  #subset(at: number): number {
    return SUBSET.exec(this.#html.slice(at, at + LONGEST_SUBSET))?.[0].length ?? 0
  }

  #startTag(start: number): number {
    const end = this.#nameEnd(start)
    if (end === this.#length) return end
    const name = this.#taker.openTag(start, end)
    const close = this.#attributes(end)
    if (close === this.#length) return close
    if (name === DRAWING && !this.#isClosed) this.#drawings += 1
    if (this.#drawings > 0 && this.#isClosed) return close + 1
    if (name === ENDLESS) {
      if (close + 1 < this.#length) this.#taker.text(close + 1, this.#length)
      return this.#length
    }
    if (name === BOUNDED) this.#boundAt(close + 1)
    return RAW.has(name) ? this.#rawText(name, close + 1, start) : close + 1
  }

  /** Up to the end of the `noscript` that begins there, the source is as good as at its end. */
  #boundAt(from: number): void {
    if (this.#bound === null || this.#length < this.#html.length) return
    this.#bound.lastIndex = from
    const end = this.#bound.exec(this.#html)
    if (end) this.#length = end.index
    else this.#bound = null
  }

  /** Reads attributes up to the `>` of their tag. Returns its place; the end of the source where there is none. */
  #attributes(from: number): number {
    let at = from
    this.#isClosed = false
    while (at < this.#length) {
      const code = this.#html.charCodeAt(at)
      if (code === MORE) {
        this.#taker.openTagEnd(at, this.#isClosed)
        return at
      }
      if (code === SLASH) this.#isClosed = true
      if (code === SLASH || isSpace(code)) at += 1
      else {
        this.#isClosed = false
        at = this.#attribute(at)
      }
    }
    return this.#length
  }

  /** Reads one attribute. Returns the place behind it. */
  #attribute(start: number): number {
    const html = this.#html
    // Whatever it is, the first sign belongs to the name.
    let end = start + 1
    while (end < this.#length && html.charCodeAt(end) !== EQUALS && !endsName(html.charCodeAt(end))) end += 1
    let at = this.#behindSpace(end)
    if (html.charCodeAt(at) !== EQUALS) {
      this.#taker.attribute(start, end, -1, -1)
      return at
    }
    at = this.#behindSpace(at + 1)
    const quote = html.charCodeAt(at)
    let valueEnd: number
    if (quote === DOUBLE || quote === SINGLE) {
      at += 1
      valueEnd = this.#find(quote === DOUBLE ? '"' : "'", at)
      if (valueEnd === -1) return this.#length
      this.#taker.attribute(start, end, at, valueEnd)
      return valueEnd + 1
    }
    for (valueEnd = at; valueEnd < this.#length; valueEnd += 1) {
      const code = html.charCodeAt(valueEnd)
      if (code === MORE || isSpace(code)) break
    }
    this.#taker.attribute(start, end, at, valueEnd)
    return valueEnd
  }

  #behindSpace(from: number): number {
    let at = from
    while (isSpace(this.#html.charCodeAt(at))) at += 1
    return at
  }

  /** Text up to the end tag of that name, and the end tag. `named` is where the start tag has the name. */
  #rawText(name: string, start: number, named: number): number {
    for (let less = this.#find('</', start); less !== -1; less = this.#find('</', less + 2)) {
      const end = less + 2 + name.length
      if (end >= this.#length || !endsName(this.#html.charCodeAt(end)) || this.#html.slice(less + 2, end).toLowerCase() !== name) continue
      if (less > start) this.#taker.text(start, less)
      return this.#endTag(less + 2)
    }
    if (start < this.#length) this.#taker.text(start, this.#length)
    if (this.#length < this.#html.length) this.#taker.closeTag(named, named + name.length)
    return this.#length
  }
}

/** Hands the tokens of a page over. Never throws on any text. */
export const tokenize = (html: string, taker: TokenTaker): void => new Tokenizer(html, taker).run()
