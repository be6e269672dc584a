/** Signs that are all a cell of a table shows: drawn, or of a font of icons, and called something for those who do not see them. */
import type { Attributes } from './attributes.ts'
import type { Element } from './dom.ts'
import { clean } from './limits.ts'
import { squeeze } from './text.ts'

/** Elements that fonts of icons are drawn in, how deep in its cell one may stand, and what is no name of a sign. */
const SIGN: ReadonlySet<string> = new Set(['i', 'span'])
const DEPTH = 5
const LONGEST = 30

/** Whether nothing stands yet in the cell of a table around an element that is being read. */
function isAloneInCell(element: Element): boolean {
  for (let at: Element | null = element, level = 0; at !== null && level < DEPTH; at = at.parent, level += 1) {
    if (at.tag === 'td' || at.tag === 'th') return true
    if (at.parent?.children.some((child) => child !== at && (child.kind === 'element' || child.text.trim() !== ''))) return false
  }
  return false
}

/** What a sign in an element is called where it is all that its cell shows; else empty. */
export function nameIn(element: Element, { title, 'aria-hidden': isHidden, more }: Attributes): string {
  const given = more['aria-label'] ?? title
  if (given === undefined || isHidden === 'true' || element.children.length > 0 || !isAloneInCell(element)) return ''
  const name = squeeze(clean(given))
  return name.length <= LONGEST ? name : ''
}

/** The same of an element that ends without holding anything. */
export const signOf = (element: Element): string => (SIGN.has(element.tag) ? nameIn(element, element.attributes) : '')
