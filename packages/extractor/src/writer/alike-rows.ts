/** Rows of a list that are made alike, each of things side by side that style alone sets apart: a name and its value. */
import type { Element, Node } from '../page/dom.ts'
import { readOnce } from '../page/once.ts'
import { isBlank } from '../page/text.ts'

/** As many are no accident. */
const LEAST_ROWS = 3
/** From a row up to what its list is made of, and elements of a row that are looked at. */
const LEVELS = 4
const MOST_PARTS = 16
const MOST_CHILDREN = 8

/** Whether an element is, or stands in, one of several rows made alike. */
export function isOfRows(row: Element): boolean {
  let at = row
  for (let level = 0; level < LEVELS && at.parent !== null; level += 1, at = at.parent)
    if ((formsIn(at.parent).get(formOf(at)) ?? 0) >= LEAST_ROWS) return true
  return false
}

/** Rows that begin with a name, and how far above it the row may be. */
const NAMED = { rows: 3, levels: 3 }

/** Whether an element begins a row, as others like it begin the rows beside it, whatever else these are: the name of a value. */
export function beginsRows(name: Element): boolean {
  let row = name
  for (let level = 1; level <= NAMED.levels && row.parent !== null; level += 1) {
    if (row.parent.children.find((child) => !isBlank(child)) !== row) return false
    row = row.parent
    const rows = row.parent?.children ?? []
    if (rows.length <= MOST_ROWS && rows.filter((one) => firstIn(one, level)?.look === name.look).length >= NAMED.rows) return true
  }
  return false
}
const MOST_ROWS = 60

/** The element that a node begins with, so many levels below it. */
function firstIn(node: Node, levels: number): Element | null {
  let at: Node | undefined = node
  for (let level = 0; level < levels && at?.kind === 'element'; level += 1) at = at.children.find((child) => !isBlank(child))
  return at?.kind === 'element' ? at : null
}

const formsIn = readOnce((list: Element): ReadonlyMap<string, number> => {
  const forms = new Map<string, number>()
  for (const child of list.children) {
    if (child.kind === 'text') continue
    const form = formOf(child)
    forms.set(form, (forms.get(form) ?? 0) + 1)
  }
  return forms
})

/** What an element looks like, and what stands in it. */
function formOf(element: Element): string {
  const parts: string[] = []
  const visit = (at: Element, level: number): void => {
    parts.push(`${at.look}`)
    if (level === LEVELS) return
    for (const child of at.children.slice(0, MOST_CHILDREN)) {
      if (parts.length > MOST_PARTS) return
      if (child.kind === 'element') visit(child, level + 1)
      else if (!isBlank(child)) parts.push('text')
    }
    parts.push('end')
  }
  visit(element, 0)
  return parts.join(' ')
}
