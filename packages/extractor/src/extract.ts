import { framesetHtml } from './body/frameset.ts'
import { repairTwiceEncoded } from './body/twice-encoded.ts'
import { undrawnOf } from './body/undrawn.ts'
import { type Chosen, choose } from './choice/choose.ts'
import { takeAll } from './choice/everything.ts'
import type { Part } from './choice/include.ts'
import type { PageKind } from './choice/kind/kind.ts'
import type { Model } from './choice/scorer/score.ts'
import { trainedModel } from './choice/scorer/trained.ts'
import { offerLine } from './choice/shop/price.ts'
import { unseenLead } from './choice/whole/unseen.ts'
import { unseenRecipe } from './choice/whole/unseen-recipe.ts'
import { countSegments } from './language/count-words.ts'
import { chooseLanguage } from './language/language.ts'
import { plainText } from './language/plain-text.ts'
import { dropSecondTitle, keepOtherHeading, readMetadata } from './metadata/index.ts'
import { readOffer } from './metadata/offer.ts'
import { pageKindOf } from './metadata/page-kind.ts'
import { excerptOf } from './metadata/text.ts'
import { withoutBar } from './page/address.ts'
import { baseOf, type Element, elementAround, type Page, takeApart } from './page/dom.ts'
import { parsePage } from './page/parse.ts'
import { select } from './page/select.ts'
import type { Link } from './writer/context.ts'
import { writeMarkdown } from './writer/index.ts'
import { mainMedia, placeMedia } from './writer/media.ts'

export type ExtractInput = {
  /** Decoded HTML. */
  readonly html: string
  /** Final address of the page: base of relative links. */
  readonly url: string
  /** The response's `Content-Language`, if it sent one. */
  readonly contentLanguage?: string | null
  /** CSS: only what stands in these elements is read, all of it. */
  readonly selector?: string | null
  /** False leaves pictures out. */
  readonly images?: boolean
  /** Parts that are wanted besides the main content. */
  readonly include?: readonly Part[]
}

/** What a document says about itself, and its text. */
export type Text = {
  title: string | null
  byline: string | null
  siteName: string | null
  /** ISO 8601 date or date-time. */
  publishedTime: string | null
  /** BCP 47. */
  lang: string | null
  excerpt: string | null
  canonicalUrl: string | null
  /** GitHub-flavoured Markdown, without the title, which is a field of its own. */
  markdown: string
  wordCount: number
  /** Links of the Markdown, in order, each as often as it stands there. */
  links: Link[]
}

export type ExtractResult = Text & {
  extraction: 'article' | 'fallback'
  pageKind: PageKind
  /** Whether the page has more text, elements or depth than is read of one. */
  cut: boolean
}

/** First sentences of the text, without its title, cut at a word. */
function firstSentences(text: string, title: string | null): string | null {
  const lines = text.split('\n').filter((candidate) => candidate.trim() !== '' && candidate.trim() !== title)
  const line = lines.find((candidate) => candidate.trim().length > 60) ?? lines[0]
  const trimmed = line?.trim() ?? ''
  return trimmed === '' ? null : excerptOf(trimmed)
}

/** What came out on a day is an article where nothing says what else it is. */
const kindWith = (kind: PageKind, { publishedTime }: Pick<Text, 'publishedTime'>): PageKind =>
  kind === 'other' && publishedTime !== null ? 'article' : kind

/** Whether a block is all that is kept. */
const isAlone = (block: number, keep: Uint8Array): boolean => keep.indexOf(1) === block && keep.lastIndexOf(1) === block

/**
 * Main content of an HTML page as GitHub-flavoured Markdown, with what the page says about itself. Synchronous, no I/O, linear in the page;
 * never throws on any input text. Null when the page has nothing to read.
 */
export const extractPage = (input: ExtractInput): ExtractResult | null => extractWith(trainedModel(), input)

/** The same with a model of the caller's: for measuring one that has not seen the page. */
export function extractWith(trained: Model, input: ExtractInput): ExtractResult | null {
  const html = withoutBar(input.html)
  const first = parsePage(html, true)
  const page = first.isTwiceEncoded ? parsePage(repairTwiceEncoded(html)) : first
  const roots = input.selector ? select(page.root, input.selector) : null
  const chosen =
    roots === null ? choose(page, input.url, trained, input.include) : roots.length > 0 ? takeAll(page, input.url, trained) : null
  const result = read(page, chosen, input, roots)
  const undrawn =
    roots === null && (result === null || showsLittle(page, result, input.url)) ? readUndrawn(page, trained, input, result === null) : null
  takeApart(page)
  const frames = result === null && undrawn === null && roots === null ? framesetHtml(html) : null
  if (frames !== null) return extractWith(trained, { ...input, html: frames, selector: 'main' })
  return undrawn !== null && undrawn.wordCount > (result?.wordCount ?? 0) * MORE ? undrawn : result
}

/** So few words may be all that a page shows before its scripts have run; its data say so many times more. */
const [LITTLE, MORE] = [80, 3]

/** Whether a page says next to nothing, without a picture or a film that may be all of it. */
const showsLittle = (page: Page, { wordCount, markdown }: ExtractResult, url: string): boolean =>
  wordCount < LITTLE && !markdown.includes('![') && mainMedia(page, baseOf(page, url), new Set()).length === 0

/** What the data of a page say that shows nothing without its scripts. */
function readUndrawn(page: Page, trained: Model, input: ExtractInput, isNothing: boolean): ExtractResult | null {
  const undrawn = undrawnOf(page, isNothing)
  if (undrawn === null) return null
  const { title, htmlLang, baseHref, metas, links, jsonLd } = page
  const drawn = { ...parsePage(undrawn.html), title, htmlLang, baseHref, metas, links, jsonLd }
  const lead = offerLine(readOffer(page)) ?? unseenLead(page, [], NONE)
  const all = { ...takeAll(drawn, input.url, trained), extraction: 'fallback' as const, lead, tail: unseenRecipe(page, [], NONE) }
  const result = read(drawn, all, input, [drawn.body])
  takeApart(drawn)
  const publishedTime = undrawn.published ?? result?.publishedTime ?? null
  return result && { ...result, publishedTime, pageKind: undrawn.kind, cut: result.cut || page.cut }
}

const NONE = new Uint8Array()

/** @param roots where all is wanted that stands there; null where it was chosen */
function read(page: Page, chosen: Chosen | null, input: ExtractInput, roots: readonly Element[] | null): ExtractResult | null {
  if (!chosen) return null
  const base = baseOf(page, input.url)
  const links: Link[] = []
  const { titleBlock, description, ...fields } = readMetadata(page, input.url, chosen)
  if (roots === null) {
    dropSecondTitle(chosen.blocks, chosen.keep, titleBlock, fields.title)
    keepOtherHeading(chosen, titleBlock, fields)
  }
  const shown = placeMedia(page, base, chosen.media)
  const written = writeMarkdown(
    roots === null ? page.body : elementAround(roots, 'body', page.body.attributes, page.body),
    page.elements + page.media.length,
    base,
    {
      ...chosen,
      omit: roots !== null || isAlone(titleBlock, chosen.keep) ? -1 : titleBlock,
      images: input.images ?? true,
      shown,
      links,
    },
  )
  if (written === '') return null
  const markdown = [chosen.lead, written, chosen.tail].filter(Boolean).join('\n\n')
  const text = plainText(markdown)
  // Lines that a page begins with are no sentences of it.
  const prose = chosen.lead ? plainText([written, chosen.tail].filter(Boolean).join('\n\n')) : text
  return {
    ...fields,
    lang: chooseLanguage([page.htmlLang, page.body.attributes.more.lang, input.contentLanguage], text),
    excerpt: description ?? firstSentences(prose, fields.title),
    markdown,
    wordCount: countSegments(text),
    links,
    extraction: chosen.extraction,
    pageKind: kindWith(pageKindOf(page, chosen), fields),
    cut: page.cut,
  }
}
