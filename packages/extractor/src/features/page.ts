import { addressOf } from '../page/address.ts'
import type { Block } from '../page/blocks.ts'
import type { Page } from '../page/dom.ts'
import { FLAG } from '../page/flags.ts'
import { type LdNode, textValue, typesOf } from '../page/json-ld.ts'
import { HEADINGS } from '../page/tags.ts'

/** Facts about the whole page that say what kind of page it is. */
export type PageFacts = {
  /** Where the page stands, by its own word. */
  readonly address: string
  readonly values: readonly number[]
  readonly title: string
  readonly description: string
  readonly bodies: string
}

const LD_GROUPS: readonly RegExp[] = [
  /Article$|BlogPosting|Report$/,
  /^Product|Offer|AggregateOffer/,
  /QAPage|DiscussionForumPosting|^Question|^Comment/,
  /ItemList|CollectionPage|SearchResultsPage/,
  /FAQPage/,
  /Recipe|HowTo/,
  /Organization|LocalBusiness|Corporation|Service$/,
  /WebPage|WebSite/,
  /TechArticle|APIReference|SoftwareApplication|SoftwareSourceCode/,
  /BreadcrumbList/,
  /Event|JobPosting|Course|Movie|VideoObject/,
]
const FORUM =
  /discourse|phpbb|vbulletin|xenforo|mybb|invision|ipb|vanilla|flarum|stackexchange|stackoverflow|simple machines|smf|nodebb|reddit|lithium|khoros/i
const DOCS =
  /docusaurus|sphinx|mkdocs|gitbook|read ?the ?docs|vuepress|vitepress|mediawiki|mintlify|starlight|jekyll|hugo|docfx|javadoc|confluence/i
const SHOP = /shopify|woocommerce|magento|prestashop|bigcommerce|salesforce commerce|demandware/i
const CMS = /wordpress|drupal|joomla|ghost|wix|squarespace|webflow|hubspot/i
const PRICE = /[$€£¥₹]\s?\d|\d\s?(?:USD|EUR|GBP|zł|kr)\b/

export function readPageFacts(page: Page, url: string, blocks: readonly Block[]): PageFacts {
  const address = addressOf(page, url)
  const meta = new Map<string, string>()
  for (const { key, content } of page.metas) if (!meta.has(key)) meta.set(key, content)
  const ogType = (meta.get('og:type') ?? '').toLowerCase()
  const generator =
    `${meta.get('generator') ?? ''} ${meta.get('application-name') ?? ''} ${page.body.attributes.class ?? ''} ${page.body.attributes.id ?? ''}`.slice(
      0,
      600,
    )
  const { total, links, main, article, long, list, headings, prices, paragraphs, longBlocks } = sumBlocks(blocks)
  const whole = Math.max(1, total)
  const count = Math.max(1, blocks.length)
  const values = [
    Math.log1p(total),
    Math.log1p(blocks.length),
    links / whole,
    main / whole,
    article / whole,
    long / whole,
    Math.log1p(longBlocks),
    list / whole,
    headings / count,
    Math.log1p(prices),
    prices / count,
    paragraphs / whole,
    total / count,
    /article|blog|news/.test(ogType) ? 3 : /product/.test(ogType) ? 2 : ogType === 'website' ? 1 : ogType === '' ? 0 : 4,
    ...Array.from(countTypes(page.jsonLd.nodes), Math.log1p),
    FORUM.test(generator) ? 1 : 0,
    DOCS.test(generator) ? 1 : 0,
    SHOP.test(generator) ? 1 : 0,
    CMS.test(generator) ? 1 : 0,
    ...addressFacts(address),
    meta.has('article:published_time') || meta.has('datepublished') ? 1 : 0,
    meta.has('author') ? 1 : 0,
    /noindex/i.test(meta.get('robots') ?? '') ? 1 : 0,
  ]
  return {
    address,
    values,
    title: meta.get('og:title') ?? page.title,
    description: meta.get('og:description') ?? meta.get('description') ?? '',
    bodies: bodiesIn(page.jsonLd.nodes),
  }
}

/** How many nodes of the page's data are of each group of types. */
function countTypes(nodes: readonly LdNode[]): Float64Array {
  const counts = new Map<string, number>()
  for (const node of nodes) for (const type of typesOf(node)) counts.set(type, (counts.get(type) ?? 0) + 1)
  const groups = new Float64Array(LD_GROUPS.length)
  for (const [type, count] of counts) for (const [index, group] of LD_GROUPS.entries()) if (group.test(type)) groups[index]! += count
  return groups
}

const BODIES = ['articleBody', 'text', 'description', 'reviewBody', 'recipeInstructions']

/** What its data say at length. */
function bodiesIn(nodes: readonly LdNode[]): string {
  let bodies = ''
  for (const node of nodes)
    for (const key of BODIES) {
      const text = textValue(node[key])
      if (text !== null && text.length > 80 && bodies.length < 120_000) bodies += ` ${text}`
    }
  return bodies
}

/** Characters of the blocks of several kinds, and how many there are of them. */
function sumBlocks(blocks: readonly Block[]) {
  let total = 0
  let links = 0
  let main = 0
  let article = 0
  let long = 0
  let list = 0
  let headings = 0
  let prices = 0
  let paragraphs = 0
  let longBlocks = 0
  for (const block of blocks) {
    const { length } = block.text
    total += length
    links += Math.min(length, block.linkLength)
    if (block.flags & FLAG.main) main += length
    if (block.flags & FLAG.article) article += length
    if (block.flags & FLAG.list) list += length
    if (length > 140 && block.linkLength < length * 0.4) {
      long += length
      longBlocks += 1
    }
    if (HEADINGS.has(block.container.tag)) headings += 1
    if (block.container.tag === 'p') paragraphs += length
    if (length < 200 && PRICE.test(block.text)) prices += 1
  }
  return { total, links, main, article, long, list, headings, prices, paragraphs, longBlocks }
}

/** What the address says of the kind of page. */
function addressFacts(url: string): number[] {
  const address = URL.parse(url)
  const path = address?.pathname ?? '/'
  const last = path.split('/').filter(Boolean).at(-1) ?? ''
  return [
    path.split('/').filter(Boolean).length,
    last.length,
    (last.match(/[-_]/g) ?? []).length,
    /\d{4,}/.test(path) ? 1 : 0,
    address?.search ? 1 : 0,
    /\/(?:blog|news|article|post|story|stories|20\d\d)\b/i.test(path) ? 1 : 0,
    /\/(?:product|products|p|item|dp|shop|pd)\b/i.test(path) ? 1 : 0,
    /\/(?:category|categories|collections?|c|tag|tags|topics?|search|browse|department|archive)\b/i.test(path) ? 1 : 0,
    /\/(?:docs?|documentation|guide|reference|manual|wiki|api|help|learn|tutorial)\b/i.test(path) ||
    /^(?:docs?|developer|help|wiki|support)\./i.test(address?.hostname ?? '')
      ? 1
      : 0,
    /\/(?:t|thread|threads|topic|questions?|forum|forums|viewtopic|showthread|r|discussion|community)\b/i.test(path) ||
    /^(?:forums?|community|discuss)\./i.test(address?.hostname ?? '')
      ? 1
      : 0,
  ]
}
