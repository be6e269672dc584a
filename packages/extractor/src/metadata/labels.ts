/** What a page calls a value: the head of its row, the term before it, a label beside it. */
import type { Element, Node } from '../page/dom.ts'
import { squeeze, textOf } from '../page/text.ts'

/** A value stands so deep in its cell, and behind so many others. */
const [LEVELS, BEFORE] = [4, 24]
/** A label is short, and so is what some pages write as one without a tag of its own. */
const LONGEST = 60
const LABEL_CLASS = /(?:^|[\s_-])(?:key|label|term|field-?name|caption)(?:\s|$)/i

/** What calls a value: `isHead` where it is the head of a row, by its tag. */
export type Label = { readonly text: string; readonly isHead: boolean }

/** The nearest element of such a tag before one, among its siblings. */
function before({ parent }: Element, element: Element, is: (at: Element) => boolean): Element | null {
  const siblings: readonly Node[] = parent?.children ?? []
  const end = siblings.indexOf(element)
  for (let at = end - 1; at >= Math.max(0, end - BEFORE); at -= 1) {
    const sibling = siblings[at]!
    if (sibling.kind === 'element' && is(sibling)) return sibling
    if (sibling.kind === 'text' && sibling.text.trim() !== '') return null
  }
  return null
}

const labelIn = (element: Element | null, isHead: boolean): Label | null => {
  const text = element === null ? '' : squeeze(textOf(element))
  return text === '' || text.length > LONGEST || !/\p{L}/u.test(text) ? null : { text, isHead }
}

/** What the value is called that stands in an element; null where nothing calls it anything. */
export function labelBefore(value: Element): Label | null {
  let at: Element | null = value
  for (let level = 0; level < LEVELS && at !== null; level += 1, at = at.parent) {
    const { tag } = at
    if (tag === 'td') {
      const cell = before(at, at, (sibling) => sibling.tag === 'th' || sibling.tag === 'td')
      return labelIn(cell, cell?.tag === 'th')
    }
    if (tag === 'dd')
      return labelIn(
        before(at, at, (sibling) => sibling.tag === 'dt'),
        false,
      )
    const label = before(at, at, () => true)
    if (label !== null && LABEL_CLASS.test(label.attributes.class ?? '')) return labelIn(label, false)
  }
  return null
}
