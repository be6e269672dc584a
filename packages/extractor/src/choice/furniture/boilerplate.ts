/**
 * What a page itself marks as no part of its content: by the class that search engines tell sites to use, by what it calls related or the trail
 * to it, by links that skip something or tell others of the page.
 */
import { sharesPage } from '../../page/address.ts'
import { type Block, hrefOf, isLinks } from '../../page/blocks.ts'
import { withClass, withClassLike } from '../../page/classes.ts'
import { closest, type Page } from '../../page/dom.ts'
import { FLAG } from '../../page/flags.ts'
import { leaveOut } from '../../page/plain.ts'

/** Where MediaWiki says which wiki a page is from. */
const SITE_SUB = 'siteSub'
const MARKS = ['nocontent', 'robots-nocontent']
/** Boxes of what else there is on a site. */
const RELATED =
  /(?:^|[-_])related[-_]*(?:article|blog|content|item|news|offering|page|post|product|reading|resource|stor(?:y|ies))s?(?![a-z])/i

const SKIPS =
  /^(?:(?:skip|jump) (?:to|past|over)|go to (?:the )?(?:start|end) of)\s|^(?:zum (?:haupt)?inhalt|aller au contenu|(?:saltar|ir) al contenido|vai al contenuto|naar (?:de )?inhoud)/i
const LONGEST = 60

/** Whether a block is nothing but a link past something on the same page. */
const skips = (block: Block): boolean =>
  block.text.length <= LONGEST && block.links === 1 && isLinks(block) && SKIPS.test(block.text) && hrefOf(block)?.startsWith('#') === true

/** Whether a block is nothing but links to where a page is shared. */
function shares(block: Block): boolean {
  if (block.text.length > LONGEST || block.links === 0 || !isLinks(block)) return false
  const links = block.nodes.map(({ parent }) => closest(parent, ({ tag }) => tag === 'a')?.attributes.href)
  return links.every((href) => href === undefined || sharesPage(href))
}

const TRAIL = /^(?:nav|ol|ul)$/
const CRUMBS = /(?:^|[\s_-])bread-?crumbs?(?![a-z])/i

/** Whether a block is a step of the trail to a page. */
const isCrumb = ({ text, container, flags }: Block): boolean =>
  text.length <= LONGEST &&
  (flags & (FLAG.nav | FLAG.list)) !== 0 &&
  closest(
    container,
    ({ tag, attributes: { class: classes, more } }) =>
      TRAIL.test(tag) && (CRUMBS.test(classes ?? '') || CRUMBS.test(more['aria-label'] ?? '')),
  ) !== null

/** Share of what is kept that may be marked so: more is a mistake. */
const SHARE = 0.3

/** What public-inbox says below each message and each list of them: how to answer, and where to take a copy. */
const INBOX = /^(?:Reply instructions: |This is a public inbox, see )/
const isEndOfInbox = ({ container, text }: Block): boolean =>
  container.tag === 'pre' && container.parent?.tag === 'body' && INBOX.test(text)

/** What unfolds a long quote on a board, below it. */
const UNFOLDS = /^click to (?:expand|shrink)\W*$/i
const unfoldsQuote = ({ text, container }: Block): boolean =>
  UNFOLDS.test(text) && closest(container, ({ tag }) => tag === 'blockquote') !== null

/** What boards write above code in a post, which shows as such without it. */
const CODE = /^(?:html |php )?code:$/i
const callsCode = ({ index, text }: Block, blocks: readonly Block[]): boolean =>
  CODE.test(text) && ((blocks[index + 1]?.flags ?? 0) & FLAG.pre) !== 0

/** What screen readers are told of a part of a carousel. */
const PLACE = /^(?:slide|message|image|photo|picture) \d+ (?:of|\/) \d+[.:]?$/i

/** Leaves these out; a list may be one of related things. */
export function dropBoilerplate(page: Page, blocks: readonly Block[], keep: Uint8Array, isList: boolean): void {
  const end = blocks.findIndex(isEndOfInbox)
  if (end > 0) keep.fill(0, end)
  const marks = new Set([
    ...page.having.id.filter(({ attributes }) => attributes.id === SITE_SUB),
    ...withClass(page, ...MARKS),
    ...(isList ? [] : withClassLike(page, RELATED)),
  ])
  const isMarked = ({ nodes }: Block): boolean => marks.size > 0 && closest(nodes[0]!.parent, (at) => marks.has(at)) !== null
  leaveOut(
    blocks,
    keep,
    SHARE,
    (block) =>
      skips(block) ||
      shares(block) ||
      isCrumb(block) ||
      PLACE.test(block.text) ||
      unfoldsQuote(block) ||
      callsCode(block, blocks) ||
      isMarked(block),
  )
}
