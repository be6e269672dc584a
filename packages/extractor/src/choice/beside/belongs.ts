/** Short lines that the scorer cannot judge by themselves, and that something else on the page decides. */

import { type Block, firstBlock, isLinks, isSeen, lengthOf } from '../../page/blocks.ts'
import { closest, type Element, isWithin, type Text } from '../../page/dom.ts'
import { AROUND, FLAG, UNSEEN } from '../../page/flags.ts'
import { namesIn } from '../../page/names.ts'
import { HEADINGS } from '../../page/tags.ts'
import { MANY_RECORDS, type RecordGroup } from '../../records/find.ts'
import type { Footnotes } from '../../writer/footnotes.ts'
import { isLayout } from '../../writer/layout.ts'
import { isMath } from '../../writer/math.ts'
import { isNumber } from '../../writer/provisions.ts'
import { withFormulas } from '../../writer/raw-tex.ts'
import { nextGap } from '../gaps.ts'
import { isPrice } from '../shop/price.ts'

/** How a sentence begins, how it ends, and the fewest words that it has. */
const SENTENCE = { begins: /^[\p{Lu}\p{N}"'“‘¿¡]/u, ends: /[.!?:;…]["'”’)]?$/, words: 3 }
/** Longest words of a link. */
const LINKED = 200
/** What says that something else follows. */
const NOTICE = /^(?:advert|anzeige|publici|sponsored|werbung)/i
/** Paragraphs between which other things are a part of their text, and how far apart they stand. */
const PROSE = 100
const FAR = 14
/** Signs in a line of their own between two parts of a text. */
const PARTING = /^(?:[*•·⁂❧☙~#—–-] ?){1,9}$/u
/** What is no advertisement and no button by its tag; captions of pictures are known by other signs. */
const PART: ReadonlySet<string> = namesIn('address blockquote details dl')

/** What stands between two kept paragraphs in their box is kept with them: sentences, paragraphs that lead somewhere, quotes, addresses, terms. */
export function keepBetween(blocks: readonly Block[], keep: Uint8Array): void {
  const kept = keep.slice()
  for (let from = nextGap(kept, 1); from !== -1; from = nextGap(kept, from + 1)) {
    const before = proseBeside(blocks, kept, from, -1)
    const behind = proseBeside(blocks, kept, from, 1)
    if (before === null || behind === null || behind.index - before.index > FAR) continue
    const box = before.container.parent
    if (behind.container.parent !== box) continue
    for (const between of blocks.slice(from, kept.indexOf(1, from))) if (isPartOf(between, box)) keep[between.index] = 1
  }
}

/** The nearest kept paragraph before a block or behind it. */
function proseBeside(blocks: readonly Block[], keep: Uint8Array, from: number, step: 1 | -1): Block | null {
  for (let at = from + step; Math.abs(at - from) <= FAR && at >= 0 && at < blocks.length; at += step)
    if (keep[at] === 1 && blocks[at]!.text.length >= PROSE && !isLinks(blocks[at]!)) return blocks[at]!
  return null
}

/** How near below the title its kept text begins, and how short a line says too little. */
const LEAD = { text: 4, shortest: 40, longest: 400 }

/** The sentence right below the title in its box is kept with the text that follows it. */
export function keepLead(blocks: readonly Block[], keep: Uint8Array): void {
  const titles = blocks.filter(({ container }) => container.tag === 'h1')
  const title = titles.length === 1 ? titles[0]! : undefined
  const lead = title && blocks[title.index + 1]
  if (title === undefined || lead === undefined || keep[lead.index] === 1 || lead.container.parent !== title.container.parent) return
  const isLead =
    lead.text.length >= LEAD.shortest && lead.text.length <= LEAD.longest && lead.links === 0 && isSeen(lead) && isSentence(lead.text)
  if (isLead && keep.subarray(lead.index + 1, lead.index + 1 + LEAD.text).includes(1)) keep[lead.index] = 1
}

/** In scripts without capitals, whose words no spaces part. */
const ELSEWHERE = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}“「『《].{6,}[。！？：；]”?$/u

const isSentence = (text: string): boolean =>
  ELSEWHERE.test(text) || (SENTENCE.begins.test(text) && SENTENCE.ends.test(text) && text.split(' ').length >= SENTENCE.words)

/** What leads to another article, to a shop or to an account, and is no part of a text. */
const LEADS_AWAY =
  /^(?:(?:also |next |related|recommended|see (?:also|more)|more (?:from|on|about)|you may|read (?:also|more|next))\b|(?:add|book|buy|check (?:price|it)|click|comment|donate|follow|get|join|log ?in|order|register|save|share|shop|sign|start|subscribe|tweet|try)\b)/i
/** A box for nothing but a link says so, if it says anything. */
const LINK_BOX = /^(?:wp-block-(?:button|file)s?\b.*|bookmark|link)?$/
const LINK_WORDS = 3

/** Whether a block is one link, or a file's name and the button that fetches it. */
const leadsToOne = ({ links, nodes }: Block): boolean =>
  links === 1 || (links === 2 && new Set(nodes.map(({ parent }) => closest(parent, ({ tag }) => tag === 'a')?.attributes.href)).size === 1)

/** Whether a block is a link of several words in a box of its own, right in a box of prose. */
function isLoneLink(block: Block, box: Element | null): boolean {
  const { container, text, linkLength } = block
  const outer = /^wp-block-buttons\b/.test(container.parent?.attributes.class ?? '') ? container.parent : container
  return (
    leadsToOne(block) &&
    linkLength >= text.length &&
    container.tag === 'div' &&
    outer?.parent === box &&
    LINK_BOX.test(container.attributes.class ?? '') &&
    text.length <= LINKED &&
    text.split(' ').length >= LINK_WORDS &&
    // What ends as a sentence is the headline of something else.
    !SENTENCE.ends.test(text) &&
    !LEADS_AWAY.test(text)
  )
}

/** Whether a block is code, or a sentence or a link right in a box of prose, or in a part of it that its tag tells. */
function isPartOf(block: Block, box: Element | null): boolean {
  const { container, text, flags, linkLength } = block
  if ((flags & UNSEEN) !== 0 || NOTICE.test(text)) return false
  if ((flags & FLAG.pre) !== 0) return box !== null && isWithin(container, box)
  if (isLinks(block)) return isLoneLink(block, box)
  if (container.parent === box && !HEADINGS.has(container.tag)) {
    if (linkLength > 0 ? container.tag === 'p' && (flags & (FLAG.form | FLAG.button)) === 0 : isSentence(text) || PARTING.test(text))
      return true
  }
  return closest(container, (at) => at.parent === box && PART.has(at.tag)) !== null
}

/** Whether a text is nothing but formulas that a script is to draw. */
const isTex = (node: Text): boolean => withFormulas(node)?.every(({ text, isFormula }) => isFormula || text.trim() === '') === true

/** Whether all that a block says is a formula. */
const isFormula = ({ nodes }: Block): boolean =>
  nodes.every((node) => node.text.trim() === '' || closest(node.parent, isMath) !== null || isTex(node))

/** Formulas between kept text are kept with it, and so are their numbers. */
export function keepFormulas(blocks: readonly Block[], keep: Uint8Array): void {
  for (let from = nextGap(keep, 1); from !== -1; from = nextGap(keep, from + 1)) {
    if ((blocks[from]!.flags & UNSEEN) !== 0 || !isFormula(blocks[from]!)) continue
    const to = from + 1 < blocks.length && isNumber(blocks[from + 1]!.text) ? from + 2 : from + 1
    if (to === blocks.length || keep[to] === 1 || isFormula(blocks[to]!)) keep.fill(1, from, to)
  }
}

/** Notes are kept where this share of their text is, or where they are no more than this share of what is kept besides. */
const NOTED = { kept: 0.3, beside: 0.2 }

/** Notes that kept text refers to are kept whole or not at all: the scorer cannot tell the short ones apart. */
export function keepNotes({ references, definitions }: Footnotes, blocks: readonly Block[], keep: Uint8Array): void {
  if (definitions.size === 0) return
  const cited = new Set<string>()
  for (const [reference, label] of references) if (keep[firstBlock(reference)] === 1) cited.add(label)
  const notes = blocks.filter(({ container }) => {
    const definition = closest(container, (at) => definitions.has(at))
    return definition !== null && cited.has(definitions.get(definition)!)
  })
  const mass = lengthOf(notes)
  const kept = lengthOf(notes, keep)
  if (kept >= mass * NOTED.kept || mass <= (lengthOf(blocks, keep) - kept) * NOTED.beside) for (const { index } of notes) keep[index] = 1
}

/** What the scorer must think of a table or list of terms on a product's page for it to be kept. */
const SPECIFIED = 0.15

/** Longest name of a property, and longest value. */
const LONGEST_PROPERTY = 80
const NAME = /^\p{L}[^.!?%]*$/u

const isProperty = ({ text, links, flags, container }: Block): boolean =>
  text.length <= LONGEST_PROPERTY &&
  links === 0 &&
  (flags & (AROUND | FLAG.button | FLAG.form)) === 0 &&
  !HEADINGS.has(container.tag) &&
  !isPrice(text)

/** Whether records are properties of one thing, each a name and a value. */
const areProperties = ({ records, blocks: members }: RecordGroup, blocks: readonly Block[]): boolean =>
  records.length >= MANY_RECORDS &&
  records.every(({ from, to }) => to - from === 2 && NAME.test(blocks[from]!.text)) &&
  members.every((index) => isProperty(blocks[index]!))

/** Blocks of the groups that are properties, once for the same names: a page may say them again for another screen size. */
function propertiesIn(groups: readonly RecordGroup[], blocks: readonly Block[]): Block[][] {
  const byNames = new Map<string, Block[]>()
  for (const { records, blocks: members } of groups.filter((group) => areProperties(group, blocks))) {
    const names = records.map(({ from }) => blocks[from]!.text).join('\n')
    if (!byNames.has(names))
      byNames.set(
        names,
        members.map((index) => blocks[index]!),
      )
  }
  return [...byNames.values()]
}

/** Tables, lists of terms and of properties on a product's page say what it is: they are kept whole, though the scorer doubts short cells. */
export function keepSpecifications(blocks: readonly Block[], scores: Float32Array, groups: readonly RecordGroup[], keep: Uint8Array): void {
  const found = new Map<Element, Block[]>()
  for (const block of blocks) {
    const unit = (block.flags & AROUND) === 0 ? closest(block.container, ({ tag }) => tag === 'table' || tag === 'dl') : null
    if (unit && !(unit.tag === 'table' && isLayout(unit))) found.set(unit, [...(found.get(unit) ?? []), block])
  }
  for (const members of [...found.values(), ...propertiesIn(groups, blocks)]) {
    const mass = lengthOf(members)
    const liked = members.reduce((sum, block) => sum + block.text.length * scores[block.index]!, 0)
    if (liked >= mass * SPECIFIED) for (const { index } of members) keep[index] = 1
  }
}
