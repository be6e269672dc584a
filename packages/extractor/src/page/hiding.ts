import { codePanels } from './code-panels.ts'
import { closest, type Element, find, type Page } from './dom.ts'
import { LetterSize } from './letter-size.ts'
import { namesIn } from './names.ts'
import { BLOCK_TAGS, HEADINGS, isPre } from './tags.ts'
import { textOf } from './text.ts'

const HIDING_STYLE =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:left|top|text-indent)\s*:\s*-\d{4,}(?:px|em|rem)?|clip\s*:\s*rect\(\s*0)/i
const OFF_SCREEN = /visibility|-\d{4,}|clip/i
const OUT_OF_REACH = /-\d{4,}|clip/i
/** Panels that a reader opens: accordions, tabs, answers. */
const UNFOLDS =
  /accordion|collaps|faq|answer|tab-?(?:pane|panel|content)|\btabpanel\b|\bregion\b|toggle|panel|expand|spoiler|read-?more|less-outer|slide/i
/** Elements that a script draws as tabs, out of what it finds in them: `<awsdocs-tabs><dl style="display: none">`. */
const TABS = /^(?:[a-z][a-z\d]*-)+tabs?$/
/** What is opened over a page or beside it, or is to choose from. */
const OVERLAYS =
  /menu|nav|pop-?(?:up|over)|drop-?down|drawer|off-?canvas|modal|dialog|overlay|tool-?tip|toast|banner|cart|search|sort|filter|facet|listbox|select|hover|quick|toc\b/i
const OVERLAY_AROUND: ReadonlySet<string> = namesIn('nav header footer dialog')
const TRANSPARENT = /(?:^|[;\s])opacity\s*:\s*0*\.?0+\s*(?:!important\s*)?(?:;|$)/i
const ANIMATED = /transform|transition|animation|will-change|filter/i

const namesOf = ({ attributes }: Element): string => `${attributes.class ?? ''} ${attributes.id ?? ''} ${attributes.role ?? ''}`

const unfolds = (element: Element): boolean => UNFOLDS.test(namesOf(element))

/** What a hiding element must hold to be read all the same: pages that script fades in or unfolds hide their whole content at first. */
const DOMINANT = { share: 0.3, chars: 600 }
const ARIA_HIDDEN_CHARS = 200
/** A line of text: more than the name of a sign or a button. */
const LINE = 40

function linkedChars(element: Element, inLink: boolean): number {
  let sum = 0
  for (const child of element.children)
    if (child.kind === 'element') sum += linkedChars(child, inLink || child.tag === 'a')
    else if (inLink) sum += child.text.trim().length
  return sum
}

const isControl = ({ tag, attributes }: Element): boolean => HEADINGS.has(tag) || tag === 'button' || attributes.role === 'button'

/** Nodes in the box of a control and its panel; more would take the square of their number. */
const MOST_BESIDE = 40

const saysWhetherOpen = ({ attributes }: Element): boolean => attributes.more['aria-expanded'] !== undefined

/** Whether an element is a button that unfolds what follows it, or a heading around one. */
const opens = (element: Element): boolean => isControl(element) && (saysWhetherOpen(element) || find(element, saysWhetherOpen) !== null)

/** Whether a heading or a button stands right before an element. */
function followsControl({ parent, id }: Element): boolean {
  if (!parent || parent.children.length > MOST_BESIDE) return false
  const before = parent.children.findLast((child): child is Element => child.kind === 'element' && child.id < id)
  return before !== undefined && (isControl(before) || find(before, isControl) !== null)
}

/** As many of one make, each with text of its own, are no chance. */
const MANY_ALIKE = 3

/** What CodeMirror measures its letters with. */
const isMeasure = ({ attributes: { class: classes } }: Element): boolean => classes === 'CodeMirror-measure'
const LONGEST_MEASURE = 40

/** What papers show to those who have not paid, behind a veil: every letter of it is another one. */
const isScrambled = ({ tag, attributes: { class: classes } }: Element): boolean => tag === 'p' && classes === 'obfuscated'

/** What a page keeps to show it above everything else (HTML, the `popover` attribute): no rule brings it to sight in its place. */
const isPopover = ({ attributes: { more } }: Element): boolean =>
  more.popover !== undefined && /^(?:|auto|hint|manual)$/i.test(more.popover)

const isGone = ({ tag, attributes: { hidden, style, more } }: Element): boolean =>
  (hidden !== undefined && hidden.toLowerCase() !== 'until-found') ||
  (tag === 'dialog' && more.open === undefined) ||
  (style !== undefined && HIDING_STYLE.test(style))

const isConcealed = (element: Element): boolean => isGone(element) || element.attributes['aria-hidden'] === 'true'

const makeOf = (element: Element): string => `${element.parent?.look}:${element.look}`

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()

const digitsOf = (text: string): string => text.replace(/\D+/g, '')

/** Words with a space between them. */
const spaced = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}.,]+|[.,](?!\d)/gu, ' ')
    .trim()
    .toLowerCase()

/** Whether screen readers are told by the name of the element around it what others see: a price, how many stars, what a note is. */
function isNamedAround(element: Element): boolean {
  const name = element.parent?.attributes.more['aria-label']
  if (name === undefined || name === '') return false
  const text = textOf(element)
  return (
    lettersOf(name) === lettersOf(text) ||
    (/\d/.test(text) && ` ${spaced(name)} `.includes(` ${spaced(text)} `)) ||
    (WHOLE_SUM.test(text) && name.includes(text.trim())) ||
    ((SIGN_OF_SUM.test(text) || (PIECE_OF_SUM.test(text) && lettersOf(name).includes(lettersOf(text)))) && isSum(element.parent!))
  )
}

const SUM = '(?:\\p{Sc}\\s?\\d[\\d.,]*|\\d[\\d.,]*\\s?\\p{Sc})'
const WHOLE_SUM = new RegExp(`^\\s*${SUM}(?:\\s*[-–—]\\s*${SUM})?\\s*$`, 'u')
/** Characters of such a sum, and of all that stands in the box around it. */
const WHOLE = { shortest: 2, longest: 40, around: 200 }
const SIGN_OF_SUM = /^\s*\p{Lu}{0,3}\p{Sc}\s*$/u
const PIECE_OF_SUM = /^[\d.,\s]+$/
const LONGEST_SUM = 20
const MOST_PIECES = 8

const isSum = (element: Element): boolean => {
  const text = element.children.length > MOST_PIECES ? '' : textOf(element)
  return text.length <= LONGEST_SUM && /\p{Sc}/u.test(text) && /\d/.test(text)
}

/** Tells which elements of a page hide their text. */
export class Hiding {
  readonly #page: Page
  /** Characters of text below every element, by id. */
  readonly #chars: Int32Array
  readonly #letters: LetterSize
  readonly #befores = new Map<Element, Map<Element, Element>>()
  #controlled: ReadonlySet<string> | undefined
  #alike: ReadonlyMap<string, { parents: Set<Element | null>; lengths: Set<number> }> | undefined

  constructor(page: Page, chars: Int32Array) {
    this.#page = page
    this.#chars = chars
    this.#letters = new LetterSize(page)
  }

  /**
   * How an element hides its text: `out` when nobody sees it, `flag` when it is hidden at first or from some readers only and holds too much
   * to be a trick, null when it does not hide.
   */
  of(element: Element): 'out' | 'flag' | null {
    const chars = this.#chars[element.id]!
    const { style } = element.attributes
    if ((isMeasure(element) && chars <= LONGEST_MEASURE) || isScrambled(element)) return 'out'
    if (chars > 0 && this.#letters.hides(element)) return this.#isDominant(element, chars) ? 'flag' : 'out'
    if (isPopover(element)) return this.#isDominant(element, chars) ? 'flag' : 'out'
    if (isGone(element)) {
      return this.#isDominant(element, chars) ||
        (this.#isPanel(element) && !OFF_SCREEN.test(style ?? '')) ||
        (!OUT_OF_REACH.test(style ?? '') && this.#isDisclosed(element, chars))
        ? 'flag'
        : 'out'
    }
    if (style !== undefined && TRANSPARENT.test(style))
      return ANIMATED.test(style) || chars > DOMINANT.chars || this.#isDisclosed(element, chars) ? 'flag' : 'out'
    return element.attributes['aria-hidden'] === 'true' ? this.#fromScreenReaders(element, chars) : null
  }

  /** The same of one that is kept from screen readers. */
  #fromScreenReaders(element: Element, chars: number): 'out' | 'flag' | null {
    if (
      isNamedAround(element) ||
      this.#isOnlySum(element, chars) ||
      /\bkatex|mathjax|mjx|mwe-math-fallback/i.test(element.attributes.class ?? '')
    )
      return null
    // Links that repeat where a heading leads are kept from screen readers; what they say is seen.
    const isLine = element.tag === 'a' && element.attributes.href !== undefined && chars > LINE
    // A field beside the lines of a file holds them for screen readers.
    const isFile = element.children.some((child) => child.kind === 'element' && child.tag !== 'pre' && isPre(child))
    return unfolds(element) ||
      chars > ARIA_HIDDEN_CHARS ||
      isLine ||
      isFile ||
      (element.parent !== null && codePanels(element.parent).includes(element)) ||
      (followsControl(element) && this.#isDisclosed(element, chars))
      ? 'flag'
      : 'out'
  }

  /** Whether it is a sum, or two with a dash between them, that nothing beside it says once more for screen readers. */
  #isOnlySum(element: Element, chars: number): boolean {
    const { parent } = element
    if (chars < WHOLE.shortest || chars > WHOLE.longest || parent === null || this.#chars[parent.id]! > WHOLE.around) return false
    const text = textOf(element)
    return WHOLE_SUM.test(text) && digitsOf(textOf(parent)).split(digitsOf(text)).length === 2
  }

  #isDominant({ tag }: Element, chars: number): boolean {
    // A copy of the page for a button to copy it stands in a `pre`.
    return chars > DOMINANT.chars && chars > this.#chars[this.#page.body.id]! * DOMINANT.share && tag !== 'pre'
  }

  /** Whether a reader may unfold it, by its names, by those of the button right before it, or by its place among panels of code. */
  #isPanel(element: Element): boolean {
    const { parent } = element
    if (unfolds(element)) return true
    if (parent === null) return false
    if (TABS.test(parent.tag)) return true
    const before = this.#before(element, parent)
    return (
      (before !== undefined && isControl(before) && unfolds(before) && !OVERLAYS.test(namesOf(element))) ||
      codePanels(parent).includes(element)
    )
  }

  /** The element right before one, found for all children of a parent at once. */
  #before(element: Element, parent: Element): Element | undefined {
    let known = this.#befores.get(parent)
    if (known === undefined) {
      known = new Map()
      let last: Element | undefined
      for (const child of parent.children) {
        if (child.kind === 'text') continue
        if (last !== undefined) known.set(child, last)
        last = child
      }
      this.#befores.set(parent, known)
    }
    return known.get(element)
  }

  /** Whether a control opens it in its place, be it named or one of several alike, and what it holds is text, not ways to elsewhere. */
  #isDisclosed(element: Element, chars: number): boolean {
    if (chars === 0) return false
    // Of answers that a control opens each, some are short.
    const isOpened =
      chars > LINE ? this.#isControlled(element) || this.#isOneOfMany(element) : this.#isControlled(element) && this.#isOneOfMany(element)
    return (
      isOpened &&
      closest(element, (at) => OVERLAY_AROUND.has(at.tag) || at.attributes.role === 'dialog') === null &&
      !OVERLAYS.test(namesOf(element)) &&
      linkedChars(element, false) < chars / 2
    )
  }

  #isControlled(element: Element): boolean {
    const { id } = element.attributes
    const before = element.parent === null ? undefined : this.#before(element, element.parent)
    if (before !== undefined && opens(before)) return true
    if (id === undefined) return false
    this.#controlled ??= new Set(this.#page.having.more.flatMap(({ attributes }) => attributes.more['aria-controls']?.split(/\s+/) ?? []))
    return this.#controlled.has(id)
  }

  /** Whether others of its make are hidden in places of their own: answers to questions, whatever their names. */
  #isOneOfMany(element: Element): boolean {
    if (!BLOCK_TAGS.has(element.tag)) return false
    this.#alike ??= this.#countAlike()
    const alike = this.#alike.get(makeOf(element))
    return alike !== undefined && alike.parents.size >= MANY_ALIKE && alike.lengths.size >= MANY_ALIKE
  }

  #countAlike() {
    const alike = new Map<string, { parents: Set<Element | null>; lengths: Set<number> }>()
    for (const element of this.#page.all.filter(isConcealed)) {
      const make = makeOf(element)
      let known = alike.get(make)
      if (known === undefined) {
        known = { parents: new Set(), lengths: new Set() }
        alike.set(make, known)
      }
      // What a control opens stands in a place of its own, be it beside the others.
      known.parents.add(this.#isControlled(element) ? element : element.parent)
      known.lengths.add(this.#chars[element.id]!)
    }
    return alike
  }
}
