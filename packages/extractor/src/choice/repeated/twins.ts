/** Copies of one part for two sizes of screen, told by the class names that frameworks have for it. */
import { foldedWords } from '../../metadata/text.ts'
import { type Block, firstBlock } from '../../page/blocks.ts'
import { withClassLike } from '../../page/classes.ts'
import { type Element, findAll, type Page, type Text } from '../../page/dom.ts'
import { classIs } from '../../page/once.ts'
import { spacedText } from '../../page/text.ts'

const LARGE =
  /(?:^|\s)(?:hidden\s(?:.*\s)?(?:sm|md|lg|xl|2xl):(?:block|flex|grid|table|inline\S*)|d-none\s(?:.*\s)?d-(?:sm|md|lg|xl)-\S+|(?:visible-|is-|only-)?desktop(?:-only)?|verbose|(?:is-)?hid(?:e|den)-(?:on-)?(?:xs|mobile|phone|small)|show-for-(?:medium|large)|elementor-hidden-(?:mobile|phone))(?:\s|$)/
const SMALL =
  /(?:^|\s)(?:(?:sm|md|lg|xl|2xl):hidden|d-(?:sm|md|lg|xl)-none|(?:visible-|is-|only-)?(?:mobile|xs|phone)(?:-only)?|concise|(?:is-)?hid(?:e|den)-(?:on-)?(?:desktop|tablet|large|md|lg)|(?:hide-for-medium|hide-for-large|show-for-small-only)|elementor-hidden-desktop)(?:\s|$)/
/** Names that sites have themselves for what telephones show; the copy for other screens mostly has none. */
const CALLED_SMALL = /(?:^|[\s_-])mobile(?:$|[\s_-])/i
const SMALL_OR_CALLED = new RegExp(`${SMALL.source}|${CALLED_SMALL.source}`, 'i')
/** What is shown on paper alone. */
const PRINTED =
  /(?:^|\s)(?:print-?footer|(?:only-?)?print-?only|only-?print|visible-print(?:-\w+)?|(?:d-none|hidden)\s(?:.*\s)?(?:d-print-|print:)(?:block|flex|inline\S*))(?:\s|$)/
const NAMED = new RegExp(`print|${SMALL_OR_CALLED.source}`, 'i')
/** A page of which more than this is for paper means the screen by it, too. */
const MOST_PRINTED = 0.5
/** Siblings among which the other copy is looked for, and how many there may be. */
const NEAR = 3
const MOST_AROUND = 80
/** Share of the words of the small copy that the large one has. */
const SAME = 0.9
/** Share of what is kept of the small copy that must be kept of the large one, which says less often what its columns are. */
const KEPT = 0.5
/** Characters of one page that are compared. */
const BUDGET = 2_000_000

const picturesOf = (element: Element): string =>
  (element.tag === 'img' ? [element] : findAll(element, ({ tag }) => tag === 'img'))
    .map(({ attributes }) => attributes.alt ?? '')
    .join('\n')

/** How much is kept in each element that holds any of it. */
function keptIn(blocks: readonly Block[], keep: Uint8Array): Map<Element, number> {
  const kept = new Map<Element, number>()
  for (const { index, container, text } of blocks)
    if (keep[index] === 1) for (let at: Element | null = container; at; at = at.parent) kept.set(at, (kept.get(at) ?? 0) + text.length)
  return kept
}

/** What is shown on paper alone; copies for small screens that stand beside their copy for large ones, where that one is kept; and such copies of pictures. */
export function findTwins(page: Page, blocks: readonly Block[], keep: Uint8Array): Element[] {
  const several = blocks.filter(({ index, nodes }) => nodes.length > 1 && keep[index] === 1)
  return [...findCopies(page, blocks, keep), ...several.flatMap(saidAgain)]
}

/** Shorter ones may be meant to be said twice. */
const LEAST_SAID = 12

const leads = ({ attributes: { href } }: Element): boolean => href !== undefined && !href.startsWith('#')

/** Elements of a line that say what the one of another make right before them says: the same text for each size of screen. */
function saidAgain({ nodes }: Block): Element[] {
  const again: Element[] = []
  let before: Text | null = null
  for (const node of nodes) {
    const text = node.text.trim()
    if (text === '') continue
    if (text.length >= LEAST_SAID && before?.text.trim() === text && areCopies(before.parent, node.parent))
      again.push(leads(node.parent) ? before.parent : node.parent)
    before = node
  }
  return again
}

const areCopies = (one: Element, other: Element): boolean =>
  one.parent === other.parent && one.look !== other.look && one.children.length === 1 && other.children.length === 1

const hasMost = (others: ReadonlySet<string>, words: ReadonlySet<string>): boolean =>
  [...words].filter((word) => others.has(word)).length >= words.size * SAME

function findCopies(page: Page, blocks: readonly Block[], keep: Uint8Array): Element[] {
  const isSmall = classIs(SMALL)
  const isLarge = classIs(LARGE)
  const isCalledSmall = classIs(CALLED_SMALL)
  let known: Map<Element, number> | null = null
  const keptCharsOf = (element: Element): number => {
    known ??= keptIn(blocks, keep)
    return known.get(element) ?? 0
  }
  const named = withClassLike(page, NAMED)
  const found = named.filter(
    (element) => PRINTED.test(element.attributes.class!) && keptCharsOf(element) <= keptCharsOf(page.body) * MOST_PRINTED,
  )
  let budget = BUDGET
  const textOf = (element: Element): string => {
    const text = budget > 0 ? spacedText(element) : ''
    budget -= text.length + 100
    return text
  }
  const isCopyOf = (small: Element): ((large: Element) => boolean) => {
    const words = foldedWords(textOf(small))
    if (words.size === 0) return (large) => picturesOf(small) !== '' && picturesOf(small) === picturesOf(large)
    const least = Math.max(1, keptCharsOf(small) * KEPT)
    return (large) => keptCharsOf(large) >= least && hasMost(foldedWords(textOf(large)), words)
  }
  for (const element of named.filter(classIs(SMALL_OR_CALLED))) {
    // What says something that is left out anyway need not be read.
    if (
      isLarge(element) ||
      (!isSmall(element) && keptCharsOf(element) === 0 && firstBlock(element) >= 0) ||
      element.parent === null ||
      element.parent.children.length > MOST_AROUND ||
      budget < 0
    )
      continue
    const siblings = element.parent.children.filter((child) => child.kind === 'element')
    const at = siblings.indexOf(element)
    const near = siblings.slice(Math.max(0, at - NEAR), at + NEAR + 1)
    const isOther = isSmall(element) ? isLarge : (other: Element): boolean => !isCalledSmall(other)
    const others = near.filter((other) => isOther(other) && !isSmall(other))
    if (others.length > 0 && others.some(isCopyOf(element))) found.push(element)
  }
  return found
}
