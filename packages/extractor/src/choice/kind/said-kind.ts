/** Kinds that a page shows by its maker, its data or its structure, where what is learned says something else. */
import { kindRow } from '../../features/kind.ts'
import type { PageFacts } from '../../features/page.ts'
import { sentMessage } from '../../metadata/mail.ts'
import { isInNamespace } from '../../metadata/page-kind.ts'
import { fold } from '../../metadata/text.ts'
import { type Block, isOutside } from '../../page/blocks.ts'
import { withClass } from '../../page/classes.ts'
import type { Element, Page } from '../../page/dom.ts'
import { FLAG, flagsAround } from '../../page/flags.ts'
import { textValue, typesOf } from '../../page/json-ld.ts'
import { HEADINGS } from '../../page/tags.ts'
import { arePosts } from '../../records/dated.ts'
import type { RecordGroup } from '../../records/find.ts'
import { archiveOf } from '../repeated/archive.ts'
import type { Model } from '../scorer/score.ts'
import { isOneRecipe } from '../whole/recipe-data.ts'
import { isDatedProse } from './dated-prose.ts'
import { KINDS, kindOf, kindScores, type PageKind } from './kind.ts'

/** Generators that nearly all of whose pages are documentation, as they call themselves. */
const DOCUMENTATION_MAKER =
  /^(?:docusaurus|docutils|sphinx|mkdocs|vitepress|rspress|starlight|antora|honkit|gitbook|mintlify|docfx|javadoc|rustdoc|doxygen|asciidoc(?:tor)?|pdoc|dokuwiki|makeinfo|texi2html|docbook|publican|gtk-doc)\b/i
/** Of these, what makes references alone. */
const REFERENCE_MAKER = /^(?:docutils|sphinx|docfx|javadoc|rustdoc|doxygen|pdoc|makeinfo|texi2html|docbook|publican|gtk-doc)\b/i
/** Makers of specifications and of nothing else. */
const SPECIFICATION_MAKER = /^(?:respec|bikeshed)\b/i
/** Records of a list of posts, and their share of the text outside of the frame. */
const LIST = { records: 4, share: 0.7, all: 0.9 }

type Parts = { readonly blocks: readonly Block[]; readonly groups: readonly RecordGroup[] }

/** How likely a page is of each of `KINDS`: certain where it says so, else as learned. */
export function kindsOf(page: Page, parts: Parts, facts: PageFacts, { kinds }: Pick<Model, 'kinds'>): Float32Array {
  const learned = kindScores(kinds, kindRow(page, parts.blocks, parts.groups, facts))
  const said = saidKind(page, facts.address, parts, kindOf(learned))
  return said === null ? learned : Float32Array.from(KINDS, (kind) => Number(kind === said))
}

function saidKind(page: Page, address: string, { blocks, groups }: Parts, learned: PageKind): (typeof KINDS)[number] | null {
  if (isFrameOfManual(page) || isManualPage(blocks) || isSpecification(page)) return 'documentation'
  if (sentMessage(blocks) !== null) return 'forum'
  // Shops and manuals have questions of their buyers and readers.
  if (learned !== 'product' && learned !== 'documentation' && saysThread(page)) return 'forum'
  if (isInNamespace(page, 'ns-14')) return 'listing'
  if (isOneRecipe(page)) return 'article'
  if (learned === 'article' && isOfForum(address)) return 'forum'
  if (/^(?:collection|product|service|other)$/.test(learned) && isPaper(page)) return 'article'
  // What is learned of these is right far more often than a maker or a heading is.
  if (learned === 'article') return isListOfPosts(blocks, groups, true) ? 'listing' : isOfReference(page, address) ? 'documentation' : null
  if (learned === 'forum' || learned === 'product' || learned === 'collection') return null
  if (archiveOf(blocks).length > 0 || isListOfPosts(blocks, groups, false)) return 'listing'
  if (isEntry(page) || ((learned === 'documentation' || learned === 'other') && isPost(page))) return 'article'
  if (isOfManual(page) && URL.parse(address)?.pathname !== '/') return 'documentation'
  return learned !== 'documentation' && isDatedProse(page, address, blocks) ? 'article' : null
}

const THREAD = /^(?:QAPage|DiscussionForumPosting)$/
const THREAD_ITEM = /schema\.org\/(?:QAPage|DiscussionForumPosting)$/

/** Whether its data or its markup call a page a thread. */
const saysThread = ({ jsonLd, having }: Page): boolean =>
  jsonLd.nodes.some((node) => typesOf(node).some((type) => THREAD.test(type))) ||
  having.more.some(({ attributes }) => THREAD_ITEM.test(attributes.more.itemtype ?? ''))

/** Whether a host calls itself a forum, and the address holds the number of a thread. */
function isOfForum(address: string): boolean {
  const { hostname = '', pathname = '', search = '' } = URL.parse(address) ?? {}
  return /forum/.test(hostname) && /\d{5,}/.test(`${pathname}${search}`)
}

/** The index of Sphinx, whose older versions do not name themselves. */
const isIndexOfSphinx = ({ rel, href }: Page['links'][number]): boolean => rel === 'index' && /(?:^|\/)genindex\.html$/.test(href)

/** By what made it, by what Microsoft's manuals say of themselves, or by a link to its maker. */
const isOfManual = ({ metas, links, having }: Page): boolean =>
  metas.some(({ key, content }) => (key === 'generator' && DOCUMENTATION_MAKER.test(content.trim())) || key === 'ms.topic') ||
  links.some(isIndexOfSphinx) ||
  having.href.some(isCredit)

/** Below the first page: a project's own page is made as its manual is. */
const isOfReference = ({ metas, links }: Page, address: string): boolean =>
  URL.parse(address)?.pathname !== '/' &&
  (metas.some(({ key, content }) => key === 'generator' && REFERENCE_MAKER.test(content.trim())) || links.some(isIndexOfSphinx))

const isSpecification = ({ metas }: Page): boolean =>
  metas.some(({ key, content }) => key === 'generator' && SPECIFICATION_MAKER.test(content.trim()))

/** What Nextra and Fumadocs, which do not name themselves, call the lists beside a page. */
const isFrameOfManual = (page: Page): boolean =>
  page.having.id.some(({ tag, attributes }) => tag === 'aside' && attributes.id === 'nd-sidebar') ||
  withClass(page, 'nextra-sidebar').some(({ tag }) => tag === 'aside')

/** What the first section of a manual page is called, what stands below it, and blocks of a frame that may stand above. */
const NAME = /^(?:NAME|BEZEICHNUNG|NOM|NOMBRE|NOME|NAAM|NAZWA|ИМЯ|名前|名称|이름)$/
const NAMED = /^[\w:.+-]+(?:, [\w:.+-]+)* [-–—] \S/
const ABOVE = 60

/** Whether a page is one of a manual as `man` shows them, whatever drew it: the first section gives a name and says what has it. */
function isManualPage(blocks: readonly Block[]): boolean {
  const name = blocks.slice(0, ABOVE).findIndex(({ container, text }) => HEADINGS.has(container.tag) && NAME.test(text))
  return name !== -1 && NAMED.test(blocks[name + 1]?.text ?? '')
}

const MAKER_HOME =
  /^https?:\/\/(?:www\.)?(?:mkdocs\.org|sphinx-doc\.org|docusaurus\.io|vitepress\.dev|starlight\.astro\.build|antora\.org)\/?$/
const LONGEST_HOME = 40

/** A link of the footer to what made the page. */
function isCredit(element: Element): boolean {
  const href = element.attributes.href!
  return href.length <= LONGEST_HOME && MAKER_HOME.test(href) && (flagsAround(element) & FLAG.footer) !== 0
}

/** What libraries ask of papers: title, authors and where it came out. */
const PAPER = [/^citation_title$/, /^citation_authors?$/, /^citation_(?:arxiv_id|conference_title|doi|journal_title|pmid)$/]

const isPaper = ({ metas }: Page): boolean => PAPER.every((name) => metas.some(({ key }) => name.test(key)))

const POST = /^(?:BlogPosting|NewsArticle)$/

/** Whether its data know one post, which is called what the page is called. */
function isPost({ jsonLd, title }: Page): boolean {
  const posts = jsonLd.nodes.filter((node) => typesOf(node).some((type) => POST.test(type)))
  const headline = fold(textValue(posts[0]?.headline) ?? '')
  return posts.length === 1 && headline !== '' && fold(title).startsWith(headline)
}

/** Whether a page is one entry of microformats, a title, a content and a day that it came out; or one article of microdata. */
const isEntry = (page: Page): boolean =>
  (withClass(page, 'entry-title', 'p-name').length === 1 &&
    withClass(page, 'entry-content', 'e-content').length === 1 &&
    withClass(page, 'published', 'dt-published').some(({ tag }) => tag === 'time')) ||
  isOneItem(page)

function isOneItem({ having }: Page): boolean {
  const named = having.itemprop.flatMap(({ attributes: { itemprop } }) =>
    itemprop === 'articleBody' || itemprop === 'headline' ? [itemprop] : [],
  )
  return named.length === 2 && named[0] !== named[1]
}

/**
 * Whether nearly all of a page is records that lead somewhere and say when that was written, as those of a blog's first page do.
 * @param alone and nothing else, not even a heading of its own
 */
function isListOfPosts(blocks: readonly Block[], groups: readonly RecordGroup[], alone: boolean): boolean {
  const whole = blocks.reduce((sum, block) => sum + (isOutside(block) ? 0 : block.text.length), 0)
  return groups.some(({ records, blocks: members }) => {
    if (records.length < LIST.records) return false
    const listed = members.reduce((sum, index) => sum + (isOutside(blocks[index]!) ? 0 : blocks[index]!.text.length), 0)
    if (listed < whole * (alone ? LIST.all : LIST.share) || !arePosts(records, blocks)) return false
    return (
      !alone || blocks.every(({ container, index }) => container.tag !== 'h1' || (index >= records[0]!.from && index < records.at(-1)!.to))
    )
  })
}
