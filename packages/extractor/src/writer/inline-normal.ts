/** Inline content as Markdown can say it: no spaces at the edges of marks, equal neighbours as one, nothing empty. */
import { type Inline, plainText } from './inline-run.ts'

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
  const [last, first] = [into.at(-1), following[0]]
  let from = 0
  if (last?.type === 'text' && first?.type === 'text') {
    last.value += first.value
    from = 1
  } else if (last?.type === 'code' && first?.type === 'code') {
    // Pages set them apart by their style; here the ticks between them would be one run.
    into.push({ type: 'text', value: ' ' })
  } else if (last?.type === 'mark' && first?.type === 'mark' && last.mark === first.mark) {
    join(last.children, first.children)
    from = 1
  }
  for (let index = from; index < following.length; index += 1) into.push(following[index]!)
}

/** Moves spaces at the edges of marks and links outside, joins equal neighbours and drops what is empty. */
export function normalise(items: readonly Inline[]): Inline[] {
  const out: Inline[] = []
  // Of the text that stands last: to look at a text that grows makes a copy of it each time.
  let endsInSpace = false
  const push = (given: Inline) => {
    const item: Inline = given.type === 'text' && endsInSpace ? { type: 'text', value: given.value.replace(/^ +/, '') } : given
    if (isEmpty(item)) return
    if (runsInto(out.at(-1), item) || isNextPrice(out.at(-1), item)) out.push({ type: 'text', value: ' ' })
    endsInSpace = item.type === 'text' && item.value.endsWith(' ')
    join(out, [item])
  }
  for (const item of items) {
    if (item.type !== 'mark' && item.type !== 'link') {
      push(item.type === 'text' ? { type: 'text', value: item.value } : item)
      continue
    }
    const children = normalise(item.children)
    const trailing: Inline[] = []
    let first = children[0]
    while (first && (first.type === 'break' || (first.type === 'text' && first.value.startsWith(' ')))) {
      if (first.type === 'text') {
        push({ type: 'text', value: ' ' })
        first.value = first.value.trimStart()
        if (first.value !== '') break
      } else push(first)
      children.shift()
      first = children[0]
    }
    let last = children.at(-1)
    while (last && (last.type === 'break' || (last.type === 'text' && last.value.endsWith(' ')))) {
      if (last.type === 'text') {
        trailing.unshift({ type: 'text', value: ' ' })
        last.value = last.value.trimEnd()
        if (last.value !== '') break
      } else trailing.unshift(last)
      children.pop()
      last = children.at(-1)
    }
    if (children.length > 0)
      push(
        item.type === 'mark' ? { type: 'mark', mark: item.mark, children } : { type: 'link', url: item.url, title: item.title, children },
      )
    for (const space of trailing) push(space)
  }
  return out
}

/** Whether a link begins right behind another one, word on word: a page that sets them apart by its style shows two things, not one word. */
function runsInto(last: Inline | undefined, item: Inline): boolean {
  if (last?.type !== 'link' || item.type !== 'link' || last.url === item.url) return false
  return /[\p{L}\p{N}]$/u.test(plainText(last.children)) && /^[\p{L}\p{N}]/u.test(plainText(item.children))
}

/** Whether a sum, or a word about it, begins right behind one that is struck out. */
const isNextPrice = (last: Inline | undefined, item: Inline): boolean =>
  last?.type === 'mark' &&
  last.mark === 'delete' &&
  item.type !== 'break' &&
  /^[\p{Sc}\p{Lu}\d]/u.test(plainText([item])) &&
  /\d\s?(?:\p{Sc}|[A-Z]{3})?$/u.test(plainText(last.children))
