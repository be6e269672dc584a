/** What a heading says, without what stands in it besides. */
import { type Element, find, type Node, onlyNode } from '../page/dom.ts'
import { isForReaders } from '../page/tags.ts'
import { spacedText, squeeze, textOf } from '../page/text.ts'

const HIDDEN_CLASS = /(?:^|\s)(?:is-hidden|hidden|d-none|hide)(?:\s|$)/
/** Classes that show it on screens of some size. */
const SHOWN_CLASS = /:|(?:^|\s)d-(?:sm|md|lg|xl)-|visible|show/

/** Whether an element is hidden at first: a label that a script shows when the thing is sold. */
const isHidden = ({ attributes: { hidden, style = '', class: classes = '' } }: Element): boolean =>
  hidden !== undefined || /display\s*:\s*none/i.test(style) || (HIDDEN_CLASS.test(classes) && !SHOWN_CLASS.test(classes))

/** Buttons, the sign that links to a heading, what is hidden, and words before or behind it that only screen readers are told: `Collection: `. */
const isAside = (node: Node): boolean =>
  node.kind === 'element' &&
  (node.tag === 'button' || ((isHidden(node) || isForReaders(node)) && /[\p{L}\p{N}]/u.test(textOf(node))) || isSignOf(node))

function isSignOf(element: Element): boolean {
  const only = onlyNode(element)
  const { tag, attributes } = element
  return tag === 'a' && attributes.href?.startsWith('#') === true && only?.kind === 'text' && /^[¶§#🔗⚓∞]$/u.test(only.text.trim())
}

/** What says a formula again: for programs that calculate, in TeX, and as KaTeX draws it. */
const isFormulaAgain = ({ tag, attributes }: Element): boolean =>
  tag === 'annotation' || tag === 'annotation-xml' || attributes.class === 'katex-html'

/** The text of a heading's part, each formula in it once. */
function spoken(node: Node): string {
  if (node.kind === 'text') return node.text
  if (isFormulaAgain(node)) return ''
  return find(node, isFormulaAgain) === null ? spacedText(node) : node.children.map(spoken).join('')
}

/** The number of an issue stands apart from its title by its style alone. */
const apart = (node: Node): string => spoken(node).replace(/^(?=#\d)/, ' ')

/** A text that says the same twice, one copy for each size of screen, once. */
const once = (text: string): string => {
  const half = text.slice(0, text.length >> 1).trimEnd()
  return half.includes(' ') && text === `${half} ${half}` ? half : text
}

/** Text of a heading without the sign that links to it. */
export const headingText = ({ children }: Element): string => {
  const said = once(squeeze(children.map((child) => (isAside(child) ? ' ' : apart(child))).join('')))
  return (said === '' ? squeeze(children.map(spacedText).join('')) : said).replace(/(?<![¶§#🔗\u{f0c1}])[¶§#🔗\u{f0c1}]+$/u, '').trim()
}
