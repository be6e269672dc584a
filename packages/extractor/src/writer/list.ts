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

class Item {
  text: string
  readonly loose: boolean
  readonly value: number

  constructor(text: string, loose = false, value = '') {
    this.text = text
    this.loose = loose
    this.value = Number.parseInt(value, 10)
  }
}

type Found = { readonly items: readonly Item[]; readonly notes: readonly string[] }

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
function boxed(box: Element, context: Context): Found {
  // An anchor that closes behind the beginning of its item holds all others.
  if (
    (box.tag !== 'a' || box.attributes.href === undefined) &&
    box.children.some((child) => child.kind === 'element' && child.tag === 'li')
  )
    return itemsOf(box, context)
  const text = context.items.has(box) ? card(box, context) : joinItem(context.blocksOf([box], context), '\n')
  return { items: text === '' ? [] : [new Item(text)], notes: [] }
}

/** What stands in a list beside its items are items as well. */
function itemsOf(element: Element, context: Context): Items {
  const items = new Items(element, context)
  for (const child of element.children) items.add(child)
  items.addStrays()
  return items
}

class Items implements Found {
  readonly items: Item[] = []
  readonly notes: string[] = []
  readonly #context: Context
  readonly #marks: ReadonlyMap<Element, string>
  #stray: Node[] = []
  /** Whether the last item is one of this list, and not of a list that stood in it without one. */
  #isOwn = false

  constructor(element: Element, context: Context) {
    this.#context = context
    this.#marks = marksOfItems(element, context.choice)
  }

  add(child: Node): void {
    if (child.kind === 'text') {
      if (child.text.trim() !== '' && wanted(child, this.#context)) this.#stray.push(child)
    } else if (child.tag !== 'li') this.#addBeside(child)
    else if (this.#context.live[child.id] === 1) this.#addItem(child)
  }

  addStrays(): boolean {
    if (this.#stray.length === 0) return false
    const inner = this.#context.blocksOf(this.#stray, this.#context)
    this.#stray = []
    for (const text of inner) this.items.push(new Item(text))
    return inner.length > 0
  }

  #addAll({ items, notes }: Found): boolean {
    this.items.push(...items)
    this.notes.push(...notes)
    return items.length > 0
  }

  #addBeside(child: Element): void {
    const context = this.#context
    const isLive = context.live[child.id] === 1
    if (LIST.test(child.tag)) {
      if (isLive) this.#addList(child)
    } else if (this.#isOwn && child.tag === 'blockquote' && isLive) {
      this.addStrays()
      const last = this.items.at(-1)!
      last.text = joinItem([last.text, ...context.blocksOf([child], context)], '\n\n')
    } else if (isBox(child, context)) {
      this.addStrays()
      if (this.#addAll(boxed(child, context))) this.#isOwn = true
    } else if (isLive) this.#stray.push(child)
  }

  /** A list directly inside a list belongs to the item before it; without one, its items are those of the outer list. */
  #addList(inner: Element): void {
    const context = this.#context
    if (this.addStrays()) this.#isOwn = true
    if (this.#isOwn) {
      const nested = list(inner, context)
      if (nested.length > 0) this.items.at(-1)!.text += `\n${nested.join('\n')}`
      return
    }
    context.lists += 1
    this.#addAll(itemsOf(inner, context))
    context.lists -= 1
  }

  #addItem(child: Element): void {
    const context = this.#context
    this.addStrays()
    const inside = context.choice.posts.has(child) || context.items.has(child) ? null : onlyList(child, context)
    // A first item that is a list of one item without a box around it is written so on purpose.
    if (inside !== null && (this.#isOwn || inside.parent !== child || hasSeveral(inside))) {
      this.#addList(inside)
      return
    }
    this.#isOwn = true
    if (context.footnotes.definitions.has(child)) this.notes.push(...note(child, context))
    else if (context.items.has(child)) this.items.push(new Item(card(child, context)))
    else this.#addOwn(child)
  }

  #addOwn(child: Element): void {
    const context = this.#context
    const inner = belowHead(beforePost(child, context), context.blocksOf(child.children, context))
    if (inner.length === 0 && !isBare(child)) return
    const loose = child.children.some((at) => at.kind === 'element' && at.tag === 'p' && context.live[at.id] === 1)
    const separator = loose || inner.some((text) => text.startsWith('| ')) ? '\n\n' : '\n'
    // Behind a box only text is what it was: a fence there would open nothing.
    const sign = inner.length > 0 && OPENS_BLOCK.test(inner[0]!) ? '' : this.#signOf(child)
    this.items.push(new Item(sign + joinItem(inner, separator), loose, child.attributes.more.value))
  }

  #signOf(item: Element): string {
    const box = this.#context.choice.posts.has(item) ? null : find(item, isCheckbox)
    // The box of a post folds it.
    if (box !== null && isTaskBox(box, item, this.#context.live)) return taskMark(box)
    const mark = this.#marks.get(item)
    return mark === undefined ? '' : `${mark} `
  }
}

const isCheckbox = ({ tag, attributes }: Element): boolean => tag === 'input' && attributes.type?.toLowerCase() === 'checkbox'
