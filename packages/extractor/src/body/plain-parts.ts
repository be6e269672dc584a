/** Lines between two empty ones in parts: headings, lists, and what stands around them. */
import { type Heading, headingAt, ITEM, indentOf, isIndented, isList } from './plain-forms.ts'

export type Part = { readonly lines: readonly string[]; readonly heading: Heading | null }

/** Where a list ends that begins at a line. */
function endOfList(lines: readonly string[], from: number): number {
  const least = indentOf(lines[from]!)
  // A line below the mark goes on with the item whose first it follows; behind one that stands further in it is of no item.
  let isHanging = false
  for (let at = from + 1; at < lines.length; at += 1) {
    if (ITEM.test(lines[at]!)) isHanging = false
    else if (indentOf(lines[at]!) > least) isHanging = true
    else if (isHanging) return at
  }
  return lines.length
}

/** Linear in the lines. */
export function partsOf(lines: readonly string[]): Part[] {
  const parts: Part[] = []
  const add = (from: number, to: number): void => {
    if (from < to) parts.push({ lines: lines.slice(from, to), heading: null })
  }
  let item = 0
  for (let at = 0; at < lines.length; ) {
    const heading = headingAt(lines, at)
    if (heading !== null) {
      parts.push({ lines: [], heading })
      at += heading.size
      continue
    }
    item = Math.max(item, at)
    while (item < lines.length && !ITEM.test(lines[item]!)) item += 1
    const to = item < lines.length ? endOfList(lines, item) : item
    if (item === to || isIndented(lines.slice(at, item)) || !isList(lines.slice(item, to))) {
      add(at, lines.length)
      break
    }
    add(at, item)
    add(item, to)
    at = to
  }
  return parts
}
