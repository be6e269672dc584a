/** Elements side by side without a space, which a page sets apart by their style alone. */
import { type Element, isForReaders, type Node, squeeze, textOf } from '../page/dom.ts'

const SUM = /\p{Sc}\s?[\d.,\s]*\d$|\d\s?\p{Sc}$/u
const BESIDE = /^(?:a|b|em|i|small|span|strong|time)$/
/** Ends of one thing and beginnings of another: `Osprey|Rook 65 Pack`, `3 beds|2 baths`, `(12)|12 reviews`. */
const SEAMS: readonly (readonly [RegExp, RegExp])[] = [
  [/[\p{Ll}\p{N})]$/u, /^\p{Lu}\p{Ll}/u],
  [/\p{L}{2}$|\)$/u, /^\p{N}/u],
]

/**
 * Whether an element begins something else than what is said right before it: behind a sum of money any word, else several words of another
 * make where no word goes on.
 */
export function standsApart(element: Element, said: string): boolean {
  const first = firstText(element)
  const other = elementBefore(element)
  if (other === null) return false
  if (SUM.test(said.slice(-20)) && /^[\p{L}(]/u.test(first)) return true
  if (!BESIDE.test(element.tag) || !BESIDE.test(other.tag) || other.look === element.look) return false
  return SEAMS.some(([end, begin]) => end.test(said) && begin.test(first)) && / /.test(squeeze(textOf(element)))
}

const LONGEST_SAID = 120

/** Whether words for screen readers begin with what is shown right before them: `See all<span class="clipped">See all details</span>`. */
export function saysAgain(element: Element): boolean {
  if (!isForReaders(element)) return false
  const siblings = element.parent?.children ?? []
  const before = siblings.length > MOST_BESIDE ? undefined : siblings[siblings.indexOf(element) - 1]
  // What screen readers pass over is left out already.
  if (before === undefined || (before.kind === 'element' && before.attributes['aria-hidden'] === 'true')) return false
  const shown = squeeze(before.kind === 'text' ? before.text : textOf(before))
  return shown !== '' && shown.length <= LONGEST_SAID && squeeze(textOf(element)).startsWith(shown)
}

const MOST_BESIDE = 50

function elementBefore(element: Element): Element | null {
  const siblings = element.parent?.children ?? []
  const other = siblings.length > MOST_BESIDE ? undefined : siblings[siblings.indexOf(element) - 1]
  return other?.kind === 'element' ? other : null
}

function firstText(element: Element): string {
  let first: Node | undefined = element
  while (first?.kind === 'element') first = first.children[0]
  return first?.text ?? ''
}
