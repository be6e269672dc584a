import { type Element, findAll, type Page, squeeze, textOf, walk } from '../dom.ts'
import { clean } from '../guard.ts'
import { toIsoDate, urlDate, writtenDate } from './date.ts'
import { type LdNode, namesOf, readJsonLd, textValue, typesOf } from './json-ld.ts'

/** What a page says about itself. Null where it does not: never a guess. */
export type Metadata = {
  title: string | null
  byline: string | null
  siteName: string | null
  publishedTime: string | null
  description: string | null
  canonicalUrl: string | null
}

const ARTICLE =
  /(?:Article|BlogPosting|Posting|Report|Review|Recipe|TechArticle|QAPage|Question|LiveBlogPosting|HowTo|Book|Course|VideoObject|PodcastEpisode)$/
const PAGE = /(?:WebPage|ItemPage|CollectionPage|AboutPage|FAQPage|ProfilePage|Product|Event|JobPosting|SoftwareApplication)$/

/** Reads title, byline, site, date, description and canonical address: JSON-LD, then meta tags, then markup, then text near the title. */
export function readMetadata(page: Page, url: string): Metadata {
  const meta = new Map<string, string>()
  for (const { key, content } of page.metas) if (content !== '' && !meta.has(key)) meta.set(key, content)
  const pick = (...keys: string[]): string | null => keys.map((key) => meta.get(key)).find((value) => value !== undefined) ?? null
  const { nodes, byId } = readJsonLd(page.jsonLd)
  const article = nodes.find(
    (node) => typesOf(node).some((type) => ARTICLE.test(type)) && (node.headline ?? node.name ?? node.datePublished ?? node.author),
  )
  const webPage = nodes.find((node) => typesOf(node).some((type) => PAGE.test(type)))
  const siteName = tidy(pick('og:site_name', 'application-name', 'twitter:app:name:iphone') ?? siteFromLd(nodes), 120)
  const heading = firstHeading(page.body)
  return {
    title: readTitle(page, article, webPage, pick, siteName, heading, url),
    byline: readByline(page, article, byId, siteName, heading),
    siteName: siteName ?? tidy(pick('dc.publisher', 'citation_publisher', 'publisher'), 120),
    publishedTime: readDate(page, article, webPage, pick, heading, url),
    description: tidy(
      pick('og:description', 'description', 'twitter:description', 'dc.description', 'dcterms.description') ??
        textValue(article?.description) ??
        textValue(webPage?.description),
      600,
    ),
    canonicalUrl: readCanonical(page, pick, url),
  }
}

type Pick = (...keys: string[]) => string | null

/** Plain, one line, no markup or entities left over, capped. */
function tidy(raw: string | null | undefined, cap: number): string | null {
  if (!raw) return null
  const text = squeeze(clean(decode(raw.replace(/<[^>]{0,200}>/g, ' '))))
  return text === '' ? null : text.length > cap ? `${text.slice(0, cap - 1).trimEnd()}…` : text
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
}
/** JSON-LD often holds text that was escaped twice. */
const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

const siteFromLd = (nodes: readonly LdNode[]): string | null => {
  const site = nodes.find((node) => typesOf(node).includes('WebSite'))
  return textValue(site?.name)
}

type Heading = { readonly element: Element; readonly text: string }

function firstHeading(body: Element): Heading | null {
  const found = findAll(body, (element) => element.tag === 'h1')
  const headings = found.slice(0, 20).map((element) => ({ element, text: squeeze(textOf(element)) }))
  return headings.find((heading) => heading.text.length > 2) ?? null
}

const SEPARATORS = /\s+(?:[|·•»«›–—:~/]|-{1,2}|::|\\)\s+/g
const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** A title without its site's name, if that is a part of its own. */
function withoutSite(title: string, siteName: string | null, heading: string | null, url: string): string {
  const parts: { text: string; start: number; end: number }[] = []
  let from = 0
  for (const match of title.matchAll(SEPARATORS)) {
    parts.push({ text: title.slice(from, match.index), start: from, end: match.index })
    from = match.index + match[0].length
  }
  parts.push({ text: title.slice(from), start: from, end: title.length })
  if (parts.length === 1) return title
  if (heading !== null) {
    const wanted = fold(heading)
    if (wanted.length > 5) {
      for (let first = 0; first < parts.length; first += 1) {
        for (let last = parts.length - 1; last >= first; last -= 1) {
          const text = title.slice(parts[first]!.start, parts[last]!.end)
          if (fold(text) === wanted) return text
        }
      }
    }
  }
  const host = (URL.parse(url)?.hostname ?? '').replace(/^www\./, '')
  const names = [siteName, host, host.split('.').at(-2) ?? null]
    .filter((name): name is string => name !== null && name.length > 1)
    .map(fold)
  let first = 0
  let last = parts.length - 1
  const isSite = (text: string): boolean => {
    const folded = fold(text)
    return (
      folded !== '' &&
      names.some(
        (name) =>
          folded === name ||
          (name.length > 3 && folded.length < name.length * 3 && (folded.startsWith(name) || folded.endsWith(name))) ||
          (folded.length > 3 && name.includes(folded)),
      )
    )
  }
  while (last > first && isSite(parts[last]!.text)) last -= 1
  while (last > first && isSite(parts[first]!.text)) first += 1
  return title.slice(parts[first]!.start, parts[last]!.end).trim()
}

function readTitle(
  page: Page,
  article: LdNode | undefined,
  webPage: LdNode | undefined,
  pick: Pick,
  siteName: string | null,
  heading: Heading | null,
  url: string,
): string | null {
  const candidates = [
    textValue(article?.headline) ?? textValue(article?.name),
    pick('og:title', 'twitter:title', 'parsely-title', 'citation_title', 'dc.title', 'dcterms.title', 'sailthru.title', 'headline'),
    page.title,
    textValue(webPage?.name),
  ]
  const headingText = tidy(heading?.text, 300)
  const cleaned = candidates
    .map((raw) => tidy(raw, 300))
    .filter((text) => text !== null)
    .map((text) => withoutSite(text, siteName, headingText, url))
  return cleaned[0] ?? headingText
}

const NOT_A_NAME =
  /^(?:admin|administrator|editor|webmaster|guest|unknown|author|staff|by|null|undefined|n\/a|none|user|root|wordpress|super ?user)$/i

function cleanName(raw: string): string | null {
  const name = tidy(raw, 160)
    ?.replace(/^(?:(?:written|posted|published|story|words|text|reviewed|article|review)\s+)?by[:\s]+/i, '')
    .replace(/^(?:von|par|por|di|door|av|af|autor|auteur|author)[:\s]\s*/i, '')
    .replace(/\s*[|·•,]\s*(?:posted|published|updated|on)\b.*$/i, '')
    .replace(/^@/, '')
    .trim()
  if (!name || name.length < 2 || NOT_A_NAME.test(name) || /https?:|www\.|@.+\./.test(name) || /^\d+$/.test(name)) return null
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

const BYLINE_CLASS =
  /(?:^|[\s_-])(?:byline|author(?:s|-?name|-?link|-?title)?|writer|contributor|fn|posted-?by|creator|username|p-author)(?:$|[\s_-])/i

function readByline(
  page: Page,
  article: LdNode | undefined,
  byId: ReadonlyMap<string, LdNode>,
  siteName: string | null,
  heading: Heading | null,
): string | null {
  const fromLd = joinNames(namesOf(article?.author ?? article?.creator, byId))
  if (fromLd !== null) return fromLd
  const named = page.metas
    .filter(
      ({ key }) =>
        key === 'author' ||
        key === 'article:author' ||
        key === 'parsely-author' ||
        key === 'citation_author' ||
        key === 'dc.creator' ||
        key === 'dcterms.creator' ||
        key === 'sailthru.author' ||
        key === 'byl',
    )
    .map(({ content }) => content)
  const fromMeta = joinNames(named.filter((name) => fold(name) !== fold(siteName ?? '')))
  if (fromMeta !== null) return fromMeta
  return bylineIn(page.body, heading)
}

function bylineIn(body: Element, heading: Heading | null): string | null {
  let best: { name: string; rank: number } | null = null
  let seen = 0
  walk(body, (element) => {
    if (seen > 4_000) return false
    seen += 1
    const { rel, itemprop, class: classes, id } = element.attributes
    const rank = rel?.split(/\s+/).includes('author')
      ? 3
      : itemprop?.split(/\s+/).includes('author')
        ? 4
        : BYLINE_CLASS.test(`${classes ?? ''} ${id ?? ''}`)
          ? 2
          : 0
    if (rank === 0 || (best && best.rank >= rank)) return undefined
    const inner = itemprop ? findAll(element, (at) => at.attributes.itemprop === 'name')[0] : undefined
    const text = squeeze(textOf(inner ?? element))
    if (text.length < 2 || text.length > 80) return undefined
    const name = cleanName(text)
    if (name !== null && name.split(' ').length <= 6 && (rank > 2 || heading !== null)) best = { name, rank }
    return undefined
  })
  return (best as { name: string } | null)?.name ?? null
}

function readDate(
  page: Page,
  article: LdNode | undefined,
  webPage: LdNode | undefined,
  pick: Pick,
  heading: Heading | null,
  url: string,
): string | null {
  const explicit =
    toIsoDate(textValue(article?.datePublished)) ??
    toIsoDate(
      pick(
        'article:published_time',
        'og:article:published_time',
        'og:published_time',
        'parsely-pub-date',
        'datepublished',
        'citation_publication_date',
        'citation_date',
        'citation_online_date',
        'dc.date.issued',
        'dcterms.issued',
        'dc.date',
        'dcterms.date',
        'dcterms.created',
        'dc.date.created',
        'sailthru.date',
        'article.published',
        'publish-date',
        'publishdate',
        'pubdate',
        'publication_date',
        'date',
        'rnews:datepublished',
        'ptime',
        'pdate',
        'article_date_original',
        'cxenseparse:recs:publishtime',
        'originalpublicationdate',
        'timestamp',
      ),
    ) ??
    toIsoDate(textValue(webPage?.datePublished))
  if (explicit !== null) return explicit
  return dateInMarkup(page.body, heading) ?? urlDate(url)
}

/** `<time>` or microdata that says "published", else the only kind of date written close to the title. */
function dateInMarkup(body: Element, heading: Heading | null): string | null {
  let published: string | null = null
  let near: string | null = null
  const headingId = heading?.element.id ?? -1
  walk(body, (element) => {
    if (published !== null) return false
    const { itemprop, datetime, content, pubdate } = element.attributes
    if (itemprop?.split(/\s+/).includes('datePublished')) {
      published = toIsoDate(content ?? datetime ?? squeeze(textOf(element)))
      return undefined
    }
    if (element.tag === 'time' && near === null && headingId >= 0 && Math.abs(element.id - headingId) < 60) {
      if (!/updat|modif/i.test(`${element.attributes.class ?? ''} ${itemprop ?? ''}`))
        near = toIsoDate(datetime ?? pubdate) ?? writtenDate(squeeze(textOf(element)))
    }
    return undefined
  })
  return published ?? near
}

function readCanonical(page: Page, pick: Pick, url: string): string | null {
  const raw = page.links.find((link) => link.rel.split(/\s+/).includes('canonical'))?.href ?? pick('og:url')
  const canonical = raw ? URL.parse(raw, url) : null
  return canonical && (canonical.protocol === 'https:' || canonical.protocol === 'http:') && canonical.href.length <= 2_048
    ? canonical.href
    : null
}
