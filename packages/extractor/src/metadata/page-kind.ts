/** What kind of page one is, by what it says about itself and by what was found on it. */
import type { Chosen } from '../choice/choose.ts'
import type { Page } from '../page/dom.ts'
import { readJsonLd, typesOf } from './json-ld.ts'

export type PageKind = 'article' | 'product' | 'collection' | 'listing' | 'forum' | 'documentation' | 'service' | 'other'

const FORUM_HOST = /^(?:forums?|community|discuss(?:ion|ions)?|discourse|answers|boards?|talk)\./i
const FORUM_PATH = /\/(?:t|threads?|topics?|questions?|forums?|viewtopic|showthread|r|discussions?|community)(?:[/.-]|$)|item\?id=\d/i
const FORUM_MAKER = /discourse|phpbb|vbulletin|xenforo|mybb|invision|flarum|vanilla|nodebb|simple machines|lithium|khoros/i
const DOCS_HOST = /^(?:docs?|developers?|help|wiki|support|api|learn|man|kb|manual|reference)\./i
const DOCS_PATH = /\/(?:docs?|documentation|guides?|reference|manual|wiki|api|tutorials?|learn|handbook|kb|stable|latest|man\d?)(?:[/.]|$)/i
const DOCS_MAKER = /docusaurus|sphinx|mkdocs|gitbook|read ?the ?docs|vuepress|vitepress|mediawiki|mintlify|starlight|docfx|javadoc/i
const SHOP_PATH = /\/(?:category|categories|collections?|c|shop|browse|department|genre|store)(?:[/.]|$)/i
/** One collection of a shop, and not a product in it. */
const COLLECTION_PATH = /\/(?:collections?|categor(?:y|ies)|c|browse)\/[^/]+\/?$/i
const SERVICE_PATH =
  /\/(?:[a-z\d]+-){0,2}(?:services?|solutions?|capabilities|platforms?|pricing|what-we-do|programs?|plans|insurance|consulting|departments?)(?:[/.]|$)/i
const LIST_PATH = /\/(?:tags?|topics?|archives?|search|category|categories|blog|news|latest|top|best|section|list|events|jobs)\/?$/i

/** The kind of a page; `other` where nothing tells. Ordered by how sure the signs are. */
export function pageKind(page: Page, url: string, chosen: Chosen, dated: boolean): PageKind {
  const types = readJsonLd(page.jsonLd).nodes.flatMap(typesOf)
  const has = (pattern: RegExp): boolean => types.some((type) => pattern.test(type))
  const meta = (name: string): string => page.metas.find(({ key }) => key === name)?.content ?? ''
  const maker = `${meta('generator')} ${page.body.attributes.class ?? ''} ${page.body.attributes.id ?? ''}`.slice(0, 600)
  const address = URL.parse(url)
  const [host, path] = [(address?.hostname ?? '').replace(/^www\./, ''), address?.pathname ?? '/']
  const { blocks, keep } = chosen
  let [chars, long] = [0, 0]
  for (const { index, text, linkLength } of blocks) {
    if (keep[index] !== 1) continue
    chars += text.length
    if (text.length > 140 && linkLength < text.length * 0.4) long += text.length
  }
  const prose = long / Math.max(1, chars)
  const cards = chosen.cards?.size ?? 0
  if (has(/^(?:QAPage|DiscussionForumPosting)$/) || FORUM_MAKER.test(maker) || FORUM_HOST.test(host)) return 'forum'
  if (FORUM_PATH.test(path + (address?.search ?? '')) && (chosen.posts?.size ?? 0) > 1) return 'forum'
  const article = has(/(?:Article|BlogPosting|Report|Recipe)$/) || /article/.test(meta('og:type'))
  const many = has(/^(?:ItemList|CollectionPage)$/) || COLLECTION_PATH.test(path)
  if (!article && (/product/.test(meta('og:type')) || has(/^(?:Product|ProductGroup)$/)) && !many) return 'product'
  if (DOCS_MAKER.test(maker) || DOCS_HOST.test(host) || (DOCS_PATH.test(path) && !dated)) return 'documentation'
  if (SERVICE_PATH.test(path) && !has(/(?:Article|BlogPosting|Report|Recipe)$/)) return 'service'
  const shop = chosen.shop === true || has(/^(?:Product|Offer|AggregateOffer|OfferCatalog)$/) || SHOP_PATH.test(path)
  if (article && prose > 0.3 && !has(/^CollectionPage$/)) return 'article'
  if (shop && (cards > 2 || SHOP_PATH.test(path))) return 'collection'
  if (chosen.lead || (chosen.shop === true && cards === 0)) return 'product'
  if (has(/^(?:ItemList|CollectionPage|SearchResultsPage|Blog)$/) || LIST_PATH.test(path) || (cards > 7 && prose < 0.5)) return 'listing'
  if (dated && prose > 0.3) return 'article'
  const parts = path.split('/').filter(Boolean)
  if (!dated && !article && (parts.at(-1)?.match(/[-_]/g)?.length ?? 0) < 3) return 'service'
  return prose > 0.4 ? 'article' : 'other'
}
