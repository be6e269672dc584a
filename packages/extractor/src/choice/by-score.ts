/** What is kept of a page that the scorer judges: its choice, what goes with it, and what takes its place where it is no good. */
import { readFeatures } from '../features/index.ts'
import type { PageFacts } from '../features/page.ts'
import { type Block, isSaid, lengthOf, linkedIn } from '../page/blocks.ts'
import type { Element, Page } from '../page/dom.ts'
import { AROUND, FLAG } from '../page/flags.ts'
import type { Places } from '../page/places.ts'
import { isLong, keptOf, take } from '../page/plain.ts'
import type { RecordGroup } from '../records/find.ts'
import { findThread } from '../records/posts.ts'
import type { Footnotes } from '../writer/footnotes.ts'
import { keepBeforeCode } from './beside/before-code.ts'
import { keepBetween, keepFormulas, keepLead, keepNotes, keepSpecifications } from './beside/belongs.ts'
import { keepCaptions } from './beside/captions.ts'
import { keepCorrections } from './beside/corrections.ts'
import { keepMoments } from './beside/entries.ts'
import { keepQuote, keepSum } from './beside/figures.ts'
import { keepHappening } from './beside/happening.ts'
import { dropLoneHeading, joinHeadings } from './beside/headings.ts'
import { keepKeyFacts, keepTerms } from './beside/key-facts.ts'
import { keepLabels } from './beside/labels.ts'
import { dropTerms, keepBehindNames, keepPairs, keepTimes, keepValues } from './beside/values.ts'
import { dropComments } from './furniture/comments.ts'
import { dropColumns, dropContents, dropMenu } from './furniture/contents.ts'
import { dropListsBehind } from './furniture/lists-behind.ts'
import { hasCards, isShell } from './furniture/shell.ts'
import { isData } from './furniture/template.ts'
import { kindOf, type Manner } from './kind/kind.ts'
import { archiveOf } from './repeated/archive.ts'
import { dropCopies } from './repeated/copies.ts'
import { dropEchoes } from './repeated/echoes.ts'
import { keepFacts } from './repeated/facts.ts'
import { dropFilters, withoutFilters } from './repeated/filters.ts'
import {
  arePriced,
  completePairs,
  completePosts,
  completeRecords,
  evenOut,
  keepTitles,
  mainRecords,
  offersAmong,
} from './repeated/records.ts'
import { cutOf } from './scorer/cut.ts'
import { LEARNED_COLUMNS, type Model, scoreBlocks } from './scorer/score.ts'
import type { PageOffer } from './shop/price.ts'
import { dropFields, dropMarked, dropOffers, dropOthers, dropReviews } from './shop/sections.ts'
import { keepSoldOut } from './shop/sold-out.ts'
import { dropTips } from './shop/tips.ts'
import { keepContact } from './whole/contact.ts'
import { keepDishes } from './whole/dishes.ts'
import { completeDocumentation, keepChapter } from './whole/documentation.ts'
import { isLaw, keepNumbers } from './whole/provisions.ts'
import { keepQuestions } from './whole/questions.ts'
import { keepRecipe } from './whole/recipe.ts'
import { isOneRecipe } from './whole/recipe-data.ts'
import { keepReferences } from './whole/references.ts'
import { keepSections } from './whole/sections.ts'
import { keepLists, keepTables, keepUnits } from './whole/units.ts'

/** Share of the page's long, link-poor text that a choice must cover. */
const COVERAGE = 0.03
/** A choice shorter than this is no choice. */
const LEAST = 60
/** Share of a choice that leads elsewhere, beyond which it is a menu. */
const LINKED = 0.7
/** Less prose than this on a page of many tags is an empty shell; below `FAINT` the scorer sees no sign of content in it either. */
const SHELL = 400
const FAINT = 0.25

/** Fewer characters are no answer to who asks for a list. */
const LITTLE = 500

/** What is known of a page before it is judged. */
type Evidence = {
  readonly page: Page
  readonly url: string
  readonly blocks: readonly Block[]
  readonly facts: PageFacts
  /** Everything that repeats, and of it what repeats often. */
  readonly found: readonly RecordGroup[]
  readonly groups: readonly RecordGroup[]
  readonly rows: readonly RecordGroup[]
  readonly price: PageOffer | null
  readonly kinds: Float32Array
  readonly manner: Manner
  readonly places: Places
  readonly footnotes: Footnotes
}

export type Scored = {
  readonly keep: Uint8Array
  /** `fallback` where the scorer's choice was no good and a plainer rule took over. */
  readonly extraction: 'article' | 'fallback'
  /** Frames, films and sound that are all that the page has to show. */
  readonly media?: readonly Element[]
}

/**
 * The scorer's choice, or a plainer one where it covers too little; null where nothing is better than all, `shell` where there is nothing.
 * @param mediaOf what plays on the page, asked for where it has no prose
 */
export function chooseByScore(evidence: Evidence, model: Model, mediaOf: () => readonly Element[]): Scored | 'shell' | null {
  const { page, blocks, facts, manner } = evidence
  const { scores, sign } = scoreBlocks(model, blocks, readFeatures(page, blocks, facts, LEARNED_COLUMNS))
  const keep = judged(evidence, scores)
  const archive = manner.list ? archiveOf(blocks) : []
  for (const { index } of archive) keep[index] = 1
  const isChapter = manner.documentation && keepChapter(page, blocks, keep)
  const long = blocks.filter(isProse)
  const longChars = lengthOf(long)
  const kept = lengthOf(blocks, keep)
  const inner = take(blocks, ({ flags }) => (flags & (FLAG.main | FLAG.article)) !== 0 && (flags & (AROUND | FLAG.aside)) === 0)
  // Of a reference that says one thing in a line, the scorer takes the menu of all the others.
  if (manner.documentation && isMostlyFrame(blocks, keep) && blocks.some((block) => inner[block.index] === 1 && isSaid(block)))
    return { keep: inner, extraction: 'fallback' }
  if (kindOf(evidence.kinds) === 'article' && longChars > kept && isMenu(blocks, keep))
    return { keep: proseOf(blocks), extraction: 'fallback' }
  const isServed = archive.length > 0 || isChapter || (sign < FAINT && longChars < SHELL && hasCards(blocks))
  if ((sign >= FAINT || isServed) && kept > Math.max(LEAST, longChars * COVERAGE)) return { keep, extraction: 'article' }
  if (longChars < SHELL) {
    const shell = isShell(blocks)
    const media = shell ? mediaOf() : []
    if (media.length > 0) return { keep: inner.includes(1) ? inner : said(blocks, scores), extraction: 'fallback', media }
    // No prose at all: the likeliest short lines, or the empty shell of a page that script would fill.
    if (sign >= FAINT) return { keep: likeliest(evidence, scores), extraction: kept > 0 ? 'article' : 'fallback' }
    if (shell && !isServed) return 'shell'
  }
  return inner.includes(1) && lengthOf(long, inner) >= longChars * 0.4 ? { keep: inner, extraction: 'fallback' } : null
}

const isProse = (block: Block): boolean => isLong(block) && !isData(block.text)

/** Whether most of what is kept leads elsewhere, and nothing of it is prose. */
function isMenu(blocks: readonly Block[], keep: Uint8Array): boolean {
  const kept = keptOf(blocks, keep)
  return linkedIn(kept) > lengthOf(kept) * LINKED && !kept.some(isProse)
}

/** What is said beside what plays on a page. */
const said = (blocks: readonly Block[], scores: Float32Array): Uint8Array =>
  take(blocks, (block) => scores[block.index]! >= LIKELY && isSaid(block))
const LIKELY = 0.5

function proseOf(blocks: readonly Block[]): Uint8Array {
  const keep = take(blocks, isProse)
  keepBetween(blocks, keep)
  return keep
}

const isMostlyFrame = (blocks: readonly Block[], keep: Uint8Array): boolean =>
  lengthOf(
    blocks.filter(({ flags }) => (flags & AROUND) !== 0),
    keep,
  ) *
    2 >
  lengthOf(blocks, keep)

function likeliest({ blocks, groups }: Evidence, scores: Float32Array): Uint8Array {
  const highest = scores.reduce((most, score) => Math.max(most, score), 0)
  const keep = take(blocks, ({ index }) => scores[index]! >= highest / 2)
  keepTables(blocks, keep)
  completeRecords(groups, keep)
  keepFacts(blocks, groups, keep)
  return keep
}

/**
 * Kinds of which a page may be that is its list where little else is kept, and how much longer the list is then. Where nothing else is, a page
 * of any kind may be but an article.
 */
const MAY_LIST = /^(?:collection|listing|other)$/
const LONGER = 1.5
/** Kinds of which a page may be that says what its service costs. */
const MAY_OFFER = /^(?:service|other)$/

/** Blocks above the cut, evened out over what repeats; the main records whole, where a page is about these or says little without them. */
function evened({ page, blocks, price, kinds, manner }: Evidence, scores: Float32Array, things: readonly RecordGroup[]): Uint8Array {
  const { product, list, forum } = manner
  const cut = cutOf(blocks, scores, product || list)
  const above = take(blocks, ({ index }) => scores[index]! >= cut)
  const kind = kindOf(kinds)
  const thread = list || kind === 'other' ? findThread(page, blocks, things) : null
  const main = thread ?? (list ? mainRecords(blocks, scores, things, lengthOf(blocks, above) < LITTLE) : null)
  const offers = new Set(MAY_OFFER.test(kind) && !product && price === null ? offersAmong(blocks, scores, things) : [])
  const evenedBy = (records: RecordGroup | null): Uint8Array => {
    const keep = above.slice()
    evenOut(blocks, scores, { cut, offers, prices: price === null, thread: forum, main: records }, things, keep)
    return keep
  }
  const keep = evenedBy(main)
  const kept = lengthOf(blocks, keep)
  const isNothing = kept < LEAST && kind !== 'article'
  const mayList = isNothing || MAY_LIST.test(kind)
  const records = main === null && !list && (mayList || kind === 'service') ? mainRecords(blocks, scores, things, isNothing) : null
  if (records === null) return keep
  if (isBelow(records, blocks, keep, kept)) return evenedBy(records)
  if (!mayList) return keep
  const listed = records.blocks.reduce((sum, index) => sum + blocks[index]!.text.length, 0)
  return kept < LITTLE || listed > kept * LONGER ? evenedBy(records) : keep
}

/** Whether most of what is kept is prose below goods that lead on: what shops tell search engines of these stands there. */
function isBelow({ records }: RecordGroup, blocks: readonly Block[], keep: Uint8Array, kept: number): boolean {
  const leading = records.filter(({ from, to }) => blocks.slice(from, to).some(({ linkLength }) => linkLength > 0))
  return (
    leading.length * 2 > records.length &&
    arePriced(records, blocks) &&
    lengthOf(blocks.slice(records.at(-1)!.to).filter(isProse), keep) * 2 > kept
  )
}

/** Blocks above the cut, with what goes with them and without what only looks like them. Each rule reads what those before it have left. */
function judged(evidence: Evidence, scores: Float32Array): Uint8Array {
  const { page, url, blocks, facts, found, groups, rows, price, kinds, manner, places, footnotes } = evidence
  const { product, list, documentation, forum, article } = manner
  const kind = kindOf(kinds)
  const sells = product || (price !== null && !list)
  const things = [...(list ? withoutFilters(groups, blocks) : groups), ...rows]
  const keep = evened(evidence, scores, things)
  if (kind === 'article' || kind === 'other') dropListsBehind(blocks, scores, kind === 'article' ? things : [], keep)
  if (!list) completePairs(blocks, found, keep)
  if (forum) completePosts(blocks, things, keep)
  if (list) dropFilters(blocks, groups, keep)
  // Of a recipe others say how it came out.
  if (product || isOneRecipe(page)) dropMarked(blocks, keep)
  if (product) {
    dropOthers(blocks, keep)
  } else if (/^(?:product|collection)$/.test(kind) || (kind === 'other' && price !== null)) dropReviews(blocks, keep)
  if (product || (price?.isSure && kind === 'product')) dropOffers(blocks, groups, keep)
  if (sells) keepSpecifications(blocks, scores, groups, keep)
  if (documentation) completeDocumentation(blocks, keep)
  if (!list && !product) keepReferences(places, blocks, keep)
  keepUnits(blocks, keep, things)
  if (sells) dropTips(blocks, keep)
  if (product) dropFields(blocks, keep)
  joinHeadings(blocks, scores, keep)
  keepTitles(blocks, found, list, keep)
  if (!forum && !sells) keepFacts(blocks, things, keep, article)
  // A reference says the same of each thing of the same make.
  if (!documentation) dropCopies(blocks, keep, { thread: forum, prose: !forum && !list && !product })
  keepCaptions(blocks, keep)
  keepLabels(blocks, keep)
  keepValues(blocks, keep)
  keepBehindNames(blocks, keep)
  keepPairs(blocks, keep)
  if (!documentation && !forum) keepTimes(blocks, keep)
  keepBetween(blocks, keep)
  keepBeforeCode(blocks, keep)
  // The standfirst of an article says what its text says again.
  if (kind !== 'article') {
    keepLead(blocks, keep)
    keepQuote(blocks, keep)
    if (price === null && MAY_OFFER.test(kind)) keepSum(blocks, keep)
  }
  const isOffer = !(list || manner.prose || forum || product) && price === null && keepKeyFacts(page, blocks, keep)
  if (!(list || forum || product)) keepTerms(blocks, keep, article || kind === 'article')
  keepHappening(page, blocks, keep)
  keepLists(blocks, keep, product || isOffer || kind === 'service')
  keepFormulas(blocks, keep)
  keepNumbers(blocks, keep)
  keepRecipe(page, blocks, keep)
  if (!product) keepQuestions(page, blocks, keep)
  keepNotes(footnotes, blocks, keep)
  keepCorrections(blocks, keep)
  if (kind === 'article') keepMoments(blocks, keep)
  if (article) dropComments(blocks, keep, facts.address)
  if (isLaw(blocks, keep)) completeDocumentation(blocks, keep)
  if (!forum && kind !== 'listing') keepSections(blocks, keep)
  const serves = price === null && keepDishes(page, blocks, keep)
  if (!forum && !manner.prose && (!list || serves)) keepContact(blocks, keep)
  dropContents(blocks, keep, url)
  if (documentation) {
    dropColumns(blocks, keep, url)
    dropMenu(blocks, keep, url)
  }
  if (list) {
    dropEchoes(blocks, things, keep)
    dropTerms(blocks, keep)
    keepSoldOut(blocks, things, keep)
  }
  dropLoneHeading(blocks, keep, manner.prose || forum)
  return keep
}
