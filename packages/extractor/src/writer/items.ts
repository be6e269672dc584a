/** Items of lists: their numbers, their parts, their boxes, and the list before theirs. */
import { type Element, find } from '../page/dom.ts'
import { HEADINGS } from '../page/tags.ts'
import { textOf } from '../page/text.ts'

/** The numbers that a browser shows: from `start`, up or down, and anew from a `value`. What Markdown cannot write counts from 1. */
export function numbersOf({ attributes }: Element, items: readonly { readonly value: number }[]): number[] {
  const step = attributes.more.reversed === undefined ? 1 : -1
  let next = Number.parseInt(attributes.more.start ?? (step === 1 ? '1' : `${items.length}`), 10)
  const numbers = items.map(({ value }) => {
    const number = Number.isNaN(value) ? next : value
    next = number + step
    return number
  })
  return numbers.every((number) => number >= 0 && number < 999_999_999) ? numbers : items.map((_, index) => index + 1)
}

export const OPENS_BLOCK = /^ *(?:[-*] |\d+[.)] |`{3,}|#{1,6} |>|\||\*{3})/

/** The sign of an item, where a page writes it as text. */
const BULLET = /^\\?[•‣◦▪▫∙·●○■□–—*+-]$/

const closesBlock = (part: string): boolean =>
  /^#{1,6} .*$/.test(part) || (part.startsWith('```') && part.length >= 6 && part.endsWith('```'))

/** Two paragraphs need an empty line between them; a nested list or fence does not. */
export function joinItem(given: readonly string[], separator: string): string {
  const parts = given.length > 1 && BULLET.test(given[0]!) ? given.slice(1) : given
  let text = parts[0] ?? ''
  for (let index = 1; index < parts.length; index += 1) {
    const part = parts[index]!
    const opensBlock = /^(?:[-*] |1[.)] |`{3,}|#{1,6} |> )/.test(part) || closesBlock(parts[index - 1]!)
    text += (opensBlock ? separator : '\n\n') + part
  }
  return text
}

/** Lines below a marker of that width. */
export const indent = (text: string, width: number): string => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`)

export const taskMark = ({ attributes }: Element): string => (attributes.more.checked === undefined ? '[ ] ' : '[x] ')

/** Whether a box is that of its item: it stands in no other one, what it is called is not left out, be it around the box or beside it, and the item is no card. */
export const isTaskBox = (box: Element, item: Element, live: Uint8Array): boolean => {
  for (let at = box.parent; at && at !== item; at = at.parent)
    if (at.tag === 'li' || (live[at.id] !== 1 && textOf(at).trim() !== '')) return false
  return find(item, ({ tag }) => HEADINGS.has(tag)) === null
}

/** Whether another list stands right before this one: equal markers would make them one. */
export function followsList(element: Element): boolean {
  const siblings = element.parent?.children
  if (!siblings || siblings.length > 2_000) return false
  let alternate = false
  for (let index = 0; index < siblings.length; index += 1) {
    const sibling = siblings[index]!
    if (sibling === element) return alternate
    if (sibling.kind === 'text') {
      if (sibling.text.trim() !== '') alternate = false
    } else alternate = sibling.tag === element.tag ? !alternate : false
  }
  return false
}
