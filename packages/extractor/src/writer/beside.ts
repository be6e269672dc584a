/** Elements side by side without a space, which a page sets apart by their style alone. */
import { type Element, find, type Node, onlyNode } from '../page/dom.ts'
import { isForReaders, isStruck, isTime } from '../page/tags.ts'
import { ENDS_IN_WORD, isBlank, squeeze, textOf } from '../page/text.ts'
import { beginsRows, isOfRows } from './alike-rows.ts'
import { isNumberAlone } from './provisions.ts'

const SUM = /\p{Sc}\s?[\d.,\s]*\d$|\d\s?(?:\p{Sc}|円|zł|Kč|kr|Ft)$/u
/** Two sums with their signs behind them: `30.00 €|37.00 €`. */
const SUMS: readonly (readonly [RegExp, RegExp])[] = [
  [/\d\s?(?:[€£₽₺₴₫円]|zł|Kč|kr|Ft)$/u, /^\d[\d.,\s]*\s?(?:[€£₽₺₴₫円]|zł|Kč|kr|Ft)\s*$/u],
]
/** How much a number has changed: `$549,000|+83%`, `213.49|+3.64`. */
const CHANGE = /^[+−-]\d[\d.,]* ?%|^[+−]\d[\d,]*\.\d+$/u
const ENDS_IN_NUMBER = /\d(?:%| ?\p{Sc})?$/u
const MARK = /^(?:a|b|cite|em|i|span|strong)$/
const BESIDE = /^(?:a|b|bdi|del|em|i|s|small|span|strong|time)$/
/** What pages call a value, and what they call it by. */
const VALUE = /(?:^|[\s_-])(?:badge|chip|count|key|label|name|pill|tag|term|value)(?:$|[\s_-])/i
/** A word, or one of a letter and the word behind it: `A winter`. */
const BEGINS = /^(?:\p{Lu}|[AI] )\p{Ll}/u
/**
 * Ends of one thing and beginnings of another: `Osprey|Rook 65 Pack`, `BILLY|Bookcase, white`, `3 beds|2 baths`, `(12)|12 reviews`, `4.5|(12)`,
 * `1 l|(€14.50 / l)`, `810|2/11/2024`.
 */
const SEAMS: readonly (readonly [RegExp, RegExp])[] = [
  [/[\p{Ll}\p{N})]$/u, BEGINS],
  [/\p{Lu}{3}$/u, BEGINS],
  [/\p{L}{2}$|\)$/u, /^\p{N}/u],
  [/\d[.,]\d$/, /^\(\d{1,3}(?:[.,]?\d{3}){0,2}\)/],
  [/[\p{L}\p{N}]$/u, /^\((?:\p{Sc}\s?\d|\d[\d.,]*\s?\p{Sc})/u],
  [/[\p{Ll}\p{N})]$/u, /^\p{Sc}\s?\p{N}/u],
  [/\p{N}$/u, /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?!\d)/],
  [/\p{N}$/u, /^v\d+\.\d/],
]
/** What a sum is for each of: `€9|/ user`. What is written close to its sign is so on the page. */
const FOR_EACH = /^\/ \p{L}/u
/** The end of a name, whatever signs it has: `Component/s:|clients`. */
const NAME_END = /\p{L}[)\]]?:$/u
/** Where no word goes on, whatever the elements: behind a label, between sentences, and before a mailbox. */
const ALWAYS: readonly (readonly [RegExp, RegExp])[] = [
  [/\p{L}{2}:$/u, BEGINS],
  [/\p{L}{2}:$/u, /^(?:\p{Sc}|[A-Z]{3} )\s?\p{N}/u],
  [/ \p{Ll}+[.!?…]$/u, /^\p{Lu}\p{L}*:? /u],
  [/\p{Ll}{2}$/u, /^\p{Sc}\s?(?:\p{N}|$)/u],
  [/\p{L}{2}$/u, /^[\w.+-]{1,40}@[\w-]/],
]

/** The same for values that are short and made alike: `2026|1h 54m|R`. */
const VALUES: readonly (readonly [RegExp, RegExp])[] = [
  [/\p{N}$/u, /^\p{N}+\p{L}/u],
  [/\d\p{Ll}$/u, /^\p{Lu}(?!\p{Ll})/u],
]
const LONGEST_VALUE = 40

/** A number and what it counts, which is longer than a unit: `40|boats`. */
const COUNTED: readonly (readonly [RegExp, RegExp])[] = [[/\p{N}$/u, /^(?:\p{Lu}|\p{Ll}){4}/u]]

/** A label and its number, which are made differently, or all of an item: `Crew|5`. */
const NUMBERED: readonly (readonly [RegExp, RegExp])[] = [[/\p{L}{3}$/u, /^\p{N}/u]]

/** The same for what stands side by side in each of several rows made alike: `WIDTH|60`, `BRAND|Acme`. */
const CELLS: readonly (readonly [RegExp, RegExp])[] = [
  [/[^\P{L}\p{Ll}]{2}$|[)\]%"”″]$/u, /^[\p{L}\p{N}]/u],
  [/\p{L}\p{Ll}$/u, /^[^\P{L}\p{Ll}]|^\p{N}/u],
  [/\p{N}$/u, /^(?!(?:st|nd|rd|th)\b)\p{L}/u],
]
const LONGEST_ROW = 160

/** Lines that come in one after the other, by what a page calls them: `Software for|all of you`. Editors cut a text into alike runs anywhere. */
const LINE = /(?:^|[^a-z])line(?:$|[^a-z])|[a-z]Line(?![a-z])/
const LINES: readonly (readonly [RegExp, RegExp])[] = [[/\p{L}{2}$/u, /^\p{L}/u]]

const NAMES: readonly (readonly [RegExp, RegExp])[] = [[/\p{Ll}{2}$/u, /^\p{Lu}{2}|^(?:\p{Lu}|[AI] )\p{Ll}/u]]

/** A name and its value in each of several rows, whatever these look like: `Cost|Inexpensive`, `Method|baking`. */
const NAMED: readonly (readonly [RegExp, RegExp])[] = [[/\p{L}\p{Ll}$/u, /^[\p{L}\p{N}]/u]]
/** The same where the value is text of the row itself, which a word may go on as: `stitch|es`. */
const NAMED_TEXT: readonly (readonly [RegExp, RegExp])[] = [[/\p{L}\p{Ll}$/u, /^(?:\p{Lu}\p{Ll}|\p{N})/u]]

const meet = (seams: readonly (readonly [RegExp, RegExp])[], said: string, first: string): boolean =>
  seams.some(([end, begin]) => end.test(said) && begin.test(first))

/**
 * Whether a text or an element begins something else than what is said right before it.
 * @param said the last signs of that
 */
export function standsApart(node: Node, said: string): boolean {
  if (said.endsWith(' ')) return false
  const first = firstText(node)
  if (said.endsWith(')') && /^[^\s.,;:)]/.test(first) && isNumbered(node)) return true
  if (node.kind === 'element' && isForReaders(node) && /^(?:[\p{L}\p{N}(]|[-–—] )/u.test(first)) return true
  if (node.kind === 'element' && CHANGE.test(first) && ENDS_IN_NUMBER.test(said)) return true
  if (node.kind === 'element' && FOR_EACH.test(first) && /\d$/.test(said)) return true
  if (!/^[\p{L}\p{N}\p{Sc}(]/u.test(first)) return false
  const before = neighbour(node)
  if (before?.kind === 'element' && before.tag === 'wbr') return ENDS_IN_WORD.test(said) && isBadge(node, before)
  // Comments part the texts of one word.
  if (before === undefined || (before.kind === 'text' && node.kind === 'text') || isBreak(before)) return false
  if (isPicture(before) || (isOwn(before) && isOwn(node))) return ENDS_IN_WORD.test(said)
  if (meet(ALWAYS, said, first) || meet(SUMS, said, first) || (SUM.test(said) && (/^\p{Sc}/u.test(first) || isOld(node) || isOld(before))))
    return true
  if (before.kind === 'text')
    return isCount(node, said) || (isMark(node) && said.includes(' ') && /\p{Ll}{2}$/u.test(said) && BEGINS.test(first) && isSeveral(node))
  if (isGap(before)) return meet(SEAMS, said, first)
  if (isPair(node) && isMark(before) && meet(node.kind === 'text' ? NAMED_TEXT : NAMED, said, first) && isNameOf(before)) return true
  if (node.kind === 'element' && /^\p{Ll}/u.test(first) && isNoteLink(before)) return true
  if (node.kind === 'text') return isMark(before) && isSeveral(before) && / /.test(first.trim()) && meet(NAMES, said, first)
  if (SUM.test(said) && /^(?:[\p{L}(]|\p{N}+[^\p{N}.,])/u.test(first)) return true
  if (!BESIDE.test(node.tag) || !BESIDE.test(before.tag)) return false
  // A name, and when: `keeper99|12 minutes ago`.
  if (ENDS_IN_WORD.test(said) && (isWhen(node) || isWhen(before))) return true
  if ((meet(VALUES, said, first) && areValues(node, before)) || (meet(COUNTED, said, first) && (isPair(node) || isOfRow(node)))) return true
  const isValue = before.look !== node.look || node.parent?.tag === 'li'
  if (isPair(node) && ((isValue && meet(NUMBERED, said, first)) || (before.look !== node.look && NAME_END.test(said)))) return true
  if (meet(CELLS, said, first) && isOfRow(node, 2) && textOf(node.parent!).length <= LONGEST_ROW && isOfRows(node.parent!)) return true
  if (before.look === node.look && meet(LINES, said, first) && isLines(node)) return [node, before].every(isPhrase)
  if (before.look !== node.look && meet(NAMES, said, first) && isPair(node) && isSeveral(before)) return true
  if (!meet(SEAMS, said, first)) return false
  if (isOfRow(node) || areLinks(node, before)) return true
  if (before.look === node.look) return isPair(node) && [node, before].every(isPhrase)
  return isPhrase(node) || [node, before].some(({ attributes }) => VALUE.test(attributes.class ?? ''))
}

/** Whether an element is a moment, or nothing but the box of one. */
function isWhen(element: Element): boolean {
  const only = onlyNode(element)
  return isTime(element) || (only?.kind === 'element' && isTime(only))
}

/** Whether an element with a class stands behind a link and where a line may end: what rustdoc says of an entry. */
function isBadge(node: Node, end: Element): boolean {
  const link = neighbour(end)
  return node.kind === 'element' && node.attributes.class !== undefined && link?.kind === 'element' && link.tag === 'a'
}

/** Whether a page has made an element of its own, which is a box as good as always. */
const isOwn = (node: Node): boolean => node.kind === 'element' && node.tag.includes('-')

/** Whether an element says several words. */
const isPhrase = (element: Element): boolean => / /.test(squeeze(textOf(element)))

const WORDS = /^(?:b|small|span|strong)$/
const isWords = (element: Element): boolean => WORDS.test(element.tag) && /^\p{L}{3,}(?:[\s<(?]|$)/u.test(textOf(element))

/** Things that stand side by side in a row of code. */
const MOST_IN_ROW = 12

/** Whether an element stands in a row that begins with code and has nothing but elements. */
function isOfCode({ parent }: Element): boolean {
  const row = parent?.children ?? []
  const [first] = row
  return first?.kind === 'element' && first.tag === 'code' && row.length <= MOST_IN_ROW && row.every((child) => child.kind === 'element')
}

/** Whether code and words are things side by side: the name of a parameter, its type and whether it is required; a method and its path. */
export function partsCode(node: Element): boolean {
  if (node.tag !== 'code' && !WORDS.test(node.tag)) return false
  const before = neighbour(node)
  if (before?.kind !== 'element') return false
  if (node.tag === 'code') return before.tag !== 'code' && isWords(before)
  return before.tag === 'code' ? isWords(node) : isOfCode(node) && isWords(node) && isWords(before)
}

/** Whether a number in brackets stands right before a node, and nothing before that. */
const isNumbered = (node: Node): boolean => {
  const before = neighbour(node)
  return before !== undefined && isNumberAlone(before) && neighbour(before) === undefined
}

/** Whether an element is the mark of a note and leads to it, as laws have them before what was put in: `F1`. */
const isNoteLink = (element: Element): boolean =>
  element.children.length <= 2 && /^\s*\p{Lu}\d{1,4}\s*$/u.test(textOf(element)) && find(element, ({ tag }) => tag === 'a') !== null

const isOld = (node: Node): boolean => node.kind === 'element' && isStruck(node)

/** As many beside each other are values; two may be halves of one name. */
const ROW = 3

/** Whether an element stands among nothing but others like it: a row that its style draws as one. */
const isOfRow = ({ parent }: Node, least = ROW): boolean => {
  const parts = partsOf(parent)
  return parts.length >= least && parts.every((child) => child.kind === 'element' && (BESIDE.test(child.tag) || isStruck(child)))
}

/** What an element holds but space; nothing where that is too much to look at. */
const partsOf = (element: Element | null): readonly Node[] =>
  element === null || element.children.length > MOST_BESIDE ? [] : element.children.filter((child) => !isBlank(child))

/** Whether two elements are links, or what scripts make of such, and no two that lead to one place. */
const areLinks = (node: Element, before: Element): boolean =>
  node.tag === 'a' && before.tag === 'a' && (node.attributes.href !== before.attributes.href || node.attributes.href === undefined)

/** Whether an element is a line by its class, and stands among nothing but others. */
const isLines = ({ parent, look, attributes }: Element): boolean =>
  LINE.test(attributes.class ?? '') && partsOf(parent).every((child) => child.kind === 'element' && child.look === look)

/** Whether two elements of a row are short and made alike, and one of them says several words. */
const areValues = (node: Element, before: Element): boolean =>
  node.look === before.look &&
  isOfRow(node) &&
  [node, before].every((element) => textOf(element).length <= LONGEST_VALUE) &&
  [node, before].some(isSeveral)

/** Whether an element and the one before it are all that their parent holds: a name and what it is of. */
const isPair = ({ parent }: Node): boolean => partsOf(parent).length === 2

/** Whether a page calls an element a label, or begins rows with such. */
const isNameOf = (element: Element): boolean => /label(?:$|[\s_-])/i.test(element.attributes.class ?? '') || beginsRows(element)

/** Whether an element at the end of a line is the number of what the words before it name: `Videos|13`. */
const isCount = (node: Node, said: string): boolean =>
  node.kind === 'element' &&
  node.tag === 'span' &&
  VALUE.test(node.attributes.class ?? '') &&
  /\p{Ll}{3}$/u.test(said) &&
  /^\(?\d[\d.,]{0,9}\+?\)?$/.test(squeeze(textOf(node))) &&
  partsOf(node.parent).at(-1) === node

const isBreak = (node: Node): boolean => node.kind === 'element' && node.tag === 'wbr'

const isMark = (node: Node): node is Element => node.kind === 'element' && MARK.test(node.tag)

/** Whether an element says several words, or calls what follows it. */
const isSeveral = (element: Element): boolean => / |:$/.test(squeeze(textOf(element)))

/** Whether an element holds nothing and is drawn all the same. */
const isGap = ({ tag, children, attributes }: Element): boolean =>
  tag !== 'img' && tag !== 'br' && children.length === 0 && attributes.class !== undefined

/** Whether a node shows nothing but pictures, none of which is written: what is written ends what was said. */
const isPicture = (node: Node, depth = 0): boolean =>
  node.kind === 'element' &&
  (node.tag === 'img' ||
    (depth < DEEPEST_PICTURE && node.children.length > 0 && node.children.every((child) => isBlank(child) || isPicture(child, depth + 1))))
const DEEPEST_PICTURE = 3

const LONGEST_SAID = 120

/** Whether words for screen readers alone begin with what is shown right before them: `See all<span class="clipped">See all details</span>`. */
export function saysAgain(element: Element): boolean {
  const before = neighbour(element)
  // What screen readers pass over is left out already.
  if (before === undefined || (before.kind === 'element' && before.attributes['aria-hidden'] === 'true')) return false
  const shown = squeeze(before.kind === 'text' ? before.text : textOf(before))
  return shown !== '' && shown.length <= LONGEST_SAID && squeeze(textOf(element)).startsWith(shown)
}

/** Whether words for screen readers are nothing but the sign of a box to tick. */
export const isBoxAlone = (element: Element): boolean => /^[\u2610\u25a1\u25a2\u25fb\u25fd]$/.test(textOf(element).trim())

/** Whether a button shows nothing but a sign, and says what it does to screen readers alone. */
export const isSignAlone = (button: Element): boolean =>
  button.tag === 'button' && button.children.some((child) => child.kind === 'element') && button.children.every(isUnseen)

const isUnseen = (node: Node): boolean =>
  node.kind === 'text' ? node.text.trim() === '' : node.tag !== 'img' && (isForReaders(node) || node.children.every(isUnseen))

const MOST_BESIDE = 50

/** What stands right before a node, or behind it; undefined for nothing, and where too much does. */
const neighbour = (node: Node, step: -1 | 1 = -1): Node | undefined => {
  const siblings = node.parent?.children ?? []
  return siblings.length > MOST_BESIDE ? undefined : siblings[siblings.indexOf(node) + step]
}

/** Whether a sign that ends or parts sentences follows an element. */
export function isBeforeStop(element: Element): boolean {
  const next = neighbour(element, 1)
  return next?.kind === 'text' && /^[.,;:!?)]/.test(next.text)
}

/** How long ago something was when the page was made, and a time of the day. */
const AGO = /^(?:\d{1,3} ?\p{L}{1,8} ago|(?:vor|il y a|hace) \d{1,3} ?\p{L}{1,8})$/iu
const OF_DAY = /^\d{1,2}[.:]\d\d(?!\d)/

/** Whether a moment says how long ago it was, and when that was stands right behind it. */
export function isAgoBesideTime(moment: Element): boolean {
  const next = neighbour(moment, 1)
  return next?.kind === 'element' && OF_DAY.test(firstText(next).trimStart()) && AGO.test(squeeze(textOf(moment)))
}

function firstText(node: Node): string {
  let first: Node | undefined = node
  while (first?.kind === 'element') first = first.children[0]
  return first?.text ?? ''
}
