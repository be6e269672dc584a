import { readFeatures } from '../features/index.ts'
import { kindRow } from '../features/kind.ts'
import { type PageFacts, readPageFacts } from '../features/page.ts'
import { type Block, FLAG, lengthOf, type Segmented, segment } from '../page/blocks.ts'
import { baseOf, type Element, find, HEADINGS, isWithin, type Page } from '../page/dom.ts'
import { findCards } from '../records/cards.ts'
import { findRecords, findRows, MANY_RECORDS, type RecordGroup } from '../records/find.ts'
import { findLinkedTitles } from '../records/linked.ts'
import { type PostHead, readPosts } from '../records/posts.ts'
import { isBare } from '../writer/context.ts'
import { mainMedia } from '../writer/media.ts'
import { dropContents, keepCaptions, keepNotes, keepSpecifications } from './belongs.ts'
import { completeDocumentation } from './documentation.ts'
import { includeParts, type Part } from './include.ts'
import { kindScores, likely } from './kind.ts'
import { findPrice, type PageOffer, priceLine } from './price.ts'
import { keepIngredients, unseenRecipe } from './recipe.ts'
import { dropEchoes, evenOut, isFilter, mainRecords } from './records.ts'
import { type Model, scoreBlocks } from './score.ts'
import { dropMarked, dropOthers } from './sections.ts'
import { keepTabs } from './tabs.ts'
import { dropExpressions } from './template.ts'
import { keepUnits } from './units.ts'

/** The blocks to write, and how they were found: `fallback` when the scorer's choice was no good and a plainer rule took over. */
export type Chosen = Segmented & {
  readonly keep: Uint8Array
  readonly everything: boolean
  readonly extraction: 'article' | 'fallback'
  /** A line to begin with: the price of a page that does not show it. */
  readonly lead?: string | null
  /** Blocks to end with: the recipe of a page that does not show it. */
  readonly tail?: string | null
  readonly posts?: ReadonlyMap<Element, PostHead>
  readonly cards?: ReadonlySet<Element>
  /** Titles of records that are one link each, and their links. */
  readonly titles?: ReadonlyMap<Element, Element>
  /** Panels that stand in one place, and what their tabs call them. */
  readonly tabs?: ReadonlyMap<Element, string>
  /** Frames, films and sound that are all that the page has to show. */
  readonly media?: readonly Element[]
  /** How likely the page is of each of `KINDS`. */
  readonly kinds: Float32Array
}

const AROUND = FLAG.nav | FLAG.footer | FLAG.dialog | FLAG.menu | FLAG.search
/** Pages with fewer characters than this have no room for anything beside their content. */
const SMALL = 700
const SMALL_SOURCE = 12_000
/** More blocks than any page worth judging has; scoring them would take the time of a whole page. */
const MANY = 8_000
/** Texts of this length that stand on a page twice are copies for another screen size, or for a quote of themselves. */
const COPY = 40
const COPIED = 0.85
/** Share of the page's long, link-poor text that a choice must cover. */
const COVERAGE = 0.03
/** A choice shorter than this is no choice. */
const LEAST = 60
/** Less prose than this on a page of many tags is an empty shell; below `FAINT` the scorer sees no sign of content in it either. */
const SHELL = 400
const FAINT = 0.25
/** So much text in the main part, or in lines of their own outside of the frame, was written by a server for readers. */
const SERVED = 250
const LINE = 40

const isLong = (block: Block): boolean =>
  block.text.length > 140 && block.linkLength < block.text.length * 0.4 && (block.flags & (AROUND | FLAG.hidden)) === 0

/** Chooses the main content of a page, and the parts of it that are asked for besides. Null when there is nothing to read. */
export function choose(page: Page, url: string, model: Model, parts: readonly Part[] = []): Chosen | null {
  const segmented = segment(page)
  const { blocks } = segmented
  const found = blocks.length > MANY ? [] : findRecords(page, blocks)
  const groups = found.filter(({ records }) => records.length >= MANY_RECORDS)
  const facts = readPageFacts(page, url, blocks)
  const kinds = kindScores(model.kinds, kindRow(page, url, blocks, groups, facts))
  if (blocks.length === 0) {
    // Pictures, films and rules are something to show; anything less is nothing.
    if (page.media.length === 0 && !find(page.body, (element) => element.tag === 'img' || element.tag === 'hr' || isBare(element)))
      return null
    return { ...segmented, keep: new Uint8Array(blocks.length), everything: true, extraction: 'fallback', kinds }
  }
  if (blocks.length > MANY) return { ...segmented, keep: allButFrame(blocks), everything: true, extraction: 'fallback', kinds }
  const price = findPrice(page, blocks, groups)
  const small = lengthOf(blocks) < SMALL && page.sourceLength < SMALL_SOURCE
  const choice = small
    ? null
    : scored(page, model, blocks, { url, groups, price, kinds, facts }, () => mainMedia(page, baseOf(page, url), segmented.hidden))
  if (choice === 'shell') return null
  const keep = choice?.keep ?? allButFrame(blocks)
  if (small) dropStrangers(scoreBlocks(model, blocks, readFeatures(page, blocks, facts)).scores, keep)
  const tabs = keepTabs(page, blocks, keep)
  includeParts(page, blocks, keep, parts)
  dropExpressions(blocks, keep)
  const posts = readPosts(blocks, blocks.length > MANY ? [] : [...found, ...findRows(page, blocks)], keep)
  for (const index of price?.blocks ?? []) keep[index] = 1
  const titles = findLinkedTitles(blocks, groups, keep, posts)
  return {
    ...segmented,
    keep,
    everything: choice === null,
    media: choice?.media ?? [],
    extraction: choice?.extraction ?? 'fallback',
    lead: price && priceLine(price),
    tail: unseenRecipe(page, blocks, keep),
    kinds,
    posts,
    titles,
    cards: findCards(blocks, groups, keep, posts, titles),
    tabs,
  }
}

function take(blocks: readonly Block[], test: (block: Block) => boolean): Uint8Array {
  const taken = new Uint8Array(blocks.length)
  for (const block of blocks) if (test(block)) taken[block.index] = 1
  return taken
}

/** On a small page all is kept but what the scorer holds for no content, and this only where it is sure of some other text. */
const STRANGE = { below: 0.2, beside: 0.5 }

export function dropStrangers(scores: Float32Array, keep: Uint8Array): void {
  if (!scores.some((score, index) => keep[index] === 1 && score >= STRANGE.beside)) return
  for (const [index, score] of scores.entries()) if (score < STRANGE.below) keep[index] = 0
}

/** All that is not the frame around the content; all of it where nothing is left. */
function allButFrame(blocks: readonly Block[]): Uint8Array {
  const inside = take(blocks, (block) => (block.flags & AROUND) === 0)
  return inside.includes(1) ? inside : inside.fill(1)
}

type Scored = Pick<Chosen, 'keep' | 'extraction' | 'media'>

/** The scorer's choice, or a plainer one where it covers too little; null where nothing is better than all, `shell` where there is nothing. */
function scored(
  page: Page,
  model: Model,
  blocks: readonly Block[],
  {
    url,
    groups,
    price,
    kinds,
    facts,
  }: { url: string; groups: readonly RecordGroup[]; price: PageOffer | null; kinds: Float32Array; facts: PageFacts },
  mediaOf: () => readonly Element[],
): Scored | 'shell' | null {
  const { scores, sign } = scoreBlocks(model, blocks, readFeatures(page, blocks, facts))
  const product = likely(kinds, 'product') > SURE.product
  const documentation = likely(kinds, 'documentation') > SURE.documentation
  const list = !documentation && likely(kinds, 'collection', 'listing') > SURE.list
  const cut = cutOf(blocks, scores, product || list)
  const keep = take(blocks, ({ index }) => scores[index]! >= cut)
  const things = list ? groups.filter((group) => !isFilter(group)) : groups
  const main = list ? mainRecords(blocks, scores, things) : null
  evenOut(blocks, scores, { cut, prices: price === null, main }, things, keep)
  if (list) for (const group of groups) if (isFilter(group)) for (const index of group.blocks) keep[index] = 0
  if (product) {
    dropOthers(blocks, keep)
    dropMarked(blocks, keep)
    keepSpecifications(blocks, scores, keep)
  }
  if (documentation) completeDocumentation(blocks, keep)
  keepUnits(blocks, keep)
  joinHeadings(blocks, scores, keep)
  // A reference says the same of each thing of the same make.
  if (!documentation) dropCopies(blocks, keep)
  keepCaptions(blocks, keep)
  keepIngredients(page, blocks, keep)
  keepNotes(page, blocks, keep)
  dropContents(blocks, keep, url)
  if (list) dropEchoes(blocks, things, keep)
  dropLoneHeading(blocks, keep)
  const long = blocks.filter(isLong)
  const longChars = lengthOf(long)
  const kept = lengthOf(blocks, keep)
  if (sign >= FAINT && kept > Math.max(LEAST, longChars * COVERAGE)) return { keep, extraction: 'article' }
  const inner = take(blocks, ({ flags }) => (flags & (FLAG.main | FLAG.article)) !== 0 && (flags & (AROUND | FLAG.aside)) === 0)
  if (longChars < SHELL) {
    const shell = isShell(blocks)
    const media = shell ? mediaOf() : []
    if (media.length > 0) return { keep: inner, extraction: 'fallback', media }
    // No prose at all: the likeliest short lines, or the empty shell of a page that script would fill.
    if (sign >= FAINT) {
      const highest = scores.reduce((most, score) => Math.max(most, score), 0)
      return { keep: take(blocks, ({ index }) => scores[index]! >= highest / 2), extraction: kept > 0 ? 'article' : 'fallback' }
    }
    if (shell) return 'shell'
  }
  return inner.includes(1) && lengthOf(long, inner) >= longChars * 0.4 ? { keep: inner, extraction: 'fallback' } : null
}

/** Whether a page has no text but that of its frame: what scripts would fill. */
export const isShell = (blocks: readonly Block[]): boolean =>
  lengthOf(blocks.filter(({ flags }) => (flags & FLAG.main) !== 0 && (flags & (AROUND | FLAG.hidden)) === 0)) < SERVED &&
  lengthOf(
    blocks.filter(
      ({ flags, text, linkLength }) =>
        text.length >= LINE && linkLength < text.length * 0.4 && (flags & (AROUND | FLAG.header | FLAG.hidden)) === 0,
    ),
  ) < SERVED

const sizeOf = (block: Pick<Block, 'text'>): number => block.text.length

/**
 * The cut that promises the best F1: with probabilities taken at their word, keeping the blocks above a cut gives an expected overlap, and
 * the best cut is found by trying all of them, highest first.
 */
export function bestCut(sizes: readonly number[], scores: ArrayLike<number>): number {
  const order = [...sizes.keys()].sort((one, two) => scores[two]! - scores[one]!)
  let expected = 0
  for (let index = 0; index < sizes.length; index += 1) expected += sizes[index]! * scores[index]!
  let overlap = 0
  let kept = 0
  let best = 0
  let cut = 0.5
  for (const index of order) {
    overlap += sizes[index]! * scores[index]!
    kept += sizes[index]!
    const f1 = (2 * overlap) / Math.max(1e-9, kept + expected)
    if (f1 > best) {
      best = f1
      cut = scores[index]!
    }
  }
  return cut
}

/** On products and lists the scorer is shy: few of them are in its data, and their truth is in short lines. */
const CUT = { low: 0.4, shy: 0.34, high: 0.5 }
/** How sure of its kind one must be to read a page in the manner of that kind. */
const SURE = { product: 0.6, list: 0.5, documentation: 0.6 }

/** The best cut within bounds; `shy` on pages that the scorer thinks too little of. */
export const cutOf = (blocks: readonly Pick<Block, 'text'>[], scores: Float32Array, shy: boolean): number =>
  Math.min(CUT.high, Math.max(shy ? CUT.shy : CUT.low, bestCut(blocks.map(sizeOf), scores)))

/** A likely heading between kept blocks belongs to the one below it. */
function joinHeadings(blocks: readonly Block[], scores: Float32Array, keep: Uint8Array): void {
  for (let index = blocks.length - 2; index > 0; index -= 1) {
    if (keep[index] === 1 || keep[index + 1] !== 1 || !HEADINGS.has(blocks[index]!.container.tag)) continue
    const follows = keep[index - 1] === 1 || keep[index - 2] === 1 || keep[index - 3] === 1
    if (follows && scores[index]! > 0.2) keep[index] = 1
  }
}

const RUN = 5
const RUNS = 60_000

/** Numbers for every run of five words of a text: equal runs give equal numbers, different ones hardly ever. */
function runsOf(text: string): Int32Array {
  const hashes: number[] = []
  let hash = 0
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? 32 : text.charCodeAt(at)
    if (code > 32) hash = Math.imul(hash ^ code, 16_777_619)
    else if (hash !== 0) {
      hashes.push(hash)
      hash = 0
    }
  }
  const runs = new Int32Array(Math.max(0, hashes.length - RUN + 1))
  for (let at = 0; at < runs.length; at += 1) {
    let sum = 0
    for (let word = 0; word < RUN; word += 1) sum = (Math.imul(sum, 31) + hashes[at + word]!) | 0
    runs[at] = sum
  }
  return runs
}

/** A heading at the very end of prose is that of something that was left out; cards may end with one. */
function dropLoneHeading(blocks: readonly Block[], keep: Uint8Array): void {
  const last = keep.lastIndexOf(1)
  const before = last > 0 ? keep.lastIndexOf(1, last - 1) : -1
  if (before !== -1 && HEADINGS.has(blocks[last]!.container.tag) && isLong(blocks[before]!)) keep[last] = 0
}

/**
 * Keeps the first of texts that say the same: copies for another screen size, pull quotes, posts quoted in full. Headings stay, and code,
 * tables and lists may repeat themselves.
 */
function dropCopies(blocks: readonly Block[], keep: Uint8Array): void {
  const texts = new Set<string>()
  const seen = new Set<number>()
  const copies = new Uint8Array(blocks.length + 1)
  let told = false
  for (const { index, text, flags, container } of blocks) {
    told = isTold(blocks[index - 1], container, keep, told)
    if (keep[index] !== 1 || text.length < COPY || (flags & (FLAG.pre | FLAG.table)) !== 0) continue
    const runs = runsOf(text)
    if (!told && !HEADINGS.has(container.tag)) {
      let known = 0
      for (const run of runs) if (seen.has(run)) known += 1
      if (texts.has(text) || (runs.length >= 4 && known >= runs.length * COPIED)) {
        keep[index] = 0
        copies[index] = 1
        continue
      }
    }
    texts.add(text)
    if (seen.size < RUNS) for (const run of runs) seen.add(run)
  }
  if (copies.includes(1)) dropBetweenCopies(blocks, keep, copies)
}

/**
 * Whether an item belongs to a list that kept text leads to: plans and offers say the same of each week and place, and what is a copy for
 * another screen size follows its own copy of that text.
 */
function isTold(before: Block | undefined, { tag, parent }: Element, keep: Uint8Array, told: boolean): boolean {
  if (before === undefined || tag !== 'li') return false
  if (before.container.tag === 'li') return told && (before.container.parent === parent || before.container === parent?.parent)
  return keep[before.index] === 1 && isWithin(before.container, parent?.parent ?? before.container)
}

/** Headings and short lines beside a copy are copies themselves where they stand further up as well. */
function dropBetweenCopies(blocks: readonly Block[], keep: Uint8Array, copies: Uint8Array): void {
  const first = new Map<string, number>()
  for (const { index, text } of blocks) if (!first.has(text)) first.set(text, index)
  const drop = (index: number, beside: number): void => {
    if (keep[index] !== 1 || copies[beside] !== 1 || (blocks[index]!.flags & (FLAG.pre | FLAG.table)) !== 0) return
    if (first.get(blocks[index]!.text)! >= index) return
    keep[index] = 0
    copies[index] = 1
  }
  for (let index = 1; index < blocks.length; index += 1) drop(index, index - 1)
  for (let index = blocks.length - 2; index > 0; index -= 1) drop(index, index + 1)
}
