/** Numbers that tell the kind of a page: its facts, and signs in its address, its maker and its structure. */

import { hostOf } from '../page/address.ts'
import type { Block } from '../page/blocks.ts'
import type { Page } from '../page/dom.ts'
import { asLearned, FLAG } from '../page/flags.ts'
import { typesOf } from '../page/json-ld.ts'
import type { RecordGroup } from '../records/find.ts'
import type { PageFacts } from './page.ts'

const HOSTS: readonly RegExp[] = [
  /^(?:forums?|community|discuss(?:ion|ions)?|discourse|answers|boards?|talk)\./i,
  /^(?:docs?|developers?|help|wiki|support|api|learn|man|kb|manual|reference)\./i,
]
const PATHS: readonly RegExp[] = [
  /\/(?:t|threads?|topics?|questions?|forums?|viewtopic|showthread|r|discussions?|community)(?:[/.-]|$)|item\?id=\d/i,
  /\/(?:docs?|documentation|guides?|reference|manual|wiki|api|tutorials?|learn|handbook|kb|stable|latest|man\d?)(?:[/.]|$)/i,
  /\/(?:category|categories|collections?|c|shop|browse|department|genre|store)(?:[/.]|$)/i,
  // One collection of a shop, and not a product in it.
  /\/(?:collections?|categor(?:y|ies)|c|browse)\/[^/]+\/?$/i,
  /\/(?:[a-z\d]+-){0,2}(?:services?|solutions?|capabilities|platforms?|pricing|what-we-do|programs?|plans|insurance|consulting|departments?)(?:[/.]|$)/i,
  /\/(?:tags?|topics?|archives?|search|category|categories|blog|news|latest|top|best|section|list|events|jobs)\/?$/i,
  /^\/$/,
]
const MAKERS: readonly RegExp[] = [
  /discourse|phpbb|vbulletin|xenforo|mybb|invision|flarum|vanilla|nodebb|simple machines|lithium|khoros/i,
  /docusaurus|sphinx|mkdocs|gitbook|read ?the ?docs|vuepress|vitepress|mediawiki|mintlify|starlight|docfx|javadoc/i,
  /\breview/i,
]
const TYPES: readonly RegExp[] = [
  /^(?:QAPage|DiscussionForumPosting)$/,
  /(?:Article|BlogPosting|Report|Recipe)$/,
  /^Product/,
  /^(?:ItemList|CollectionPage)$/,
]
const TITLES: readonly RegExp[] = [/\b(?:best|top|guide|how|what|why|vs|reviews?|tips)\b/i, /\d/, /\?/]
const BUY = /add(?:ed)? to (?:\w+ )?(?:cart|basket|bag)|buy (?:it )?now/i
const FRAME = FLAG.nav | FLAG.footer | FLAG.header
const MANY = 4

/** One row for a page; every number is there on every page. */
export function kindRow(page: Page, blocks: readonly Block[], groups: readonly RecordGroup[], facts: PageFacts): Float32Array {
  const meta = (name: string): string => page.metas.find(({ key }) => key === name)?.content ?? ''
  const address = URL.parse(facts.address)
  const path = `${address?.pathname ?? '/'}${address?.search.includes('id=') ? address.search : ''}`
  const maker = `${meta('generator')} ${page.body.attributes.class ?? ''} ${page.body.attributes.id ?? ''}`.slice(0, 600)
  const title = meta('og:title') || page.title
  const types = page.jsonLd.nodes.flatMap(typesOf)
  const said = (patterns: readonly RegExp[], text: string): number[] => patterns.map((pattern) => Number(pattern.test(text)))
  return Float32Array.from([
    ...facts.values,
    ...said(HOSTS, hostOf(facts.address)),
    ...said(PATHS, path),
    ...said(MAKERS, maker),
    ...TYPES.map((pattern) => Number(types.some((type) => pattern.test(type)))),
    ...said(TITLES, title),
    title.length,
    Number(/product/.test(meta('og:type'))),
    ...structure(blocks, groups),
  ])
}

/** Buttons to buy, headings, dates, forms and repeated records. */
function structure(blocks: readonly Block[], groups: readonly RecordGroup[]): number[] {
  const { total, buys, heads, times, forms } = signsOf(blocks)
  const { all, most, chars } = repeated(blocks, groups)
  return [...[buys, times, forms, most, all].map(Math.log1p), heads, chars / Math.max(1, total)]
}

function signsOf(blocks: readonly Block[]) {
  let total = 0
  let buys = 0
  let heads = 0
  let times = 0
  let forms = 0
  for (const { text, container, flags } of blocks) {
    total += text.length
    if (text.length < 60 && BUY.test(text)) buys += 1
    if (container.tag === 'h1') heads += 1
    if ((flags & FLAG.time) !== 0) times += 1
    if ((flags & FLAG.form) !== 0) forms += 1
  }
  return { total, buys, heads, times, forms }
}

/** How many records there are, and how many and how long those of the group are that has most text outside of the frame. */
function repeated(blocks: readonly Block[], groups: readonly RecordGroup[]) {
  let all = 0
  let most = 0
  let chars = 0
  for (const { records, blocks: members } of groups) {
    if (records.length < MANY) continue
    all += records.length
    let own = 0
    for (const index of members) if ((asLearned(blocks[index]!.flags) & FRAME) === 0) own += blocks[index]!.text.length
    if (own > chars) {
      chars = own
      most = records.length
    }
  }
  return { all, most, chars }
}
