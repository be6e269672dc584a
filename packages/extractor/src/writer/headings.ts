/** Headings, and what is written in bold in their place. */
import { type Element, find } from '../page/dom.ts'
import { isForReaders } from '../page/tags.ts'
import { squeeze, textOf } from '../page/text.ts'
import { inlineOf, lineOf } from './content.ts'
import { type Context, isBare } from './context.ts'
import { writeLine, writeStrong } from './inline.ts'
import { type Inline, withChildren, wordsOf } from './inline-run.ts'

/** What is longer is text, whatever it calls itself. */
const LONGEST_HEADING = 120

/** Whether what calls itself a heading is text: paragraphs that are long or end as sentences do. */
export function holdsText(element: Element): boolean {
  if (find(element, ({ tag }) => tag === 'p' || tag === 'li' || tag === 'pre') === null) return false
  const text = squeeze(textOf(element))
  return text.length > LONGEST_HEADING || /[.!?…。！？]$/.test(text)
}

/** What tells screen readers alone that notes follow, as renderers of GFM write it. Notes of Markdown are told by themselves. */
const announcesNotes = (element: Element): boolean =>
  element.parent?.attributes.more['data-footnotes'] !== undefined && isForReaders(element)

export function heading(element: Element, level: number, context: Context): string[] {
  if (announcesNotes(element)) return []
  if (context.cards > 0) return emphasised(element, context)
  if (context.nests[element.id] === 1 && squeeze(textOf(element)).length > LONGEST_HEADING) return headed(element, level, context)
  const items = plain(lineOf(element, context))
  const text = writeLine(items)
  // A picture without words heads nothing.
  if (wordsOf(items).trim() === '' && !isBare(element)) return text === '' ? [] : [text]
  return [atx(level, text)]
}

const isStrong = (item: Inline): boolean =>
  item.type === 'text'
    ? item.value.trim() === ''
    : item.type === 'mark'
      ? item.mark === 'strong'
      : item.type === 'link' && item.children.every(isStrong)

/** What is bold as it is without that, in links too where they are asked for. */
function lighter(items: readonly Inline[], inLinks: boolean): Inline[] {
  const out: Inline[] = []
  for (const item of items)
    if (item.type === 'mark' && item.mark === 'strong') out.push(...item.children)
    else out.push(item.type === 'link' && inLinks ? withChildren(item, lighter(item.children, true)) : item)
  return out
}

/** A heading that is bold as a whole says nothing by it. */
const plain = (items: Inline[]): Inline[] => (items.every(isStrong) ? lighter(items, true) : items)

const atx = (level: number, text: string): string =>
  `${'#'.repeat(Math.min(6, Math.max(1, level)))} ${text.replace(/\n/g, ' ').replace(/(?<=^|\s)#+$/, '\\$&')}`.trimEnd()

/** What stands in the blocks of a heading behind its first line is text below it. */
function headed(element: Element, level: number, context: Context): string[] {
  const [first = '', ...rest] = context.blocksOf(element.children, context)
  return first.startsWith('#') || first.includes('\n') || first === '' ? [first, ...rest] : [atx(level, first), ...rest]
}

export function emphasised(element: Element, context: Context): string[] {
  if (context.nests[element.id] === 1) return context.blocksOf(element.children, context)
  const text = writeStrong(lighter(inlineOf(element.children, context), false))
  return text === '' ? [] : [text]
}
