/** Verse of which each line stands in a box of its own. */
import type { Element } from '../page/dom.ts'

const HANGS = /text-indent\s*:\s*-/i

/** Whether a box is a line of verse: its style moves in what is too long for a line, and a break ends it. Boxes of breaks alone part stanzas. */
export function isVerse({ tag, attributes: { style }, children }: Element): boolean {
  if (tag !== 'div' || style === undefined || !HANGS.test(style)) return false
  const last = children.at(-1)
  return children.length > 1 && last?.kind === 'element' && last.tag === 'br' && !isBreak(children.at(-2)!)
}

const isBreak = (node: Element['children'][number]): boolean => node.kind === 'element' && node.tag === 'br'
