/** What generators of documentation put beside text for its reader's hand: links to the source of an entry, words that unfold or fold it. */
import type { Element, Node } from '../page/dom.ts'
import { byLook } from '../page/once.ts'
import { squeeze, textOf } from '../page/text.ts'

const SOURCE = /^\[? ?(?:view |show )?(?:src|source(?: code)?|docs) ?\]?$/i
const SOURCE_CLASS = /(?:^|\s)(?:src|src-?link|source-?link|view-?source|viewcode-(?:link|back))(?:\s|$)/i
const SOURCE_PLACE = /(?:^|\/)(?:src|_modules)\/[^?]+#|\/blob\/[^?#]+#L\d/

/** Words that say nothing but what a click does. */
const FOLDS =
  /^(?:click to )?(?:expand|collapse|show|hide|toggle)(?: (?:all|source|description|\d+ (?:associated )?\p{L}+(?: and \d+ (?:associated )?\p{L}+)?))?$/iu
const FOLDS_CLASS = /(?:^|\s)(?:method-click-advice|summary_toggle)(?:\s|$)/
const LONGEST = 60

/** What such a thing has by tag and class, and other elements may have. */
export const looksLikeDocTool = (): ((element: Element) => boolean) =>
  byLook(({ tag, attributes }) => tag === 'a' || tag === 'summary' || FOLDS_CLASS.test(attributes.class ?? ''))

/** Whether an element that looks like one is one. */
export function isDocTool(element: Element): boolean {
  const { tag, attributes } = element
  const { href = '' } = attributes
  const isLink = tag === 'a' && href !== '' && href !== '#'
  if (isLink && !(href.includes('#') && SOURCE_PLACE.test(href)) && !hasSourceClass(element)) return false
  const text = squeeze(textOf(element))
  return text.length <= LONGEST && (isLink ? SOURCE : FOLDS).test(text)
}

/** The class may be that of what the link holds. */
function hasSourceClass({ attributes, children }: Element): boolean {
  const first = children[0]
  return SOURCE_CLASS.test(attributes.class ?? '') || (first?.kind === 'element' && SOURCE_CLASS.test(first.attributes.class ?? ''))
}

const MOST_BESIDE = 30

/** Whether a text is nothing but the sign that parts such a link from what stands beside it. */
export function partsDocTool(node: Node): boolean {
  if (node.kind !== 'text' || !/^\s*[·|•]\s*$/.test(node.text)) return false
  const siblings = node.parent.children
  if (siblings.length > MOST_BESIDE) return false
  const at = siblings.indexOf(node)
  return siblings.some(
    (beside, index) => Math.abs(index - at) === 1 && beside.kind === 'element' && beside.tag === 'a' && isDocTool(beside),
  )
}
