/** What a page calls a value, and the value below it, in boxes that its style puts side by side. */
import type { Element } from '../page/dom.ts'
import { isForReaders } from '../page/tags.ts'
import { textOf } from '../page/text.ts'
import { isParagraph } from './provisions.ts'

const LABEL = /(?:^|[\s_-])(?:key|label|term)(?:\s|$)/i
const VALUE = /(?:^|[\s_-])(?:content|data|items?|values?)(?:\s|$)/i
/** Characters of what is called so, and of each of several values. */
export const LONGEST_FIELD = 60

/** The label of an element that holds nothing but a label and what it says; null for all others. */
export function labelOf({ children }: Element): Element | null {
  const [label, value, ...more] = children.filter((child) => child.kind === 'element' || child.text.trim() !== '')
  if (label?.kind !== 'element' || value?.kind !== 'element' || more.length > 0) return null
  return LABEL.test(label.attributes.class ?? '') && !isForReaders(label) && VALUE.test(value.attributes.class ?? '') ? label : null
}

/** The name of what stands below it in a box of its own, both in one box, where neither is a paragraph. */
const isName = (name: string, { tag, children }: Element): boolean =>
  tag !== 'dl' && /[:：]\**$/.test(name) && children.every((child) => child.kind === 'text' || child.tag !== 'p')

/** Formulas and pictures stand below what leads to them. */
const isValue = (value: string): boolean => value.length <= LONGEST_FIELD && !/^(?:\$\$|!\[)/.test(value)

/** A label with what it says behind it, and a colon between them within the marks of the label. */
export const fieldLine = (name: string, values: readonly string[]): string =>
  `${/[:：?]\**$/.test(name) ? name : name.replace(/(\**)$/, ':$1')} ${values.join(', ')}`

/** A number in a box with what it counts; numbers of chapters and steps are no such thing. */
const COUNT = /^\d{1,4}(?:[.,]\d{1,3})?$/
const NUMBERED = /^\W*(?:chapter|lesson|module|no|nr|part|phase|section|step|unit|week|day)\W*$/i

/** Whether a box holds a name, and below it nothing but a number. */
const isCounted = (name: string, value: string, { children }: Element): boolean =>
  COUNT.test(value) &&
  /\p{L}{2}/u.test(name) &&
  !/^\d|[.!?:：]\**$/.test(name) &&
  !NUMBERED.test(name) &&
  children.filter((child) => child.kind === 'element' && textOf(child).trim() !== '').length === 2

/** What is written of an element: where that is a label and its values, one line. */
export function joinField(element: Element, parts: string[], live: Uint8Array): string[] {
  return parts.length > 1 && parts[0]!.length <= LONGEST_FIELD && parts.every(isParagraph) ? asField(element, parts, live) : parts
}

function asField(element: Element, parts: string[], live: Uint8Array): string[] {
  const name = parts[0]!
  const values = parts.slice(1)
  if (values.length > 1 && values.some((value) => value.length > LONGEST_FIELD)) return parts
  const label = labelOf(element)
  const isField =
    label === null
      ? values.length === 1 && ((isValue(values[0]!) && isName(name, element)) || isCounted(name, values[0]!, element))
      : live[label.id] === 1
  return isField ? [fieldLine(name, values)] : parts
}
