/** Letters of no size: newsletters and rows of boxes give none to what they stand in, and each text its own again. */
import type { Element, Page } from './dom.ts'

const SIZE =
  /(?:^|[;\s])font-size\s*:\s*(?:(0+(?:px|em|rem|%|pt)?\s*(?:!important\s*)?(?:;|$))|([\d.]+(?:em|%|ex|ch)|inherit|larger|smaller|unset))?/i

/** Whether the style of an element gives its letters no size, or one of their own; null where theirs hangs on what stands around them. */
function sizeOf({ attributes: { style } }: Element): 'none' | 'own' | null {
  if (style === undefined) return null
  const found = SIZE.exec(style)
  if (found === null || found[2] !== undefined) return null
  return found[1] === undefined ? 'own' : 'none'
}

const hasText = ({ children }: Element): boolean => children.some((child) => child.kind === 'text' && child.text.trim() !== '')

/** Tells, from the outermost elements inwards, where letters without a size hide a text. */
export class LetterSize {
  readonly #page: Page
  /** What holds letters with a size of their own. */
  #holders: ReadonlySet<Element> | undefined
  /** What has no size and holds such letters, and no others. */
  readonly #open = new Set<Element>()

  constructor(page: Page) {
    this.#page = page
  }

  hides(element: Element): boolean {
    const size = sizeOf(element)
    if (size === 'own' || (size === null && (this.#open.size === 0 || element.parent === null || !this.#open.has(element.parent))))
      return false
    this.#holders ??= holdersOf(this.#page)
    if (!this.#holders.has(element) || hasText(element)) return true
    this.#open.add(element)
    return false
  }
}

function holdersOf({ all }: Page): Set<Element> {
  const holders = new Set<Element>()
  for (const element of all)
    if (sizeOf(element) === 'own') for (let at = element.parent; at !== null && !holders.has(at); at = at.parent) holders.add(at)
  return holders
}
