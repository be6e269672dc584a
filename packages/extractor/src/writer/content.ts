/** Text-level content: from the nodes of a line to what stands on it. */

import { type Element, find, type Node, onlyNode } from '../page/dom.ts'
import { markOf } from '../page/marks.ts'
import { namesIn } from '../page/names.ts'
import { BLOCK_TAGS, isForReaders, isPre } from '../page/tags.ts'
import { squeeze, textOf } from '../page/text.ts'
import { isAgoBesideTime, isBeforeStop, partsCode, standsApart } from './beside.ts'
import { codeText, holdsLines } from './code.ts'
import { type Context, wanted } from './context.ts'
import { asideOf, isBackReference } from './footnotes.ts'
import { type IconLink, iconLink, iconLinksIn } from './icon-links.ts'
import { wordOf, writeImage } from './images.ts'
import { coded, type Inline, InlineRun, lineBreak, linked, type Mark, marked, plainText, raw, softBreak, wordsOf } from './inline-run.ts'
import { addText } from './line-text.ts'
import { iconIn } from './marks.ts'
import { isMath, mathOf } from './math.ts'
import { MEDIA } from './media.ts'
import { isButtonOf, isSaid, leadsBelow, leadsNowhere, leadsToItself, namesHeading, sortsTable, staysHere } from './permalink.ts'
import { centsOf, raisedByClass, script } from './raised.ts'
import { ratingIn } from './ratings.ts'
import { isPrecededByAlike, stopBefore } from './stops.ts'
import { linkUrl } from './urls.ts'

/** What shows between words without words of its own: a box to tick, a field to fill. */
const CONTROLS = namesIn('select textarea input progress meter')
const SKIPPED = namesIn('option optgroup rp annotation annotation-xml source')

/** What is written, or is not, whatever it holds. */
const ALONE: ReadonlyMap<string, (element: Element, target: Inline[], run: InlineRun) => void> = new Map([
  ['br', (_, target, run) => run.add(target, lineBreak())],
  ['soft-break', (_, target, run) => run.add(target, softBreak())],
  ...[...SKIPPED].map((tag) => [tag, () => {}] as const),
  ...[...CONTROLS].map((tag) => [tag, addControl] as const),
])

function addControl({ attributes }: Element, target: Inline[], run: InlineRun): void {
  if (attributes.type !== 'hidden') run.text(target, ' ')
}

const MARKS: ReadonlyMap<string, Mark> = new Map(
  Object.entries({
    b: 'strong',
    strong: 'strong',
    i: 'emphasis',
    em: 'emphasis',
    cite: 'emphasis',
    dfn: 'emphasis',
    var: 'emphasis',
    del: 'delete',
    s: 'delete',
    strike: 'delete',
  }),
)

/** Inline content of an element, with a space at every border of the blocks that it may hold. */
export function lineOf(element: Element, context: Context): Inline[] {
  const run = new InlineRun()
  nested(element, run.items, run, context)
  return run.items
}

/** Inline content of nodes. */
export function inlineOf(nodes: readonly Node[], context: Context): Inline[] {
  const run = new InlineRun()
  for (const node of nodes) if (node.kind === 'element' || wanted(node, context)) inline(node, run.items, run, context)
  return run.items
}

/** Inline content of a cell on one line: borders of blocks become spaces, items of a list are parted by semicolons. */
export function flatLineOf(cell: Element, context: Context): Inline[] {
  const run = new InlineRun()
  flat(cell.children, run.items, run, context)
  return run.items
}

/** Inline content of nodes that may hold blocks, with a space at every border. */
function flat(nodes: readonly Node[], target: Inline[], run: InlineRun, context: Context): void {
  for (const node of nodes) {
    if (node.kind === 'text' || !BLOCK_TAGS.has(node.tag) || isMath(node)) {
      if (wanted(node, context) || (node.kind === 'element' && node.tag === 'br')) inline(node, target, run, context)
      continue
    }
    if (context.live[node.id] !== 1 || node.tag === 'hr') continue
    if (isPre(node)) {
      run.text(target, ' ')
      run.add(target, coded(codeText(node)))
      run.text(target, ' ')
      continue
    }
    const stop = stopBefore(node)
    if (stop === '') run.text(target, (node.tag === 'li' || node.tag === 'tr') && isPrecededByAlike(node) ? '; ' : ' ')
    else run.stop(target, stop)
    flat(node.children, target, run, context)
    if (!/^(?:li|tr|td|th)$/.test(node.tag)) run.text(target, ' ')
  }
}

/** Content of an element that is itself no mark. */
function nested(element: Element, target: Inline[], run: InlineRun, context: Context): void {
  if (context.nests[element.id] === 1) flat(element.children, target, run, context)
  else for (const child of element.children) inline(child, target, run, context)
}

/** Adds the inline content of one node. Blocks met inside (a card's paragraphs) are parted by spaces. */
export function inline(node: Node, target: Inline[], run: InlineRun, context: Context): void {
  if (node.kind === 'text') {
    addText(node, target, run, context)
    return
  }
  const alone = ALONE.get(node.tag)
  if (alone !== undefined) alone(node, target, run)
  else if (context.live[node.id] !== 1) wordless(node, target, run, context)
  else if (isMath(node)) addMath(node, target, run)
  else if (node.tag === 'img') addImage(node, target, run, context)
  else element(node, target, run, context)
}

function addMath(node: Element, target: Inline[], run: InlineRun): void {
  const math = mathOf(node)
  if (math) run.add(target, raw(math.display ? `$$${math.tex}$$` : `$${math.tex}$`))
}

function addImage(node: Element, target: Inline[], run: InlineRun, context: Context): void {
  const word = wordOf(node) ?? (context.choice.images ? null : (node.attributes.alt ?? ''))
  if (word !== null) {
    run.text(target, word)
    return
  }
  const image = writeImage(node, context.base, context.repeated)
  if (image !== '') run.picture(target, image)
}

/** A box of few parts and words, as those of a member of a team: the head of a page links to its makers too. */
const CARD = { parts: 12, characters: 800 }
const isOnCard = ({ parent }: Element): boolean =>
  parent !== null && parent.children.length <= CARD.parts && textOf(parent).trim().length <= CARD.characters

/** What an element says of which no text is written: a rating, or where its icons lead to, of a block on a card alone. */
export function wordless(element: Element, target: Inline[], run: InlineRun, context: Context): void {
  const rating = ratingIn(element, context)
  if (rating !== null) run.text(target, ` ${rating} `)
  else
    for (const link of iconLinksIn(element, context, false))
      if (!BLOCK_TAGS.has(element.tag) || isOnCard(element)) addLink(link, target, run, context)
}

/** Adds a link that only an icon shows, between spaces. */
export function addLink({ text, url }: IconLink, target: Inline[], run: InlineRun, { choice }: Context): void {
  const children: Inline[] = []
  run.text(target, ' ')
  run.text(children, text)
  choice.links.push({ text, url })
  target.push(linked(url, null, children))
  run.text(target, ' ')
}

function element(node: Element, target: Inline[], run: InlineRun, context: Context): void {
  const icon = iconIn(node)
  if (icon !== null) {
    if (isAllOfCell(node)) run.text(target, markOf(icon, true) ?? icon)
    return
  }
  const reference = context.footnotes.references.get(node)
  if (reference !== undefined && definitionIsWritten(reference, context)) {
    run.add(target, raw(`[^${reference}]`))
    return
  }
  if (node.tag === 'time' && isAgoBesideTime(node)) return
  const before = target.at(-1)
  const cents = before?.type === 'text' ? centsOf(node, run.said) : null
  if (cents !== null) {
    run.text(target, cents)
    return
  }
  if (run.said !== '' && isClassifier(node)) run.text(target, ' : ')
  else if ((run.said !== '' && standsApart(node, run.said)) || partsCode(node)) run.text(target, ' ')
  const mark = context.choice.struck.has(node) ? 'delete' : isValue(node) ? undefined : MARKS.get(node.tag)
  if (mark !== undefined && !isMarkedAlready(node, mark, context)) {
    const children: Inline[] = []
    nested(node, children, run, context)
    if (children.length > 0) target.push(marked(mark, children))
    return
  }
  const aside = asideOf(node)
  if (aside === 'mark') return
  if (aside === 'text') {
    run.text(target, ' (')
    nested(node, target, run, context)
    run.text(target, isBeforeStop(node) ? ')' : ') ')
    return
  }
  const by = raisedByClass(node)
  if (by !== null) raised(node, target, run, context, by)
  else (WRITERS.get(node.tag) ?? nested)(node, target, run, context)
  if (isNumber(node) || isForReaders(node)) run.text(target, ' ')
}

/**
 * Whether a line is marked so around an element already: `<b><strong>`. HTML gives a meaning to `em` in `em` and to `strong` in `strong` alone
 * (more of it), and so does CommonMark.
 */
function isMarkedAlready({ tag, parent }: Element, mark: string, { nests }: Context): boolean {
  for (let at = parent; at && !BLOCK_TAGS.has(at.tag) && nests[at.id] !== 1; at = at.parent)
    if (MARKS.get(at.tag) === mark) return at.tag !== tag || (tag !== 'em' && tag !== 'strong')
  return false
}

/** Whether what scripts fill in is marked as a variable, as its value is not: `Mar <var>7</var>`. */
const isValue = (node: Element): boolean => node.tag === 'var' && /^[\d\s:.,]+$/.test(textOf(node))

/** What a term is, which documentation by docutils sets apart from it by its style alone. */
const isClassifier = ({ attributes, parent }: Element): boolean => attributes.class === 'classifier' && parent?.tag === 'dt'

/** Whether an element is all that a cell of a table holds: a sign there says something. */
const isAllOfCell = ({ parent }: Element): boolean => parent?.tag === 'td' && parent.children.filter(isSaid).length === 1

/** The number of a reference, which pages set apart from it by their style alone. */
function isNumber(element: Element): boolean {
  const only = onlyNode(element)
  return only?.kind === 'text' && /^\[?\d{1,4}[.)\]]$/.test(only.text) && /(?:^|\s)label(?:\s|$)/.test(element.attributes.class ?? '')
}

type Write = (element: Element, target: Inline[], run: InlineRun, context: Context) => void

const WRITERS: ReadonlyMap<string, Write> = new Map(
  Object.entries({
    a: link,
    [MEDIA]: media,
    code,
    kbd: code,
    samp: code,
    tt: code,
    sup: raised,
    sub: raised,
    q: quoted,
    ruby,
  }),
)

function quoted(element: Element, target: Inline[], run: InlineRun, context: Context): void {
  run.text(target, '“')
  nested(element, target, run, context)
  run.text(target, '”')
}

function link(anchor: Element, target: Inline[], run: InlineRun, context: Context): void {
  const isHere = staysHere(anchor, context.base)
  if (isHere && (namesHeading(anchor) || leadsBelow(anchor))) return
  if (context.footnotes.backs.has(anchor) || isBackReference(anchor) || isButtonOf(anchor)) return
  const url =
    (isHere && leadsToItself(anchor)) || sortsTable(anchor) || leadsNowhere(anchor) ? null : linkUrl(anchor.attributes.href, context.base)
  if (url === null) {
    nested(anchor, target, run, context)
    return
  }
  const children: Inline[] = []
  const { links } = context.choice
  const before = links.length
  nested(anchor, children, run, context)
  if (children.length === 0) {
    const icon = iconLink(anchor, context, false)
    if (icon !== null) addLink(icon, target, run, context)
    return
  }
  const text = wordsOf(children).trim()
  if (children.every(({ type }) => type === 'raw') && context.leadsBeside(anchor)) {
    target.push(...children)
    return
  }
  const title = squeeze(anchor.attributes.title ?? '')
  // One that holds spaces alone is none, and what stands in a link is of that link.
  if (plainText(children).trim() !== '') links.splice(before, Number.POSITIVE_INFINITY, { text, url })
  target.push(linked(url, title === '' || title === text ? null : title, children))
}

function media({ attributes }: Element, target: Inline[], run: InlineRun, context: Context): void {
  // `placeMedia` made them both.
  const [url, text] = [attributes.href!, attributes.title!]
  run.text(target, ' ')
  const children: Inline[] = []
  run.text(children, text)
  context.choice.links.push({ text, url })
  target.push(linked(url, null, children))
  run.text(target, ' ')
}

function definitionIsWritten(label: string, context: Context): boolean {
  const definition = context.footnotes.byLabel.get(label)
  return definition !== undefined && context.live[definition.id] === 1
}

/** Code in one line. */
const codeLine = (node: Element): string => (holdsLines(node) ? codeText(node) : textOf(node))

function code(node: Element, target: Inline[], run: InlineRun, context: Context): void {
  const value = codeLine(node).replace(/[\t\n\f\r\u00a0\u2028]/g, ' ')
  if (value === '') return
  const only = onlyNode(node)
  const url = only?.kind === 'element' && only.tag === 'a' ? linkUrl(only.attributes.href, context.base) : null
  if (url === null) run.add(target, coded(value))
  else {
    context.choice.links.push({ text: value.trim(), url })
    run.add(target, linked(url, null, [coded(value.trim())]))
  }
}

const isRaised = ({ tag }: Element): boolean => tag === 'sup' || tag === 'sub'

/** Raised in raised in raised text is no formula. What is read twice at each level would take time without end. */
const isTower = (node: Element): boolean => find(node, (inner) => isRaised(inner) && find(inner, isRaised) !== null) !== null

function raised(node: Element, target: Inline[], run: InlineRun, context: Context, tag = node.tag): void {
  const holdsMore = isTower(node) || find(node, (inner) => inner.tag === 'a' || inner.tag === 'img' || isMath(inner)) !== null
  const text = holdsMore ? null : script(tag, plainText(inlineOf(node.children, context)), run.said)
  if (text === null) nested(node, target, run, context)
  else run.text(target, text)
}

function ruby(node: Element, target: Inline[], run: InlineRun, context: Context): void {
  for (const child of node.children) {
    const reading = child.kind === 'element' && child.tag === 'rt'
    if (reading) run.text(target, '(')
    inline(child, target, run, context)
    if (reading) run.text(target, ')')
  }
}
