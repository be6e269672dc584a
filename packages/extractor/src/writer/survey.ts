/** What of a page is written, and what nests blocks: told in one walk before anything is. */
import { firstBlock } from '../page/blocks.ts'
import { closest, type Element, type Node } from '../page/dom.ts'
import { FLAG, flagsAround, isSilent } from '../page/flags.ts'
import { byLook } from '../page/once.ts'
import { BLOCK_TAGS, HEADINGS, isForReaders } from '../page/tags.ts'
import { isBoxAlone, isSignAlone, saysAgain } from './beside.ts'
import { isCodeTool, looksLikeTool } from './code-tools.ts'
import { type Choice, type Context, isBare, isFaceOfLink, isKept, isWritten } from './context.ts'
import { isDocTool, looksLikeDocTool } from './doc-tools.ts'
import { areButtons, isEditLink } from './edit-links.ts'
import { RepeatedPictures } from './images.ts'
import { hasGutterClass, isNumberColumn } from './line-numbers.ts'
import { isMath } from './math.ts'
import { MEDIA } from './media.ts'
import { isOfPoster } from './poster-pictures.ts'
import { takePictures, takeSources } from './stand-ins.ts'

/** Marks what is written and what nests blocks, and counts pictures. */
export function survey(body: Element, elements: number, choice: Choice): Pick<Context, 'live' | 'nests' | 'repeated'> {
  const marks = new Survey(elements, choice)
  marks.visit(body, choice.keep.length)
  return marks
}

class Survey {
  readonly live: Uint8Array
  readonly nests: Uint8Array
  readonly repeated = new RepeatedPictures()
  readonly #choice: Choice
  /** Blocks kept among those before each; null where something is written without any. */
  readonly #kept: Int32Array | null
  readonly #looksLikeTool = byLook(
    (element) => hasGutterClass(element) || looksLikeTool(element) || areButtons(element) || isForReaders(element),
  )
  readonly #looksLikeDocTool = looksLikeDocTool()

  constructor(elements: number, choice: Choice) {
    this.live = new Uint8Array(elements + 4)
    this.nests = new Uint8Array(elements + 4)
    this.#choice = choice
    this.#kept = choice.everything || choice.shown.size > 0 ? null : sums(choice.keep)
  }

  /** @param end the first block behind the element, or the one that both share */
  visit(element: Element, end: number): void {
    const { children } = element
    let standsIn = false
    for (let at = 0; at < children.length; at += 1) {
      const child = children[at]!
      if (child.kind === 'element') {
        standsIn ||= child.tag === 'noscript' || child.tag === 'tex-math'
        this.#element(child, element, children, at, end)
      } else if (isWritten(child.block, this.#choice)) this.live[element.id] = 1
    }
    if (standsIn) this.#takeStandIns(element)
  }

  #takeStandIns(element: Element): void {
    const { images, noscript } = this.#choice
    takeSources(element.children, this.live)
    if (!images || noscript) return
    if (takePictures(element, this, (at) => isNearKept(at, this.#choice))) this.live[element.id] = 1
  }

  #element(child: Element, element: Element, siblings: readonly Node[], at: number, end: number): void {
    if (child.tag === 'noscript' && !this.#choice.noscript) return
    const next = endOf(siblings, at, end)
    if (BLOCK_TAGS.has(child.tag)) {
      this.nests[element.id] = 1
      if (this.#isFarFromKept(child.block, next)) return
    }
    if (this.#isLeftOut(child, element)) return
    if (child.tag === 'br') {
      // A line break may be all that an inline element holds.
      if (isKept(child.block, this.#choice)) this.live[child.id] = 1
    } else if (child.tag === 'img' || child.tag === 'hr' || child.tag === MEDIA || this.#isBareHere(child)) this.#textless(child)
    else this.visit(child, next)
    if (this.live[child.id] === 1) this.live[element.id] = 1
    if (this.nests[child.id] === 1) this.nests[element.id] = 1
  }

  /** Whether nothing is kept among blocks, nor so near them that a picture there would be. */
  #isFarFromKept(from: number, to: number): boolean {
    if (this.#kept === null || from < 0) return false
    const last = this.#kept.length - 1
    return this.#kept[Math.min(last, to + 2)] === this.#kept[Math.max(0, from - 2)]
  }

  #isLeftOut(child: Element, element: Element): boolean {
    return (
      isSilent(child) ||
      this.#choice.hidden.has(child) ||
      isEditLink(child, element) ||
      (this.#looksLikeTool(child) && isTool(child)) ||
      (this.#looksLikeDocTool(child) && isDocTool(child))
    )
  }

  /** Where a choice was made a heading without words is one that somebody forgot. */
  #isBareHere(element: Element): boolean {
    return (this.#choice.everything || !HEADINGS.has(element.tag)) && isBare(element)
  }

  #textless(element: Element): void {
    const choice = this.#choice
    if (!choice.shown.has(element) && !isNearKept(element, choice)) return
    if (element.tag === 'img') this.repeated.add(element)
    if (element.tag !== 'img' || !(isOfLeftLine(element, choice.keep) || (choice.posts.size > 0 && isOfPoster(element))))
      this.live[element.id] = 1
  }
}

/** Whether an element is for the hand of a reader, or says again what is shown. */
const isTool = (element: Element): boolean =>
  areButtons(element) ||
  isNumberColumn(element) ||
  isCodeTool(element) ||
  isSignAlone(element) ||
  (isForReaders(element) && (saysAgain(element) || isBoxAlone(element)))

/** How many of the blocks before each are kept, and of all. */
function sums(keep: Uint8Array): Int32Array {
  const kept = new Int32Array(keep.length + 1)
  for (let at = 0; at < keep.length; at += 1) kept[at + 1] = kept[at]! + keep[at]!
  return kept
}

/** The first block that stands behind a child, or is shared with what does. */
function endOf(siblings: readonly Node[], at: number, end: number): number {
  for (let next = at + 1; next < siblings.length; next += 1) {
    const sibling = siblings[next]!
    if (sibling.kind === 'element') return sibling.block < 0 ? end : sibling.block
  }
  return end
}

/** Whether a picture beside the text leads elsewhere: it is that of something else. */
const isTeaser = (element: Element): boolean =>
  (flagsAround(element) & FLAG.aside) !== 0 &&
  closest(element, ({ tag, attributes }) => tag === 'a' && attributes.href !== undefined) !== null

/** Nodes of a line that are looked through. */
const LINE = 12

/** Whether a picture stands, by itself or in a link, in a line of text that is left out: the logo of what made the page. */
function isOfLeftLine({ parent, block }: Element, keep: Uint8Array): boolean {
  if (block < 0 || keep[block] === 1) return false
  const line = parent?.tag === 'a' ? parent.parent : parent
  return line?.children.slice(0, LINE).some((child) => child.kind === 'text' && child.block === block && child.text.trim() !== '') === true
}

/** Children of a figure that are looked through for its caption. */
const MOST_IN_FIGURE = 12

/** Whether the caption of a picture is kept, be there buttons between the two. */
function isCaptioned(image: Element, keep: Uint8Array): boolean {
  const figure = closest(image, ({ tag }) => tag === 'figure')
  if (figure === null || figure.children.length > MOST_IN_FIGURE) return false
  const caption = figure.children.find((child) => child.kind === 'element' && child.tag === 'figcaption')
  return caption !== undefined && keep[firstBlock(caption)] === 1
}

/** An image or a film has no text to judge it by: it goes with the blocks right before and after it. */
function isNearKept(element: Element, choice: Choice): boolean {
  if (element.tag === 'img' && !choice.images && !isFaceOfLink(element) && !isMath(element)) return false
  const { keep } = choice
  const at = element.block
  // A rule beside what is left out parts the text from it, a picture with that on both sides is of it.
  if (choice.everything) return element.tag === 'hr' ? keep[at - 1] !== 0 && keep[at] !== 0 : keep[at - 1] !== 0 || keep[at] !== 0
  if (at < 0) return false
  if (element.tag === 'img' && isCaptioned(element, keep)) return true
  const before = keep[at - 1] === 1
  const here = keep[at] === 1
  return element.tag === 'hr'
    ? before && here
    : (before && here) || (here && (at === 0 || keep[at + 1] === 1)) || (before && (keep[at - 2] === 1 || at < 2) && !isTeaser(element))
}
