/** From tags and text to a bounded tree. What a page's head says is kept apart; scripts, styles and embedded objects never become nodes. */

import { Attributes, NO_ATTRIBUTES } from './attributes.ts'
import { boxOf, type Lines, linesOf } from './code-lines.ts'
import { appendChild, Element, inOrder, type Media, type Page, Text } from './dom.ts'
import { decodeText } from './entities.ts'
import { gatherByAttribute } from './having.ts'
import { Head } from './head.ts'
import { KnownSigns } from './known-signs.ts'
import { clean, cutAt, LIMITS } from './limits.ts'
import { Looks } from './looks.ts'
import { namesIn } from './names.ts'
import { DROPPED, openAfterEnd, openAfterStart } from './nesting.ts'
import { writeRequests } from './request-buttons.ts'
import { Seen } from './seen.ts'
import { joinSegments } from './segments.ts'
import { openSentenceButtons } from './sentence-buttons.ts'
import { fillSlots } from './shadow.ts'
import { Drawing, nameIn, signOf } from './signs.ts'
import { Skipped } from './skipped.ts'
import { isSpace, keepsSpace, keptSpace, runTogether, showsLines, withLines } from './space.ts'
import { placeStreamed } from './streamed.ts'
import { BLOCK_TAGS, breaksByClass, PLAYS, VOID_TAGS } from './tags.ts'
import { BEGINS_WITH_WORD, ENDS_IN_WORD } from './text.ts'

const HOLDS_ROWS: ReadonlySet<string> = namesIn('table thead tbody tfoot')
const NEVER_ENDED: ReadonlySet<string> = new Set([...VOID_TAGS, ...namesIn('html body head')])

const breaksLine = (tag: string): boolean => BLOCK_TAGS.has(tag) || tag === 'br'

export class TreeBuilder {
  readonly #root = new Element('html', new Attributes(), null, 0)
  readonly #body = new Element('body', new Attributes(), this.#root, 1)
  readonly #open: Element[] = [this.#root, this.#body]
  #top = this.#body
  readonly #all: Element[] = []
  /** Also of attributes, before they come here. */
  readonly seen = new Seen()
  readonly #head = new Head(this.#body, this.seen)
  readonly #media: Media[] = []
  readonly #buttons: Element[] = []
  #titleOpen = false
  readonly #looks = new Looks()
  #elements = 0
  #textLength = 0
  /** Whether a slash stands by itself somewhere. */
  #hasSlash = false
  #cut = false
  /** Text that no node holds yet. */
  #buffer = ''
  /** The text of the last node, and whether a drawing that is not told stands behind it, which parts words as a picture does. */
  #said = ''
  #isBehindDrawing = false
  /** How many elements are open around each open one that keeps its white space. */
  readonly #keepers: number[] = []
  /** The same of each that shows the ends of its lines. */
  readonly #liners: number[] = []
  /** How many of the open elements nothing closes that is being read: those around a frame. */
  #floor = 2
  /** Open elements below the depth limit. */
  #beyond = 0
  #skipped: Skipped | null = null
  readonly #signs = new KnownSigns()
  /** The box made around lines of code that follow one another. */
  #code: Element | null = null

  /** Whether what is read is passed over. */
  get skips(): boolean {
    return this.#skipped !== null
  }

  /** Whether attributes of a tag in that are of any use. */
  draws(tag: string): boolean {
    return this.#skipped?.drawing?.reads(tag) === true
  }

  get inScript(): boolean {
    return this.#skipped !== null && this.#skipped.tag === 'script'
  }

  /** Text between two tags; scripts know no entities, and `verbatim` has none either. */
  text(html: string, start: number, end: number, verbatim: boolean): void {
    if (this.#skipped) {
      if (this.#skipped.keep !== null && this.#buffer.length < LIMITS.jsonLd) this.#buffer += html.slice(start, end)
      this.#skipped.drawing?.text(html, start, end)
    } else if (this.#textLength < LIMITS.text && this.#buffer.length < LIMITS.text) {
      const raw = html.slice(start, end)
      this.#buffer += verbatim ? raw : decodeText(raw)
    } else this.#cut = true
  }

  start(tag: string, attributes: Attributes, selfClosing: boolean): void {
    if (this.#skipped && this.#passes(this.#skipped, tag, attributes, selfClosing)) return
    if (tag === 'title' && this.#head.title === '') {
      this.#flush()
      this.#titleOpen = true
    } else if (DROPPED.has(tag)) this.#skip(tag, attributes, selfClosing)
    else if (!this.#head.takes(tag, attributes, this.#open)) {
      if (tag === 'article') this.#head.lines ??= linesOf(attributes.class ?? '')
      if (this.#head.lines !== null) this.#boxLines(this.#head.lines, tag, attributes)
      this.#element(tag, attributes)
    }
  }

  /** Whether a start tag is passed over, with what is: all are but those that leave a drawing. */
  #passes(skipped: Skipped, tag: string, attributes: Attributes, selfClosing: boolean): boolean {
    if (skipped.isLeftBy(tag)) {
      this.#skipped = null
      this.#buffer = ''
      return false
    }
    skipped.start(tag, attributes, selfClosing)
    return true
  }

  end(name: string): void {
    if (this.#skipped) {
      if (this.#skipped.isEndedBy(name)) this.#endSkipped(this.#skipped)
    } else if (this.#titleOpen && name === 'title') this.#endTitle()
    else if (NEVER_ENDED.has(name)) this.#endNone(name)
    else this.#endElement(name)
  }

  /** Of end tags that end nothing, that of `br` is a line break, as in browsers. */
  #endNone(name: string): void {
    if (name !== 'br') return
    this.#flush()
    if (this.#beyond === 0 && this.#elements < LIMITS.elements) this.#append('br', NO_ATTRIBUTES)
  }

  /** Reads what a frame shows whose source stands in the page: as a part of it that neither closes nor leaves open what is around. */
  frame(attributes: Attributes, read: () => void): void {
    if (this.#beyond > 0 || this.#titleOpen || this.#open.length >= LIMITS.depth || this.#elements >= LIMITS.elements) return
    this.#element('div', attributes)
    const outer = this.#floor
    const own = this.#open.length
    this.#floor = own
    read()
    if (this.#skipped) this.#buffer = ''
    this.#skipped = null
    this.#flush()
    this.#beyond = 0
    this.#floor = outer
    this.#closeTo(own - 1)
  }

  /** The page, when all of it has been read, and what stands elsewhere than it is shown has been moved. */
  finish(sourceLength: number): Page {
    if (this.#titleOpen) this.#endTitle()
    else if (!this.#skipped) this.#flush()
    appendChild(this.#root, this.#body)
    this.#body.look = this.#looks.of('body', this.#body.attributes.class)
    const read = gatherByAttribute(this.#all)
    const isWritten = writeRequests(this.#buttons, (tag) => this.#looks.of(tag, undefined))
    const isMoved = [isWritten, placeStreamed(read), fillSlots(this.#body, read)].includes(true)
    const all = isMoved ? inOrder(this.#body) : this.#all
    if (this.#hasSlash) joinSegments(all)
    openSentenceButtons(this.#buttons)
    return {
      root: this.#root,
      body: this.#body,
      all,
      having: isMoved ? gatherByAttribute(all) : read,
      looks: this.#looks.classes,
      title: this.#head.title,
      htmlLang: this.#head.htmlLang,
      baseHref: this.#head.baseHref,
      metas: this.#head.metas,
      links: this.#head.links,
      jsonLd: this.#head.readData(),
      media: this.#media,
      elements: this.#elements,
      sourceLength,
      cut: this.#cut,
      isTwiceEncoded: this.seen.isTwiceEncoded,
    }
  }

  /** Whether a text would stand on a line that has begun, and not in code. */
  get #goesOn(): boolean {
    return this.#keepers.length === 0 && this.#top.tag !== 'code' && (this.#top.children.length > 0 || !BLOCK_TAGS.has(this.#top.tag))
  }

  /** The buffered text becomes a node. */
  #flush(): void {
    if (this.#buffer === '') return
    const isKept = this.#keepers.length > 0
    let text = !isKept && isSpace(this.#buffer) ? ' ' : this.seen.of(this.#buffer)
    this.#buffer = ''
    if (isKept || this.#liners.length > 0) text = this.#withShown(text, isKept)
    else if (text !== ' ') text = runTogether(text, this.#top.tag === 'code')
    if (this.#textLength + text.length > LIMITS.text) {
      this.#cut = true
      text = cutAt(text, Math.max(0, LIMITS.text - this.#textLength))
    }
    if (text === '') return
    if (this.#isBehindDrawing) {
      this.#isBehindDrawing = false
      if (this.#goesOn && ENDS_IN_WORD.test(this.#said) && BEGINS_WITH_WORD.test(text)) text = ` ${text}`
    }
    this.#said = text
    if (text === '/') this.#hasSlash = true
    this.#textLength += text.length
    const top = this.#top
    const last = top.children.at(-1)
    if (last?.kind === 'text') last.text += text
    // White space at the beginning of a block shows nowhere; inside a line or in code it does.
    else if (text !== ' ' || top.children.length > 0 || isKept || !BLOCK_TAGS.has(top.tag)) appendChild(top, new Text(text, top))
  }

  /** A text whose white space shows, or at least the ends of its lines. */
  #withShown(text: string, isKept: boolean): string {
    return isKept ? keptSpace(text) : runTogether(withLines(text), this.#top.tag === 'code')
  }

  /** Closes all but the first `count` open elements. */
  #closeTo(count: number): void {
    if (count === this.#open.length) return
    while (this.#open.length > count && this.#open.length > this.#floor) this.#open.pop()
    for (const kept of [this.#keepers, this.#liners]) while (kept.length > 0 && kept[kept.length - 1]! >= this.#open.length) kept.pop()
    this.#top = this.#open[this.#open.length - 1]!
  }

  #append(tag: string, attributes: Attributes): Element {
    this.#elements += 1
    const element = new Element(tag, attributes, this.#top, this.#elements + 1, this.#looks.of(tag, attributes.class))
    appendChild(this.#top, element)
    this.#all.push(element)
    if (PLAYS.has(tag)) this.#remember(element)
    if (tag === 'button') this.#buttons.push(element)
    return element
  }

  #remember(element: Element): void {
    const after = this.#top.children.at(-1) ?? null
    if (this.#media.length < LIMITS.media) this.#media.push({ element, after, offset: after?.kind === 'text' ? after.text.length : 0 })
  }

  #element(tag: string, attributes: Attributes): void {
    this.#flush()
    if (this.#beyond > 0) {
      if (!VOID_TAGS.has(tag)) this.#beyond += 1
      if (breaksLine(tag)) this.#buffer += ' '
      return
    }
    this.#closeTo(openAfterStart(this.#open, tag))
    if (this.#elements >= LIMITS.elements) {
      this.#cut = true
      if (breaksLine(tag)) this.#buffer += ' '
    } else if (VOID_TAGS.has(tag)) this.#append(tag, attributes)
    else if (this.#open.length >= LIMITS.depth) {
      this.#elements += 1
      this.#cut = true
      this.#beyond = 1
    } else {
      // A cell without a row begins one, as in browsers.
      if ((tag === 'td' || tag === 'th') && HOLDS_ROWS.has(this.#top.tag)) this.#enter('tr', NO_ATTRIBUTES)
      this.#enter(tag, attributes)
    }
  }

  #enter(tag: string, attributes: Attributes): void {
    this.#top = this.#append(tag, attributes)
    if (keepsSpace(this.#top)) this.#keepers.push(this.#open.length)
    else if (showsLines(attributes)) this.#liners.push(this.#open.length)
    this.#open.push(this.#top)
  }

  /** Lines of code that stand beside one another are one `pre`. */
  #boxLines(lines: Lines, tag: string, attributes: Attributes): void {
    const inCode = this.#top === this.#code
    const box = boxOf(lines, tag, attributes)
    if (inCode && box !== this.#top.attributes.class) this.#endElement('pre')
    if (box === null || this.#top === this.#code) return
    this.#element('pre', Object.assign(new Attributes(), { class: box }))
    this.#code = this.#top
  }

  #endElement(name: string): void {
    this.#flush()
    if (this.#beyond > 0) {
      this.#beyond -= 1
      if (BLOCK_TAGS.has(name)) this.#buffer += ' '
    } else if (name !== this.#top.tag) this.#closeTo(openAfterEnd(this.#open, name))
    else if (this.#top.children.length === 0) this.#endEmpty(this.#top)
    else this.#closeTo(this.#open.length - 1)
  }

  /** What holds nothing may break a line all the same, or be a sign. */
  #endEmpty(element: Element): void {
    const sign = signOf(element)
    if (breaksByClass(element)) this.#append('br', NO_ATTRIBUTES)
    this.#closeTo(this.#open.length - 1)
    this.#buffer += sign
  }

  #endTitle(): void {
    this.#head.title = this.seen.of(this.#buffer).replace(/\s+/g, ' ').trim()
    this.#buffer = ''
    this.#titleOpen = false
  }

  #skip(tag: string, attributes: Attributes, selfClosing: boolean): void {
    if (tag === 'svg') this.#beforeDrawing(attributes)
    if (selfClosing && tag === 'svg') {
      this.#endDrawing(new Drawing(attributes, this.#top, this.#signs))
      return
    }
    if (tag === 'embed') return
    this.#flush()
    if (tag === 'iframe' && this.#beyond === 0) this.#remember(new Element(tag, attributes, this.#top, -1))
    this.#skipped = new Skipped(tag, attributes.type ?? '', tag === 'svg' ? new Drawing(attributes, this.#top, this.#signs) : null)
  }

  /** Text before a drawing is a node of its own, and what a drawing without any is called stands in its place. */
  #beforeDrawing(attributes: Attributes): void {
    if (this.#keepers.length > 0 || /\S/.test(this.#buffer)) this.#flush()
    else this.#buffer = (this.#buffer === '' ? '' : ' ') + nameIn(this.#top, attributes)
  }

  #endSkipped({ keep, type, drawing }: Skipped): void {
    const content = this.#buffer
    this.#buffer = ''
    this.#skipped = null
    if (drawing) this.#endDrawing(drawing)
    if (keep === 'json-ld') this.#head.addData(content)
    // MathJax keeps its source in a script: it becomes an element of its own, with TeX as text.
    if (keep === 'tex' && this.#elements < LIMITS.elements) {
      const formula = this.#append('tex-math', Object.assign(new Attributes(), { type }))
      appendChild(formula, new Text(clean(content), formula))
    }
  }

  /** A drawing becomes its name, or an element where it is a sign or a rating. */
  #endDrawing({ name, sign, rating }: Drawing): void {
    this.#buffer += name
    const isNothing = sign === null && rating === undefined
    this.#isBehindDrawing = name === '' && isNothing
    if (name !== '' || isNothing || this.#beyond > 0 || this.#elements >= LIMITS.elements) return
    this.#flush()
    this.#append('svg', Object.assign(new Attributes(), { alt: sign?.mark ?? undefined, class: sign?.star ?? undefined, title: rating }))
  }
}
