/** Signs that say yes or no where there are no words: all that a cell of a table shows, or in front of an item of a list. */
import { closest, type Element, find, type Node, onlyNode } from '../page/dom.ts'
import { type Mark, markIn, markOf } from '../page/marks.ts'
import { textOf } from '../page/text.ts'
import { isSaid } from './permalink.ts'

/** What is not seen. */
type Seen = { readonly hidden: ReadonlySet<Element> }

/** Elements of a cell that are looked through, and how deep in front of an item a sign may stand. */
const MOST = 20
const DEPTH = 4
/** What they stand in is something to press. */
export const PRESSED = /^(?:a|button|select|label)$/

/** Fonts that draw a sign where its name is written: `arrow_forward`. */
const ICON_FONT = /(?:^|\s)(?:google-)?material-(?:icons|symbols)(?:-\w+)?(?:\s|$)/
const LONGEST_ICON = 30

/** What the sign of an icon's font is called that is all an element holds: nothing where its letters are of no script. Null for any other element. */
export function iconIn(element: Element): string | null {
  const { tag, attributes } = element
  const only = onlyNode(element)
  if (only?.kind !== 'text' || only.text.length > LONGEST_ICON) return null
  if (/^\s*[\ue000-\uf8ff]+\s*$/.test(only.text)) return ''
  const isNamed = /^\s*[a-z][a-z\d_]*\s*$/.test(only.text) && (tag === 'mat-icon' || ICON_FONT.test(attributes.class ?? ''))
  return isNamed ? only.text.replaceAll('_', ' ') : null
}

const LONGEST_FILE = 80
/** What a picture to close a box is called, and what one says of itself that can only be a sign. */
const CLOSES = /close|remove|clear|cancel/i
export const ANSWER = /^(?:yes|no|(?:not )?(?:available|included|supported)|un(?:available|supported)|excluded)$/i

/** The sign that a picture is by the name of its file, which is all that it says of itself, or in a table by what it says. */
export function markOfPicture(image: Element): Mark | null {
  const { src = '', alt = '' } = image.attributes
  const path = src.split(/[?#]/, 1)[0]!
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.length > LONGEST_FILE || !/\.(?:svg|png|gif|webp)$/i.test(name)) return null
  const file = name.replace(/\.\w+$/, '')
  if (CLOSES.test(file)) return null
  const said = alt.trim()
  const mark = markOf(said === '' ? file : said, true)
  if (mark === null || closest(image, ({ tag }) => PRESSED.test(tag)) !== null) return null
  return said === '' || markOf(file, true) === mark || (ANSWER.test(said) && closest(image, isCell) !== null) ? mark : null
}

export const isCell = ({ tag }: Element): boolean => tag === 'td' || tag === 'th'

/** The sign that an element is, by itself. */
function ownMark(element: Element): Mark | null {
  const { tag, attributes } = element
  if (tag === 'svg') return (attributes.alt as Mark | undefined) ?? null
  if (tag === 'img') return markOfPicture(element)
  if (isBox(element)) return attributes.more.checked === undefined ? '✗' : '✓'
  const icon = iconIn(element)
  if (icon) return markOf(icon, true)
  return element.children.length === 0 || icon === '' ? markIn(attributes.class) : null
}

const isBox = ({ tag, attributes: { type = '' } }: Element): boolean => tag === 'input' && /^(?:checkbox|radio)$/i.test(type)

/** The one sign that stands in a cell without words; null where there is none. */
function markInside(cell: Element, choice: Seen): Mark | null {
  const marks = new Set<Mark>()
  let seen = 0
  const isWordless = (node: Node): boolean => {
    if (node.kind === 'text') return node.text.trim() === ''
    seen += 1
    if (seen > MOST || PRESSED.test(node.tag)) return false
    if (isUnseen(node, choice)) return true
    const mark = ownMark(node)
    if (mark !== null) marks.add(mark)
    return mark !== null || node.children.every(isWordless)
  }
  const [mark, other] = cell.children.every(isWordless) ? marks : []
  return other === undefined ? (mark ?? null) : null
}

/**
 * Signs of the cells of a table that show nothing else. Boxes that nobody has ticked are there to be ticked, and what is called `no` where nothing
 * is called `yes` may be a number.
 */
export function marksOfCells(rows: readonly (readonly Element[])[], choice: Seen): ReadonlyMap<Element, Mark> {
  const marks = new Map<Element, Mark>()
  const unsure: Element[] = []
  for (const cell of rows.flat()) {
    const isEmpty = cell.children.length === 0
    const mark = isEmpty ? markIn(cell.attributes.class) : markInside(cell, choice)
    if (mark === null) continue
    marks.set(cell, mark)
    if (isEmpty || find(cell, isBox) !== null) unsure.push(cell)
  }
  if (!unsure.some((cell) => marks.get(cell) === '✓')) for (const cell of unsure) marks.delete(cell)
  return marks
}

/** What is hidden from screen readers alone is seen. */
export const isUnseen = (element: Element, { hidden }: Seen): boolean =>
  hidden.has(element) && (element.attributes['aria-hidden'] !== 'true' || isLeftOut(element))

const isLeftOut = ({ attributes: { hidden, style } }: Element): boolean => hidden !== undefined || /display\s*:\s*none/i.test(style ?? '')

/** The sign in front of what an item says. */
function markBefore(item: Element, choice: Seen): Mark | null {
  let at = item
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const first = at.children.find(isSaid)
    // A picture is written where it stands.
    if (first?.kind !== 'element' || PRESSED.test(first.tag) || /^(?:input|img)$/.test(first.tag) || isUnseen(first, choice)) return null
    const mark = ownMark(first)
    if (mark !== null) return textOf(item).trim() === '' ? null : mark
    at = first
  }
  return null
}

const NO_MARKS: ReadonlyMap<Element, Mark> = new Map()

/** Signs in front of the items of a list, where they tell some from others: all that say yes are bullets. */
export function marksOfItems(list: Element, choice: Seen): ReadonlyMap<Element, Mark> {
  const marks = new Map<Element, Mark>()
  for (const item of list.children) {
    const mark = item.kind === 'element' && item.tag === 'li' ? markBefore(item, choice) : null
    if (mark !== null) marks.set(item as Element, mark)
  }
  for (const mark of marks.values()) if (mark !== '✓') return marks
  return NO_MARKS
}

/** A row of signs behind what they are for has so many at least, as the same sign closes a box. */
const ROW = 2

/** What is written of an element, with the signs that stand in boxes behind it: a row of a table that only its style draws. */
export function withSigns({ children }: Element, parts: string[], context: { readonly choice: Seen; readonly live: Uint8Array }): string[] {
  if (children.length <= ROW || parts.length !== 1 || parts[0]!.includes('\n')) return parts
  const signs = signsBehind(children, context)
  return signs === null ? parts : [`${parts[0]} ${signs}`]
}

/** The signs in the boxes of a row behind its first one; null where one of these holds anything else. */
function signsBehind(row: readonly Node[], { choice, live }: { readonly choice: Seen; readonly live: Uint8Array }): string | null {
  const said = row.filter(isSaid)
  const first = said[0]
  if (said.length <= ROW || first?.kind !== 'element' || live[first.id] !== 1) return null
  const marks = said.slice(1).map((box) => (box.kind === 'element' && live[box.id] !== 1 ? markInside(box, choice) : null))
  return marks.includes(null) ? null : marks.join(' ')
}
