import { fold } from '../metadata/text.ts'
import { closest, type Element, elementAround, find, HEADINGS, isPre, NO_ATTRIBUTES, type Node, squeeze, textOf } from '../page/dom.ts'
import { readPlaces } from '../page/places.ts'
import { codeIn, codeText, fence, languageOf } from './code.ts'
import { inline, inlineOf, lineOf, writeCell } from './content.ts'
import { type Choice, type Context, isBare, isBlock, survey, wanted } from './context.ts'
import { joinField } from './fields.ts'
import { findFootnotes } from './footnotes.ts'
import { SilentPictures } from './images.ts'
import { writeInline } from './inline.ts'
import { writeCards } from './inline-cards.ts'
import { InlineRun, plainText } from './inline-run.ts'
import { followsList, isTaskBox, joinItem, numbersOf, OPENS_BLOCK, taskMark } from './items.ts'
import { isCodeTable, isNumbering } from './line-numbers.ts'
import { linkLines } from './link-lines.ts'
import { isMath } from './math.ts'
import { joinNumbers, withoutNumbers } from './provisions.ts'
import { beforePost, belowHead, cardText, isOfPost } from './records.ts'
import { RULE, withoutOuterRules } from './rules.ts'
import { alignmentOf, gfmTable, isLayout, rowsOf, toGrid } from './table.ts'
import { tableLines } from './table-lines.ts'
import { withLists } from './word-lists.ts'

const MAX_NESTING = 10
/** What is longer is text, whatever it calls itself. */
const LONGEST_HEADING = 120
/** Markdown (GFM) of the chosen blocks below `body`, in document order. Linear but for the indentation of nested lists and quotes. */
export function writeMarkdown(body: Element, elements: number, base: string | null, choice: Choice): string {
  const marks = { live: new Uint8Array(elements + 4), nests: new Uint8Array(elements + 4), silent: new SilentPictures() }
  survey(body, choice, marks)
  const context: Context = {
    base,
    choice,
    footnotes: choice.footnotes ?? findFootnotes(readPlaces(body)),
    ...marks,
    written: new Set(),
    linked: new Set(choice.titles?.values()),
    lists: 0,
    quotes: 0,
    posts: 0,
    cards: 0,
  }
  return withoutOuterRules(blocksOf(body.children, context)).join('\n\n').trim()
}

/** A line that is nothing but a picture. */
const PICTURE = /^!\[(?:\\.|[^[\]\\])*\]\(\S+(?: "[^\n]*")?\)$/

/** What is written of an element's children, and the line that is still being read. */
class Parts {
  readonly out: string[] = []
  /** Whether a line of links stays one: that of an item or a card. */
  readonly plain: boolean
  run = new InlineRun()

  constructor(plain: boolean) {
    this.plain = plain
  }

  /** The line becomes a paragraph. */
  flush(): void {
    if (this.run.items.length === 0) return
    const paragraph = (this.plain ? null : writeCards(this.run.items)) ?? writeInline(this.run.items)
    if (paragraph !== '') this.out.push(paragraph)
    this.run = new InlineRun()
  }
}

/** Blocks of Markdown for the children of one element. */
function blocksOf(children: readonly Node[], context: Context): string[] {
  const parts = new Parts(context.lists > 0 || context.cards > 0)
  const { out } = parts
  let breaks = 0
  let inCards = false
  for (const child of withLists(children, context.live)) {
    if (child.kind === 'element' && context.choice.cards?.has(child)) {
      if (context.live[child.id] !== 1) continue
      parts.flush()
      const item = `- ${indent(card(child, context), 2)}`
      if (inCards) out[out.length - 1] += `\n${item}`
      else out.push(item)
      inCards = true
      continue
    }
    if (inCards && wanted(child, context) && !(child.kind === 'text' && child.text.trim() === '')) inCards = false
    if (child.kind === 'text') {
      if (!wanted(child, context)) continue
      if (child.text.trim() !== '') breaks = 0
      inline(child, parts.run.items, parts.run, context)
    } else if (child.tag === 'br') {
      breaks += 1
      if (breaks === 2) parts.flush()
      else if (breaks === 1 && parts.run.items.length > 0) parts.run.add(parts.run.items, { type: 'break' })
    } else if (context.footnotes.definitions.has(child) && context.live[child.id] === 1 && !/^(?:li|td|th|tr)$/.test(child.tag)) {
      parts.flush()
      out.push(...footnote(child, context))
    } else if (isBlock(child, context) && !isMath(child)) {
      if (context.live[child.id] !== 1) {
        if (child.tag !== 'hr') parts.flush()
        continue
      }
      parts.flush()
      breaks = 0
      out.push(...belowHead(beforePost(child, context), panel(child, block(titled(child, context), context), context)))
    } else {
      const code = codeIn(child)
      if (code !== null && wanted(child, context)) {
        parts.flush()
        out.push(...preformatted(code))
        continue
      }
      breaks = 0
      inline(child, parts.run.items, parts.run, context)
    }
  }
  parts.flush()
  const all = onceEach(out.includes('') ? out.filter((text) => text !== '') : out)
  // On a card they count those who rated it.
  return context.cards > 0 ? all : joinNumbers(all)
}

/** Rows of nothing but pictures run in a circle, for which pages hold them twice. */
const onceEach = (parts: string[]): string[] =>
  parts.length > 1 && parts.every((part) => PICTURE.test(part)) ? [...new Set(parts)] : parts

/** A panel below the name of its tab, unless it begins with it. */
function panel(element: Element, parts: string[], { choice }: Context): string[] {
  const name = choice.tabs?.get(element)
  if (name === undefined || parts.length === 0) return parts
  const label = writeInline([{ type: 'mark', mark: 'strong', children: [{ type: 'text', value: name }] }])
  return fold(parts[0]!) === fold(label) ? parts : [label, ...parts]
}

/** A title of a record that is one link, with the link in it. */
function titled(element: Element, { choice }: Context): Element {
  const anchor = choice.titles?.get(element)
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
      return [RULE]
    case 'blockquote':
      return context.choice.bodies?.has(element) ? blocksOf(element.children, context) : quote(element, context)
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
      if (element.attributes.role === 'heading' && !holdsText(element))
        return heading(element, Number(element.attributes.more['aria-level'] ?? 2) || 2, context)
      return joinField(element, blocksOf(element.children, context), context.live)
  }
}

/** Whether what calls itself a heading is text: paragraphs that are long or end as sentences do. */
function holdsText(element: Element): boolean {
  if (find(element, ({ tag }) => tag === 'p' || tag === 'li' || tag === 'pre') === null) return false
  const text = squeeze(textOf(element))
  return text.length > LONGEST_HEADING || /[.!?…。！？]$/.test(text)
}

/** What an item of a list says that is a card; one that is a link as a whole and has no title in it is one line. */
function card(element: Element, context: Context): string {
  context.cards += 1
  const parts =
    element.tag === 'a'
      ? blocksOf([element], { ...context, choice: { ...context.choice, cards: new Set() } })
      : blocksOf(element.children, context)
  context.cards -= 1
  return cardText(parts)
}

function heading(element: Element, level: number, context: Context): string[] {
  if (context.cards > 0) return emphasised(element, context)
  if (context.nests[element.id] === 1 && squeeze(textOf(element)).length > LONGEST_HEADING) return headed(element, level, context)
  const items = lineOf(element, context)
  const text = writeInline(items, { oneLine: true })
  if (plainText(items).trim() === '' && !isBare(element)) return text === '' ? [] : [text]
  return [atx(level, text)]
}

const atx = (level: number, text: string): string =>
  `${'#'.repeat(Math.min(6, Math.max(1, level)))} ${text.replace(/\n/g, ' ').replace(/(?<=^|\s)#+$/, '\\$&')}`.trimEnd()

/** What stands in the blocks of a heading behind its first line is text below it. */
function headed(element: Element, level: number, context: Context): string[] {
  const [first = '', ...rest] = blocksOf(element.children, context)
  return first.startsWith('#') || first.includes('\n') || first === '' ? [first, ...rest] : [atx(level, first), ...rest]
}

function emphasised(element: Element, context: Context): string[] {
  if (context.nests[element.id] === 1) return blocksOf(element.children, context)
  const children = inlineOf(element.children, context).flatMap((item) =>
    item.type === 'mark' && item.mark === 'strong' ? item.children : [item],
  )
  const text = writeInline([{ type: 'mark', mark: 'strong', children }])
  return text === '' ? [] : [text]
}

function preformatted(pre: Element): string[] {
  const code = codeText(pre)
  return (code.trim() === '' && !isBare(pre)) || isNumbersBeside(pre, code) ? [] : [fence(code, languageOf(pre))]
}

/** Numbers in a `pre` of their own, beside the code. */
const isNumbersBeside = (pre: Element, code: string): boolean => {
  if (!isNumbering(code)) return false
  const row = closest(pre, ({ tag }) => tag === 'tr')
  return row !== null && find(row, (at) => at.tag === 'pre' && at !== pre) !== null
}

const prefixed = (text: string, prefix: string): string => text.replace(/^/gm, prefix).replace(/^> $/gm, '>')

function quote(element: Element, context: Context): string[] {
  context.quotes += 1
  const inner = blocksOf(element.children, context)
  context.quotes -= 1
  if (context.quotes >= MAX_NESTING || (inner.length === 0 && !isBare(element))) return inner
  return [prefixed(inner.join('\n\n'), '> ')]
}

const indent = (text: string, width: number): string => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`)

function list(element: Element, context: Context): string[] {
  const ordered = element.tag === 'ol'
  const items: { text: string; loose: boolean; value?: number }[] = []
  const extra: string[] = []
  context.lists += 1
  let stray: Node[] = []
  const strays = () => {
    const inner = stray.length > 0 ? blocksOf(stray, context) : []
    stray = []
    return inner
  }
  for (const child of element.children) {
    if (child.kind === 'text' || child.tag !== 'li') {
      if (child.kind === 'element' && /^(?:ul|ol)$/.test(child.tag) && items.length > 0) {
        // A list directly inside a list belongs to the item before it.
        const nested = context.live[child.id] === 1 ? list(child, context) : []
        if (nested.length > 0) items[items.length - 1]!.text += `\n${nested.join('\n')}`
      } else if (wanted(child, context) && !(child.kind === 'text' && child.text.trim() === '')) stray.push(child)
      continue
    }
    if (context.live[child.id] !== 1) continue
    for (const text of strays()) items.push({ text, loose: false })
    if (context.footnotes.definitions.has(child)) {
      extra.push(...footnote(child, context))
      continue
    }
    if (context.choice.cards?.has(child)) {
      items.push({ text: card(child, context), loose: false })
      continue
    }
    const inner = belowHead(beforePost(child, context), blocksOf(child.children, context))
    // The box of a post folds it.
    const box = context.choice.posts?.has(child)
      ? null
      : find(child, (at) => at.tag === 'input' && at.attributes.type?.toLowerCase() === 'checkbox')
    const loose = child.children.some((at) => at.kind === 'element' && at.tag === 'p' && context.live[at.id] === 1)
    if (inner.length === 0 && !isBare(child)) continue
    // Behind a box only text is what it was: a fence there would open nothing.
    const task = box && isTaskBox(box, child, context.live) && !OPENS_BLOCK.test(inner[0] ?? '') ? taskMark(box) : ''
    const separator = loose || inner.some((text) => /^\| /.test(text)) ? '\n\n' : '\n'
    items.push({ text: task + joinItem(inner, separator), loose, value: Number.parseInt(child.attributes.more.value ?? '', 10) })
  }
  for (const text of strays()) items.push({ text, loose: false })
  context.lists -= 1
  // Nothing but empty items waits for a script; one of them among others is meant.
  if (items.length === 0 || (items.length > 1 && items.every(({ text }) => text === ''))) return extra
  if (context.lists >= MAX_NESTING) return [...items.map((item) => item.text), ...extra]
  const loose = items.some((item) => item.loose)
  const alternate = followsList(element)
  const numbers = ordered ? numbersOf(element, items) : []
  const texts = items.map(({ text }) => text)
  const lines = (ordered ? withoutNumbers(texts, numbers) : texts).map((text, index) => {
    const marker = ordered ? `${numbers[index]}${alternate ? ')' : '.'} ` : alternate ? '* ' : '- '
    return (marker + indent(text, marker.length)).trimEnd()
  })
  return [lines.join(loose ? '\n\n' : '\n'), ...extra]
}

function footnote(element: Element, context: Context): string[] {
  const label = context.footnotes.definitions.get(element)!
  if (context.written.has(element)) return []
  context.written.add(element)
  const inner = blocksOf(element.children, context).filter((text) => text !== '')
  // What is left of a label whose number led back, and of an arrow before several that do.
  if (/^[\\[\]().^↑]+$/.test(inner[0] ?? '')) inner.shift()
  if (inner.length === 0) return []
  const first = inner[0]!
    .replace(/^(?:[\^↑†‡§]+|(?:\\\*)+|\\?\[\\?\]|[.:])\s+/, '')
    .replace(new RegExp(`^\\\\?\\[?${label.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}\\\\?[\\].:)]+\\s+`, 'u'), '')
  return [`[^${label}]: ${indent([noDestination(first), ...inner.slice(1)].join('\n\n'), 4)}`]
}

/** A reader without footnotes takes a note of one word for the address of a link. */
const noDestination = (text: string): string =>
  /^\\?<?[a-z][a-z\d+.\\-]*:/i.test(text) && !/^https?:\/\//i.test(text) ? text.replace(':', ': ') : text

function table(element: Element, context: Context): string[] {
  if (isLayout(element) || isOfPost(element, context.choice)) {
    const out: string[] = []
    for (const child of element.children)
      if (child.kind === 'element' && context.live[child.id] === 1)
        out.push(...belowHead(beforePost(child, context), layoutPart(child, context)))
    return out
  }
  const rows = rowsOf(element).filter((row) => row.some((cell) => context.live[cell.id] === 1))
  const caption = find(element, (inner) => inner.tag === 'caption')
  const out = caption && context.live[caption.id] === 1 ? blocksOf(caption.children, context) : []
  if (rows.length === 0) return out
  if (isCodeTable(rows)) return [...out, ...preformatted(element)]
  const lines = tableLines(rows, context)
  if (lines !== null) return [...out, ...lines]
  const grid = toGrid(rows, (cell) => (context.live[cell.id] === 1 ? writeCell(cell, context) : ''))
  // Signs and spaces are all that it holds.
  if (grid.every((row) => row.every((text) => text === ''))) return out
  const alignments =
    toGrid([rows.find((row) => row.some((cell) => cell.attributes.more.align ?? cell.attributes.style)) ?? rows[0]!], alignmentOf)[0] ?? []
  out.push(gfmTable(grid, alignments))
  return out
}

function layoutPart(element: Element, context: Context): string[] {
  if (!/^(?:thead|tbody|tfoot|tr)$/.test(element.tag)) return blocksOf(element.children, context)
  const out: string[] = []
  for (const child of element.children)
    if (child.kind === 'element' && context.live[child.id] === 1)
      out.push(...belowHead(beforePost(child, context), layoutPart(child, context)))
  return out
}
