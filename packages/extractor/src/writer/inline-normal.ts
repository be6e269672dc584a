/** Inline content as Markdown can say it: no spaces at the edges of marks, equal neighbours as one, nothing empty. */
import { type Holding, holdsMore, type Inline, type Marked, plainText, withChildren, words } from './inline-run.ts'

const isEmpty = (item: Inline): boolean =>
  item.type === 'text'
    ? item.value === ''
    : item.type === 'mark' || item.type === 'link'
      ? item.children.every(isEmpty)
      : item.type === 'code' && item.value === ''

/**
 * Adds what follows to what stands there, both normalised: equal neighbours become one, at the seam alone, so that a thousand of them cost a
 * thousand steps. What marks hold has no spaces at its edges.
 */
function join(into: Inline[], following: readonly Inline[]): void {
  const last = into.at(-1)
  const first = following[0]
  let from = 0
  if (last?.type === 'text' && first?.type === 'text') {
    last.value += first.value
    from = 1
  } else if (last?.type === 'code' && first?.type === 'code') {
    // Pages set them apart by their style; here the ticks between them would be one run.
    into.push(words(' '))
  } else if (last?.type === 'mark' && first?.type === 'mark' && last.mark === first.mark) {
    join(last.children, first.children)
    from = 1
  }
  for (let index = from; index < following.length; index += 1) into.push(following[index]!)
}

/** Moves spaces at the edges of marks and links outside, joins equal neighbours and drops what is empty. */
export function normalise(items: readonly Inline[]): Inline[] {
  const line = new Line()
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at]!
    if (item.type === 'text') line.push(words(item.value))
    else if (item.type === 'link') line.around(item, normalise(item.children))
    else if (item.type === 'mark') addMark(item, items, at, line)
    else line.push(item)
  }
  return line.items
}

function addMark(item: Marked, items: readonly Inline[], at: number, line: Line): void {
  const text = plainText(item.children)
  if (item.mark !== 'delete' && isPieceOfSum(text, items[at - 1], items[at + 1])) line.push(words(text))
  else line.around(item, normalise(item.children))
}

/** Whether what a mark holds is a part of a sum of money, as shops write it: `$**698**.00` is no sum to a program. */
function isPieceOfSum(own: string, last: Inline | undefined, next: Inline | undefined): boolean {
  if (!/^[\p{Sc}\d.,]+$/u.test(own)) return false
  const before = (last?.type === 'text' && /[\p{Sc}\d][.,]?$/u.exec(last.value)?.[0]) || ''
  const behind = (next?.type === 'text' && /^(?:[.,]?\d|\p{Sc})/u.exec(next.value)?.[0]) || ''
  const sum = before + own + behind
  return sum !== own && /\p{Sc}/u.test(sum) && /\d/.test(sum)
}

const isBreakOrSpace = (item: Inline | undefined, edge: (text: string) => boolean): item is Inline =>
  item?.type === 'break' || (item?.type === 'text' && edge(item.value))
const opensWithSpace = (text: string): boolean => text.startsWith(' ')
const endsWithSpace = (text: string): boolean => text.endsWith(' ')

class Line {
  readonly items: Inline[] = []
  /** Whether the text that stands last does: to look at a text that grows makes a copy of it each time. */
  #endsInSpace = false

  push(given: Inline): void {
    const item: Inline = given.type === 'text' && this.#endsInSpace ? words(given.value.replace(/^ +/, '')) : given
    if (isEmpty(item)) return
    const last = this.items.at(-1)
    if (last !== undefined && holdsMore(last) && runsInto(last, item)) this.items.push(words(' '))
    this.#endsInSpace = item.type === 'text' && item.value.endsWith(' ')
    join(this.items, [item])
  }

  /** A mark or a link around what it holds, with the spaces and breaks at both edges before and behind it. */
  around(item: Holding, children: Inline[]): void {
    const trailing: Inline[] = []
    for (let first = children[0]; isBreakOrSpace(first, opensWithSpace); first = children[0]) {
      this.push(first.type === 'text' ? words(' ') : first)
      if (first.type === 'text') first.value = first.value.trimStart()
      if (first.type === 'text' && first.value !== '') break
      children.shift()
    }
    for (let last = children.at(-1); isBreakOrSpace(last, endsWithSpace); last = children.at(-1)) {
      trailing.unshift(last.type === 'text' ? words(' ') : last)
      if (last.type === 'text') last.value = last.value.trimEnd()
      if (last.type === 'text' && last.value !== '') break
      children.pop()
    }
    if (children.length > 0) this.push(withChildren(item, children))
    for (const space of trailing) this.push(space)
  }
}

/**
 * Whether a link begins right behind another one, word on word, or a sum, or a word about it, behind one that is struck out: a page that sets them
 * apart by its style shows two things, not one word.
 */
function runsInto(last: Holding, item: Inline): boolean {
  if (last.type === 'link')
    return (
      item.type === 'link' &&
      last.url !== item.url &&
      /[\p{L}\p{N}]$/u.test(plainText(last.children)) &&
      /^[\p{L}\p{N}]/u.test(plainText(item.children))
    )
  return (
    last.mark === 'delete' &&
    item.type !== 'break' &&
    /^[\p{Sc}\p{Lu}\d]/u.test(plainText([item])) &&
    /\d\s?(?:\p{Sc}|[A-Z]{3})?$/u.test(plainText(last.children))
  )
}
