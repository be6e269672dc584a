/** From the nodes of a page to blocks of Markdown: which part writes which of them. */
import { fold } from '../metadata/text.ts'
import { NO_ATTRIBUTES } from '../page/attributes.ts'
import { type Element, elementAround, type Node, type Text } from '../page/dom.ts'
import { HEADINGS, isPre, isRoleTable } from '../page/tags.ts'
import { itemLines, joinBullets } from './bullets.ts'
import { codeIn } from './code.ts'
import { inline, wordless } from './content.ts'
import { contentsList } from './contents-list.ts'
import { type Context, isBare, isBlock, MAX_NESTING, wanted } from './context.ts'
import { definitions } from './definitions.ts'
import { joinField } from './fields.ts'
import { emphasised, heading, holdsText } from './headings.ts'
import { writeInline, writeStrong } from './inline.ts'
import { writeCards } from './inline-cards.ts'
import { type Inline, InlineRun, lineBreak, words } from './inline-run.ts'
import { indent } from './items.ts'
import { linkLines } from './link-lines.ts'
import { list } from './list.ts'
import { withSigns } from './marks.ts'
import { isMath } from './math.ts'
import { note } from './note.ts'
import { paragraphsOf } from './paragraphs.ts'
import { isSaid } from './permalink.ts'
import { preformatted } from './pre.ts'
import { joinNumbers } from './provisions.ts'
import { beginsWithCents } from './raised.ts'
import { beforePost, belowHead, card } from './records.ts'
import { roleTable } from './role-table.ts'
import { RULE } from './rules.ts'
import { joinSteps } from './steps.ts'
import { table } from './table.ts'
import { isVerse } from './verse.ts'
import { withLists } from './word-lists.ts'

/** A line that is nothing but a picture. */
const PICTURE = /^!\[(?:\\.|[^[\]\\])*\]\(\S+(?: "[^\n]*")?\)$/

/** What is written of an element's children, and the line that is still being read. */
class Parts {
  readonly out: string[] = []
  readonly #context: Context
  #run = new InlineRun()
  #breaks = 0
  /** Whether the last part is a list of cards. */
  #inCards = false

  constructor(context: Context) {
    this.#context = context
  }

  add(child: Node): void {
    if (child.kind === 'text') this.#text(child)
    else if (this.#context.items.has(child)) this.#card(child)
    else {
      if (this.#inCards && wanted(child, this.#context)) this.#inCards = false
      if (child.tag === 'br') this.#break()
      else this.#element(child)
    }
  }

  #text(text: Text): void {
    if (!wanted(text, this.#context)) return
    if (text.text.trim() !== '') {
      this.#breaks = 0
      this.#inCards = false
    }
    inline(text, this.#run.items, this.#run, this.#context)
  }

  #card(child: Element): void {
    if (this.#context.live[child.id] !== 1) return
    this.flush()
    const item = `- ${indent(card(child, this.#context), 2)}`
    if (this.#inCards) this.out[this.out.length - 1] += `\n${item}`
    else this.out.push(item)
    this.#inCards = true
  }

  #break(): void {
    this.#breaks += 1
    if (this.#breaks === 2) this.flush()
    else if (this.#breaks === 1 && this.#run.items.length > 0) this.#run.add(this.#run.items, lineBreak())
  }

  #element(child: Element): void {
    const context = this.#context
    const isLive = context.live[child.id] === 1
    if (isLive && context.footnotes.definitions.has(child) && !/^(?:li|td|th|tr)$/.test(child.tag)) this.#push(note(child, context))
    else if (isBlock(child, context) && !isMath(child) && !goesOn(child, this.#run.said, context)) {
      if (isLive) this.#block(child)
      else if (child.tag !== 'hr') this.#wordless(child)
    } else this.#inline(child)
  }

  #block(child: Element): void {
    const context = this.#context
    this.flush()
    this.#breaks = 0
    // An item that stands in no list has its head as an item.
    const head = child.tag === 'li' ? [] : beforePost(child, context)
    this.#push(belowHead(head, panel(child, block(titled(child, context), context), context)))
  }

  #wordless(child: Element): void {
    this.flush()
    wordless(child, this.#run.items, this.#run, this.#context)
    this.flush()
  }

  #inline(child: Element): void {
    const context = this.#context
    const code = codeIn(child)
    if (code !== null && wanted(child, context)) {
      this.#push(preformatted(code))
      return
    }
    this.#breaks = 0
    const named = titled(child, context)
    if (named !== child && this.#run.items.length > 0) this.#run.text(this.#run.items, ' ')
    inline(named, this.#run.items, this.#run, context)
  }

  #push(parts: readonly string[]): void {
    this.flush()
    for (const part of parts) this.out.push(part)
  }

  /** The line becomes a paragraph, or several. */
  flush(): void {
    const { items } = this.#run
    if (items.length === 0) return
    // A line of links stays one in an item and in a card.
    const cards = this.#context.lists > 0 || this.#context.cards > 0 ? null : writeCards(items)
    if (cards !== null) this.out.push(cards)
    else for (const paragraph of paragraphsOf(items)) for (const line of itemLines(paragraph)) this.#paragraph(line)
    this.#run = new InlineRun()
  }

  #paragraph(line: readonly Inline[]): void {
    const paragraph = writeInline(line)
    if (paragraph !== '') this.out.push(paragraph)
  }
}

/** Blocks of Markdown for the children of one element. */
export function blocksOf(children: readonly Node[], context: Context): string[] {
  const parts = new Parts(context)
  for (const child of withLists(children, context.live)) parts.add(child)
  parts.flush()
  const { out } = parts
  const all = onceEach(out.includes('') ? out.filter((text) => text !== '') : out)
  // On a card they count those who rated it.
  return context.cards > 0 || all.length < 2 ? all : joinBullets(joinSteps(joinNumbers(all)))
}

/** Whether what is in a box goes on the line that is being read: the cents of its sum, a line of its verse. */
const goesOn = (box: Element, said: string, { live, nests }: Context): boolean =>
  live[box.id] === 1 && (beginsWithCents(box, said) || (isVerse(box) && nests[box.id] !== 1))

/** Rows of nothing but pictures run in a circle, for which pages hold them twice. */
const onceEach = (parts: string[]): string[] =>
  parts.length > 1 && parts.every((part) => PICTURE.test(part)) ? [...new Set(parts)] : parts

/** A panel below the name of its tab, unless it begins with it. */
function panel(element: Element, parts: string[], { choice }: Context): string[] {
  const name = choice.tabs.get(element)
  if (name === undefined || parts.length === 0) return parts
  const label = writeStrong([words(name)])
  return fold(parts[0]!) === fold(label) ? parts : [label, ...parts]
}

/** A title of a record that is one link, with the link in it. */
function titled(element: Element, { choice }: Context): Element {
  const anchor = choice.titles.get(element)
  if (anchor === undefined) return element
  const link = elementAround(element.children, 'a', anchor.attributes, element)
  return elementAround([link], element.tag, element.attributes, element)
}

function block(element: Element, context: Context): string[] {
  const { tag } = element
  if (HEADINGS.has(tag)) return heading(element, Number(tag[1]), context)
  if (isPre(element)) return linkLines(element, context) ?? preformatted(element)
  switch (tag) {
    case 'hr':
      return isOrnament(element, context) ? [] : [RULE]
    case 'blockquote':
      return context.choice.bodies.has(element) ? blocksOf(element.children, context) : quote(element, context)
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return list(element, context)
    case 'li':
      // An item outside any list is still an item.
      return list(elementAround([element], 'ul', NO_ATTRIBUTES, element), context)
    case 'table':
      return table(element, context)
    case 'dt':
    case 'summary':
      return emphasised(element, context)
    case 'figcaption':
    case 'caption':
      return blocksOf(element.children, context)
    default:
      if (tag === 'dl') {
        const contents = contentsList(element)
        if (contents !== null) return list(contents, context)
        const fields = definitions(element, context)
        if (fields !== null) return fields
      }
      if (isQuoteOfBoard(element)) return quote(element, context)
      if (isRoleTable(element)) {
        const table = roleTable(element, context)
        if (table !== null) return [table]
      }
      if (element.attributes.role === 'heading' && !holdsText(element))
        return heading(element, Number(element.attributes.more['aria-level'] ?? 2) || 2, context)
      return withSigns(element, joinField(element, blocksOf(element.children, context), context.live), context)
  }
}

/** Whether a rule is drawn in an item or a card beside what that says: it parts nothing but lines. */
function isOrnament(rule: Element, { lists, cards }: Context): boolean {
  if (lists === 0 && cards === 0) return false
  let box = rule
  while (box.parent !== null && box.parent.tag !== 'li' && isAlone(box)) box = box.parent
  return !isAlone(box)
}

/** Whether an element is all that its parent says. */
const isAlone = (element: Element): boolean => element.parent?.children.some((child) => child !== element && isSaid(child)) !== true

const prefixed = (text: string, prefix: string): string => text.replace(/^/gm, prefix).replace(/^> $/gm, '>')

/** What boards by vBulletin and Kunena call what somebody quotes in a post. */
const QUOTE = /(?:^|\s)(?:bbcode_quote|kmsgtext-quote)(?:\s|$)/
const isQuoteOfBoard = ({ tag, attributes }: Element): boolean =>
  tag === 'div' && attributes.class !== undefined && QUOTE.test(attributes.class)

function quote(element: Element, context: Context): string[] {
  context.quotes += 1
  const inner = blocksOf(element.children, context)
  context.quotes -= 1
  if (context.quotes >= MAX_NESTING || (inner.length === 0 && !isBare(element))) return inner
  return [prefixed(inner.join('\n\n'), '> ')]
}
