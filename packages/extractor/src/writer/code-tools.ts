/** What stands around code to handle it, and is no part of the text: buttons that copy it, and the name of its language. */
import { type Element, find } from '../page/dom.ts'
import { squeeze, textOf } from '../page/text.ts'
import { languageOf } from './code.ts'

const COPIES = /^cop(?:y|ied)\b[^\n]{0,24}$/i
const NAMES_LANGUAGE = /(?:^|[\s_-])(?:code-?)?lang(?:uage)?(?:[\s_-]|$)/i

/** What tools beside code have by tag and class, and other elements may have. */
export const looksLikeTool = ({ tag, attributes }: Element): boolean =>
  tag === 'button' || (attributes.class !== undefined && NAMES_LANGUAGE.test(attributes.class))

/** Whether an element is a tool beside code. The language goes where the fence says the same. */
export function isCodeTool(element: Element): boolean {
  if (element.tag === 'button') return COPIES.test(squeeze(textOf(element)))
  if (!NAMES_LANGUAGE.test(element.attributes.class ?? '') || element.parent === null) return false
  const name = squeeze(textOf(element)).toLowerCase()
  if (name === '' || name.length > 20 || element.parent.children.length > 12) return false
  const pre = find(element.parent, (at) => at.tag === 'pre')
  return pre !== null && find(element, (at) => at === pre) === null && languageOf(pre) === name
}
