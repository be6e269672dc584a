import { readFeatures } from '../features/index.ts'
import { readPageFacts } from '../features/page.ts'
import { pageKindOf } from '../metadata/page-kind.ts'
import { type Block, lengthOf } from '../page/blocks.ts'
import { baseOf, type Element, find, type Page } from '../page/dom.ts'
import { readPlaces } from '../page/places.ts'
import { allButFrame } from '../page/plain.ts'
import { type Segmented, segment } from '../page/segment.ts'
import { findCards } from '../records/cards.ts'
import { findPosts, findRecords, findRows, MANY_RECORDS, type RecordGroup } from '../records/find.ts'
import { findGiven } from '../records/given.ts'
import type { PostHead } from '../records/head.ts'
import { findLinkedTitles } from '../records/linked.ts'
import { findOpener } from '../records/opener.ts'
import { findBodies, readPosts } from '../records/posts.ts'
import { isBare } from '../writer/context.ts'
import { type Footnotes, findFootnotes } from '../writer/footnotes.ts'
import { mainMedia } from '../writer/media.ts'
import { keepBookmarks } from './beside/bookmarks.ts'
import { dropHeadingsSaidAgain, dropLoneHeading } from './beside/headings.ts'
import { keepReplies } from './beside/replies.ts'
import { keepTimes } from './beside/values.ts'
import { chooseByScore, type Scored } from './by-score.ts'
import { dropAdverts } from './furniture/adverts.ts'
import { dropAsks } from './furniture/asks.ts'
import { dropBoilerplate } from './furniture/boilerplate.ts'
import { dropConsent } from './furniture/consent.ts'
import { dropContents } from './furniture/contents.ts'
import { dropEmbedCode } from './furniture/embed-code.ts'
import { dropPaging } from './furniture/paging.ts'
import { strayPictures } from './furniture/pictures.ts'
import { dropPolls } from './furniture/polls.ts'
import { dropReadOn } from './furniture/read-on.ts'
import { isFrameAlone } from './furniture/shell.ts'
import { dropStrangers } from './furniture/strangers.ts'
import { dropLeftovers } from './furniture/template.ts'
import { includeParts, type Part } from './include.ts'
import { asProduct, kindOf, type Manner, mannerOf } from './kind/kind.ts'
import { kindsOf } from './kind/said-kind.ts'
import { findControls, findMore } from './repeated/controls.ts'
import { dropEchoes } from './repeated/echoes.ts'
import { keepFacts } from './repeated/facts.ts'
import { withoutFilters } from './repeated/filters.ts'
import { completeRecords } from './repeated/records.ts'
import { findSwatches } from './repeated/swatches.ts'
import { findTwins } from './repeated/twins.ts'
import { LEARNED_COLUMNS, type Model, scoreBlocks } from './scorer/score.ts'
import { findPrice, type PageOffer, priceLine, settlePrice } from './shop/price.ts'
import { findPriceStates } from './shop/price-states.ts'
import { dropEmptyOthers, dropOffers, dropOthers } from './shop/sections.ts'
import { settleVariants } from './shop/variants.ts'
import { completeDocumentation } from './whole/documentation.ts'
import { asLines } from './whole/lead.ts'
import { settleNewsletter } from './whole/newsletter.ts'
import { keepParameters } from './whole/parameters.ts'
import { keepTabs } from './whole/tabs.ts'
import { unseenLead } from './whole/unseen.ts'
import { unseenRating } from './whole/unseen-rating.ts'
import { unseenRecipe } from './whole/unseen-recipe.ts'

/** The blocks to write, how they were found, and what else is known of them. */
export type Chosen = Segmented &
  Scored & {
    readonly everything: boolean
    /** Lines to begin with: the price of a page that does not show it, when and where an event or a job is. */
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
    /** How likely the page is of each of `KINDS`. */
    readonly kinds: Float32Array
  }

/** Pages with fewer characters than this have no room for anything beside their content. */
const SMALL = 700
const SMALL_SOURCE = 12_000
/** A sign of Chinese, Japanese or Korean says as much as so many more letters. */
const WIDE = 1.4
const WIDE_SIGN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu

/** How much a page says, in letters of an alphabet. */
function saidIn(blocks: readonly Block[]): number {
  const length = lengthOf(blocks)
  return length >= SMALL ? length : blocks.reduce((sum, { text }) => sum + (text.match(WIDE_SIGN)?.length ?? 0) * WIDE, length)
}
/** More blocks than any page worth judging has; scoring them would take the time of a whole page. */
const MANY = 8_000

/** Chooses the main content of a page, and the parts of it that are asked for besides. Null when there is nothing to read. */
export function choose(page: Page, url: string, model: Model, parts: readonly Part[] = []): Chosen | null {
  const segmented = segment(page)
  const { blocks } = segmented
  const found = blocks.length > MANY ? [] : findRecords(page, blocks)
  const groups = found.filter(({ records }) => records.length >= MANY_RECORDS)
  const facts = readPageFacts(page, url, blocks)
  const likelihoods = kindsOf(page, { blocks, groups }, facts, model)
  if (blocks.length === 0) {
    // Pictures, films and rules are something to show; anything less is nothing.
    if (page.media.length === 0 && !find(page.body, (element) => element.tag === 'img' || element.tag === 'hr' || isBare(element)))
      return null
    return { ...segmented, keep: new Uint8Array(blocks.length), everything: true, extraction: 'fallback', kinds: likelihoods }
  }
  if (blocks.length > MANY) return { ...segmented, keep: allButFrame(blocks), everything: true, extraction: 'fallback', kinds: likelihoods }
  const rows = findRows(page, blocks)
  const price = findPrice(page, blocks, groups, mannerOf(likelihoods).product)
  const kinds = price?.isSure ? asProduct(likelihoods) : likelihoods
  const manner = mannerOf(kinds)
  const places = readPlaces(page.having)
  const footnotes = findFootnotes(places)
  const small = page.sourceLength < SMALL_SOURCE && (manner.prose || manner.product ? saidIn(blocks) : lengthOf(blocks)) < SMALL
  if (small && isFrameAlone(page, blocks)) return null
  const choice = small
    ? null
    : chooseByScore({ page, url, blocks, facts, found, groups, rows, price, kinds, manner, places, footnotes }, model, () =>
        mainMedia(page, baseOf(page, url), segmented.hidden),
      )
  if (choice === 'shell') return null
  const keep = choice?.keep ?? allButFrame(blocks)
  if (small) {
    dropStrangers(page, blocks, scoreBlocks(model, blocks, readFeatures(page, blocks, facts, LEARNED_COLUMNS)).scores, keep)
    settleSmall(blocks, groups, keep, kinds, url)
  }
  if (manner.documentation) keepParameters(blocks, keep)
  const paging = dropPaging(page, blocks, keep)
  const tabs = keepTabs(page, blocks, keep, manner.prose)
  if (manner.article) dropReadOn(blocks, keep)
  includeParts(page, blocks, keep, parts)
  dropLeftovers(page, blocks, keep)
  dropHeadingsSaidAgain(blocks, keep)
  const answers = readAnswers(page, blocks, [...found, ...rows], keep, manner)
  const areReviews = [...answers.values()].filter(({ rating }) => rating != null).length * 2 > answers.size
  const isThread = !areReviews && pageKindOf(page, { blocks, keep, kinds, posts: answers }) === 'forum'
  if (isThread) dropAdverts(blocks, answers, keep)
  const opener = isThread ? findOpener(page, url, blocks, answers, keep) : null
  const posts = opener?.post ? new Map([[opener.post, opener.head], ...answers]) : answers
  settlePrice(price, blocks, keep)
  const variants = price !== null && sellsOne(manner) ? settleVariants(page, blocks, price, keep) : null
  dropFurniture(page, blocks, keep, manner)
  settleNewsletter(page, blocks, keep)
  const bookmarks = keepBookmarks(page, blocks, keep)
  const titles = new Map([...findLinkedTitles(blocks, found, keep, posts), ...bookmarks.titles])
  const isList = /^(?:collection|listing)$/.test(kindOf(kinds))
  const states = findPriceStates(page, blocks)
  const unseen = [
    ...findTwins(page, blocks, keep),
    ...states.unseen,
    ...paging,
    ...bookmarks.unseen,
    ...findMore(page, blocks, keep, isList),
    ...findSwatches(page, isList ? groups : []),
    ...(isList || isThread ? findControls(page, blocks, groups, keep, kindOf(kinds) === 'collection') : []),
    ...strayPictures(page, blocks, keep, small),
  ]
  return {
    ...segmented,
    hidden: unseen.length > 0 ? new Set([...segmented.hidden, ...unseen]) : segmented.hidden,
    keep,
    everything: choice === null,
    media: choice?.media ?? [],
    extraction: choice?.extraction ?? 'fallback',
    lead: asLines([(price && priceLine(price)) ?? unseenLead(page, blocks, keep), ratingOf(page, blocks, price, keep, kinds), variants]),
    tail: unseenRecipe(page, blocks, keep),
    kinds,
    footnotes,
    posts,
    opener: opener?.head ?? (isThread || (manner.forum && !areReviews) ? firstOf(answers) : null),
    bodies: findBodies(posts, blocks, keep),
    titles,
    struck: states.struck,
    // Sections of documentation may be built alike, and are no cards.
    cards: findCards(blocks, manner.documentation ? [] : found, keep, posts, titles),
    tabs,
  }
}

/** Whether a page with a price may be about the one thing that it is for. */
const sellsOne = ({ product, list, forum, prose }: Manner): boolean => !((list && !product) || forum || prose)

/** How the one thing or place of a page is rated; firms rate what they do themselves. */
function ratingOf(page: Page, blocks: readonly Block[], price: PageOffer | null, keep: Uint8Array, kinds: Float32Array): string | null {
  const manner = mannerOf(kinds)
  const isShop = manner.product || (price !== null && kindOf(kinds) !== 'service')
  return sellsOne(manner) ? unseenRating(page, blocks, keep, isShop) : null
}

/** The posts of a page, on a forum also those that are not built alike, with the lines that say who answers in them. */
function readAnswers(
  page: Page,
  blocks: readonly Block[],
  groups: readonly RecordGroup[],
  keep: Uint8Array,
  { forum }: Manner,
): Map<Element, PostHead> {
  const threads = [...(forum ? findPosts(page, blocks) : []), ...findGiven(page, blocks, forum)]
  const answers = readPosts(page, blocks, [...groups, ...threads], keep, forum)
  keepReplies(blocks, answers, keep)
  return answers
}

/** What of all that a small page has goes with the rest of it, and what not. */
function settleSmall(blocks: readonly Block[], groups: readonly RecordGroup[], keep: Uint8Array, kinds: Float32Array, url: string): void {
  const manner = mannerOf(kinds)
  if (kindOf(kinds) === 'product') {
    dropOthers(blocks, keep)
    dropOffers(blocks, groups, keep)
  }
  completeRecords(groups, keep)
  if (!manner.forum && !manner.product) keepFacts(blocks, groups, keep, manner.article)
  keepTimes(blocks, keep)
  dropLoneHeading(blocks, keep, manner.prose)
  dropContents(blocks, keep, url)
  if (manner.documentation) completeDocumentation(blocks, keep)
  else if (manner.list) dropEchoes(blocks, withoutFilters(groups, blocks), keep)
}

/** Leaves out what makers of pages put into a text for its readers to do. */
function dropFurniture(page: Page, blocks: readonly Block[], keep: Uint8Array, manner: Manner): void {
  dropConsent(page, blocks, keep)
  dropAsks(page, blocks, keep)
  dropPolls(blocks, keep)
  if (!manner.prose && !manner.forum) dropEmptyOthers(blocks, keep)
  if (!manner.documentation) dropEmbedCode(blocks, keep)
  dropBoilerplate(page, blocks, keep, manner.list)
}

/** The head of the first post of a page. */
const firstOf = (posts: ReadonlyMap<Element, PostHead>): PostHead | null =>
  [...posts].reduce<[Element, PostHead] | null>((first, post) => (first === null || post[0].id < first[0].id ? post : first), null)?.[1] ??
  null
