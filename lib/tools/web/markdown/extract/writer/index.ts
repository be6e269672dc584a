import { isSilent } from '../blocks.ts'
import { BLOCK_TAGS, type Element, find, type Node, squeeze, textOf } from '../dom.ts'
import { codeText, fence, isNumberColumn, languageOf } from './code.ts'
import { type Footnotes, findFootnotes, isBackReference } from './footnotes.ts'
import { writeImage } from './images.ts'
import { type Inline, InlineRun, plainText, writeInline } from './inline.ts'
import { isMath, mathOf } from './math.ts'
import { alignmentOf, gfmTable, isLayout, rowsOf, toGrid } from './table.ts'
import { linkUrl } from './urls.ts'

/** Which parts of a tree to write: blocks by index, and never what is hidden. */
export type Choice = {
  readonly keep: Uint8Array
  readonly noscript: boolean
  readonly hidden: ReadonlySet<Element>
  readonly everything: boolean
}

type Context = {
  readonly base: string | null
  readonly choice: Choice
  readonly footnotes: Footnotes
  /** By element id: something below it is written. */
  readonly live: Uint8Array
  /** By element id: it holds a block-level element. */
  readonly nests: Uint8Array
  readonly written: Set<Element>
  lists: number
  quotes: number
}

const MAX_NESTING = 10
const SKIPPED: ReadonlySet<string> = new Set([
  'select',
  'textarea',
  'option',
  'optgroup',
  'input',
  'rp',
  'progress',
  'meter',
  'annotation',
  'annotation-xml',
  'source',
])

/** Markdown (GFM) of the chosen blocks below `body`, in document order. Linear but for the indentation of nested lists and quotes. */
export function writeMarkdown(body: Element, elements: number, base: string | null, choice: Choice): string {
  const live = new Uint8Array(elements + 4)
  const nests = new Uint8Array(elements + 4)
  survey(body, choice, live, nests)
  const context: Context = { base, choice, footnotes: findFootnotes(body), live, nests, written: new Set(), lists: 0, quotes: 0 }
  const out = blocksOf(body.children, context)
  return out
    .join('\n\n')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Marks what is written and what nests blocks, in one walk. */
function survey(element: Element, choice: Choice, live: Uint8Array, nests: Uint8Array): void {
  for (const child of element.children) {
    if (child.kind === 'text') {
      if (child.block >= 0 && choice.keep[child.block] === 1) live[element.id] = 1
      continue
    }
    if (child.tag === 'noscript' && !choice.noscript) continue
    if (BLOCK_TAGS.has(child.tag)) nests[element.id] = 1
    if (isSilent(child) || choice.hidden.has(child) || isNumberColumn(child)) continue
    if (child.tag === 'br') {
      // A line break may be all that an inline element holds.
      if (choice.keep[child.block] === 1) live[child.id] = 1
    } else if (child.tag === 'img' || child.tag === 'hr') {
      if (isNearKept(child, choice)) live[child.id] = 1
    } else survey(child, choice, live, nests)
    if (live[child.id] === 1) live[element.id] = 1
    if (nests[child.id] === 1) nests[element.id] = 1
  }
}

/** An image has no text to judge it by: it goes with the blocks right before and after it. */
function isNearKept(element: Element, choice: Choice): boolean {
  if (choice.everything) return true
  const { keep } = choice
  const at = element.block
  if (at < 0) return false
  const before = keep[at - 1] === 1
  const here = keep[at] === 1
  return element.tag === 'hr'
    ? before && here
    : (before && here) || (here && (at === 0 || keep[at + 1] === 1)) || (before && (keep[at - 2] === 1 || at < 2))
}

const isBlock = (element: Element, context: Context): boolean =>
  BLOCK_TAGS.has(element.tag) || (context.nests[element.id] === 1 && !(element.tag === 'a' && isCard(element)))

/** A link around headings and paragraphs is a card, unless it is half the page. */
const isCard = (anchor: Element): boolean =>
  anchor.attributes.href !== undefined &&
  find(anchor, (inner) => /^(?:table|pre|ul|ol|blockquote)$/.test(inner.tag)) === null &&
  textOf(anchor).length < 600

const wanted = (node: Node, context: Context): boolean =>
  node.kind === 'text' ? (node.block < 0 ? node.text.trim() === '' : context.choice.keep[node.block] === 1) : context.live[node.id] === 1

/** Blocks of Markdown for the children of one element. */
function blocksOf(children: readonly Node[], context: Context): string[] {
  const out: string[] = []
  let run = new InlineRun()
  const flush = () => {
    if (run.items.length > 0) {
      const paragraph = writeInline(run.items)
      if (paragraph !== '') out.push(paragraph)
      run = new InlineRun()
    }
  }
  let breaks = 0
  for (const child of children) {
    if (child.kind === 'text') {
      if (!wanted(child, context)) continue
      if (child.text.trim() !== '') breaks = 0
      inline(child, run.items, run, context)
    } else if (child.tag === 'br') {
      breaks += 1
      if (breaks === 2) flush()
      else if (breaks === 1 && run.items.length > 0) run.add(run.items, { type: 'break' })
    } else if (context.footnotes.definitions.has(child) && context.live[child.id] === 1 && !/^(?:li|td|th|tr)$/.test(child.tag)) {
      flush()
      out.push(...footnote(child, context))
    } else if (isBlock(child, context) && !isMath(child)) {
      if (context.live[child.id] !== 1) {
        if (child.tag !== 'hr') flush()
        continue
      }
      flush()
      breaks = 0
      out.push(...block(child, context))
    } else {
      breaks = 0
      inline(child, run.items, run, context)
    }
  }
  flush()
  return out
}

function block(element: Element, context: Context): string[] {
  const { tag } = element
  if (/^h[1-6]$/.test(tag)) return heading(element, Number(tag[1]), context)
  switch (tag) {
    case 'hr':
      return ['***']
    case 'pre':
      return preformatted(element)
    case 'blockquote':
      return quote(element, context)
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return list(element, context)
    case 'li':
      // An item outside any list is still an item.
      return list({ ...element, tag: 'ul', attributes: {}, children: [element] }, context)
    case 'table':
      return table(element, context)
    case 'dt':
    case 'summary':
      return emphasised(element, context)
    case 'figcaption':
    case 'caption':
      return blocksOf(element.children, context)
    default:
      if (element.attributes.role === 'heading') return heading(element, Number(element.attributes['aria-level'] ?? 2) || 2, context)
      return blocksOf(element.children, context)
  }
}

function inlineOf(nodes: readonly Node[], context: Context): Inline[] {
  const run = new InlineRun()
  for (const node of nodes) if (node.kind === 'element' || wanted(node, context)) inline(node, run.items, run, context)
  return run.items
}

function heading(element: Element, level: number, context: Context): string[] {
  const items = inlineOf(element.children, context)
  const text = writeInline(items, { oneLine: true })
  if (plainText(items).trim() === '') return text === '' ? [] : [text]
  return [`${'#'.repeat(Math.min(6, Math.max(1, level)))} ${text.replace(/\n/g, ' ').replace(/(?<=^|\s)#+$/, '\\$&')}`]
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
  return code.trim() === '' ? [] : [fence(code, languageOf(pre))]
}

const prefixed = (text: string, prefix: string): string => text.replace(/^/gm, prefix).replace(/^> $/gm, '>')

function quote(element: Element, context: Context): string[] {
  context.quotes += 1
  const inner = blocksOf(element.children, context)
  context.quotes -= 1
  if (inner.length === 0 || context.quotes >= MAX_NESTING) return inner
  return [prefixed(inner.join('\n\n'), '> ')]
}

const indent = (text: string, width: number): string => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`)

function list(element: Element, context: Context): string[] {
  const ordered = element.tag === 'ol'
  const start = Number.parseInt(element.attributes.start ?? '1', 10)
  let number = Number.isFinite(start) && start >= 0 && start < 999_999_999 ? start : 1
  if (element.attributes.reversed !== undefined) number = 1
  const items: { text: string; loose: boolean }[] = []
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
    if (context.live[child.id] !== 1) {
      if (ordered) number += 0
      continue
    }
    for (const text of strays()) items.push({ text, loose: false })
    if (context.footnotes.definitions.has(child)) {
      extra.push(...footnote(child, context))
      continue
    }
    const inner = blocksOf(child.children, context)
    const box = find(child, (at) => at.tag === 'input' && at.attributes.type?.toLowerCase() === 'checkbox')
    const loose = child.children.some((at) => at.kind === 'element' && at.tag === 'p' && context.live[at.id] === 1)
    if (inner.length === 0) continue
    const task = box && isTaskBox(box, child) ? (box.attributes.checked !== undefined ? '[x] ' : '[ ] ') : ''
    const separator = loose || inner.some((text) => /^\| /.test(text)) ? '\n\n' : '\n'
    items.push({ text: task + joinItem(inner, separator), loose })
    const value = Number.parseInt(child.attributes.value ?? '', 10)
    if (ordered && Number.isFinite(value) && value >= 0 && items.length === 1) number = value
  }
  for (const text of strays()) items.push({ text, loose: false })
  context.lists -= 1
  if (items.length === 0) return extra
  if (context.lists >= MAX_NESTING) return [...items.map((item) => item.text), ...extra]
  const loose = items.some((item) => item.loose)
  const alternate = followsList(element)
  const lines = items.map((item, index) => {
    const marker = ordered ? `${number + index}${alternate ? ')' : '.'} ` : alternate ? '* ' : '- '
    return marker + indent(item.text, marker.length)
  })
  return [lines.join(loose ? '\n\n' : '\n'), ...extra]
}

/** Two paragraphs need an empty line between them; a nested list or fence does not. */
function joinItem(parts: readonly string[], separator: string): string {
  let text = parts[0] ?? ''
  for (let index = 1; index < parts.length; index += 1) {
    const part = parts[index]!
    const opensBlock = /^(?:[-*] |\d+[.)] |`{3,}|#{1,6} |> )/.test(part) && !(/^\d+[.)] /.test(part) && !/^1[.)] /.test(part))
    text += (opensBlock ? separator : '\n\n') + part
  }
  return text
}

const isTaskBox = (box: Element, item: Element): boolean => {
  for (let at = box.parent; at && at !== item; at = at.parent) if (at.tag === 'li') return false
  return true
}

/** Whether another list stands right before this one: equal markers would make them one. */
function followsList(element: Element): boolean {
  const siblings = element.parent?.children
  if (!siblings || siblings.length > 2_000) return false
  let alternate = false
  for (let index = 0; index < siblings.length; index += 1) {
    const sibling = siblings[index]!
    if (sibling === element) return alternate
    if (sibling.kind === 'text') {
      if (sibling.text.trim() !== '') alternate = false
    } else alternate = sibling.tag === element.tag ? !alternate : false
  }
  return false
}

function footnote(element: Element, context: Context): string[] {
  const label = context.footnotes.definitions.get(element)!
  if (context.written.has(element)) return []
  context.written.add(element)
  const inner = blocksOf(element.children, context).filter((text) => text !== '')
  if (inner.length === 0) return []
  const first = inner[0]!.replace(new RegExp(`^\\\\?\\[?${label.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}\\\\?[\\].:)]+\\s+`, 'u'), '')
  return [`[^${label}]: ${indent([first, ...inner.slice(1)].join('\n\n'), 4)}`]
}

function table(element: Element, context: Context): string[] {
  if (isLayout(element)) {
    const out: string[] = []
    for (const child of element.children)
      if (child.kind === 'element' && context.live[child.id] === 1) out.push(...layoutPart(child, context))
    return out
  }
  const rows = rowsOf(element).filter((row) => row.some((cell) => context.live[cell.id] === 1))
  const caption = find(element, (inner) => inner.tag === 'caption')
  const out = caption && context.live[caption.id] === 1 ? blocksOf(caption.children, context) : []
  if (rows.length === 0) return out
  const grid = toGrid(rows, (cell) => (context.live[cell.id] === 1 ? writeCell(cell, context) : ''))
  const alignments =
    toGrid([rows.find((row) => row.some((cell) => cell.attributes.align ?? cell.attributes.style)) ?? rows[0]!], alignmentOf)[0] ?? []
  out.push(gfmTable(grid, alignments))
  return out
}

function layoutPart(element: Element, context: Context): string[] {
  if (!/^(?:thead|tbody|tfoot|tr)$/.test(element.tag)) return blocksOf(element.children, context)
  const out: string[] = []
  for (const child of element.children)
    if (child.kind === 'element' && context.live[child.id] === 1) out.push(...layoutPart(child, context))
  return out
}

/** Everything of a cell on one line: borders of blocks become spaces, items of a list are parted by semicolons. */
function writeCell(cell: Element, context: Context): string {
  const run = new InlineRun()
  flat(cell.children, run.items, run, context)
  return writeInline(run.items, { oneLine: true, table: true })
}

/** Inline content of nodes that may hold blocks, with a space at every border. */
function flat(nodes: readonly Node[], target: Inline[], run: InlineRun, context: Context): void {
  for (const node of nodes) {
    if (node.kind === 'text' || !isBlock(node, context) || isMath(node)) {
      if (wanted(node, context) || (node.kind === 'element' && node.tag === 'br')) inline(node, target, run, context)
      continue
    }
    if (context.live[node.id] !== 1 || node.tag === 'hr') continue
    if (node.tag === 'pre') {
      run.text(target, ' ')
      run.add(target, { type: 'code', value: codeText(node) })
      run.text(target, ' ')
      continue
    }
    if (node.tag === 'li' && previousItem(node)) run.text(target, '; ')
    else run.text(target, ' ')
    flat(node.children, target, run, context)
    if (node.tag !== 'li') run.text(target, ' ')
  }
}

const previousItem = (item: Element): boolean => item.parent?.children.find((at) => at.kind === 'element' && at.tag === 'li') !== item

const SUPERSCRIPT: Readonly<Record<string, string>> = {
  0: '⁰',
  1: '¹',
  2: '²',
  3: '³',
  4: '⁴',
  5: '⁵',
  6: '⁶',
  7: '⁷',
  8: '⁸',
  9: '⁹',
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '=': '⁼',
  '(': '⁽',
  ')': '⁾',
  n: 'ⁿ',
  i: 'ⁱ',
}
const SUBSCRIPT: Readonly<Record<string, string>> = {
  0: '₀',
  1: '₁',
  2: '₂',
  3: '₃',
  4: '₄',
  5: '₅',
  6: '₆',
  7: '₇',
  8: '₈',
  9: '₉',
  '+': '₊',
  '-': '₋',
  '−': '₋',
  '=': '₌',
  '(': '₍',
  ')': '₎',
}

/** Raised and lowered text stays apart from what it stands beside: as Unicode where that exists, else with `^` or `_`. */
function script(element: Element, context: Context): string | null {
  const text = squeeze(plainText(inlineOf(element.children, context)))
  if (text === '') return ''
  if (element.tag === 'sup' && /^(?:st|nd|rd|th|er|ème|e|o|a|os|as|TM|®|™|©|[*†‡§]+|SM)$/i.test(text)) return text
  const table = element.tag === 'sup' ? SUPERSCRIPT : SUBSCRIPT
  const drawn = [...text].map((char) => table[char])
  if (drawn.every((char) => char !== undefined)) return drawn.join('')
  if (text.length > 24) return null
  const sign = element.tag === 'sup' ? '^' : '_'
  return text.length === 1 ? `${sign}${text}` : `${sign}(${text})`
}

const PERMALINK =
  /(?:^|\s)(?:headerlink|header-?anchor|heading-?anchor|anchor-?link|anchorjs-link|hash-link|permalink|direct-link|deep-?link|anchor|sl-anchor-link)(?:\s|$)/i

/** The sign beside a heading that links to the heading itself. */
function isPermalink(anchor: Element): boolean {
  const href = anchor.attributes.href ?? ''
  if (!href.includes('#')) return false
  const text = squeeze(textOf(anchor))
  const bare = text === '' || /^(?:[#¶§🔗⚓∞]|permalink|link|anchor|\u{f0c1}|edit)$/iu.test(text)
  return (
    bare &&
    find(anchor, (inner) => inner.tag === 'img') === null &&
    (text !== '' || PERMALINK.test(anchor.attributes.class ?? '') || /^h[1-6]$/.test(anchor.parent?.tag ?? ''))
  )
}

/** Adds the inline content of one node. Blocks met inside (a card's paragraphs) are parted by spaces. */
function inline(node: Node, target: Inline[], run: InlineRun, context: Context): void {
  if (node.kind === 'text') {
    if (wanted(node, context)) run.text(target, node.text)
    return
  }
  const { tag } = node
  if (tag === 'br') {
    run.add(target, { type: 'break' })
    return
  }
  if (SKIPPED.has(tag) || (tag === 'noscript' && !context.choice.noscript)) return
  if (tag === 'img') {
    if (context.live[node.id] !== 1) return
    const image = writeImage(node, context.base)
    if (image !== '') run.add(target, { type: 'raw', value: image })
    return
  }
  if (context.live[node.id] !== 1) return
  if (isMath(node)) {
    const math = mathOf(node)
    if (math) run.add(target, { type: 'raw', value: math.display ? `$$${math.tex}$$` : `$${math.tex}$` })
    return
  }
  const nested = (into: Inline[]) => {
    if (context.nests[node.id] === 1) flat(node.children, into, run, context)
    else for (const child of node.children) inline(child, into, run, context)
  }
  switch (tag) {
    case 'a': {
      const reference = context.footnotes.references.get(node)
      if (reference !== undefined && definitionIsWritten(reference, context)) {
        run.add(target, { type: 'raw', value: `[^${reference}]` })
        return
      }
      if (isPermalink(node) || isBackReference(node)) return
      const url = linkUrl(node.attributes.href, context.base)
      if (url === null) {
        nested(target)
        return
      }
      const children: Inline[] = []
      nested(children)
      const title = squeeze(node.attributes.title ?? '')
      const text = plainText(children).trim()
      if (children.length > 0) target.push({ type: 'link', url, title: title === '' || title === text ? null : title, children })
      return
    }
    case 'b':
    case 'strong': {
      mark('strong')
      return
    }
    case 'i':
    case 'em':
    case 'cite':
    case 'dfn':
    case 'var': {
      mark('emphasis')
      return
    }
    case 'del':
    case 's':
    case 'strike': {
      mark('delete')
      return
    }
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt': {
      const value = textOf(node).replace(/[\t\n\f\r\u00a0]/g, ' ')
      if (value.trim() === '') return
      if (
        find(node, (inner) => inner.tag === 'a' || inner.tag === 'img') !== null &&
        node.children.length === 1 &&
        node.children[0]?.kind === 'element'
      ) {
        const anchor = node.children[0]
        const url = anchor.tag === 'a' ? linkUrl(anchor.attributes.href, context.base) : null
        if (url !== null) {
          run.add(target, { type: 'link', url, title: null, children: [{ type: 'code', value: value.trim() }] })
          return
        }
      }
      run.add(target, { type: 'code', value })
      return
    }
    case 'sup':
    case 'sub': {
      if (find(node, (inner) => inner.tag === 'a' || inner.tag === 'img' || isMath(inner)) !== null) {
        nested(target)
        return
      }
      const text = script(node, context)
      if (text === null) {
        nested(target)
        return
      }
      run.text(target, text)
      return
    }
    case 'q':
      run.text(target, '“')
      nested(target)
      run.text(target, '”')
      return
    case 'ruby':
      for (const child of node.children) {
        if (child.kind === 'element' && child.tag === 'rt') {
          run.text(target, '(')
          inline(child, target, run, context)
          run.text(target, ')')
        } else inline(child, target, run, context)
      }
      return
    default:
      nested(target)
  }

  function mark(kind: 'strong' | 'emphasis' | 'delete'): void {
    const children: Inline[] = []
    nested(children)
    if (children.length > 0) target.push({ type: 'mark', mark: kind, children })
  }
}

function definitionIsWritten(label: string, context: Context): boolean {
  const definition = context.footnotes.byLabel.get(label)
  return definition !== undefined && context.live[definition.id] === 1
}
