/** Numbers that a script counts up to when they come into view: until then the page says nought. */
import { appendChild, type Element, Text } from './dom.ts'
import { textOf } from './text.ts'

/** Where makers of pages and of counters keep the number: Elementor, Divi, PureCounter, jQuery plug-ins. */
const COUNTS_TO = 'data-to-value data-number-value data-purecounter-end data-counter-value data-target data-count data-stop data-to'.split(
  ' ',
)

/** Nodes of an element that counts. */
const MOST = 5

const NUMBER = /^\d{1,9}(?:\.\d{1,2})?$/
/** What is counted stands in this class where it is not the text of the element itself. */
const VALUE = /(?:^|\s)percent-value(?:\s|$)/

/** Fills in what they count to. @param elements those that have a rare attribute */
export function fillCounters(elements: readonly Element[]): void {
  for (const element of elements) {
    // What counts holds a number, and a box of one little more.
    if (element.children.length > MOST) continue
    const { more } = element.attributes
    const name = COUNTS_TO.find((at) => more[at] !== undefined && NUMBER.test(more[at]))
    if (name === undefined || Number(more[name]) === 0) continue
    const place = name === 'data-number-value' ? emptyValue(element, 3) : element
    if (place === null) continue
    const text = textOf(place).trim()
    if (text !== '0' && !(text === '' && place !== element)) continue
    const only = place.children[0]
    if (place.children.length === 0) appendChild(place, new Text(more[name]!, place))
    else if (place.children.length === 1 && only?.kind === 'text') only.text = more[name]!
  }
}

function emptyValue(element: Element, depth: number): Element | null {
  if (VALUE.test(element.attributes.class ?? '')) return element
  for (const child of element.children) {
    const found = child.kind === 'element' && depth > 0 ? emptyValue(child, depth - 1) : null
    if (found !== null) return found
  }
  return null
}
