/** What a page calls a value, and the value below it, in boxes that its style puts side by side. */
import type { Element } from '../page/dom.ts'
import { isForReaders } from '../page/tags.ts'
import { isParagraph } from './provisions.ts'

const LABEL = /(?:^|[\s_-])(?:key|label|term)(?:\s|$)/i
const VALUE = /(?:^|[\s_-])(?:content|data|items?|values?)(?:\s|$)/i
/** Characters of what is called so, and of each of several values. */
const LONGEST = 60

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
const isValue = (value: string): boolean => value.length <= LONGEST && !/^(?:\$\$|!\[)/.test(value)

/** What is written of an element: where that is a label and its values, one line. */
export function joinField(element: Element, parts: string[], live: Uint8Array): string[] {
  const [name, ...values] = parts
  if (name === undefined || values.length === 0 || name.length > LONGEST || !parts.every(isParagraph)) return parts
  if (values.length > 1 && values.some((value) => value.length > LONGEST)) return parts
  const label = labelOf(element)
  const isField = label === null ? values.length === 1 && isValue(values[0]!) && isName(name, element) : live[label.id] === 1
  return isField ? [`${name}${/[:：?]\**$/.test(name) ? '' : ':'} ${values.join(', ')}`] : parts
}
