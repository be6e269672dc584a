import { hostOf } from '../page/address.ts'
import type { Block } from '../page/blocks.ts'
import type { Element, Page } from '../page/dom.ts'
import { areOrganisations, type LdNode, namesOf } from '../page/json-ld.ts'
import { standsIn } from './around.ts'
import { inMarkup, isMenu } from './byline-markup.ts'
import { aboveDay, aboveRole, besideBar, byLine, labelled, writtenOnce } from './byline-text.ts'
import { mailAuthor } from './mail.ts'
import { joinNames } from './names.ts'
import { isOthersItem } from './properties.ts'
import { isOutlet } from './roles.ts'
import { fold } from './text.ts'
import { type Heading, overlap } from './title.ts'

const META_KEYS = new Set([
  'author',
  'article:author',
  'parsely-author',
  'citation_author',
  'citation_authors',
  'dc.creator',
  'dc.contributor.inventor',
  'dcterms.creator',
  'sailthru.author',
  'byl',
  'byline',
  'twitter:creator:name',
])
/** Other names that say the same: `cXenseParse:author`, `article_author`; not those that name an account or the maker of an app. */
const AUTHOR_KEY = /^(?!ms\.|smartbanner:|books?:|citation)(?:.*[-_.:])?authors?(?:[-_.]?names?)?$/
/** Bibliographies write the family name first. */
const LAST_FIRST = /^([^,\d]{2,40}), ([^,\d]{1,40})$/
const WRITTEN_BY = /^(?:written by|posted by|by|author)$/i

/** Names in meta tags, one by one. */
function metaNames(metas: Page['metas']): string[] {
  const names = metas
    .filter(({ key }) => META_KEYS.has(key))
    .flatMap(({ key, content }) => {
      const isCited = /^(?:citation|dc)/.test(key)
      return (isCited ? content.split(';') : [content]).map((name) => ({ name: name.trim(), isCited }))
    })
  // Several such names in one list could not be told apart.
  const turned = names.length > 1 ? '$2 $1' : '$&'
  if (names.length > 0) return names.map(({ name, isCited }) => (isCited ? name.replace(LAST_FIRST, turned) : name))
  const others = metas.filter(({ key }) => AUTHOR_KEY.test(key)).map(({ content }) => content)
  if (others.length > 0) return others
  // Cards for sharing carry pairs of a label and what it says.
  const label = metas.find(({ key, content }) => /^twitter:label[12]$/.test(key) && WRITTEN_BY.test(content.trim()))
  return metas.filter(({ key }) => key === label?.key.replace('label', 'data')).map(({ content }) => content)
}

type Sources = {
  readonly page: Page
  readonly url: string
  /** The node of JSON-LD that names an author. */
  readonly article: LdNode | undefined
  readonly byId: ReadonlyMap<string, LdNode>
  readonly siteName: string | null
  readonly heading: Heading | null
  readonly blocks: readonly Block[]
  /** Index of the block with the title; -1 when it is not known. */
  readonly anchor: number
  /** Who wrote the first post of a thread. */
  readonly firstPost: string | null
  /** Whether what stands in an element is said by others than the page's author. */
  readonly isOthers: (element: Element) => boolean
  /** Whether the page is of things or of an event: names on it are those of buyers and visitors, of authors of the things, of ways to elsewhere. */
  readonly isOfThings: boolean
}

/**
 * Who wrote the page: JSON-LD, meta tags, a line under the title that announces a name, microdata and classes, a line "By …", the first post of
 * a thread, the one line anywhere that says who wrote it, a name above the day. What data call the site itself is the author only where nobody
 * else is named.
 */
export function readByline({
  page,
  url,
  article,
  byId,
  siteName,
  heading,
  blocks,
  anchor,
  firstPost,
  isOthers,
  isOfThings,
}: Sources): string | null {
  const sites = namesOfSite(siteName, url, page.metas)
  const notSite = (name: string | null): string | null => (name !== null && (sites.has(fold(name)) || isOutlet(name)) ? null : name)
  const fromLd = joinNames(namesOf(article?.author ?? article?.creator, byId))
  const ofPersons = areOrganisations(article?.author ?? article?.creator, byId) ? null : notSite(fromLd)
  const fromMeta = ofPersons === null ? joinNames(metaNames(page.metas)) : null
  const fromData = ofPersons ?? notSite(fromMeta)
  const near = anchor === -1 ? [] : blocks.slice(Math.max(0, anchor - 3), anchor + 10)
  if (fromData !== null || isOfThings) return asShown(fromData ?? fromLd ?? fromMeta, near)
  const isVoice = standsIn((element) => isOthersVoice(element) || isOthers(element))
  const isLinked = standsIn((element) => isMenu(element) || leadsDown(element) || namesColumn(element))
  const isNoLine = ({ nodes }: Block): boolean => isVoice(nodes[0]!.parent) || isLinked(nodes[0]!.parent)
  const around = near.filter((block) => !isNoLine(block))
  const lines = around.map(({ text }) => text)
  const announced = labelled(lines) ?? joinNames([mailAuthor(around) ?? ''])
  if (announced !== null) return announced
  const below = around.filter(({ index, text }) => index > anchor && index <= anchor + BELOW && text.length <= LONGEST_LINE)
  const said = byLine(below.map(({ text }) => text))
  const marked = inMarkup(page, url, heading, isVoice)
  return (
    notSite(marked === null || isAnother(marked, said) ? null : marked) ??
    said ??
    byLine(lines) ??
    aboveRole(around) ??
    firstPost ??
    writtenOnce(blocks, isNoLine) ??
    aboveDay(around, anchor) ??
    besideBar(lines, notSite) ??
    marked ??
    fromLd ??
    fromMeta
  )
}

/** A name that data turn round for a list (`Author, Ann`) as the page says it beside its title. */
function asShown(name: string | null, near: readonly Block[]): string | null {
  const turned = name === null || !LAST_FIRST.test(name) ? null : name.replace(LAST_FIRST, '$2 $1')
  return turned !== null && near.some(({ text }) => text.includes(turned)) ? turned : name
}

/** Whether a name shares no word with what the line right below the title says: that of somebody else. */
const isAnother = (name: string, said: string | null): boolean => said !== null && overlap(said, name) === 0
/** Lines below the title that say who wrote the page, and how long they are. */
const [BELOW, LONGEST_LINE] = [2, 80]

/** What a site may be called where its data call it the author: its name, its publisher's, its host with and without what ends it. */
function namesOfSite(siteName: string | null, url: string, metas: Page['metas']): ReadonlySet<string> {
  const host = hostOf(url)
  const publishers = metas.filter(({ key }) => key === 'dc.publisher' || key === 'publisher').map(({ content }) => content)
  const names = [siteName ?? '', host, host.replace(/\.(?:com?\.)?[a-z]+$/, ''), ...publishers]
  return new Set(names.map(fold).filter((name) => name !== ''))
}

/** Names in testimonials, reviews and quotes are those of the people quoted. */
const isOthersVoice = ({ tag, attributes }: Element): boolean =>
  tag === 'blockquote' ||
  isOthersItem(attributes) ||
  (tag !== 'body' &&
    /(?:^|[\s_-])(?:testimonials?|customer-?(?:quotes?|reviews?|stor(?:y|ies))|(?:category|product|user)-?reviews?|reviewer|quotes?|feedback|reactions-?bar)(?:$|[\s_-])/i.test(
      `${attributes.class ?? ''} ${attributes.id ?? ''}`,
    ))

/** A line of the page's own contents calls a section, not a person. */
const leadsDown = ({ tag, attributes: { href } }: Element): boolean =>
  tag === 'a' && href !== undefined && href.startsWith('#') && href !== '#'

/** The head of a column says what stands below it, not beside it. */
const namesColumn = ({ tag, parent }: Element): boolean =>
  tag === 'th' &&
  parent !== null &&
  parent.children.length <= MOST_COLUMNS &&
  !parent.children.some((at) => at.kind === 'element' && at.tag === 'td')
const MOST_COLUMNS = 40
