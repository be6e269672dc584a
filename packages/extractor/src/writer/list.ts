/** Lists: bulleted, numbered, of tasks and of cards. */
import { type Element, find, type Node } from '../page/dom.ts'
import { type Context, isBare, MAX_NESTING, wanted } from './context.ts'
import { followsList, indent, isTaskBox, joinItem, numbersOf, OPENS_BLOCK, taskMark } from './items.ts'
import { note } from './note.ts'
import { withoutNumbers } from './provisions.ts'
import { beforePost, belowHead, card } from './records.ts'

type Item = { text: string; readonly loose: boolean; readonly value?: number }

/** A list as Markdown, and the notes among its items behind it. */
export function list(element: Element, context: Context): string[] {
  context.lists += 1
  const { items, notes } = itemsOf(element, context)
  context.lists -= 1
  // Nothing but empty items waits for a script; one of them among others is meant.
  if (items.length === 0 || (items.length > 1 && items.every(({ text }) => text === ''))) return notes
  const texts = items.map(({ text }) => text)
  if (context.lists >= MAX_NESTING) return [...texts, ...notes]
  const ordered = element.tag === 'ol'
  const alternate = followsList(element)
  const numbers = ordered ? numbersOf(element, items) : []
  const lines = (ordered ? withoutNumbers(texts, numbers) : texts).map((text, index) => {
    const marker = ordered ? `${numbers[index]}${alternate ? ')' : '.'} ` : alternate ? '* ' : '- '
    return (marker + indent(text, marker.length)).trimEnd()
  })
  return [lines.join(items.some(({ loose }) => loose) ? '\n\n' : '\n'), ...notes]
}

/** What stands in a list beside its items are items as well. */
function itemsOf(element: Element, context: Context): { items: Item[]; notes: string[] } {
  const items: Item[] = []
  const notes: string[] = []
  let stray: Node[] = []
  const strays = () => {
    const inner = stray.length > 0 ? context.blocksOf(stray, context) : []
    stray = []
    return inner
  }
  for (const child of element.children) {
    if (child.kind === 'text' || child.tag !== 'li') {
      if (child.kind === 'element' && /^(?:ul|ol)$/.test(child.tag) && items.length > 0) {
        // A list directly inside a list belongs to the item before it.
        const nested = context.live[child.id] === 1 ? list(child, context) : []
        if (nested.length > 0) items[items.length - 1]!.text += `\n${nested.join('\n')}`
      } else if (wanted(child, context) && !(child.kind === 'text' && child.text.trim() === '')) stray.push(child)
      continue
    }
    if (context.live[child.id] !== 1) continue
    for (const text of strays()) items.push({ text, loose: false })
    if (context.footnotes.definitions.has(child)) {
      notes.push(...note(child, context))
      continue
    }
    if (context.choice.cards?.has(child)) {
      items.push({ text: card(child, context), loose: false })
      continue
    }
    const inner = belowHead(beforePost(child, context), context.blocksOf(child.children, context))
    // The box of a post folds it.
    const box = context.choice.posts?.has(child)
      ? null
      : find(child, (at) => at.tag === 'input' && at.attributes.type?.toLowerCase() === 'checkbox')
    const loose = child.children.some((at) => at.kind === 'element' && at.tag === 'p' && context.live[at.id] === 1)
    if (inner.length === 0 && !isBare(child)) continue
    // Behind a box only text is what it was: a fence there would open nothing.
    const task = box && isTaskBox(box, child, context.live) && !OPENS_BLOCK.test(inner[0] ?? '') ? taskMark(box) : ''
    const separator = loose || inner.some((text) => /^\| /.test(text)) ? '\n\n' : '\n'
    items.push({ text: task + joinItem(inner, separator), loose, value: Number.parseInt(child.attributes.more.value ?? '', 10) })
  }
  for (const text of strays()) items.push({ text, loose: false })
  return { items, notes }
}
