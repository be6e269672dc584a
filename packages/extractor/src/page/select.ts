import { outermostNamed } from '../selector/match.ts'
import { NO_ATTRIBUTES } from './attributes.ts'
import { appendChild, closest, Element, elementAround, listOf, Text, walk } from './dom.ts'
import { BLOCK_TAGS } from './tags.ts'
import { textOf } from './text.ts'

/** Rows that stand in a table as they are get the body that browsers give them, and selectors name. */
function addBodies(root: Element): void {
  walk(root, (table) => {
    if (table.tag !== 'table' || !table.children.some((child) => child.kind === 'element' && child.tag === 'tr')) return undefined
    const children = listOf([])
    let body: Element | null = null
    for (const child of table.children) {
      if (child.kind === 'element' && child.tag === 'tr') {
        if (body === null) {
          body = new Element('tbody', NO_ATTRIBUTES, table, table.id)
          children.push(body)
        }
        child.parent = body
        appendChild(body, child)
      } else {
        if (child.kind === 'element') body = null
        children.push(child)
      }
    }
    table.children = children
    return undefined
  })
}

/** What gives parts their form: the table of rows, the list of items, the code of its lines. */
const formOf = (element: Element): { around: Element; tag: string } | null => {
  const { tag, parent } = element
  const pre = tag === 'pre' ? null : closest(parent, (at) => at.tag === 'pre')
  if (pre !== null) return { around: pre, tag: 'pre' }
  if (/^(?:tr|t(?:head|body|foot))$/.test(tag)) {
    const table = closest(parent, (at) => at.tag === 'table')
    return table && { around: table, tag: 'table' }
  }
  return tag === 'li' && parent !== null ? { around: parent, tag: 'ul' } : null
}

/** Elements as they can stand by themselves: neighbours in what gave them their form, what stood in a line in lines of their own. */
function inForm(roots: readonly Element[]): Element[] {
  const out: Element[] = []
  let last: Element | null = null
  for (const root of roots) {
    const form = formOf(root)
    const isNext = form !== null && last === form.around
    last = form?.around ?? null
    if (form === null) out.push(BLOCK_TAGS.has(root.tag) ? root : elementAround([root], 'div', NO_ATTRIBUTES, root))
    else if (isNext) {
      const before = out[out.length - 1]!
      if (form.tag === 'pre' && !textOf(before.children.at(-1)!).endsWith('\n')) appendChild(before, new Text('\n', before))
      appendChild(before, root)
    } else out.push(elementAround([root], form.tag, form.tag === 'ul' ? NO_ATTRIBUTES : form.around.attributes, form.around))
  }
  return out
}

/**
 * The outermost elements that a CSS selector names, in document order, each in what gives it its form. Changes the tree to what browsers make of
 * it. @throws Error when it is no selector
 */
export function select(root: Element, selector: string): Element[] {
  addBodies(root)
  return inForm(outermostNamed(root, selector))
}

/** Whether a text is a CSS selector that can be used here. */
export function isSelector(text: string): boolean {
  if (text.trim() === '') return false
  try {
    outermostNamed(null, text)
    return true
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}
