/** Buttons in the middle of a sentence, which say a word of it: `press <button>Save</button> to go on`. */
import { type Element, listOf, type Node, type Text } from './dom.ts'
import { BLOCK_TAGS, isForReaders } from './tags.ts'
import { isBlank } from './text.ts'

/** Nodes around such a button and in it, and characters that it says. */
const MOST = { beside: 60, inside: 12, chars: 80 }

const GOES_ON = /[\p{L}\p{M}\p{N},;:("'“‘«„]\s*$/u
/** What closes, a small letter, or one of a script without capitals. */
const ENDS = /^(?:\s*[\p{Ll}\p{Lo}\p{M}]|[.,;:!?)"'”’»。、，])/u
/** In a paragraph the next word may be a name. */
const ENDS_IN_PARAGRAPH = /^(?:\s*[\p{L}\p{M}]|[.,;:!?)"'”’»。、，])/u
/** What needs a space before the next word, and such a word: not those of scripts that write none. */
const IS_WORD_END = /[\p{Lu}\p{Ll}\p{N},;:]$/u
const IS_WORD = /^[\p{Lu}\p{Ll}\p{N}]/u

/** Whether what an element says is a word or a few, in no box of their own and not for screen readers. */
function isFewWords({ children }: Element): boolean {
  let chars = 0
  const nodes = children.slice(0, MOST.inside)
  for (const node of nodes) {
    if (node.kind === 'text') chars += node.text.trim().length
    else if (BLOCK_TAGS.has(node.tag) || node.tag === 'br' || isForReaders(node) || node.children.length > MOST.inside) return false
    else nodes.push(...node.children)
    if (nodes.length > MOST.inside) return false
  }
  return chars <= MOST.chars
}

/**
 * The text before a button through which the sentence goes: that and the text behind it are of one. The last of several words to choose from
 * has none behind it.
 */
function sentenceBefore({ tag, children }: Element, at: number, isOneOfSeveral: boolean): Text | null {
  const before = children[at - 1]
  const after = children[at + 1]
  if (before?.kind !== 'text' || !GOES_ON.test(before.text)) return null
  if (after === undefined || (isBlank(after) && at + 2 === children.length)) return isOneOfSeveral ? before : null
  return after.kind === 'text' && (tag === 'p' ? ENDS_IN_PARAGRAPH : ENDS).test(after.text) ? before : null
}

/** Puts what the buttons of a sentence hold in their place. */
function openIn(parent: Element): void {
  const { children } = parent
  const nodes: Node[] = []
  let isOpened = false
  for (const [at, child] of children.entries()) {
    const isButton = child.kind === 'element' && child.tag === 'button' && isFewWords(child)
    const before = isButton ? sentenceBefore(parent, at, isOpened) : null
    if (!isButton || before === null) {
      nodes.push(child)
      continue
    }
    // The box of a button sets its words apart.
    if (IS_WORD_END.test(before.text)) before.text += ' '
    const after = children[at + 1]
    if (after?.kind === 'text' && IS_WORD.test(after.text)) after.text = ` ${after.text}`
    for (const inner of child.children) inner.parent = parent
    nodes.push(...child.children)
    isOpened = true
  }
  if (isOpened) parent.children = listOf(nodes)
}

/** Makes words of such buttons: any other is a border between texts. */
export function openSentenceButtons(buttons: readonly Element[]): void {
  for (const parent of new Set(buttons.map((button) => button.parent)))
    if (parent !== null && parent.children.length <= MOST.beside) openIn(parent)
}
