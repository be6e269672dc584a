/** Who wrote a page, by its markup: microdata, `rel`, classes, links to what somebody wrote. */
import { unarchived } from '../page/address.ts'
import type { Attributes } from '../page/attributes.ts'
import { closest, type Element, findAll, type Node, type Page } from '../page/dom.ts'
import { classIs, readOnce } from '../page/once.ts'
import { BLOCK_TAGS } from '../page/tags.ts'
import { spacedText, squeeze, textOf } from '../page/text.ts'
import { byLine } from './byline-text.ts'
import { cleanName, joinNames } from './names.ts'
import { personsIn } from './persons.ts'
import { hasProperty, propertiesOf } from './properties.ts'
import { isFullName, isHandle } from './roles.ts'
import type { Heading } from './title.ts'

const BYLINE_CLASS =
  /(?:^|[\s_-])(?:by[_-]?line|(?:article|story|post)-?byline|author(?:s|-?name|-?link|-?title)?|auteurs?|autore?s?|firma|signature|writer|contributor|posted-?by|creator|username|p-author|nickname|user-?name)(?:$|[\s_-])/i
export const AUTHOR_PATH =
  /(?<!\/licenses)\/(?:authors?|auteurs?|autore?s?|contributors?|columnists?|editors?|staff|writers?|by|journalists?|byline)\/[^/?#]{3,}/i
const MEMBER_PATH = /\/(?:users?|members?|profiles?|u)\/[^/?#]{2,}|\/user-\d+|[?&]u=\d+/i
const OTHERS =
  /categor|comment|descri|reply|related|sidebar|widget|footer|recent|avatar|image|bio\b|social|share|(?:^|[\s_-])(?:api|call|class|code|constructor|field|function|line|member|method|property|tsd|type)[_-]signature/i

/** Ranks of links that lead to an author's or a member's page. */
const [AUTHOR_RANK, MEMBER_RANK] = [2.2, 1.8]

/** Rank of what microdata call the author. */
const DATA_RANK = 4

/** Menus name nobody, unless microdata do in one. */
export const isMenu = ({ tag }: Element): boolean => tag === 'nav'

const isOfAuthor = ({ rel }: Attributes): boolean => rel?.split(/\s+/).includes('author') === true

/** How surely an element names the author, by what its markup says; 0 for others. */
function rankOf(element: Element, url: string, titled: boolean, hasBylineClass: (element: Element) => boolean): number {
  const { tag, attributes } = element
  const { class: classes, id, href = '' } = attributes
  if (propertiesOf(attributes).includes('author')) return DATA_RANK
  if (isOfAuthor(attributes)) return 3
  const linked = tag === 'a' && titled && AUTHOR_PATH.test(href)
  if (hasBylineClass(element) || (id !== undefined && BYLINE_CLASS.test(id)))
    return OTHERS.test(`${classes ?? ''} ${id ?? ''}`) ? 0 : linked ? AUTHOR_RANK : 2
  if (tag !== 'a' || !titled) return 0
  if (linked) return AUTHOR_RANK
  return MEMBER_PATH.test(href) && URL.parse(unarchived(href), url)?.host === URL.parse(url)?.host ? MEMBER_RANK : 0
}

/** Tells what rank an element may have: few of a page have any, and the loop behind this sees these alone. */
function mayName(titled: boolean, hasBylineClass: (element: Element) => boolean): (element: Element) => boolean {
  const leads = ({ href }: Attributes): boolean => titled && href !== undefined && (AUTHOR_PATH.test(href) || MEMBER_PATH.test(href))
  const isCalled = ({ id }: Attributes): boolean => id !== undefined && BYLINE_CLASS.test(id)
  return (element) => {
    const { attributes } = element
    return hasBylineClass(element) || attributes.rel !== undefined || hasProperty(attributes) || isCalled(attributes) || leads(attributes)
  }
}

/** What holds comments below a text: those who wrote them did not write the page. */
const isComments = ({ tag, attributes: { class: classes = '', id = '' } }: Element): boolean =>
  tag !== 'body' && tag !== 'main' && tag !== 'article' && COMMENTS.test(`${classes} ${id}`)
const COMMENTS = /(?:^|[\s_-])(?<!no[_-])(?:(?:article|single|post|user|reader)-?)?comments?(?:$|[\s_-])|(?:^|[\s_-])(?:disqus|dsq)/i

/** Words without a capital, in a script that has them, name no one. */
const isPhrase = (text: string): boolean => /^[\p{Ll}\p{M}\d]+(?: [\p{Ll}\p{M}\d]+)+$/u.test(text)
const MOST_ELEMENTS = 6_000
/** What is far from the title must be better than the link to a member who says something of what the page is about. */
const FAR = 0.4
const LONGEST_BIO = 600

/** The name that the surest element near the title gives; null where none does. */
export function inMarkup(page: Page, url: string, heading: Heading | null, isVoice: (element: Element) => boolean): string | null {
  let best: { name: string; rank: number } | null = null
  const headingId = heading?.element.id ?? 0
  const hasBylineClass = classIs(BYLINE_CLASS)
  const isOfEntry = entries()
  const ranks = new Map<Element, number>()
  for (const element of page.all.slice(0, MOST_ELEMENTS).filter(mayName(headingId > 0, hasBylineClass))) {
    const rank = rankOf(element, url, headingId > 0, hasBylineClass)
    if (rank > 0) ranks.set(element, rank)
  }
  for (const [element, own] of ranks) {
    let rank = own
    if (isVoice(element) || (rank < DATA_RANK && closest(element, isMenu))) continue
    const comments = element.id > headingId ? closest(element, isComments) : null
    if (comments !== null && comments.id > headingId) continue
    const linked = rank === AUTHOR_RANK || rank === MEMBER_RANK
    // Above the title stands the site's own; far below it the authors of other things.
    if (element.id < headingId - 40 || element.id > headingId + 400) rank -= 1.5
    if (isSignature(element) && looksOf(page).get(element.look)! >= MANY) continue
    if (rank <= AUTHOR_RANK && isOfEntry(element)) continue
    if (rank < FAR || (best !== null && best.rank >= rank) || (rank < 1 && !linked && looksOf(page).get(element.look)! >= MANY)) continue
    const name = nameIn(element)
    if (name !== null && !(linked && isPhrase(name))) best = { name, rank }
  }
  return best?.name ?? null
}

const MANY = 3

/** What stands below an article; boards call what somebody writes below each post so. */
const isSignature = ({ attributes }: Element): boolean => attributes.class === 'signature'

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/
const LONGEST_ENTRY = 600

/** Tells whether what its class calls authors stands in one of several entries of a list of what was published, with a year. */
function entries(): (element: Element) => boolean {
  const known = new Map<Element, boolean>()
  const isEntry = (item: Element): boolean => {
    const text = textOf(item)
    return item.parent!.children.length > 1 && text.length <= LONGEST_ENTRY && YEAR.test(text)
  }
  return ({ attributes, parent }) => {
    const item = /(?:^|[\s_-])authors(?:$|[\s_-])/i.test(attributes.class ?? '') ? closest(parent, ({ tag }) => tag === 'li') : null
    if (item === null) return false
    if (!known.has(item)) known.set(item, isEntry(item))
    return known.get(item)!
  }
}

/** How many elements of a page look as each does: several of one make are names on its cards. */
const looksOf = readOnce(({ all }: Page): ReadonlyMap<number, number> => {
  const looks = new Map<number, number>()
  for (const { look } of all) looks.set(look, (looks.get(look) ?? 0) + 1)
  return looks
})

/** As many links are names, and as many parts a line of them has. */
const [SEVERAL, PARTS] = [8, 24]
/** What stands between names and before them. */
const BETWEEN = /^(?:by|written by|von|par|por|di|door)?[\s,;&·|]*(?:(?:and|und|et|y|e|en|och|og|with)[\s,;&·|]*)*$/i

const leadsToAuthor = ({ tag, attributes }: Element): boolean =>
  tag === 'a' && (isOfAuthor(attributes) || AUTHOR_PATH.test(attributes.href ?? ''))

/** Names that are a link each to what their author wrote, and nothing else stands beside them but words that join them. */
function linkedNames(element: Element): string | null {
  const links = findAll(element, ({ tag }) => tag === 'a')
  if (links.length < 2 || links.length > SEVERAL || !links.every(leadsToAuthor)) return null
  const rest = links.reduce((text, link) => text.replace(squeeze(textOf(link)), ''), squeeze(spacedText(element)))
  return BETWEEN.test(squeeze(rest)) ? joinNames(links.map((link) => squeeze(spacedText(link)))) : null
}

/** What a byline says of the text besides: where it belongs. */
const TOPIC_CLASS = /(?:^|[\s_-])(?:categor(?:y|ies)|tags?|topics?)(?:$|[\s_-])/i
const TOPIC_PATH = /\/(?:categor(?:y|ies)|tags?|topics?)\//i

/** Whether a link in a byline leads to all that is said on a topic. */
const isTopic = (link: Element, byline: Element): boolean =>
  TOPIC_PATH.test(link.attributes.href ?? '') ||
  closest(link, (at) => at === byline || TOPIC_CLASS.test(at.attributes.class ?? '')) !== byline

/** Whether a link does something with the page instead of leading to somebody: prints it, mails it on. */
const acts = ({ attributes: { href = '' } }: Element): boolean => /^\s*(?:javascript:|mailto:\?)/i.test(href)

/** Whether an element says nothing but what such links do. */
const isToolbar = (element: Element, links: readonly Element[]): boolean =>
  links.length > 0 && links.every(acts) && squeeze(spacedText(element)) === squeeze(links.map(spacedText).join(' '))

/** The first line of a box about the author: a full name, of whose bearer the box says more. */
function firstLineOf(box: Element): string | null {
  const name = firstText(box)
  if (name === null || !isFullName(name)) return null
  const more = squeeze(spacedText(box)).slice(name.length, name.length + LONGEST_BIO)
  return more.includes(`${name.split(' ')[0]} `) ? name : null
}

function firstText(node: Element): string | null {
  for (const child of node.children) {
    const text = child.kind === 'text' ? squeeze(child.text) || null : firstText(child)
    if (text !== null) return text
  }
  return null
}

/** The full name that a line of a byline announces, where its links lead elsewhere: `By Ann Author | <a>Archive</a>`. */
function announcedIn(element: Element): string | null {
  const links = findAll(element, ({ tag }) => tag === 'a')
  if (links.length === 0 || links.length > SEVERAL) return null
  const line = squeeze(spacedText(element))
  const name = line.length <= LONGEST_LINE ? (byLine([line]) ?? nameBefore(line)) : null
  if (name === null || !isFullName(name) || !/^\s*(?:[|·•,/–—]|$)/.test(line.slice(line.indexOf(name) + name.length))) return null
  const isNamed = (link: Element): boolean => {
    const text = cleanName(spacedText(link)) ?? ''
    return text !== '' && (name.includes(text) || text.includes(name))
  }
  return links.some(isNamed) ? null : name
}
const LONGEST_LINE = 160

/** What a line says before the first upright bar. */
const nameBefore = (line: string): string | null => (line.includes(' | ') ? cleanName(line.slice(0, line.indexOf(' | '))) : null)

/** What the one whom a byline names is, in an element of its own behind the name. */
const ROLE_CLASS = /(?:^|[\s_-])(?:(?:job-?)?role|job-?title|position|occupation)(?:$|\s)/i

/** The text of a byline without such elements, with a space in the place of each. */
function withoutRoles(node: Node): string {
  if (node.kind === 'text') return node.text
  const text = node.children.map((child) => (isRole(child) ? ' ' : withoutRoles(child))).join('')
  return node.tag === 'br' || BLOCK_TAGS.has(node.tag) ? ` ${text}` : text
}

const isRole = (node: Node): boolean => node.kind === 'element' && ROLE_CLASS.test(node.attributes.class ?? '')

/** The name that an element of a byline holds: what its parts call a name, its links, else all of it; in a box, its first line. */
function nameIn(element: Element): string | null {
  const { tag, parent } = element
  const several =
    linkedNames(tag === 'a' && parent !== null && parent.children.length <= PARTS ? parent : element) ?? joinNames(personsIn(element))
  if (several !== null) return several
  const said = announcedIn(element)
  if (said !== null) return said
  const links = findAll(element, (at) => at.tag === 'a')
  const topics = new Set(links.filter((link) => isTopic(link, element)))
  const inner = propertiesOf(element.attributes).includes('author')
    ? findAll(element, (at) => propertiesOf(at.attributes).includes('name'))[0]
    : (findAll(element, (at) => at.attributes.rel === 'author' || /(?:^|[\s_-])name(?:$|[\s_-])/i.test(at.attributes.class ?? ''))[0] ??
      links.find((link) => !isHandle(link) && !acts(link) && !topics.has(link) && /\p{L}/u.test(textOf(link))))
  for (const candidate of inner === undefined && (topics.size > 0 || isToolbar(element, links)) ? [] : [inner, element]) {
    const text = candidate ? squeeze(candidate.attributes.content ?? withoutRoles(candidate)) : ''
    if (text.length < 2 || text.length > 90) continue
    const name = cleanName(text)
    if (name !== null && name.split(' ').length <= 6) return name
  }
  return firstLineOf(element)
}
