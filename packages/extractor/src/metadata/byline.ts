import type { Block } from '../page/blocks.ts'
import { type Attributes, classIs, closest, type Element, findAll, HEADINGS, type Page, spacedText, squeeze, textOf } from '../page/dom.ts'
import { type LdNode, namesOf } from '../page/json-ld.ts'
import { mailAuthor } from './mail.ts'
import { personsIn } from './persons.ts'
import { isOthersItem, propertiesOf } from './properties.ts'
import { credited, isNameAndRole, isOtherWork, withoutRole, writerIn } from './roles.ts'
import { fold, tidy } from './text.ts'
import type { Heading } from './title.ts'

const NOT_A_NAME =
  /^(?:(?:page|site|post|article)\.[a-z_.]+|(?:learn|more|read|about) .*|.*\b(?:account|log ?in|sign ?in|sign ?up|access)|admin|administrator|editor|editorial|webmaster|guest|unknown|author|authors|staff|by|null|undefined|n\/a|none|user|root|wordpress|super ?user|share|follow|posted|published|contact|about(?: the author)?|reply|read more|view profile|anonymous|cancel|member|subscribe|menu|home|comments?|sign ?up|log ?in|my (?:account|profile|page|orders?|(?:wish ?)?list|cart|bag|basket)|(?:shop|view|see) all|click here|privacy policy|get (?:in touch|started\b.*)|(?:log|sign) ?(?:in|up)\b.*|(?:register|try|download|subscribe|buy)\b.*|rss|(?:follow|submit|forgot) .*|e-?mail\b.*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)\.?|h(?:i|ello|ej)(?:[!,.].*)?|to|youtube|facebook|twitter|instagram|linkedin|pinterest|(?:mon|tues?|wed|thu|fri|sat|sun)(?:day)?)$/i
const DATE_TAIL =
  /(?:\s*[|·•,–—]\s*|\s+-?\s*)(?:(?:last )?(?:posted|published|updated|modified|reviewed|on|at)\b.*|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,.*|\d{1,2}[-/. ](?:\d{1,2}|[a-z]{3,9})[-/. ,]+\d{2,4}.*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2},? .*|\d+ (?:min|minutes?|hours?|days?|months?|years?)\b.*)$/i

/** The same in scripts without capitals, and in Cyrillic ones. */
const NOT_A_NAME_ELSEWHERE =
  /^(?:(?:本文|文章|原文)?作者(?:简介|簡介|信息)?|关注|關注|フォロー|팔로우|分享|(?:超级|系统|網站|网站)?(?:管理员|管理員|管理者)|(?:小|责任|責任|编|編)?(?:编辑|編輯|編集部?)|站长|站長|博主|匿名(?:用户|用戶)?|佚名|未知|游客|遊客|投稿者|著者|筆者|名無し(?:さん)?|운영자|관리자|글쓴이|작성자|편집부|익명|админ(?:истратор)?|редакция|редактор|автор|аноним|гость|المحرر|المدير|الكاتب)$/iu
/** Other lines may name the authors of other things. */
const OWN_AUTHOR = /^本文作者\s*[:：]/
/** What follows a name in the same line there. */
const TAIL_ELSEWHERE =
  /(?:\s*[|｜]?\s*(?:来源|來源|出处|时间|時間|日期|[发發][表布佈]|更新|编辑|責任編輯|责任编辑|阅读|字数)(?:于|時間|时间|日期)?\s*[:：].*|\s*[|｜·•,–—]?\s*(?:\d{1,2}\.? \p{L}{3,12} \d{4}|\d{4}年).*)$/u
/** What stands before a name in such scripts. */
const LABEL_ELSEWHERE =
  /^(?:(?:本文|文章|原文)?作者|原创|原創|撰文|文字|责任编辑|責任編輯|责编|文|編輯|编辑|著者|筆者|投稿者|執筆者?|ライター|글쓴이|작성자|기자|글|автор(?: статьи)?|текст|الكاتب|بقلم|מאת)\s*[:：/／|｜]\s*/iu

/** What forums and blogs write behind a name: reputation, number of posts, a role, a date without a space before it. */
const ROLE_TAIL =
  /(?:\s+[\d.,]+[km]?\s?\d*\s*(?:gold|silver|bronze) badge.*|\s+[\d.,]+ posts\b.*|\s*[|,–-]\s*(?:guest )?(?:author|writer|contributor|reporter)|\s*»\s.*|\s+\d{4}-\d\d-\d\d(?:T.*)?|(?<=\p{Ll})(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}.*)$/iu

/** What a link to all that somebody wrote says around the name. */
const ALL_OF =
  /^(?:(?:view|see|show|read|browse)\s+)?(?:(?:all|more|other)\s+(?:of\s+(.+?)(?:['’]s?)?\s+)?(?:posts|articles|stories|entries)|(?:posts|articles|stories|entries)(?=\s+(?:by|from)))(?:\s+(?:by|from|of)\s+(.+?))?(?:\s*[→»>.])?$|^more from (.+)$/i
/** A sentence: it ends with a word that no name does. */
const SENTENCE = /\s\p{Ll}{4,}\.$/u

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
/** A day, and what names no one: words without a capital in a script that has them. */
const DAY_ONLY = new RegExp(`^(?:${MONTH} \\d{1,2}|\\d{1,2} ${MONTH})\\b`, 'i')
const isPhrase = (text: string): boolean => /^[\p{Ll}\p{M}\d]+(?: [\p{Ll}\p{M}\d]+)+$/u.test(text)

/** A person's or an organisation's name out of a byline; null when what is left is none. */
function cleanName(raw: string): string | null {
  const line = tidy(raw, 160)
  if (line === null || isOtherWork(line)) return null
  const name = withoutRole(line)
    .replace(
      /^.{0,40}?\b(?:written|posted|published|story|words|text|reviewed|article|review|started|created|asked|authored|submitted|analysis|commentary|opinion|column)\s+by[:\s]+/i,
      '',
    )
    .replace(/\s*\b(?:written|posted|published|authored|submitted)\s+by$/i, '')
    .replace(/^(?:by|via)[:\s]+/i, '')
    .replace(/^By(?=\p{Lu})/u, '')
    .replace(/^(?:von|par|por|di|door|av|af|autor|autore|auteur|author|written)[:\s]\s*/i, '')
    .replace(LABEL_ELSEWHERE, '')
    .replace(/^articles? by\s+/i, '')
    .replace(ALL_OF, '$1$2$3')
    .replace(TAIL_ELSEWHERE, '')
    .replace(ROLE_TAIL, '')
    .replace(DATE_TAIL, '')
    .replace(/^.*$/, withoutRole)
    .replace(/^@|^["“”]+|["“”]+$|(?<=\s\p{Lu}\p{L}{2,40})\.$/gu, '')
    .replace(/(?<![\s|·•,:–—-])[\s|·•,:–—-]+$/, '')
    .trim()
  if (!name || name.length < 2 || name.length > 100) return null
  const isNone =
    NOT_A_NAME.test(name) ||
    NOT_A_NAME_ELSEWHERE.test(name) ||
    DAY_ONLY.test(name) ||
    SENTENCE.test(name) ||
    /https?:|www\.|@.+\.|\{\{/.test(name) ||
    // Questions and fields to fill in.
    /[?*]$/.test(name) ||
    !/\p{L}/u.test(name)
  return isNone ? null : name
}

const AND = /,\s+(?:and\s+)?|\s+(?:and|&)\s+/

/** Names as a list, each once: not again what a longer entry before it says. */
function joinNames(raws: readonly string[]): string | null {
  const seen = new Set<string>()
  const names: string[] = []
  for (const raw of raws) {
    const name = cleanName(raw)
    if (name === null || seen.has(fold(name))) continue
    for (const part of [name, ...name.split(AND)]) seen.add(fold(part))
    names.push(name)
  }
  return names.length === 0 ? null : names.slice(0, 8).join(', ')
}

const META_KEYS = new Set([
  'author',
  'article:author',
  'parsely-author',
  'citation_author',
  'citation_authors',
  'dc.creator',
  'dcterms.creator',
  'sailthru.author',
  'byl',
  'twitter:creator:name',
])
const BYLINE_CLASS =
  /(?:^|[\s_-])(?:byline|author(?:s|-?name|-?link|-?title)?|writer|contributor|posted-?by|creator|username|p-author|nickname|user-?name)(?:$|[\s_-])/i
export const AUTHOR_PATH = /(?<!\/licenses)\/(?:authors?|contributors?|columnists?|staff|writers?|by|journalists?|byline)\/[^/?#]{3,}/i
const MEMBER_PATH = /\/(?:users?|members?|profiles?|u)\/[^/?#]{2,}|\/user-\d+|[?&]u=\d+/i
const OTHERS = /comment|reply|related|sidebar|widget|footer|recent|avatar|image|bio\b|social|share/i

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
  /** Whether the page sells or lists things: names on it are those of buyers, of authors of the things, of ways to elsewhere. */
  readonly isOfThings: boolean
}

/**
 * Who wrote the page: JSON-LD, meta tags, a line under the title that announces a name, microdata and classes, a line "By …", the first post of
 * a thread, the one line anywhere that says who wrote it. What data call the site itself is the author only where nobody else is named.
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
  const site = fold(siteName ?? '')
  const notSite = (name: string | null): string | null => (name !== null && site !== '' && fold(name) === site ? null : name)
  const fromLd = joinNames(namesOf(article?.author ?? article?.creator, byId))
  const fromMeta = joinNames(metaNames(page.metas))
  const fromData = notSite(fromLd) ?? notSite(fromMeta)
  if (isOfThings) return fromData ?? fromLd ?? fromMeta
  const isVoice = (element: Element): boolean => isOthersVoice(element) || isOthers(element)
  const isNoLine = (element: Element): boolean => isVoice(element) || leadsDown(element) || namesColumn(element)
  const around =
    anchor === -1
      ? []
      : blocks.slice(Math.max(0, anchor - 3), anchor + 10).filter(({ nodes }) => !closest(nodes[0]?.parent ?? null, isNoLine))
  const lines = around.map(({ text }) => text)
  return (
    fromData ??
    labelled(lines) ??
    joinNames([mailAuthor(around) ?? '']) ??
    inMarkup(page, url, heading, isVoice) ??
    byLine(lines) ??
    aboveRole(around) ??
    firstPost ??
    writtenOnce(blocks, isNoLine) ??
    fromLd ??
    fromMeta
  )
}

/** Names in testimonials, reviews and quotes are those of the people quoted; menus name nobody. */
const isOthersVoice = ({ tag, attributes }: Element): boolean =>
  tag === 'blockquote' ||
  tag === 'nav' ||
  isOthersItem(attributes) ||
  (tag !== 'body' &&
    /(?:^|[\s_-])(?:testimonials?|customer-?(?:quotes?|stor(?:y|ies))|reviewer|quotes?|feedback|reactions-?bar)(?:$|[\s_-])/i.test(
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

/** Ranks of links that lead to an author's or a member's page. */
const RANK = { author: 2.2, member: 1.8 }

const isOfAuthor = ({ rel }: Attributes): boolean => rel?.split(/\s+/).includes('author') === true

/** How surely an element names the author, by what its markup says; 0 for others. */
function rankOf(element: Element, url: string, titled: boolean, hasBylineClass: (element: Element) => boolean): number {
  const { tag, attributes } = element
  const { rel, class: classes, id, href = '' } = attributes
  const properties = propertiesOf(attributes)
  if (tag !== 'a' && (classes ?? id ?? rel) === undefined && properties.length === 0) return 0
  if (properties.includes('author')) return 4
  if (isOfAuthor(attributes)) return 3
  if (hasBylineClass(element) || (id !== undefined && BYLINE_CLASS.test(id))) return OTHERS.test(`${classes ?? ''} ${id ?? ''}`) ? 0 : 2
  if (tag !== 'a' || !titled) return 0
  if (AUTHOR_PATH.test(href)) return RANK.author
  return MEMBER_PATH.test(href) && URL.parse(href, url)?.host === URL.parse(url)?.host ? RANK.member : 0
}

const MOST_ELEMENTS = 6_000

function inMarkup({ all }: Page, url: string, heading: Heading | null, isVoice: (element: Element) => boolean): string | null {
  let best: { name: string; rank: number } | null = null
  const headingId = heading?.element.id ?? 0
  const hasBylineClass = classIs(BYLINE_CLASS)
  const isRanked = (element: Element): boolean => rankOf(element, url, headingId > 0, hasBylineClass) > 0
  for (const element of all.slice(0, MOST_ELEMENTS).filter(isRanked)) {
    let rank = rankOf(element, url, headingId > 0, hasBylineClass)
    const linked = rank === RANK.author || rank === RANK.member
    if (closest(element, isVoice)) continue
    // Above the title stands the site's own; far below it the authors of other things.
    if (element.id < headingId - 40 || element.id > headingId + 400) rank -= 1.5
    if (rank <= 0 || (best !== null && best.rank >= rank)) continue
    const name = nameIn(element)
    if (name !== null && !(linked && isPhrase(name))) best = { name, rank }
  }
  return best?.name ?? null
}

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

/** The name that an element of a byline holds: what its parts call a name, its links, else all of it. */
function nameIn(element: Element): string | null {
  const { tag, parent } = element
  const several =
    linkedNames(tag === 'a' && parent !== null && parent.children.length <= PARTS ? parent : element) ?? joinNames(personsIn(element))
  if (several !== null) return several
  const inner = propertiesOf(element.attributes).includes('author')
    ? findAll(element, (at) => propertiesOf(at.attributes).includes('name'))[0]
    : (findAll(element, (at) => at.attributes.rel === 'author' || /(?:^|[\s_-])name(?:$|[\s_-])/i.test(at.attributes.class ?? ''))[0] ??
      findAll(element, (at) => at.tag === 'a')[0])
  for (const candidate of [inner, element]) {
    const text = candidate ? squeeze(candidate.attributes.content ?? spacedText(candidate)) : ''
    if (text.length < 2 || text.length > 90) continue
    const name = cleanName(text)
    if (name !== null && name.split(' ').length <= 6) return name
  }
  return null
}

const BY =
  /^(?:(?:[Ww]ritten|[Pp]osted|[Pp]ublished|[Ww]ords|[Ss]tory|[Aa]rticle) )?(?:[Bb]y|BY)(?::?\s+|(?=\p{Lu}\p{Ll}))((?:[\p{Lu}@\d][\p{L}\p{M}\d.'’_-]*|de|van|von|der|la|al|bin)(?:\s+(?:[\p{Lu}(][\p{L}\p{M}.'’)-]*|de|van|von|der|la|al|bin|and|&)){0,5})/u
/** A line that only says what the next one is, and one that says both. */
const LABEL =
  /^(?:(?:(?:this )?(?:article|post|story)|words|written|posted|insights|contributed) )*(?:by|from):?$|^(?:authors?|contributors?|thread starter):?$/i
const LABELLED = /^(?:authors?:|contributors?:|thread starter|started by)\s+(.{2,60})$/i

/** The name behind a line, among those around the title, that announces one. */
function labelled(lines: readonly string[]): string | null {
  for (const [at, line] of lines.entries()) {
    const text = LABEL.test(line) ? (lines[at + 1] ?? '') : (LABELLED.exec(line)?.[1] ?? (LABEL_ELSEWHERE.test(line) ? line : ''))
    const name = text.length <= 60 ? cleanName(text) : null
    if (name !== null && name.split(' ').length <= 6) return name
  }
  return null
}

const NAME = "\\p{Lu}[\\p{L}\\p{M}.'’-]+(?: (?:de|van|von|der|la|al|bin|\\p{Lu}[\\p{L}\\p{M}.'’-]*)){1,4}"
const BY_SEVERAL = new RegExp(`^(?:[Ww]ritten |[Pp]osted )?(?:[Bb]y|BY):? (${NAME}(?:, ${NAME})*,? (?:and|&) ${NAME})$`, 'u')

/** "By Ann Author" in one of the lines around the title. */
function byLine(lines: readonly string[]): string | null {
  for (const line of lines) {
    if (line.length > 160) continue
    const several = BY_SEVERAL.exec(line)
    if (several) return joinNames(several[1]!.split(AND))
    const found = BY.exec(line)
    const name = found
      ? cleanName(withoutMonth(found[1]!, line.slice(found[0].length)))
      : (credited(line) ?? cleanName(writerIn(line) ?? ''))
    if (name !== null && /\p{Lu}/u.test(name)) return name
  }
  return null
}

/** The name in a line of its own, above one that says what the person is. */
function aboveRole(around: readonly Block[]): string | null {
  const at = around.findIndex(({ text, container }, at) => !HEADINGS.has(container.tag) && isNameAndRole(text, around[at + 1]?.text ?? ''))
  return at === -1 ? null : cleanName(around[at]!.text)
}

const WRITTEN = /^(?:this )?(?:article |post |story )?(?:was )?written by:? +([^,|•·]{2,60})/i

/** The name in the one line of the page that says by whom it was written; null where several are named. */
function writtenOnce(blocks: readonly Block[], isNoLine: (element: Element) => boolean): string | null {
  const names = new Map<string, string>()
  for (const { index, text, nodes } of blocks) {
    if (text.length > 160) continue
    const said = LABEL.test(text) ? (blocks[index + 1]?.text ?? '') : (WRITTEN.exec(text)?.[1] ?? (OWN_AUTHOR.test(text) ? text : ''))
    const isNone = said === '' || said.length > 60 || closest(nodes[0]?.parent ?? null, isNoLine) !== null
    const name = isNone ? null : cleanName(said)
    if (name !== null && name.split(' ').length <= 6 && /[\p{Lu}\p{Lo}]/u.test(name)) names.set(fold(name), name)
  }
  return names.size === 1 ? [...names.values()][0]! : null
}

/** A capitalised month before a number is part of the date behind the name. */
const withoutMonth = (name: string, behind: string): string =>
  /^\s*\d/.test(behind) ? name.replace(new RegExp(`\\s+${MONTH}$`, 'i'), '') : name
