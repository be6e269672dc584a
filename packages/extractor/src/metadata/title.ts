import { isFunctionWord } from '../language/language.ts'
import { hostOf } from '../page/address.ts'
import type { Block } from '../page/blocks.ts'
import { type Element, find } from '../page/dom.ts'
import { FLAG, flagsAround } from '../page/flags.ts'
import { clean, cutAt } from '../page/limits.ts'
import { HEADINGS, isForReaders } from '../page/tags.ts'
import { spacedText, squeeze } from '../page/text.ts'
import { headingText } from './heading-text.ts'
import { fold, foldedWords, tidy } from './text.ts'

export type Heading = { readonly element: Element; readonly text: string }

/** With spaces around them, bars without; Chinese and Japanese have none. */
const SEPARATORS =
  /\s+(?:\|{1,2}|[·•»«›–—:~/]|-{1,2}|::|\\)\s+|\s*[|｜]\s*|(?<=[\p{sc=Han}\p{sc=Katakana}\p{P}])_(?=[\p{sc=Han}\p{sc=Katakana}])/gu

/** The signs that part a title: where each stands. */
export const partings = (title: string, signs = SEPARATORS): { start: number; end: number }[] =>
  [...title.matchAll(signs)].map((match) => ({ start: match.index, end: match.index + match[0].length }))

const partsOf = (title: string): string[] => title.split(SEPARATORS).filter((part) => part !== '')

/** What a site is called. */
type Site = {
  /** Its name and the parts of its host, folded. */
  readonly names: readonly string[]
  /** The part of its host before that of its owner in capitals, as a site of an authority abbreviates its own name: `nvd.nist.gov`. */
  readonly place: string | null
}

export function siteOf(name: string | null, url: string): Site {
  const host = hostOf(url)
  const names = [name ?? '', host, host.split('.').at(-2) ?? '', host.split('.').slice(0, -1).join('')]
  return {
    names: names.filter((own) => own.length > 1).map(fold),
    place: /^(?!www\.)[a-z]{2,8}(?=\.[^.]+\.[^.]+$)/.exec(host)?.[0].toUpperCase() ?? null,
  }
}

/** What stands before the first sign that parts a title. */
const firstPart = (title: string | null): string | null => (title === null ? null : (partsOf(title)[0]?.trim() ?? null))

/** A title without the section and the site behind upright bars. */
const beforeBar = (title: string): string => /^(.{2,}?)\s*\|/.exec(title)?.[1] ?? title

/** A title without a trail of sections behind it: `Which oil? / Engines / Boat Forum`. */
const beforeTrail = (title: string): string => /^(.{2,}?) \/ .+ \/ /.exec(title)?.[1] ?? title

/** A title without the name that phpBB gives to all of its pages of one kind. */
const withoutView = (title: string): string => title.replace(/^View (?:topic|thread) - (?=\S)/, '')

/** A title without the stars of what it names. */
const withoutStars = (title: string): string => title.replace(/^[★☆⭐]{1,7}\s+(?=\S)/u, '')

/** A title without its site's name, if that is a part of its own. */
export function withoutSite(title: string, { names, place }: Site): string {
  const borders: { start: number; end: number }[] = []
  let from = 0
  for (const { start, end } of partings(title)) {
    borders.push({ start: from, end: start })
    from = end
  }
  borders.push({ start: from, end: title.length })
  const isSite = ({ start, end }: { start: number; end: number }): boolean => {
    const folded = fold(title.slice(start, end))
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
  let first = 0
  let last = borders.length - 1
  while (last > first && isSite(borders[last]!)) last -= 1
  const isPlace = ({ start, end }: { start: number; end: number }): boolean => title.slice(start, end) === place
  while (last > first && (isSite(borders[first]!) || isPlace(borders[first]!))) first += 1
  return withoutName(title.slice(borders[first]!.start, borders[last]!.end).trim(), names)
}

/** Any sign with spaces around it, a colon, a bracket: they part a title from its site's name where all of the rest is that name. Home pages begin with theirs and a colon. */
export const ANY_SIGN = /\s+[^\p{L}\p{M}\p{N}\s&+'"’([]{1,3}\s+|\s*\|+\s*|:\s+|\s+[([]/gu

function withoutName(title: string, names: readonly string[]): string {
  const signs = partings(title, ANY_SIGN)
  const [first, last] = [signs[0], signs.at(-1)]
  if (first === undefined || last === undefined) return title
  if (last.start > 0 && names.includes(fold(title.slice(last.end)))) return title.slice(0, last.start).trim()
  return !title.startsWith(':', first.start) && names.includes(fold(title.slice(0, first.start))) ? title.slice(first.end).trim() : title
}

/**
 * The first headings of level 1; those of one sign or two where the title tag begins with them. Where none of them is the title tag or
 * its beginning, the one of level 2 that is stands behind them.
 */
export function headingsOf(all: readonly Element[], titleTag: string | null): Heading[] {
  const named = (tag: string): Heading[] =>
    all
      .filter((element) => element.tag === tag && (flagsAround(element) & FLAG.dialog) === 0)
      .slice(0, 12)
      .map((element) => ({ element, text: headingText(element) }))
  const first = named('h1').filter(({ text }) => text.length > 2 || (text !== '' && text === firstPart(titleTag)))
  const begin = ({ text }: Heading): boolean =>
    text.length > 2 &&
    titleTag?.startsWith(text) === true &&
    /^(?:$|\s*[|｜]|_(?=\p{sc=Han})|:\s|\s+[^\p{L}\p{N}\s]{1,2}\s)/u.test(titleTag.slice(text.length))
  return first.some(begin) ? first : [...first, ...named('h2').filter(begin).slice(0, 1)]
}

/** Share of the words of one text that another has; 0 where these only join others, as any two texts have some, and it has more than such. */
export const overlap = (some: string, other: string): number => {
  const words = [...foldedWords(some)]
  const others = foldedWords(other)
  const shared = words.filter((word) => others.has(word))
  return shared.every(isFunctionWord) && !words.every(isFunctionWord) ? 0 : shared.length / Math.max(1, words.length)
}

type Sources = {
  readonly headline: string | null
  readonly meta: string | null
  readonly titleTag: string | null
  readonly site: Site
  readonly url: string
  /** What is kept of the page. */
  readonly kept: readonly Block[]
  readonly headings: readonly Heading[]
  /** What has `title` for a class. */
  readonly titled: () => readonly Element[]
}

/** Whether the title tag is the page's own title with this text before or behind it: what the site is called. */
function isBeside(folded: string, meta: string | null, titleTag: string | null): boolean {
  const [own, whole] = [fold(meta ?? ''), fold(titleTag ?? '')]
  return own.length > folded.length && (whole === folded + own || whole === own + folded)
}

/** Whether a heading and a later one are the whole title tag: the site or the book, and the page. One of level 2 that is shorter is a section. */
const isBefore = (at: number, headings: readonly Heading[], titleTag: string | null): boolean => {
  const [own, whole] = [fold(headings[at]!.text), fold(titleTag ?? '')]
  return headings.slice(at + 1).some(({ element, text }) => {
    const other = fold(text)
    return (whole === own + other || whole === other + own) && (element.tag === 'h1' || other.length > own.length)
  })
}

/** Whether a heading has no word of what the title tag says first, and a later one is that. */
const isAbove = (at: number, headings: readonly Heading[], titleTag: string | null): boolean => {
  const first = firstPart(titleTag) ?? ''
  const own = fold(first)
  return own !== '' && headings.slice(at + 1).some(({ text }) => fold(text) === own) && overlap(headings[at]!.text, first) === 0
}

/** Whether a text is what a claim says first. */
const begins = (claim: string, folded: string): boolean => fold(firstPart(claim) ?? '') === folded

/** A heading so many times as long as the first part of the title tag is no section. */
const LONGER = 3

/** The heading that says what the page says elsewhere, and which one of several that is. */
export function mainHeading(sources: Sources): Heading | null {
  const { headline, meta, titleTag, site, headings, kept } = sources
  const claims = [meta, titleTag, headline].filter((claim) => claim !== null)
  const own = claims.map((claim) => withoutSite(claim, site))
  const { names } = site
  const [firstOf = '', ...rest] = partsOf(titleTag ?? '').map(fold)
  // A longer one is what the page is called, below its subject: `python - How do I wait for a gate? - Answers`.
  const later = new Set(rest.filter((part) => part.length < firstOf.length * LONGER || names.includes(firstOf)))
  let best: Heading | null = null
  let bestRank = 0.3
  const last = kept.at(-1)?.container.id ?? Number.POSITIVE_INFINITY
  headings.forEach((heading, index) => {
    if (heading.element.tag === 'h2' && best !== null) return
    // Beside or below all that is kept stands what a page says of something else.
    if (heading.element.id > last) return
    const folded = fold(heading.text)
    // The site's own name, or the section that the title names last.
    if (names.includes(folded) || (later.has(folded) && fold(meta ?? '') !== folded) || isBeside(folded, meta, titleTag)) return
    if (isBefore(index, headings, titleTag)) return
    // What all such pages stand in, above what the title tag begins with.
    if (meta === null && headline === null && isAbove(index, headings, titleTag)) return
    // Of what the page is called it has words of the site's name alone: `Search modes`.
    const isOfSite = own.length > 0 && own.every((claim) => overlap(heading.text, claim) === 0)
    if (isOfSite && claims.every((claim) => overlap(heading.text, claim) < 1)) return
    // One that says the whole of what the page says elsewhere goes before one that is a word of it.
    const rank =
      Math.max(0, ...claims.map((claim) => overlap(heading.text, claim) + Number(fold(claim) === folded || begins(claim, folded)))) -
      index * 0.1
    if (heading.text.length < 300 && (rank > bestRank || (claims.length === 0 && best === null))) {
      best = heading
      bestRank = rank
    }
  })
  return best ?? besideSite(sources) ?? insteadOfPlace(sources)
}

const leadsElsewhere = ({ tag, attributes: { href } }: Element): boolean => tag === 'a' && href?.startsWith('#') === false

/** The first heading of a page whose only title is its place in the address: a name in a wiki (`guides:set_up`), that of a file. */
function insteadOfPlace({ headline, meta, titleTag, site: { names }, url, headings }: Sources): Heading | null {
  const place = headline === null && meta === null ? /^[^\s\p{Lu}]{2,}(?=$| [[|–-])/u.exec(titleTag ?? '')?.[0] : undefined
  const address = URL.parse(url)
  if (place === undefined || address === null) return null
  const file = address.pathname.split('/').at(-1) ?? ''
  const places = [...address.searchParams.values(), file, file.replace(/\.\w{1,8}$/, '')]
  return places.includes(place)
    ? (headings.find(({ element, text }) => !names.includes(fold(text)) && find(element, leadsElsewhere) === null) ?? null)
    : null
}

/** The first heading of a page whose only title begins with the site's name and has no word of that heading: it calls the site. */
function besideSite({ headline, meta, titleTag, site: { names }, headings }: Sources): Heading | null {
  const first = headline === null && meta === null ? firstPart(titleTag) : null
  if (first === null || first === titleTag || !names.includes(fold(first))) return null
  return headings.find(({ text }) => !names.includes(fold(text))) ?? null
}

/** The number of a section before its heading. */
export const NUMBER = /^(?:chapter |section |appendix )?[\dA-Z](?:\.?\d)*[.:)]? +(?=\S)/i
/** Kept blocks that are looked through for a heading. */
const FIRST = 3

/** A title tag without the book that the page is a part of: what stands on its page as a heading of its own, or around the page's own title. */
function withoutBook(title: string | null, sources: Sources): string | null {
  const { headline, meta, headings, kept } = sources
  if (title === null || headline !== null || meta !== null) return title
  const parts = [/^(.*\S) \([^()]+\)$/.exec(title)?.[1], /^[^:]+: (.*)$/.exec(title)?.[1]].filter((part) => part !== undefined)
  const named = kept.slice(0, FIRST).filter(({ container }) => HEADINGS.has(container.tag))
  const own = parts.find((part) => named.some(({ text }) => fold(text.replace(NUMBER, '')) === fold(part)))
  if (own !== undefined) return own
  for (const { text } of headings) {
    const before = title.length - text.length
    if (before <= 0 || title.slice(before) !== text) continue
    const rest = /^(.{2,}\S)\s+(?:[|·•»›–—:~/]|-{1,2})\s+$/.exec(title.slice(0, before))
    if (rest) return rest[1]!
  }
  return withoutProject(title, sources)
}

/** A title tag without the project that it begins with, where what the page calls a title by its class alone is the rest of it, or in it. */
function withoutProject(title: string, { titled }: Sources): string {
  const rest = /^[^:]{2,}: (?=\S\S)(.*)$/.exec(title)?.[1]
  const own = rest === undefined ? undefined : titled()[0]
  const text = own === undefined ? '' : squeeze(spacedText(own))
  return text.length > 2 && (rest!.includes(text) || text.startsWith(`${rest} `)) ? rest! : title
}

/** A title without the name of who wrote the page behind it. */
export const withoutAuthor = (title: string | null, byline: string | null): string | null =>
  byline !== null && title?.endsWith(` - ${byline}`) === true ? title.slice(0, -byline.length - 3).trim() || title : title

/** What a page that sells a service is called: the first part of its title tag, unless this is the site and nothing else, or heading and metadata agree. */
export function serviceTitle({ meta, titleTag, site }: Sources, heading: Heading | null): string | null {
  const first = firstPart(titleTag)
  if (first === null || (heading !== null && meta !== null && fold(heading.text) === fold(meta))) return null
  return site.names.includes(fold(first)) ? titleTag : first
}

/** Longest line, or sentence, that may stand for a title. */
const LONGEST_LINE = 120

/** What a page without any title begins with: its first heading of level 2, another one right at its beginning, its first line or sentence. */
function firstLine(kept: readonly Block[]): string | null {
  const isHeading = ({ container, text }: Block): boolean => HEADINGS.has(container.tag) && text.length <= LONGEST_LINE
  const first = kept.find((block) => block.container.tag === 'h2' && isHeading(block)) ?? kept.slice(0, 3).find(isHeading) ?? kept[0]
  if (first === undefined) return null
  if (first.text.length <= LONGEST_LINE) return tidy(first.text, LONGEST_LINE)
  const sentence = /^.{12,}?[.!?。！？](?=\s|$|(?<=[。！？]))/u.exec(first.text.slice(0, LONGEST_LINE + 1))?.[0]
  if (sentence !== undefined) return tidy(sentence, LONGEST_LINE)
  const end = first.text.lastIndexOf(' ', LONGEST_LINE - 1)
  return tidy(`${cutAt(first.text, end > LONGEST_LINE / 2 ? end : LONGEST_LINE - 1)}…`, LONGEST_LINE)
}

/** Whether the last line of a heading is an element that says this and nothing else. */
const isLastLine = ({ children }: Element, folded: string): boolean => {
  const [line, last] = children.filter((child) => child.kind === 'element' || child.text.trim() !== '').slice(-2)
  return line?.kind === 'element' && line.tag === 'br' && last?.kind === 'element' && fold(spacedText(last)) === folded
}

const SOURCE_BEHIND = /^\s*\((?:[\w-]+\.)+[a-z]{2,}\)(?:\s*\d{1,5})?$/i
/** From which age on a thing is. */
const AGE_BEHIND = /^\s*\d{1,2}\+$/

/** Words for the first page of any site, and those for any page. */
const HOME = /^(?:home(?: ?page)?|start(?:seite|pagina|sida)?|accueil|inicio|início|главная|首[页頁]|ホーム|トップページ)$/i
const SECTION = /^(?:about|overview|profile|summary)$/i
const ANY_PAGE = /^(?:details?|untitled(?: document)?|index|document|view|page)$/i

/** Title of the page itself, without the site's name; with it where that is all that says anything. */
export function readTitle(sources: Sources, heading: Heading | null): string | null {
  const { titleTag, headings } = sources
  const title = ownTitle(sources, heading)
  if (title === null || titleTag === null) return title
  if (HOME.test(title)) return titleTag
  const first = firstPart(titleTag)
  // One of many things has an overview, which its title tag says of what.
  if (SECTION.test(title) && first !== null && first !== title && overlap(title, first) === 1) return first
  // A heading that only screen readers are told may leave that out too.
  if (first !== null && heading !== null && isForReaders(heading.element) && fold(first).endsWith(fold(title))) return first
  return ANY_PAGE.test(title) ? (headings[0]?.text ?? titleTag) : title
}

/** Whether the title tag is all of a heading, its upright bar too, and more behind another: the bar is the heading's own. */
const isWhole = (text: string, titleTag: string | null): boolean =>
  text.includes('|') && titleTag?.startsWith(text) === true && /^\s*[|·•–—-]\s*\S/.test(titleTag.slice(text.length))

/** Its main heading, else what its metadata call it. */
function ownTitle(sources: Sources, heading: Heading | null): string | null {
  const { headline, meta, titleTag, site, kept, headings } = sources
  const claimed =
    [headline, meta, titleTag]
      .map((claim) => (claim === null ? null : withoutStars(withoutView(beforeBar(withoutSite(beforeTrail(claim), site))))))
      .find((claim) => claim) ?? null
  if (heading === null) return withoutBook(claimed, sources) ?? headings[0]?.text ?? firstLine(kept)
  const text = isWhole(heading.text, titleTag) ? heading.text : beforeBar(withoutSite(heading.text, site))
  const own = fold(text)
  const other = claimed === null ? '' : fold(claimed)
  // A date or a category in front of the title stands in the heading but not in the claim.
  if (other.length > 12 && own !== other && own.endsWith(other)) return claimed
  // A subtitle stands below the title in a line of its own.
  if (other.length > 2 && own.length > other.length && own.startsWith(other) && isLastLine(heading.element, own.slice(other.length)))
    return claimed
  // Whoever passes a story on writes behind its title where it is from, and how much was said of it.
  const behind = claimed !== null && other.length > 2 && text.startsWith(claimed) ? text.slice(claimed.length) : ''
  if (SOURCE_BEHIND.test(behind) || AGE_BEHIND.test(behind)) return claimed
  // Steps of a path that only their style parts: the claim has the signs between them.
  if (other.length > 2 && own === other && foldedWords(text).size < foldedWords(claimed!).size) return claimed
  // A colon in an element of its own has a space before it that nobody sees.
  if (claimed !== null && text !== claimed && text.replace(/ +(?=:)/g, '') === claimed) return claimed
  // Text of the page itself: signs that look like markup are meant.
  return squeeze(clean(text))
}
