/** Lines that say what stands right below them: the file that code is of, the question that unfolds its answer. */
import type { Block } from '../../page/blocks.ts'
import { closest, type Element, isWithin, type Node } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { HEADINGS, isPre } from '../../page/tags.ts'
import { spacedText, squeeze, textOf } from '../../page/text.ts'
import { labelOf } from '../../writer/fields.ts'
import { lastGap } from '../gaps.ts'

const LONGEST_FILE = 80
const LONGEST_QUESTION = 200
/** What generators call the line with the name of a file. */
const TITLE =
  /(?:^|[\s_-])(?:code-?block-?title\w*|code-?(?:block-?)?(?:caption|file|filename|header|name|title)|file-?name|caption-text|highlight-?title|title)(?:$|[\s_-])/i
/** A name with an ending, a path, or a file that has a name of its own. */
const FILE =
  /^(?:[\w@.~$()[\]\\/-]{0,78}[\w)\]-]\.[a-z][a-z\d]{0,11}|(?:~|\.{0,2})\/[\w@.\\/-]{2,78}|(?:Dockerfile|Makefile|Gemfile|Procfile|Jenkinsfile|Vagrantfile|Caddyfile))$/i
/** How far up from its line and from its code stands the box that holds both. */
const LEVELS = { label: 4, code: 6 }
const OUTSIDE = AROUND | FLAG.aside | FLAG.form

const isTab = ({ attributes: { role } }: Element): boolean => role === 'tab' || role === 'tablist'

function levelsUp(from: Element | null, to: Element): number {
  let levels = 0
  for (let at = from; at !== null && at !== to; at = at.parent) levels += 1
  return levels
}

/** Whether a line right before code says what the code is, by its class or by its looks. */
export function isCodeLabel({ text, nodes, container, flags }: Block, next: Block | undefined): boolean {
  if (next === undefined || (next.flags & FLAG.pre) === 0 || (flags & (FLAG.pre | FLAG.button | OUTSIDE)) !== 0) return false
  if (text.length > LONGEST_FILE || HEADINGS.has(container.tag)) return false
  if (closest(container, isTab) !== null) return false
  const first = nodes.find((node) => node.text.trim() !== '')?.parent ?? container
  const code = closest(next.container, isPre)
  const box = closest(container, (at) => isWithin(code, at))
  if (box === null || code === null || levelsUp(first, box) > LEVELS.label || levelsUp(code, box) > LEVELS.code) return false
  const isTitled = (at: Element): boolean => at !== box && TITLE.test(at.attributes.class ?? '')
  const own = first === box ? null : closest(first, (at) => at === box || isTitled(at))
  // Several names are tabs.
  return own === null || own === box ? FILE.test(text) : squeeze(spacedText(own)) === text
}

const UNFOLDS = /(?:^|[\s_-])(?:accordion|collapsible|expand(?:er)?|faq|question|toggle)(?:$|[\s_-])/i

/** What says what a click does, and nothing of the panel. */
const ACTS = /^(?:collapse|expand|hide|load|read|see|show|toggle|view)\b.{0,20}$/i

/** Nodes among which the panel of a control is looked for, and its box to tick. */
const MOST_BESIDE = 200

const isControl = (element: Element): boolean => {
  const { tag, attributes } = element
  if (tag === 'label') return followsBox(element)
  return (
    (tag === 'button' || attributes.role === 'button') &&
    (attributes.more['aria-controls'] !== undefined || UNFOLDS.test(attributes.class ?? ''))
  )
}

/** Whether a label stands right behind a box to tick, by which pages unfold things without a script. */
function followsBox(label: Element): boolean {
  const nodes = label.parent?.children ?? []
  const box = nodes.length > MOST_BESIDE ? undefined : nodes.slice(0, nodes.indexOf(label)).findLast(({ kind }) => kind === 'element')
  return box?.kind === 'element' && /^(?:checkbox|radio)$/i.test(box.attributes.type ?? '')
}

/** A control may be all of a heading, in a head of its own. */
const HEADS = 3

const isSaid = (node: Node): boolean => (node.kind === 'text' ? node.text : textOf(node)).trim() !== ''

/** Whether an element is the control of a panel that begins with the next block, and none of several in a row. */
function opens(control: Element | null, next: Block): boolean {
  let at = control
  for (let level = 0; level < HEADS && at?.parent; level += 1) {
    const { parent } = at
    if (parent.children.length > MOST_BESIDE) return false
    const [before, panel] = beside(at, parent.children)
    if (panel !== undefined) return !isControl(panel) && !(before !== undefined && isControl(before)) && isWithin(next.container, panel)
    if (before !== undefined) return false
    at = parent
  }
  return false
}

/** The nearest elements that say something before and behind one of some nodes. */
function beside(element: Element, nodes: readonly Node[]): [Element | undefined, Element | undefined] {
  const at = nodes.indexOf(element)
  const isElement = (node: Node): node is Element => node.kind === 'element' && isSaid(node)
  return [nodes.slice(0, at).findLast(isElement), nodes.slice(at + 1).find(isElement)]
}

/** Whether a block is what a page calls the value right behind it. */
function isFieldLabel({ container }: Block, next: Block): boolean {
  const field = container.parent
  return field !== null && labelOf(field) === container && isWithin(next.container, field)
}

/** What stands behind a block in the box around it, where it begins that and all the rest is kept; null where not, and where that is too much. */
function restOf(
  { index, container }: Block,
  blocks: readonly Block[],
  keep: Uint8Array,
  isMuch: (lines: number, length: number) => boolean,
): { lines: number; length: number; linked: number } | null {
  const box = container.parent
  if (box === null || (index > 0 && isWithin(blocks[index - 1]!.container, box))) return null
  let [lines, length, linked] = [0, 0, 0]
  for (let at = index + 1; at < blocks.length && isWithin(blocks[at]!.container, box); at += 1) {
    lines += 1
    length += blocks[at]!.text.length
    linked += blocks[at]!.linkLength
    if (keep[at] !== 1 || isMuch(lines, length)) return null
  }
  return { lines, length, linked }
}

/** Longest line that says what the others in its box are, and how much these say at most. */
const HEAD = { longest: 40, box: 600 }

/** Whether a block is the first in a small box all the rest of which is kept, and no list of links: without `Cons` its lines say something else. */
function isHeadOf(block: Block, blocks: readonly Block[], keep: Uint8Array): boolean {
  const { text, links, flags } = block
  if (links > 0 || text.length > HEAD.longest || (flags & FLAG.button) !== 0 || !/[\p{L}:]$/u.test(text)) return false
  const rest = restOf(block, blocks, keep, (_, length) => length > HEAD.box)
  return rest !== null && rest.lines > 1 && rest.linked * 2 < rest.length
}

/** What pages call a line that says what the rest of its box is of, how long it is, and how much of what is kept below leads elsewhere at most. */
const TITLED = /(?:^|[\s_-])(?:title|headline)(?:$|[\s_-])/i
const TITLED_BOX = { longest: 120, lines: 30, said: 100, linked: 0.5 }

/** Whether a block is called the title of its box, all the rest of which is kept. One that leads elsewhere is of what says more there. */
function isTitleOf(block: Block, blocks: readonly Block[], keep: Uint8Array): boolean {
  const { text, container, links, flags } = block
  if (text.length > TITLED_BOX.longest || (flags & FLAG.button) !== 0 || HEADINGS.has(container.tag)) return false
  const rest = TITLED.test(container.attributes.class ?? '') ? restOf(block, blocks, keep, (lines) => lines > TITLED_BOX.lines) : null
  if (rest === null || rest.lines === 0) return false
  return links === 0 || (rest.length >= TITLED_BOX.said && rest.linked < rest.length * TITLED_BOX.linked)
}

/** Keeps the lines that say what kept code is, what kept panels answer, and what kept values are. */
export function keepLabels(blocks: readonly Block[], keep: Uint8Array): void {
  let control: Element | null = null
  for (let index = lastGap(keep, keep.length - 2); index !== -1; index = lastGap(keep, index - 1)) {
    const block = blocks[index]!
    const next = blocks[index + 1]!
    // A table in the form of a shop says what it is above it.
    if ((block.flags & ((next.flags & FLAG.table) === 0 ? OUTSIDE : OUTSIDE & ~FLAG.form)) !== 0) continue
    const own = block.text.length > LONGEST_QUESTION || ACTS.test(block.text) ? null : closest(block.nodes[0]!.parent, isControl)
    // A question may have several lines.
    const isOpen = own !== null && (own === control || opens(own, next))
    if (isOpen || isCodeLabel(block, next) || isFieldLabel(block, next) || isHeadOf(block, blocks, keep) || isTitleOf(block, blocks, keep))
      keep[index] = 1
    if (isOpen) control = own
  }
}
