import type { Chosen } from '../choice/choose.ts'
import { kindOf, likely, type PageKind } from '../choice/kind/kind.ts'
import { isMarked } from '../choice/shop/sections.ts'
import { addressOf, canonicalOf, isHome } from '../page/address.ts'
import { type Block, titleIn } from '../page/blocks.ts'
import { withClass } from '../page/classes.ts'
import type { Element, Page } from '../page/dom.ts'
import { FLAG } from '../page/flags.ts'
import { type LdNode, namesOf, textValue, typesOf } from '../page/json-ld.ts'
import { keptOf } from '../page/plain.ts'
import { HEADINGS } from '../page/tags.ts'
import { leadsOut } from '../records/opener.ts'
import { readByline } from './byline.ts'
import { byLine } from './byline-text.ts'
import { toIsoDate, writtenDate } from './date.ts'
import { isElsewhere } from './elsewhere.ts'
import { eventOf } from './happenings.ts'
import { labelBefore } from './labels.ts'
import { sentMessage } from './mail.ts'
import { ownNodes } from './own-nodes.ts'
import { readPublished } from './published.ts'
import { namedAtHome } from './site.ts'
import { fold, tidy } from './text.ts'
import { type Heading, headingsOf, mainHeading, NUMBER, overlap, readTitle, serviceTitle, siteOf, withoutAuthor } from './title.ts'
import { readReport } from './trackers.ts'

/** What a page says about itself. Null where it does not: never a guess. */
export type Metadata = {
  title: string | null
  /** Index of the block that repeats the title; -1 when there is none. */
  titleBlock: number
  byline: string | null
  siteName: string | null
  publishedTime: string | null
  description: string | null
  canonicalUrl: string | null
}

const ARTICLE =
  /(?:Article|BlogPosting|DiscussionForumPosting|SocialMediaPosting|LiveBlogPosting|Report|Recipe|HowTo|QAPage|ScholarlyArticle)$/
const AUTHORED = /(?:Article|Posting|Report|Recipe|HowTo|Review|Question|CreativeWork|Book|WebPage)$/
/** How sure of its kind one must be to read a page in the manner of that kind. */
const SURE = 0.6
const PAGE = /(?:WebPage|ItemPage|CollectionPage|AboutPage|FAQPage|ProfilePage)$/

/** Reads title, byline, site, date, description and canonical address: JSON-LD, then meta tags, then markup, then text near the title. */
export function readMetadata(page: Page, url: string, { blocks, keep, kinds, posts, opener }: Chosen): Metadata {
  const meta = new Map<string, string>()
  for (const { key, content } of page.metas) if (content !== '' && !meta.has(key)) meta.set(key, content)
  const pick = (...keys: string[]): string | null => keys.map((key) => meta.get(key)).find((value) => value !== undefined) ?? null
  const { byId } = page.jsonLd
  const canonicalUrl = canonicalOf(page, url)
  const address = addressOf(page, url, canonicalUrl)
  const titleTag = tidy(page.title, 300)
  const declared = tidy(
    pick('og:site_name', 'application-name') ?? textValue(page.jsonLd.nodes.find((node) => typesOf(node).includes('WebSite'))?.name),
    120,
  )
  const given = tidy(
    pick('og:title', 'twitter:title', 'parsely-title', 'citation_title', 'dc.title', 'dcterms.title', 'sailthru.title'),
    300,
  )
  // Some makers call every page what the site is called.
  const called = given !== null && !isHome(address) && fold(given) === fold(declared ?? '') ? null : given
  const headings = headingsOf(page.all, titleTag)
  const claims = [called, titleTag, ...headings.map(({ text }) => text)].filter((claim) => claim !== null)
  const nodes = ownNodes({ nodes: page.jsonLd.nodes, addresses: [url, address, canonicalUrl], claims })
  const first = (types: RegExp, has: (node: LdNode) => unknown): LdNode | undefined =>
    nodes.find((node) => typesOf(node).some((type) => types.test(type)) && has(node) !== undefined)
  const article = first(ARTICLE, (node) => node.headline ?? node.datePublished ?? node.author)
  const authored = article?.author !== undefined ? article : first(AUTHORED, (node) => node.author ?? node.creator)
  const webPage = first(PAGE, (node) => node.name ?? node.datePublished)
  const job = first(/^JobPosting$/, (node) => node.datePosted)
  const question = page.jsonLd.nodes.some((node) => typesOf(node).includes('QAPage'))
    ? first(/^Question$/, (node) => node.dateCreated)
    : undefined
  const siteName = declared ?? namedAtHome(page.having.href, titleTag, address)
  const sources = {
    headline: tidy(textValue(article?.headline), 300),
    meta: called,
    titleTag,
    // A home page is called what its site is called.
    site: siteOf(declared ?? (isHome(address) ? null : siteName), address),
    url: address,
    kept: keptOf(blocks, keep),
    headings,
    titled: () => withClass(page, 'title'),
  }
  const heading = mainHeading(sources)
  // What sells a service shouts in its heading, and says what it is in its title tag.
  const title = (likely(kinds, 'service') > SURE ? serviceTitle(sources, heading) : null) ?? readTitle(sources, heading)
  const standing = titleBlock(blocks, keep, saysSame(heading, title) ? heading : null, title)
  // Author and date stand around the title, or around what comes nearest to one, or at the beginning of the text.
  const top = standing !== -1 ? standing : (titleIn(blocks)?.index ?? -1)
  const anchor = top !== -1 ? top : keep.indexOf(1)
  const kind = kindOf(kinds)
  const isOfThings =
    opener == null &&
    ((article === undefined && eventOf(page) !== null) ||
      (likely(kinds, 'product', 'collection', 'listing', 'service') > SURE && !isSigned(blocks, anchor, kind)))
  const isOthers = isOfOthers(isElsewhere(heading, kind !== 'forum'), isReview(posts, kind === 'product'))
  const around = { page, url: address, heading, blocks, anchor, isOthers, isOfThings }
  const isNamed = sources.headline !== null || sources.meta !== null || sources.titleTag !== null
  // What somebody submitted to a thread is called what the thread is, and leads to it.
  const isSubmitted = opener != null && standing !== -1 && leadsOut(blocks[standing]!, address)
  const sent = sentMessage(blocks)
  const report = readReport(blocks)
  const firstPost = sent?.author ?? report?.by ?? opener?.author ?? null
  const byline = readByline({ ...around, article: authored, byId, siteName, firstPost })
  return {
    title: heading === null ? withoutAuthor(title, byline) : title,
    // Where nothing else calls the page anything, its heading is text of its own.
    titleBlock: isNamed && !isSubmitted ? standing : -1,
    byline,
    siteName: siteName ?? tidy(pick('dc.publisher', 'citation_publisher', 'publisher') ?? namesOf(article?.publisher, byId)[0], 120),
    publishedTime: readPublished({
      ...around,
      ld: [...daysOf(article ?? question, webPage, job), sent?.date ?? null, report?.on ?? null],
      pick,
      opened: toIsoDate(opener?.date),
    }),
    description: tidy(
      pick('og:description', 'description', 'twitter:description', 'dc.description', 'dcterms.description') ??
        textValue(article?.description) ??
        textValue(webPage?.description),
      600,
    ),
    canonicalUrl,
  }
}

/** Lines below a title that say who wrote a page and when, and how long they are. */
const BELOW = { lines: 4, minute: 2, length: 100 }
const MINUTE = /\b\d{1,2}:\d\d\b/

/** Whether lines right below the title say the minute of a day, or, on what is taken for a service, a day and by whom: it is an article after all. */
function isSigned(blocks: readonly Block[], anchor: number, kind: PageKind): boolean {
  const below = anchor === -1 ? [] : blocks.slice(anchor + 1, anchor + 1 + BELOW.lines)
  const lines = below.map(({ text }) => text.slice(0, BELOW.length))
  const isDated = (line: string): boolean => writtenDate(line) !== null
  if (lines.slice(0, BELOW.minute).some((line) => MINUTE.test(line) && isDated(line))) return true
  return kind === 'service' && lines.some(isDated) && byLine(lines) !== null
}

/** What data call the day of a page; a page that is written while something happens begins with that. */
const daysOf = (article: LdNode | undefined, webPage: LdNode | undefined, job: LdNode | undefined): (string | null)[] =>
  [article?.datePublished, article?.dateCreated, article?.coverageStartTime, webPage?.datePublished, job?.datePosted].map(textValue)

/** Whether what stands in an element is said of something else or by others. */
const isOfOthers =
  (isElse: (element: Element) => boolean, isSaid: (element: Element) => boolean) =>
  (element: Element): boolean =>
    isElse(element) || isSaid(element)

/** What buyers and visitors say: posts with a rating, and of a product all posts and what its markup calls reviews. */
const isReview =
  (posts: Chosen['posts'], isProduct: boolean) =>
  (element: Element): boolean =>
    isProduct ? posts?.has(element) === true || isMarked(element) : posts?.get(element)?.rating != null

/** Leaves out the title where it is said again right behind the block that says it first. */
export function dropSecondTitle(blocks: readonly Block[], keep: Uint8Array, titleBlock: number, title: string | null): void {
  const next = titleBlock === -1 ? -1 : keep.indexOf(1, titleBlock + 1)
  if (next === -1 || next > titleBlock + ABOVE || keep.lastIndexOf(1) === next) return
  const { tag, parent } = blocks[next]!.container
  if (labelBefore(blocks[next]!.container) !== null) return
  // A section may be called what the page is called; two headings of level 1 are one title, and so is a heading that leads to what it calls.
  if (fold(blocks[next]!.text) === fold(title ?? '') && (tag === 'h1' || !HEADINGS.has(tag) || parent?.tag === 'a')) keep[next] = 0
}

/** Blocks that may stand between a page's heading and the first that is kept, and how long a heading is that says something. */
const [NEAR, LEAST] = [2, 12]

/** Keeps the page's only heading of level 1 right above what is kept, where the title is another: it is text of its own, `Sacked, or asked to sign?`. */
export function keepOtherHeading(
  { blocks, keep }: Pick<Chosen, 'blocks' | 'keep'>,
  titleBlock: number,
  { title, siteName }: Pick<Metadata, 'title' | 'siteName'>,
): void {
  const first = keep.indexOf(1)
  if (titleBlock !== -1 || title === null || first < 1) return
  const headings = blocks.filter(({ container }) => container.tag === 'h1')
  const only = headings.length === 1 ? headings[0]! : null
  if (only === null || only.index >= first || only.index < first - 1 - NEAR || only.text.length < LEAST) return
  if ((only.flags & (FLAG.dialog | FLAG.nav | FLAG.footer)) === 0 && fold(only.text) !== fold(siteName ?? '')) keep[only.index] = 1
}

/** Whether a heading has a word in common with the title: else it says something of its own. */
const saysSame = (heading: Heading | null, title: string | null): boolean => heading !== null && overlap(heading.text, title ?? '') > 0.3

/** Kept lines that may stand before a title: a picture's, a language's. */
const ABOVE = 2

/** Whether a heading is what a page is called, without its number and without the book that the page is a part of. */
const callsSame = (heading: string, title: string): boolean => {
  const [own, bare] = [fold(heading), fold(heading.replace(NUMBER, ''))]
  return [title, title.split(/: | \(/, 1)[0]!].some((name) => fold(name).length > 2 && [own, bare].includes(fold(name)))
}

/** Index of the block that is the title: the main heading, or the first line that says the same; -1 when there is none. */
function titleBlock(blocks: readonly Block[], keep: Uint8Array, heading: Heading | null, title: string | null): number {
  const own = heading ? blocks.findIndex((block) => block.container === heading.element) : -1
  if (own !== -1 && keep[own] === 1) return own
  const first = keptOf(blocks, keep)
    .slice(0, ABOVE + 1)
    .find(({ container }) => HEADINGS.has(container.tag))
  if (first !== undefined && title !== null && callsSame(first.text, title)) return first.index
  if (own !== -1) return own
  const wanted = fold(title ?? '')
  return wanted.length > 8
    ? blocks.findIndex((block) => block.text.length < 300 && fold(block.text) === wanted && labelBefore(block.container) === null)
    : -1
}
