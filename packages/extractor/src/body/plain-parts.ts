/** Lines between two empty ones in parts: headings, lists, and what stands around them. */
import { indentOf } from './layout.ts'
import { type Heading, headingAt, ITEM, isIndented, isList } from './plain-forms.ts'

/** A heading, or lines, which may be a list. */
export type Part = { readonly lines: readonly string[]; readonly heading: Heading | null; readonly isList: boolean }

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
  const add = (own: readonly string[], isOwnList: boolean): void => {
    if (own.length > 0) parts.push({ lines: own, heading: null, isList: isOwnList })
  }
  let item = 0
  for (let at = 0; at < lines.length; ) {
    const heading = headingAt(lines, at)
    if (heading !== null) {
      parts.push({ lines: [], heading, isList: false })
      at += heading.size
      continue
    }
    item = Math.max(item, at)
    while (item < lines.length && !ITEM.test(lines[item]!)) item += 1
    const to = item < lines.length ? endOfList(lines, item) : item
    const [before, list] = [lines.slice(at, item), lines.slice(item, to)]
    if (item === to || isIndented(before) || !isList(list)) {
      const rest = lines.slice(at)
      add(rest, isList(rest))
      break
    }
    add(before, false)
    add(list, true)
    at = to
  }
  return parts
}
