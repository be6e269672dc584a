/** The variants of the one thing that a page sells, in lines that the page begins with: those of form controls are no text of it. */
import { fold } from '../../metadata/text.ts'
import { type Block, putInto, titleIn } from '../../page/blocks.ts'
import { closest, type Element, isWithin, type Page } from '../../page/dom.ts'
import { keptOf } from '../../page/plain.ts'
import { HEADINGS } from '../../page/tags.ts'
import { squeeze } from '../../page/text.ts'
import { blockSpans } from '../../records/find.ts'
import { writeInline } from '../../writer/inline.ts'
import { marked, words } from '../../writer/inline-run.ts'
import { asLines } from '../whole/lead.ts'
import { aroundButtons, type Choice, readChoices } from './choices.ts'
import { isBuyButton, type PageOffer, sells } from './price.ts'
import { isMarked, isOfOthers } from './sections.ts'

const MOST_CHOICES = 6
/** Characters of all values of one choice, and of what a form shows beside one. */
const LONGEST = { line: 600, beside: 60 }
/** Blocks before the title and behind it among which such a form stands. */
const NEAR = { before: 40, after: 120 }
/** Longest text that may say all values by itself. */
const SAID = 600
const BEFORE = 3
/** Blocks of a form of one choice. */
const MOST_OWN = 120

/** What stands beside a number of things to take. */
const QUANTITY =
  /^(?:quantity|qty|menge|anzahl|stückzahl|quantité|cantidad|quantità|quantidade|aantal|ilość|antal|määrä|množství|数量|個数|수량)\s?[:：]?$/i

/** What opens over a page for who wants to write of it. */
const ASKS = /^(?:write|leave|add|submit)\b/i

/** Where a page's form stands among its blocks. */
function regionOf(blocks: readonly Block[], title: number): { from: number; to: number } {
  const behind = blocks.slice(title + 1, title + NEAR.after)
  const others = behind.findIndex(({ text, container }) => HEADINGS.has(container.tag) && isOfOthers(text) && !ASKS.test(text))
  return { from: Math.max(0, title - NEAR.before), to: others === -1 ? title + NEAR.after : behind[others]!.index }
}

/** First block at or behind where an element begins; as many as there are where none is. */
function placeOf({ id }: Element, blocks: readonly Block[]): number {
  let [low, high] = [0, blocks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (blocks[middle]!.nodes[0]!.parent.id < id) low = middle + 1
    else high = middle
  }
  return low
}

const plain = (text: string): string => squeeze(text.toLowerCase())
/** Fewer characters may stand anywhere. */
const LEAST = 8

/** Whether a text that is kept says all of them, or each is one by itself in the form. */
function isShown({ values }: Choice, own: readonly Block[], blocks: readonly Block[], keep: Uint8Array): boolean {
  const named = values.map((value) => plain(value))
  const kept = keptOf(own, keep).map(({ text }) => plain(text))
  if (named.every((value) => kept.some((text) => text === value || text.startsWith(`${value} `)))) return true
  if (named.join('').length < LEAST) return false
  return blocks.some(({ index, text }) => keep[index] === 1 && text.length <= SAID && saysAll(plain(text), named))
}

/** Whether a text lists values, one right behind the other. */
function saysAll(text: string, values: readonly string[]): boolean {
  let end = -1
  return values.every((value) => {
    const at = text.indexOf(value, Math.max(0, end))
    const isNext = at !== -1 && (end === -1 || at - end <= BETWEEN)
    end = at + value.length
    return isNext
  })
}
const BETWEEN = 12

/** Whether two choices stand in boxes made alike, side by side, as those of two things on a list do. */
function areOfTwo({ box: one }: Choice, { box: other }: Choice): boolean {
  const parts = new Map<Element | null, Element>()
  for (let at: Element = one; at.parent !== null; at = at.parent) parts.set(at.parent, at)
  let part = other
  while (part.parent !== null && !parts.has(part.parent)) part = part.parent
  const beside = parts.get(part.parent)
  return beside !== undefined && beside !== part && beside.look === part.look
}

/** Each choice once, without lists of variants that are all choices at once, where these are known one by one, and without those of lists of things. */
function distinct(choices: readonly Choice[]): Choice[] {
  const byLabel = new Map<string, Choice[]>()
  for (const choice of choices) putInto(byLabel, fold(choice.label), choice)
  const each = choices.some(({ isOfAll }) => !isOfAll)
  const seen = new Set<string>()
  return [...byLabel.values()].flatMap(([first, second]) => {
    const all = first!.values.join()
    if ((each && first!.isOfAll) || seen.has(all)) return []
    seen.add(all)
    const isCopy = second === undefined || second.values.join() === all
    return isCopy || !areOfTwo(first!, second) ? [first!] : []
  })
}

function lineOf({ label, values }: Choice): string {
  let [text, count] = ['', 0]
  for (const value of values) {
    if (text.length + value.length > LONGEST.line) break
    text += `${count === 0 ? '' : ', '}${value}`
    count += 1
  }
  const rest = count < values.length ? ', …' : ''
  return writeInline([marked('strong', [words(`${label}:`)]), words(` ${text}${rest}`)])
}

/** The row of a table that holds a control and its label, else the control. */
function rowOf({ box }: Choice): Element {
  const cell = closest(box, ({ tag }) => tag === 'tr' || tag === 'form' || tag === 'section')
  return cell?.tag === 'tr' ? cell : box
}

/** Whether a form stands in a part of the page that is about something else. */
function isOfMarked({ box }: Choice, { container }: Block): boolean {
  const marked = closest(box, isMarked)
  return marked !== null && !isWithin(container, marked)
}

/** Leaves out what is kept of the form of one choice: its label, its values, what takes back what was chosen. */
function dropForm(
  { label }: Choice,
  place: number,
  own: readonly Block[],
  blocks: readonly Block[],
  price: PageOffer,
  keep: Uint8Array,
): void {
  const name = fold(label)
  const before = blocks.slice(Math.max(0, place - BEFORE), place).filter(({ text }) => fold(text).startsWith(name))
  for (const { index, text, container } of [...before, ...own])
    if (text.length <= LONGEST.beside && container.tag !== 'h1' && !price.blocks.includes(index)) keep[index] = 0
}

/**
 * What a buyer can choose of the thing that a page surely sells, as lines of Markdown; null where that is nothing, or its text says it anyway.
 * What is left of their forms is taken out.
 */
export function settleVariants(page: Page, blocks: readonly Block[], price: PageOffer, keep: Uint8Array): string | null {
  const title = titleIn(blocks) ?? blocks[price.blocks[0] ?? -1]
  if (title === undefined) return null
  const region = regionOf(blocks, title.index)
  for (const { index, text, container } of blocks.slice(region.from, region.to))
    if (QUANTITY.test(text) && !/^(?:th|td|dt)$/.test(container.tag)) keep[index] = 0
  const buttons = blocks.slice(region.from, region.to).flatMap((block) => (sells(block) ? [block.nodes[0]!.parent] : []))
  const around = aroundButtons([...page.all.filter(isBuyButton), ...buttons])
  const { first, last } = blockSpans(page)
  const lines: string[] = []
  for (const choice of distinct(readChoices(page, around))) {
    const place = placeOf(choice.box, blocks)
    if (lines.length === MOST_CHOICES || place < region.from || place > region.to || isOfMarked(choice, title)) continue
    const row = rowOf(choice)
    const [from, to] = [first[row.id] ?? -1, last[row.id] ?? -1]
    const own = from < 0 ? [] : blocks.slice(from, to + 1)
    if (own.length > MOST_OWN || isShown(choice, own, blocks, keep)) continue
    lines.push(lineOf(choice))
    dropForm(choice, place, own, blocks, price, keep)
  }
  return asLines(lines)
}
