/** Pages that do nothing but send their reader on, by `Refresh` or its form in HTML: a redirect by other means. */

/** Such pages are small; in longer ones nothing is looked for beyond it. */
const MOST_BYTES = 65_536
/** At once is a redirect whatever else the page says; later, where it says little else. */
const AT_ONCE_SECONDS = 1
const SOON_SECONDS = 15
const FEW_WORDS = 60

type Page = { readonly url: URL; readonly headers: Record<string, string>; readonly bytes: Uint8Array }

/** Where a page sends its reader by itself: a URL without fragment, other than its own; null for a page that stays. */
export function refreshTarget({ url, headers, bytes }: Page): URL | null {
  const type = headers['content-type'] ?? ''
  const html = type === '' || /html/i.test(type) ? visible(new TextDecoder().decode(bytes.subarray(0, MOST_BYTES))) : ''
  const said = headers.refresh ?? metaRefresh(html)
  const [, seconds = '', address = ''] = /^\s*(\d{1,4})(?:\.\d*)?\s*[;,\s]\s*(?:url\s*=\s*)?(\S.*)$/is.exec(said ?? '') ?? []
  if (address === '') return null
  const isSoon = Number(seconds) <= SOON_SECONDS && bytes.length <= MOST_BYTES && words(html) <= FEW_WORDS
  if (Number(seconds) > AT_ONCE_SECONDS && !isSoon) return null
  const target = URL.parse(unquoted(address), baseOf(html, url))
  if (!target || !/^https?:$/.test(target.protocol)) return null
  target.hash = ''
  return target.href === url.href ? null : target
}

/** What a reader with scripts goes by: without what is said to others. */
const visible = (html: string): string =>
  html.replace(/<!--[\s\S]*?(?:-->|$)|<(script|style|noscript|template|textarea|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')

function metaRefresh(html: string): string | undefined {
  for (const [tag] of html.matchAll(/<meta\s[^<>]{1,2000}>/gi))
    if (/\bhttp-equiv\s*=\s*["']?refresh\b/i.test(tag)) return entities(/\bcontent\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/i.exec(tag)?.[1] ?? '')
  return undefined
}

const unquoted = (text: string): string =>
  /^\s*(?:"([^"]*)|'([^']*)|(.*))/s
    .exec(text)!
    .slice(1)
    .find((part) => part !== undefined)!
    .trim()

function entities(attribute: string): string {
  const text = /^["']/.test(attribute) ? attribute.slice(1, -1) : attribute
  return text
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(/&(?:#39|#x27|apos);/gi, "'")
    .replace(/&(?:quot|#34|#x22);/gi, '"')
}

function baseOf(html: string, url: URL): URL {
  const base = /<base\s[^<>]{0,500}?\bhref\s*=\s*["']?([^"'\s>]+)/i.exec(html)?.[1]
  return (base === undefined ? null : URL.parse(base, url)) ?? url
}

const words = (html: string): number =>
  html.replace(/<title\b[\s\S]*?(?:<\/title\s*>|$)|<[^<>]{0,2000}>/gi, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
