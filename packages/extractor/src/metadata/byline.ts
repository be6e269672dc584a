import type { Block } from '../page/blocks.ts'
import { closest, type Element, findAll, type Page, spacedText, squeeze, walk } from '../page/dom.ts'
import { type LdNode, namesOf } from './json-ld.ts'
import { fold, tidy } from './text.ts'
import type { Heading } from './title.ts'

const NOT_A_NAME =
  /^(?:admin|administrator|editor|editorial|webmaster|guest|unknown|author|authors|staff|by|null|undefined|n\/a|none|user|root|wordpress|super ?user|share|follow|posted|published|contact|about(?: the author)?|reply|read more|view profile|anonymous|member|subscribe|menu|home|comments?|sign ?up|log ?in|youtube|facebook|twitter|instagram|linkedin|pinterest|(?:mon|tues?|wed|thu|fri|sat|sun)(?:day)?)$/i
const DATE_TAIL =
  /(?:\s*[|·•,–—]\s*|\s+-?\s*)(?:(?:last )?(?:posted|published|updated|modified|reviewed|on|at)\b.*|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,.*|\d{1,2}[-/. ](?:\d{1,2}|[a-z]{3,9})[-/. ,]+\d{2,4}.*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2},? .*|\d+ (?:min|minutes?|hours?|days?|months?|years?)\b.*)$/i

/** What forums and blogs write behind a name: reputation, number of posts, a role, a date without a space before it. */
const ROLE_TAIL =
  /(?:\s+[\d.,]+[km]?\s?\d*\s*(?:gold|silver|bronze) badge.*|\s+[\d.,]+ posts\b.*|\s*[|,–-]\s*(?:guest )?(?:author|writer|contributor|reporter)|\s*»\s.*|\s+\d{4}-\d\d-\d\d(?:T.*)?|(?<=\p{Ll})(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}.*)$/iu

/** A person's or an organisation's name out of a byline; null when what is left is none. */
function cleanName(raw: string): string | null {
  const name = tidy(raw, 160)
    ?.replace(/^.{0,40}?\b(?:written|posted|published|story|words|text|reviewed|article|review|started|created|asked)\s+by[:\s]+/i, '')
    .replace(/^by[:\s]+/i, '')
    .replace(/^By(?=\p{Lu})/u, '')
    .replace(/^(?:von|par|por|di|door|av|af|autor|autore|auteur|author|written)[:\s]\s*/i, '')
    .replace(/^articles? by\s+/i, '')
    .replace(ROLE_TAIL, '')
    .replace(DATE_TAIL, '')
    .replace(/^@/, '')
    .replace(/[\s|·•,:–—-]+$/, '')
    .trim()
  if (!name || name.length < 2 || name.length > 100 || NOT_A_NAME.test(name) || /https?:|www\.|@.+\./.test(name) || /^[\d\W]+$/.test(name))
    return null
  return name
}

const joinNames = (names: readonly string[]): string | null => {
  const seen = new Map<string, string>()
  for (const raw of names) {
    const name = cleanName(raw)
    if (name !== null && !seen.has(fold(name))) seen.set(fold(name), name)
  }
  return seen.size === 0 ? null : [...seen.values()].slice(0, 8).join(', ')
}

const META_KEYS = new Set([
  'author',
  'article:author',
  'parsely-author',
  'citation_author',
  'dc.creator',
  'dcterms.creator',
  'sailthru.author',
  'byl',
  'twitter:creator:name',
])
const BYLINE_CLASS =
  /(?:^|[\s_-])(?:byline|author(?:s|-?name|-?link|-?title)?|writer|contributor|posted-?by|creator|username|p-author|nickname|user-?name)(?:$|[\s_-])/i
const AUTHOR_PATH = /\/(?:authors?|contributors?|columnists?|staff|writers?|by|journalists?|byline)\/[^/?#]{3,}/i
const MEMBER_PATH = /\/(?:users?|members?|profiles?|u)\/[^/?#]{2,}|\/user-\d+|[?&]u=\d+/i
const OTHERS = /comment|reply|related|sidebar|widget|footer|recent|avatar|image|bio\b|social|share/i

/** Who wrote the page: JSON-LD, meta tags, microdata and classes, then a line "By …" right under the title. */
export function readByline(
  page: Page,
  article: LdNode | undefined,
  byId: ReadonlyMap<string, LdNode>,
  siteName: string | null,
  heading: Heading | null,
  blocks: readonly Block[],
  anchor: number,
): string | null {
  const site = fold(siteName ?? '')
  const notSite = (name: string | null): string | null => (name !== null && site !== '' && fold(name) === site ? null : name)
  const fromLd = joinNames(namesOf(article?.author ?? article?.creator, byId))
  const fromMeta = joinNames(page.metas.filter(({ key }) => META_KEYS.has(key)).map(({ content }) => content))
  return notSite(fromLd) ?? notSite(fromMeta) ?? inMarkup(page.body, heading) ?? underTitle(blocks, anchor) ?? fromLd
}

/** Names in testimonials, reviews and quotes are those of the people quoted. */
const isOthersVoice = ({ tag, attributes }: Element): boolean =>
  tag === 'blockquote' ||
  (tag !== 'body' &&
    /(?:^|[\s_-])(?:testimonials?|customer-?(?:quotes?|stor(?:y|ies))|reviewer|quotes?|feedback)(?:$|[\s_-])/i.test(
      `${attributes.class ?? ''} ${attributes.id ?? ''}`,
    ))

function inMarkup(body: Element, heading: Heading | null): string | null {
  let best: { name: string; rank: number } | null = null
  let seen = 0
  const headingId = heading?.element.id ?? 0
  walk(body, (element) => {
    seen += 1
    if (seen > 6_000) return false
    const { rel, itemprop, class: classes, id } = element.attributes
    const own = `${classes ?? ''} ${id ?? ''}`
    let rank = 0
    if (itemprop?.split(/\s+/).includes('author')) rank = 4
    else if (rel?.split(/\s+/).includes('author')) rank = 3
    else if (BYLINE_CLASS.test(own)) rank = OTHERS.test(own) ? 0 : 2
    else if (element.tag === 'a' && headingId > 0)
      rank = AUTHOR_PATH.test(element.attributes.href ?? '') ? 2.2 : MEMBER_PATH.test(element.attributes.href ?? '') ? 1.8 : 0
    if (rank === 0 || closest(element, isOthersVoice)) return undefined
    // Above the title stands the site's own; far below it the authors of other things.
    if (element.id < headingId - 40 || element.id > headingId + 400) rank -= 1.5
    if (rank <= 0 || (best && best.rank >= rank)) return undefined
    const inner = itemprop
      ? findAll(element, (at) => at.attributes.itemprop === 'name')[0]
      : (findAll(element, (at) => at.attributes.rel === 'author' || /(?:^|[\s_-])name(?:$|[\s_-])/i.test(at.attributes.class ?? ''))[0] ??
        findAll(element, (at) => at.tag === 'a')[0])
    for (const candidate of [inner, element]) {
      const text = candidate ? squeeze(spacedText(candidate)) : ''
      if (text.length < 2 || text.length > 90) continue
      const name = cleanName(text)
      if (name !== null && name.split(' ').length <= 6) {
        best = { name, rank }
        break
      }
    }
    return undefined
  })
  return (best as { name: string } | null)?.name ?? null
}

const BY =
  /^(?:written |posted |published |words |story |article )?by:?\s+((?:[\p{Lu}@][\p{L}\p{M}.'’-]*|de|van|von|der|la|al|bin)(?:\s+(?:[\p{Lu}(][\p{L}\p{M}.'’)-]*|de|van|von|der|la|al|bin|and|&)){0,5})/iu

/** "By Ann Author" in one of the blocks that follow the title. */
function underTitle(blocks: readonly Block[], start: number): string | null {
  if (start === -1) return null
  for (const block of blocks.slice(Math.max(0, start - 3), start + 10)) {
    if (block.text.length > 160) continue
    const found = BY.exec(block.text)?.[1]
    const name = found ? cleanName(found) : null
    if (name !== null && /\p{Lu}/u.test(name)) return name
  }
  return null
}
