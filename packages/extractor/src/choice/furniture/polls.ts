/** What help pages and manuals ask their readers below the text: whether it helped, with a button for each answer. */
import { type Block, lengthOf } from '../../page/blocks.ts'
import { type Element, isWithin } from '../../page/dom.ts'
import { FLAG } from '../../page/flags.ts'
import { keptOf } from '../../page/plain.ts'
import { HEADINGS } from '../../page/tags.ts'

const QUESTION = /[?？]$/
const LONGEST = 90
/** Levels up to the box of a question and its answers, elements that such a box may hold, and characters beside the question. */
const MOST = { levels: 3, elements: 60, text: 260 }
const ANSWERS = 2
const NO_BOX = /^(?:article|main|body|html|form|ul|ol|dl|table|tr)$/

const isButton = ({ tag, attributes }: Element): boolean => tag === 'button' || attributes.role === 'button'

/** Buttons in an element that holds few others; none where it holds more, or fields to fill in. */
function buttonsIn(box: Element): number {
  let [buttons, elements] = [0, 0]
  const left = [box]
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    elements += at.children.length
    if (elements > MOST.elements || /^(?:input|textarea|pre|table|img)$/.test(at.tag)) return 0
    if (isButton(at)) buttons += 1
    else for (const child of at.children) if (child.kind === 'element') left.push(child)
  }
  return buttons
}

const isQuestion = ({ text, flags }: Block): boolean => text.length <= LONGEST && (flags & FLAG.button) === 0 && QUESTION.test(text)

/** The blocks of such a question: all of the box that it begins and that has buttons. */
function pollFrom(blocks: readonly Block[], { index: at, text, container }: Block): readonly Block[] {
  for (let box: Element | null = container, level = 0; box !== null && level <= MOST.levels && !NO_BOX.test(box.tag); level += 1) {
    const inside = box
    const isOf = (block: Block | undefined): boolean => block !== undefined && isWithin(block.container, inside)
    // A heading may stand above the question.
    const from = isOf(blocks[at - 1]) && HEADINGS.has(blocks[at - 1]!.container.tag) ? at - 1 : at
    if (isOf(blocks[from - 1])) return []
    if (buttonsIn(inside) >= ANSWERS) {
      let end = at + 1
      while (end - at <= MOST.elements && isOf(blocks[end])) end += 1
      const own = blocks.slice(from, end)
      const isOne = own.filter((block) => QUESTION.test(block.text)).length === 1
      return isOne && lengthOf(own) <= text.length + MOST.text ? own : []
    }
    box = box.parent
  }
  return []
}

/** Leaves such questions out; several on one page are what it is about. */
export function dropPolls(blocks: readonly Block[], keep: Uint8Array): void {
  const questions = keptOf(blocks.filter(isQuestion), keep)
  const polls = questions.map((question) => pollFrom(blocks, question)).filter((poll) => poll.length > 0)
  if (polls.length <= ANSWERS) for (const { index } of polls.flat()) keep[index] = 0
}
