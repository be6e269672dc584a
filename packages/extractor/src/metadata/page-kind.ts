/** Kinds that a page says in so many words, or shows by what is kept of it. */
import { keepsDatedProse } from '../choice/kind/dated-prose.ts'
import { kindOf, type PageKind } from '../choice/kind/kind.ts'
import { type Block, lengthOf } from '../page/blocks.ts'
import { withClassLike } from '../page/classes.ts'
import { closest, type Element, type Page } from '../page/dom.ts'
import { typesOf } from '../page/json-ld.ts'

const FORUM_MAKER = /\b(?:discourse|phpbb|vbulletin|xenforo|mybb|invision|flarum|nodebb|simple machines|smf|lemmy)\b/i
/** Posts of a thread: at least so many, with such a share of the kept text; comments below an article have less. */
const POSTS = { least: 3, share: 0.6 }
/** What hosts of source code call the box of a project's first text, and the share of the kept text that it holds. */
const README = /(?:^|[\s_-])readme(?:$|[\s_-])|(?:^|\s)markdown-body entry-content(?:$|\s)/i
const README_PART = /readme|^markdown-body$/i
const README_ID = 'readme'
const README_SHARE = 0.6

type Kept = {
  readonly blocks: readonly Block[]
  readonly keep: Uint8Array
  readonly kinds: Float32Array
  readonly posts?: ReadonlyMap<Element, { readonly rating?: string | null }>
}

/** The kind of a page: what it says or shows itself, else what is learned. */
export function pageKindOf(page: Page, { blocks, keep, kinds, posts }: Kept): PageKind {
  const learned = kindOf(kinds)
  if (isInNamespace(page, 'ns-talk')) return 'forum'
  // Shops have reviews, which are posts too.
  if (learned === 'forum' || learned === 'documentation' || learned === 'product') return learned
  if (isOfForum(page)) return 'forum'
  const readmes = readmesOf(page)
  const lengthIn = (elements: { has(element: Element): boolean }): number =>
    lengthOf(
      blocks.filter(({ container }) => closest(container, (at) => elements.has(at)) !== null),
      keep,
    )
  // Reviews are no thread.
  const said = new Set([...(posts ?? [])].flatMap(([post, { rating }]) => (rating == null ? [post] : [])))
  if (said.size >= POSTS.least && lengthIn(said) >= lengthOf(blocks, keep) * POSTS.share) return 'forum'
  if (readmes.size > 0 && lengthIn(readmes) > lengthOf(blocks, keep) * README_SHARE) return 'documentation'
  if (learned === 'other' && saysArticle(page)) return 'article'
  // What surrounds a text is learned of more than the text is, and few learned pages are in other languages than English.
  return /^(?:listing|service|other)$/.test(learned) && keepsDatedProse(page, blocks, keep) ? 'article' : learned
}

/** Whether MediaWiki made a page, and says that it is of this namespace: `ns-talk` where it talks about another, `ns-14` of a category. */
export function isInNamespace({ body: { attributes } }: Page, namespace: string): boolean {
  const names = attributes.class?.split(/\s+/) ?? []
  const maker = names.indexOf('mediawiki')
  return maker !== -1 && names.includes(namespace, maker)
}

const readmesOf = (page: Page): ReadonlySet<Element> =>
  new Set([
    ...withClassLike(page, README_PART).filter(({ attributes }) => README.test(attributes.class!)),
    ...page.having.id.filter(({ attributes: { id } }) => id!.length === README_ID.length && id!.toLowerCase() === README_ID),
  ])

const ARTICLE = /^(?:Blog|News|Tech)?(?:Article|Posting)$/

/** Whether its data call a page an article; lists and shops do so too, so this is asked where nothing is learned. */
const saysArticle = ({ metas, jsonLd }: Page): boolean =>
  metas.some(({ key, content }) => key === 'article:published_time' || (key === 'og:type' && /^article$/i.test(content.trim()))) ||
  jsonLd.nodes.some((node) => typesOf(node).some((type) => ARTICLE.test(type)))

const isOfForum = ({ metas }: Page): boolean => metas.some(({ key, content }) => key === 'generator' && FORUM_MAKER.test(content))
