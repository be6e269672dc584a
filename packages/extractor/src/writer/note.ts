/** Notes as footnotes of GFM. */
import type { Element } from '../page/dom.ts'
import type { Context } from './context.ts'
import { calledBy, nameFor } from './footnotes.ts'
import { indent } from './items.ts'

/** The first lines of a note without what it calls itself, where that is what it is referred to by. */
function withoutLabel(first: string, element: Element, label: string): string {
  const called = calledBy(element)
  if (called === null || label.replace(/-\d+$/, '') !== nameFor(called)) return first
  const written = called.replaceAll('*', String.raw`\\?\*`)
  return first.replace(new RegExp(String.raw`^\\?[[(]?${written}\\?[\])]?[.:]?\s*`, 'u'), '')
}

export function note(element: Element, context: Context): string[] {
  const label = context.footnotes.definitions.get(element)!
  if (context.written.has(element)) return []
  context.written.add(element)
  const inner = context.blocksOf(element.children, context).filter((text) => text !== '')
  if (inner.length > 0) inner[0] = withoutLabel(inner[0]!, element, label)
  // What is left of a label whose number led back, and of an arrow before several that do.
  if (/^[\\[\]().^↑]*$/.test(inner[0] ?? '')) inner.shift()
  if (inner.length === 0) return []
  const first = inner[0]!
    .replace(/^(?:[\^↑†‡§]+|(?:\\\*)+|\\?\[\\?\]|[.:])\s+/, '')
    .replace(new RegExp(`^\\\\?\\[?${label.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}\\\\?[\\].:)]+\\s+`, 'u'), '')
  return [`[^${label}]: ${indent([noDestination(first), ...inner.slice(1)].join('\n\n'), 4)}`]
}

/** A reader without footnotes takes a note of one word for the address of a link: where a colon would make it one, a space parts the two. */
const noDestination = (text: string): string =>
  /^https?:\/\//i.test(text)
    ? text
    : text.replace(/^(\\?<?[a-z][a-z\d+.\\-]*):(?:(?=[^\S\n]*(\n|$))|(?=\S))/i, (_, name: string, end?: string) =>
        end === undefined ? `${name}: ` : `${name} :`,
      )
