/** How records are written: cards as items of a list, posts with a line that says who and when, parted by rules. */
import { closest, type Element, find, isWithin } from '../page/dom.ts'
import type { PostHead } from '../records/head.ts'
import type { Context } from './context.ts'
import { writeInline } from './inline.ts'
import { type Inline, marked, words } from './inline-run.ts'

/** What stands before a post: a rule unless it is the first, and its head. */
export function beforePost(element: Element, context: Context): string[] {
  const head = context.choice.posts.get(element)
  if (head === undefined) return []
  context.posts += 1
  return context.posts > 1 && context.lists === 0 && context.quotes === 0 ? ['***', headLine(head)] : [headLine(head)]
}

/** The head of a post and what follows it, without the rule that its maker draws between them. */
export const belowHead = (head: readonly string[], parts: readonly string[]): readonly string[] =>
  head.length === 0 ? parts : [...head, ...(parts[0] === '***' ? parts.slice(1) : parts)]

/** Whether a table is a post, or says in one what and by whom: its cells are no values. */
export function isOfPost(table: Element, { posts }: Context['choice']): boolean {
  const post = closest(table, (at) => posts.has(at))
  const by = post && posts.get(post)?.by
  return post === table || (by != null && isWithin(by, table) && find(table, ({ tag }) => tag === 'th') === null)
}

function headLine({ author, date, rating }: PostHead): string {
  const line: Inline[] = author === null ? [] : [marked('strong', [words(author)])]
  if (date !== null) line.push(words(author === null ? date : ` · ${date}`))
  if (rating != null) line.push(words(` · ${rating}`))
  return writeInline(line)
}

const NONE: ReadonlySet<Element> = new Set()

/** What an item of a list says that is a card; one that is a link as a whole and has no title in it is one line. */
export function card(element: Element, context: Context): string {
  const { items } = context
  const isLink = element.tag === 'a'
  if (isLink) context.items = NONE
  context.cards += 1
  const parts = context.blocksOf(isLink ? [element] : element.children, context)
  context.cards -= 1
  context.items = items
  return cardText(parts)
}

const OPENS_BLOCK = /^(?:[-*] |\d+[.)] |`{3,}|#{1,6} |> |\||\$\$|\[\^)/

/** What one card says: its short lines below one another, anything else as blocks of its own. */
function cardText(parts: readonly string[]): string {
  let text = ''
  let plain = false
  for (const part of parts) {
    const line = !OPENS_BLOCK.test(part) && !part.includes('\n') && part !== '***'
    if (text !== '') text += line && plain ? '\\\n' : '\n\n'
    text += part
    plain = line
  }
  return text
}
