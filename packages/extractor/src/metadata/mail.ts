/** Who wrote a message and when, on the pages of archives of mailing lists. */
import type { Block } from '../page/blocks.ts'
import { closest, type Element } from '../page/dom.ts'
import { squeeze, textOf } from '../page/text.ts'
import { toIsoDate } from './date.ts'

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

/** Characters of a message's head that are looked through. */
const HEAD = 1_000
const DATE = / Date: ([A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}) /

/** What public-inbox writes of each message of a thread. */
const OF_INBOX = /(?:^| )From: ([^@<\n]{2,60}) @ (\d{4}-\d\d-\d\d \d\d:\d\d) UTC \(permalink/

/** The first lines of a message as it was sent, where they stand in one block with what it says; null on all other pages. */
export function sentMessage(blocks: readonly Block[]): { date: string | null; author: string | null } | null {
  for (const { text } of blocks.slice(0, NEAR)) {
    const inbox = OF_INBOX.exec(text.slice(0, HEAD))
    if (inbox) return { author: inbox[1]!, date: toIsoDate(`${inbox[2]!.replace(' ', 'T')}:00Z`) }
  }
  const block = blocks.slice(0, NEAR * 2).find(({ text }) => FROM.test(text.slice(0, 200)))
  const head = block?.text.slice(0, HEAD) ?? ''
  return head.includes(' Subject: ') && DATE.test(head) ? { author: null, date: toIsoDate(DATE.exec(head)![1]) } : null
}
