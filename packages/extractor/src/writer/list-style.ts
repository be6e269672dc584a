/** How the items of a numbered list are counted: by numbers, letters, Roman numbers, or not at all. */
import type { Element } from '../page/dom.ts'
import { OPENS_BLOCK } from './items.ts'

type Count = 'a' | 'A' | 'i' | 'I'
const COUNTS: ReadonlyMap<string, Count> = new Map([
  ['lower-alpha', 'a'],
  ['lower-latin', 'a'],
  ['upper-alpha', 'A'],
  ['upper-latin', 'A'],
  ['lower-roman', 'i'],
  ['upper-roman', 'I'],
])
const STYLE = /list-style(?:-type)?\s*:\s*([a-z-]+)/i
const CLASS = /(?:^|\s)(?:list-)?((?:lower|upper)-?(?:alpha|latin|roman))(?:\s|$)/i

const styleOf = ({ attributes }: Element): string | undefined => STYLE.exec(attributes.style?.slice(0, 400) ?? '')?.[1]?.toLowerCase()

/** Whether the style of a list, or of its first item, numbers what its tag does not. */
export function isNumbered(list: Element): boolean {
  const first = list.children.find((child) => child.kind === 'element')
  return [list, first].some((own) => own !== undefined && styleOf(own)?.startsWith('decimal') === true)
}

/** How a list or its items say that they are counted; null for by numbers, as far as is told. */
function countOf(list: Element): Count | 'none' | null {
  const { type, class: classes } = list.attributes
  const said = styleOf(list)
  if (said === 'none') return 'none'
  const named =
    said ??
    CLASS.exec(classes ?? '')?.[1]
      ?.toLowerCase()
      .replace(/^(lower|upper)-?/, '$1-')
  const count = named === undefined ? undefined : COUNTS.get(named)
  if (count !== undefined) return count
  if (type === 'a' || type === 'A' || type === 'i' || type === 'I') return type
  const items = list.children.filter((child) => child.kind === 'element')
  return items.length > 0 && items.every((item) => styleOf(item) === 'none') ? 'none' : null
}

const ROMAN: readonly (readonly [number, string])[] = [
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
/** Roman numbers that no list goes beyond. */
const MOST = 399

function romanOf(number: number): string {
  let [rest, text] = [number, '']
  for (const [value, sign] of ROMAN)
    while (rest >= value) {
      text += sign
      rest -= value
    }
  return text
}

const lettersOf = (number: number): string =>
  (number > 26 ? String.fromCharCode(96 + Math.floor((number - 1) / 26)) : '') + String.fromCharCode(97 + ((number - 1) % 26))

/** The sign that a browser shows before an item. */
function signOf(number: number, count: Count): string {
  const sign = count === 'i' || count === 'I' ? romanOf(number) : lettersOf(number)
  return count === 'A' || count === 'I' ? sign.toUpperCase() : sign
}

/** What an item says itself before its text: `(a)`, `iv.`, `1.1`. */
const OWN_SIGN = /^(?:\*\*)?\(?(?:[a-z]{1,4}|\d{1,3}(?:\.\d{1,3}){0,3})(?:\\?[.)]|(?<=\d\.\d{1,3})\s)/i

/**
 * The items of a list that is not counted by numbers, each with the sign that a browser shows, unless all say theirs; null for one that is.
 * Markdown counts by numbers alone: such items are to be bulleted.
 */
export function withLetters(list: Element, texts: readonly string[], numbers: readonly number[]): readonly string[] | null {
  const count = countOf(list)
  if (count === null || texts.some((text) => OPENS_BLOCK.test(text))) return null
  if (texts.every((text) => OWN_SIGN.test(text))) return texts
  if (count === 'none') return null
  if (numbers.some((number) => number < 1 || number > MOST)) return null
  return texts.map((text, at) => `${signOf(numbers[at]!, count)}. ${text}`)
}
