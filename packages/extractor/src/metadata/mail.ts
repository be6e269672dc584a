/** Who wrote a message, on the pages of archives of mailing lists. */
import type { Block } from '../page/blocks.ts'
import { closest, type Element, squeeze, textOf } from '../page/dom.ts'

const isMailTo = ({ tag, attributes }: Element): boolean => tag === 'a' && /^mailto:/i.test(attributes.href ?? '')
/** A line of a message's head, with an address behind the name. */
const FROM = /^From ?: ?(.{2,60}?),? ?[<(&][^\s@]+(?:@| at )/
const NEAR = 3

/** The name before an address, in bold right below the title, as Mailman writes it, or behind `From:`; null where no line is such a one. */
export function mailAuthor(lines: readonly Block[]): string | null {
  for (const { text, nodes } of lines.slice(0, NEAR * 2)) {
    const [name, ...rest] = nodes.filter((node) => node.text.trim() !== '').slice(0, NEAR)
    const isMailman = name?.parent.tag === 'b' && rest[0] !== undefined && closest(rest[0].parent, isMailTo) !== null
    if (isMailman) return squeeze(textOf(name))
    const found = FROM.exec(text.slice(0, 200))
    if (found) return found[1]!
  }
  return null
}
