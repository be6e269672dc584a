/** Pages that do nothing but send their reader on, by `Refresh` or its form in HTML: a redirect by other means. */
import { type Answer, addressIn, attributeIn, BEGINNING_BYTES, beginningOf, tagsOf } from './beginning.ts'

/** At once is a redirect whatever else the page says; later, where it is short and says little else. */
const AT_ONCE_SECONDS = 1
const SOON_SECONDS = 15
const FEW_WORDS = 60
/** What few pages say: of all others nothing more is read. */
const SIGN = /http-equiv\s*=\s*["']?\s*refresh/i

/**
 * Where a page sends its reader by itself: a URL without fragment; null for a page that stays.
 * @param mayRepeat whether the page's own address counts, as it does where the reader has got a first cookie with the page
 */
export function refreshTarget(page: Answer, mayRepeat: boolean): URL | null {
  const { url, headers, bytes } = page
  const source = beginningOf(page)
  if (headers.refresh === undefined && !SIGN.test(source)) return null
  const html = visible(source)
  const said = headers.refresh ?? metaRefresh(html)
  const [, seconds, address = ''] = /^\s*(\d{1,4})(?:\.\d*)?\s*(?:[;,\s]\s*(?:url\s*=\s*)?(\S.*)?)?$/is.exec(said ?? '') ?? []
  if (seconds === undefined) return null
  const isSoon = Number(seconds) <= SOON_SECONDS && bytes.length <= BEGINNING_BYTES && words(html) <= FEW_WORDS
  if (Number(seconds) > AT_ONCE_SECONDS && !isSoon) return null
  const target = address === '' ? url : addressIn(unquoted(address), baseOf(html, url))
  return target?.href === url.href && !mayRepeat ? null : target
}

/** What a reader with scripts goes by: without what is said to others. */
const visible = (html: string): string =>
  html.replace(/<!--[\s\S]*?(?:-->|$)|<(script|style|noscript|template|textarea|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')

function metaRefresh(html: string): string | undefined {
  const tag = tagsOf(html, 'meta').find((meta) => attributeIn(meta, 'http-equiv')?.trim().toLowerCase() === 'refresh')
  return tag === undefined ? undefined : attributeIn(tag, 'content')
}

const unquoted = (text: string): string =>
  /^\s*(?:"([^"]*)|'([^']*)|(.*))/s
    .exec(text)!
    .slice(1)
    .find((part) => part !== undefined)!

function baseOf(html: string, url: URL): URL {
  const [base] = tagsOf(html, 'base').flatMap((tag) => attributeIn(tag, 'href') ?? [])
  return (base === undefined ? null : URL.parse(base, url)) ?? url
}

const words = (html: string): number =>
  html.replace(/<title\b[\s\S]*?(?:<\/title\s*>|$)|<[^<>]{0,2000}>/gi, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
