/** What stands around code to handle it, and is no part of the text: buttons that copy it, and the name of its language. */
import { type Element, find } from '../page/dom.ts'
import { squeeze, textOf } from '../page/text.ts'
import { languageOf } from './code.ts'

const COPIES = /^cop(?:y|ied)\b[^\n]{0,24}$/i
const NAMES_LANGUAGE = /(?:^|[\s_-])(?:code-?)?lang(?:uage)?(?:[\s_-]|$)/i

/** How far up the code stands beside them, and among how many nodes. */
const HEADS = 2
const MOST_BESIDE = 12

/** What tools beside code have by tag and class, and other elements may have. */
export const looksLikeTool = ({ tag, attributes }: Element): boolean =>
  tag === 'button' || (attributes.class !== undefined && NAMES_LANGUAGE.test(attributes.class))

/** Whether an element is a tool beside code. The language goes where the fence says the same. */
export function isCodeTool(element: Element): boolean {
  if (element.tag === 'button') return COPIES.test(squeeze(textOf(element)))
  if (!NAMES_LANGUAGE.test(element.attributes.class ?? '') || element.parent === null) return false
  const name = squeeze(textOf(element)).toLowerCase()
  if (name === '' || name.length > 20) return false
  // It may stand in a head of its own above the code.
  for (let box: Element | null = element.parent, level = 0; box && level < HEADS && box.children.length <= MOST_BESIDE; level += 1) {
    const pre = find(box, (at) => at.tag === 'pre')
    if (pre !== null) return find(element, (at) => at === pre) === null && languageOf(pre) === name
    if (squeeze(textOf(box)).toLowerCase() !== name) return false
    box = box.parent
  }
  return false
}
