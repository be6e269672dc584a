import { readFeatures } from '../features/index.ts'
import { type PageFacts, readPageFacts } from '../features/page.ts'
import { pageKindOf } from '../metadata/page-kind.ts'
import { AROUND, type Block, FLAG, flagsAround, lengthOf, type Segmented, segment } from '../page/blocks.ts'
import { baseOf, type Element, find, HEADINGS, isWithin, type Page } from '../page/dom.ts'
import { type Places, readPlaces } from '../page/places.ts'
import { findCards } from '../records/cards.ts'
import { findPosts, findRecords, findRows, MANY_RECORDS, type RecordGroup } from '../records/find.ts'
import type { PostHead } from '../records/head.ts'
import { findLinkedTitles } from '../records/linked.ts'
import { findOpener } from '../records/opener.ts'
import { findBodies, findThread, readPosts } from '../records/posts.ts'
import { isBare } from '../writer/context.ts'
import { type Footnotes, findFootnotes } from '../writer/footnotes.ts'
import { mainMedia } from '../writer/media.ts'
import { archiveOf } from './archive.ts'
import { dropAsks } from './asks.ts'
import { keepBetween, keepCaptions, keepFormulas, keepNotes, keepSpecifications } from './belongs.ts'
import { dropBoilerplate } from './boilerplate.ts'
import { keepBookmarks } from './bookmarks.ts'
import { dropColumns, dropContents } from './contents.ts'
import { findControls, findMore } from './controls.ts'
import { dropCopies } from './copies.ts'
import { keepCorrections } from './corrections.ts'
import { cutOf } from './cut.ts'
import { completeDocumentation } from './documentation.ts'
import { keepMoments } from './entries.ts'
import { includeParts, type Part } from './include.ts'
import { asProduct, kindOf, likely } from './kind.ts'
import { keepLabels } from './labels.ts'
import { dropPaging } from './paging.ts'
import { keepParameters } from './parameters.ts'
import { dropPolls } from './polls.ts'
import { findPrice, type PageOffer, priceLine } from './price.ts'
import { findPriceStates } from './price-states.ts'
import { isLaw, keepNumbers } from './provisions.ts'
import { keepIngredients, unseenRecipe } from './recipe.ts'
import { dropEchoes, evenOut, isFilter, keepTitles, mainRecords } from './records.ts'
import { keepReferences } from './references.ts'
import { kindsOf } from './said-kind.ts'
import { LEARNED_COLUMNS, type Model, scoreBlocks } from './score.ts'
import { dropFields, dropMarked, dropOffers, dropOthers } from './sections.ts'
import { isFrameAlone, isShell } from './shell.ts'
import { dropStrangers } from './strangers.ts'
import { keepTabs } from './tabs.ts'
import { dropExpressions } from './template.ts'
import { findTwins } from './twins.ts'
import { keepLists, keepTables, keepUnits } from './units.ts'

/** The blocks to write, and how they were found: `fallback` when the scorer's choice was no good and a plainer rule took over. */
export type Chosen = Segmented & {
  readonly keep: Uint8Array
  readonly everything: boolean
  readonly extraction: 'article' | 'fallback'
  /** A line to begin with: the price of a page that does not show it. */
  readonly lead?: string | null
  /** Blocks to end with: the recipe of a page that does not show it. */
  readonly tail?: string | null
  readonly footnotes?: Footnotes
  readonly posts?: ReadonlyMap<Element, PostHead>
  /** Who opened a thread and when. */
  readonly opener?: PostHead | null
  /** Quotes that are what their posts say. */
  readonly bodies?: ReadonlySet<Element>
  readonly cards?: ReadonlySet<Element>
  /** Titles of records that are one link each, and their links. */
  readonly titles?: ReadonlyMap<Element, Element>
  /** What is struck out by its style alone. */
  readonly struck?: ReadonlySet<Element>
  /** Panels that stand in one place, and what their tabs call them. */
  readonly tabs?: ReadonlyMap<Element, string>
  /** Frames, films and sound that are all that the page has to show. */
  readonly media?: readonly Element[]
  /** How likely the page is of each of `KINDS`. */
  readonly kinds: Float32Array
}

/** Pages with fewer characters than this have no room for anything beside their content. */
const SMALL = 700
const SMALL_SOURCE = 12_000
/** More blocks than any page worth judging has; scoring them would take the time of a whole page. */
const MANY = 8_000
/** Share of the page's long, link-poor text that a choice must cover. */
const COVERAGE = 0.03
/** A choice shorter than this is no choice. */
const LEAST = 60
/** Less prose than this on a page of many tags is an empty shell; below `FAINT` the scorer sees no sign of content in it either. */
const SHELL = 400
const FAINT = 0.25

/** Fewer characters are no answer to who asks for a list. */
const LITTLE = 500

const isLong = (block: Block): boolean =>
  block.text.length > 140 && block.linkLength < block.text.length * 0.4 && (block.flags & (AROUND | FLAG.hidden)) === 0

const withoutFilters = (groups: readonly RecordGroup[], blocks: readonly Block[]): RecordGroup[] =>
  groups.filter((group) => !isFilter(group, blocks))

/** Chooses the main content of a page, and the parts of it that are asked for besides. Null when there is nothing to read. */
export function choose(page: Page, url: string, model: Model, parts: readonly Part[] = []): Chosen | null {
  const segmented = segment(page)
  const { blocks } = segmented
  const found = blocks.length > MANY ? [] : findRecords(page, blocks)
  const groups = found.filter(({ records }) => records.length >= MANY_RECORDS)
  const facts = readPageFacts(page, url, blocks)
  const likelihoods = kindsOf(page, url, { blocks, groups }, facts, model)
  if (blocks.length === 0) {
    // Pictures, films and rules are something to show; anything less is nothing.
    if (page.media.length === 0 && !find(page.body, (element) => element.tag === 'img' || element.tag === 'hr' || isBare(element)))
      return null
    return { ...segmented, keep: new Uint8Array(blocks.length), everything: true, extraction: 'fallback', kinds: likelihoods }
  }
  if (blocks.length > MANY) return { ...segmented, keep: allButFrame(blocks), everything: true, extraction: 'fallback', kinds: likelihoods }
  const rows = findRows(page, blocks)
  const price = findPrice(page, blocks, groups)
  const kinds = price?.isSure ? asProduct(likelihoods) : likelihoods
  const places = readPlaces(page.body)
  const footnotes = findFootnotes(places)
  const small = lengthOf(blocks) < SMALL && page.sourceLength < SMALL_SOURCE
  if (small && isFrameAlone(page, blocks)) return null
  const choice = small
    ? null
    : scored(page, model, blocks, { url, found, groups, rows, price, kinds, facts, places, footnotes }, () =>
        mainMedia(page, baseOf(page, url), segmented.hidden),
      )
  if (choice === 'shell') return null
  const keep = choice?.keep ?? allButFrame(blocks)
  if (small) {
    dropStrangers(blocks, scoreBlocks(model, blocks, readFeatures(page, blocks, facts, LEARNED_COLUMNS)).scores, keep)
    dropLoneHeading(blocks, keep)
    if (likely(kinds, 'documentation') > SURE.documentation) completeDocumentation(blocks, keep)
    else if (likely(kinds, 'collection', 'listing') > SURE.list) dropEchoes(blocks, withoutFilters(groups, blocks), keep)
  }
  if (likely(kinds, 'documentation') > SURE.documentation) keepParameters(blocks, keep)
  dropPaging(page, blocks, keep)
  const tabs = keepTabs(page, blocks, keep, likely(kinds, 'documentation', 'article') > SURE.documentation)
  includeParts(page, blocks, keep, parts)
  dropExpressions(blocks, keep)
  const threads = likely(kinds, 'forum') > SURE.forum ? findPosts(page, blocks) : []
  const answers = readPosts(page, blocks, [...found, ...rows, ...threads], keep)
  const isThread = pageKindOf(page, { blocks, keep, kinds, posts: answers }) === 'forum'
  const opener = isThread ? findOpener(page, blocks, answers, keep) : null
  const posts = opener?.post ? new Map([[opener.post, opener.head], ...answers]) : answers
  for (const index of price?.blocks ?? []) keep[index] = 1
  dropAsks(page, blocks, keep)
  dropPolls(blocks, keep)
  dropBoilerplate(page, blocks, keep)
  const bookmarks = keepBookmarks(page, blocks, keep)
  const titles = new Map([...findLinkedTitles(blocks, groups, keep, posts), ...bookmarks.titles])
  const isList = /^(?:collection|listing)$/.test(kindOf(kinds))
  const states = findPriceStates(page, blocks)
  const unseen = [
    ...findTwins(page, blocks, keep),
    ...states.unseen,
    ...bookmarks.unseen,
    ...findMore(page, blocks, keep, isList),
    ...(isList || isThread ? findControls(page, blocks, groups, keep) : []),
    ...(choice === null && keep.includes(0) ? page.all.filter(isFramePicture) : []),
  ]
  return {
    ...segmented,
    hidden: unseen.length > 0 ? new Set([...segmented.hidden, ...unseen]) : segmented.hidden,
    keep,
    everything: choice === null,
    media: choice?.media ?? [],
    extraction: choice?.extraction ?? 'fallback',
    lead: price && priceLine(price),
    tail: unseenRecipe(page, blocks, keep),
    kinds,
    footnotes,
    posts,
    opener: opener?.head ?? (likely(kinds, 'forum') > SURE.forum ? firstOf(answers) : null),
    bodies: findBodies(posts, blocks, keep),
    titles,
    struck: states.struck,
    // Sections of documentation may be built alike, and are no cards.
    cards: findCards(blocks, likely(kinds, 'documentation') > SURE.documentation ? [] : groups, keep, posts, titles),
    tabs,
  }
}

/** The head of the first post of a page. */
const firstOf = (posts: ReadonlyMap<Element, PostHead>): PostHead | null =>
  [...posts].reduce<[Element, PostHead] | null>((first, post) => (first === null || post[0].id < first[0].id ? post : first), null)?.[1] ??
  null

/** Pictures of the frame around what is kept whole: a logo, a banner. */
const isFramePicture = (element: Element): boolean => element.tag === 'img' && (flagsAround(element) & AROUND) !== 0

function take(blocks: readonly Block[], test: (block: Block) => boolean): Uint8Array {
  const taken = new Uint8Array(blocks.length)
  for (const block of blocks) if (test(block)) taken[block.index] = 1
  return taken
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
    found,
    groups,
    rows,
    price,
    kinds,
    facts,
    places,
    footnotes,
  }: {
    url: string
    found: readonly RecordGroup[]
    groups: readonly RecordGroup[]
    rows: readonly RecordGroup[]
    price: PageOffer | null
    kinds: Float32Array
    facts: PageFacts
    places: Places
    footnotes: Footnotes
  },
  mediaOf: () => readonly Element[],
): Scored | 'shell' | null {
  const { scores, sign } = scoreBlocks(model, blocks, readFeatures(page, blocks, facts, LEARNED_COLUMNS))
  const product = likely(kinds, 'product') > SURE.product
  const documentation = likely(kinds, 'documentation') > SURE.documentation
  const list = !documentation && likely(kinds, 'collection', 'listing') > SURE.list
  const cut = cutOf(blocks, scores, product || list)
  const keep = take(blocks, ({ index }) => scores[index]! >= cut)
  const things = [...(list ? withoutFilters(groups, blocks) : groups), ...rows]
  const thread = list || kindOf(kinds) === 'other' ? findThread(page, blocks, things) : null
  const main = thread ?? (list ? mainRecords(blocks, scores, things, lengthOf(blocks, keep) < LITTLE) : null)
  evenOut(blocks, scores, { cut, prices: price === null, thread: likely(kinds, 'forum') > SURE.forum, main }, things, keep)
  if (list) for (const group of groups) if (isFilter(group, blocks)) for (const index of group.blocks) keep[index] = 0
  if (product) {
    dropOthers(blocks, keep)
    dropMarked(blocks, keep)
  }
  if (product || (price?.isSure && kindOf(kinds) === 'product')) dropOffers(blocks, groups, keep)
  if (product || (price !== null && !list)) keepSpecifications(blocks, scores, keep)
  if (documentation) completeDocumentation(blocks, keep)
  if (!list && !product) keepReferences(places, blocks, keep)
  keepUnits(blocks, keep)
  if (product) dropFields(blocks, keep)
  joinHeadings(blocks, scores, keep)
  keepTitles(blocks, found, list, keep)
  // A reference says the same of each thing of the same make.
  if (!documentation) dropCopies(blocks, keep)
  keepCaptions(blocks, keep)
  keepLabels(blocks, keep)
  keepBetween(blocks, keep)
  keepLists(blocks, keep)
  keepFormulas(blocks, keep)
  keepNumbers(blocks, keep)
  keepIngredients(page, blocks, keep)
  keepNotes(footnotes, blocks, keep)
  keepCorrections(blocks, keep)
  if (kindOf(kinds) === 'article') keepMoments(blocks, keep)
  if (isLaw(blocks, keep)) completeDocumentation(blocks, keep)
  dropContents(blocks, keep, url)
  if (documentation) dropColumns(blocks, keep, url)
  if (list) dropEchoes(blocks, things, keep)
  dropLoneHeading(blocks, keep)
  const archive = list ? archiveOf(blocks) : []
  for (const { index } of archive) keep[index] = 1
  const long = blocks.filter(isLong)
  const longChars = lengthOf(long)
  const kept = lengthOf(blocks, keep)
  if ((sign >= FAINT || archive.length > 0) && kept > Math.max(LEAST, longChars * COVERAGE)) return { keep, extraction: 'article' }
  const inner = take(blocks, ({ flags }) => (flags & (FLAG.main | FLAG.article)) !== 0 && (flags & (AROUND | FLAG.aside)) === 0)
  if (longChars < SHELL) {
    const shell = isShell(blocks)
    const media = shell ? mediaOf() : []
    if (media.length > 0) return { keep: inner, extraction: 'fallback', media }
    // No prose at all: the likeliest short lines, or the empty shell of a page that script would fill.
    if (sign >= FAINT) {
      const highest = scores.reduce((most, score) => Math.max(most, score), 0)
      const likeliest = take(blocks, ({ index }) => scores[index]! >= highest / 2)
      keepTables(blocks, likeliest)
      return { keep: likeliest, extraction: kept > 0 ? 'article' : 'fallback' }
    }
    if (shell) return 'shell'
  }
  return inner.includes(1) && lengthOf(long, inner) >= longChars * 0.4 ? { keep: inner, extraction: 'fallback' } : null
}

/** How sure of its kind one must be to read a page in the manner of that kind. */
const SURE = { product: 0.6, list: 0.5, documentation: 0.6, forum: 0.6 }

/** A likely heading between kept blocks belongs to the one below it, and so does one in the box of a table. */
function joinHeadings(blocks: readonly Block[], scores: Float32Array, keep: Uint8Array): void {
  for (let index = blocks.length - 2; index > 0; index -= 1) {
    if (keep[index] === 1 || keep[index + 1] !== 1 || !HEADINGS.has(blocks[index]!.container.tag)) continue
    const follows = keep[index - 1] === 1 || keep[index - 2] === 1 || keep[index - 3] === 1
    if (scores[index]! > 0.2 && (follows || headsTable(blocks[index]!, blocks[index + 1]!))) keep[index] = 1
  }
}

const headsTable = ({ container }: Block, next: Block): boolean =>
  (next.flags & FLAG.table) !== 0 && container.tag !== 'h1' && container.parent !== null && isWithin(next.container, container.parent)

/** A heading at the very end of prose is that of something that was left out; cards may end with one. */
function dropLoneHeading(blocks: readonly Block[], keep: Uint8Array): void {
  const last = keep.lastIndexOf(1)
  const before = last > 0 ? keep.lastIndexOf(1, last - 1) : -1
  if (before !== -1 && HEADINGS.has(blocks[last]!.container.tag) && isLong(blocks[before]!)) keep[last] = 0
}
