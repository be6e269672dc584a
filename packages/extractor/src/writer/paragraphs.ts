/** Paragraphs that old pages part by two line breaks, within marks too: `<b>Gold<br><br>Silver</b>`. */
import { normalise } from './inline-normal.ts'
import { holdsMore, type Inline, isHard, withChildren } from './inline-run.ts'

const isBlank = (item: Inline): boolean => item.type === 'text' && item.value.trim() === ''

const breaksIn = (items: readonly Inline[]): number =>
  items.reduce((sum, item) => sum + (holdsMore(item) ? breaksIn(item.children) : Number(isHard(item))), 0)

/** The paragraphs of a line: two breaks part them, in marks as well. What one link says stays one line. */
export function paragraphsOf(items: readonly Inline[]): readonly (readonly Inline[])[] {
  return breaksIn(items) < 2 ? [items] : parted(normalise(items))
}

function parted(items: readonly Inline[]): Inline[][] {
  const paragraphs: Inline[][] = [[]]
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index]!
    if (isHard(item)) {
      const next = endOfBreaks(items, index)
      if (next > index + 1) paragraphs.push([])
      else paragraphs.at(-1)!.push(item)
      index = next - 1
    } else if (item.type === 'mark') {
      const parts = parted(item.children)
      paragraphs.at(-1)!.push(withChildren(item, parts[0]!))
      for (const children of parts.slice(1)) paragraphs.push([withChildren(item, children)])
    } else paragraphs.at(-1)!.push(item.type === 'link' ? withChildren(item, inOneLine(item.children)) : item)
  }
  return paragraphs
}

/** Where several breaks in a row end: behind the last of them, and what is blank between two of them. */
function endOfBreaks(items: readonly Inline[], from: number): number {
  let end = from + 1
  for (let index = end; index < items.length && (isHard(items[index]!) || isBlank(items[index]!)); index += 1)
    if (isHard(items[index]!)) end = index + 1
  return end
}

/** Breaks in a row as one. */
function inOneLine(items: readonly Inline[]): Inline[] {
  const out: Inline[] = []
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index]!
    out.push(holdsMore(item) ? withChildren(item, inOneLine(item.children)) : item)
    if (isHard(item)) index = endOfBreaks(items, index) - 1
  }
  return out
}
