/** Lists: bulleted, numbered, of tasks and of cards. */
import { type Element, find, type Node } from '../page/dom.ts'
import { withoutBullet } from './bullets.ts'
import { type Context, isBare, MAX_NESTING, wanted } from './context.ts'
import { followsList, indent, isTaskBox, joinItem, numbersOf, OPENS_BLOCK, taskMark } from './items.ts'
import { isNumbered, withLetters } from './list-style.ts'
import { marksOfItems } from './marks.ts'
import { note } from './note.ts'
import { withoutNumbers } from './provisions.ts'
import { beforePost, belowHead, card } from './records.ts'

type Item = { text: string; readonly loose: boolean; readonly value?: number }
/** Boxes that one list may stand in within an item that holds nothing else. */
const BOXES = 4
const MOST_NODES = 8

const LIST = /^(?:ul|ol)$/

/** The list that is all that an item holds; null for other items. */
function onlyList(item: Element, context: Context): Element | null {
  let around = item
  for (let depth = 0; depth <= BOXES; depth += 1) {
    if (around.children.length > MOST_NODES) return null
    const said = around.children.filter((child) => (child.kind === 'text' ? child.text.trim() !== '' : context.live[child.id] === 1))
    const [only] = said
    if (said.length !== 1 || only?.kind !== 'element') return null
    if (LIST.test(only.tag)) return only
    if (only.tag !== 'div') return null
    around = only
  }
  return null
}

const hasSeveral = ({ children }: Element): boolean => children.filter(({ kind }) => kind === 'element').length > 1

/** A list as Markdown, and the notes among its items behind it. */
export function list(element: Element, context: Context): string[] {
  context.lists += 1
  const { items, notes } = itemsOf(element, context)
  context.lists -= 1
  // Nothing but empty items waits for a script; one of them among others is meant.
  if (items.length === 0 || (items.length > 1 && items.every(({ text }) => text === ''))) return notes
  const texts = items.map(({ text }) => text)
  if (context.lists >= MAX_NESTING) return [...texts, ...notes]
  const counts = element.tag === 'ol' || isNumbered(element)
  const alternate = followsList(element)
  const numbers = counts ? numbersOf(element, items) : []
  const lettered = counts ? withLetters(element, texts, numbers) : null
  const ordered = counts && lettered === null
  const lines = (ordered ? withoutNumbers(texts, numbers) : (lettered ?? texts.map(withoutBullet))).map((text, index) => {
    const marker = ordered ? `${numbers[index]}${alternate ? ')' : '.'} ` : alternate ? '* ' : '- '
    return (marker + indent(text, marker.length)).trimEnd()
  })
  return [lines.join(items.some(({ loose }) => loose) ? '\n\n' : '\n'), ...notes]
}

/** Makers of pages put boxes into lists where an item should stand, or around some. */
const BOX = /^(?:div|article|section|figure|a)$/
const isBox = ({ tag, id }: Element, { live, nests }: Context): boolean =>
  BOX.test(tag) && live[id] === 1 && (tag !== 'a' || nests[id] === 1)

/** A box in a list: its items, where it holds some, and one item where not. */
function boxed(box: Element, context: Context): { items: Item[]; notes: string[] } {
  // An anchor that closes behind the beginning of its item holds all others.
  if (
    (box.tag !== 'a' || box.attributes.href === undefined) &&
    box.children.some((child) => child.kind === 'element' && child.tag === 'li')
  )
    return itemsOf(box, context)
  const text = context.items.has(box) ? card(box, context) : joinItem(context.blocksOf([box], context), '\n')
  return { items: text === '' ? [] : [{ text, loose: false }], notes: [] }
}

/** What stands in a list beside its items are items as well. */
function itemsOf(element: Element, context: Context): { items: Item[]; notes: string[] } {
  const items: Item[] = []
  const notes: string[] = []
  let stray: Node[] = []
  const addAll = (found: { items: readonly Item[]; notes: readonly string[] }): boolean => {
    items.push(...found.items)
    notes.push(...found.notes)
    return found.items.length > 0
  }
  const addStrays = (): boolean => {
    const inner = stray.length > 0 ? context.blocksOf(stray, context) : []
    stray = []
    return addAll({ items: inner.map((text) => ({ text, loose: false })), notes: [] })
  }
  /** Whether the last item is one of this list, and not of a list that stood in it without one. */
  let isOwn = false
  // A list directly inside a list belongs to the item before it; without one, its items are those of the outer list.
  const addList = (inner: Element) => {
    if (addStrays()) isOwn = true
    if (isOwn) {
      const nested = list(inner, context)
      if (nested.length > 0) items.at(-1)!.text += `\n${nested.join('\n')}`
      return
    }
    context.lists += 1
    addAll(itemsOf(inner, context))
    context.lists -= 1
  }
  const marks = marksOfItems(element, context.choice)
  for (const child of element.children) {
    if (child.kind === 'text' || child.tag !== 'li') {
      if (child.kind === 'element' && LIST.test(child.tag)) {
        if (context.live[child.id] === 1) addList(child)
      } else if (isOwn && child.kind === 'element' && child.tag === 'blockquote' && context.live[child.id] === 1) {
        addStrays()
        const last = items.at(-1)!
        last.text = joinItem([last.text, ...context.blocksOf([child], context)], '\n\n')
      } else if (child.kind === 'element' && isBox(child, context)) {
        addStrays()
        if (addAll(boxed(child, context))) isOwn = true
      } else if (wanted(child, context) && !(child.kind === 'text' && child.text.trim() === '')) stray.push(child)
      continue
    }
    if (context.live[child.id] !== 1) continue
    addStrays()
    const inside = context.choice.posts.has(child) || context.items.has(child) ? null : onlyList(child, context)
    // A first item that is a list of one item without a box around it is written so on purpose.
    if (inside !== null && (isOwn || inside.parent !== child || hasSeveral(inside))) {
      addList(inside)
      continue
    }
    isOwn = true
    if (context.footnotes.definitions.has(child)) {
      notes.push(...note(child, context))
      continue
    }
    if (context.items.has(child)) {
      items.push({ text: card(child, context), loose: false })
      continue
    }
    const inner = belowHead(beforePost(child, context), context.blocksOf(child.children, context))
    // The box of a post folds it.
    const box = context.choice.posts.has(child)
      ? null
      : find(child, (at) => at.tag === 'input' && at.attributes.type?.toLowerCase() === 'checkbox')
    const loose = child.children.some((at) => at.kind === 'element' && at.tag === 'p' && context.live[at.id] === 1)
    if (inner.length === 0 && !isBare(child)) continue
    const mark = marks.get(child)
    const sign = box && isTaskBox(box, child, context.live) ? taskMark(box) : mark === undefined ? '' : `${mark} `
    // Behind a box only text is what it was: a fence there would open nothing.
    const task = OPENS_BLOCK.test(inner[0] ?? '') ? '' : sign
    const separator = loose || inner.some((text) => /^\| /.test(text)) ? '\n\n' : '\n'
    items.push({ text: task + joinItem(inner, separator), loose, value: Number.parseInt(child.attributes.more.value ?? '', 10) })
  }
  addStrays()
  return { items, notes }
}
