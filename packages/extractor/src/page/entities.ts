/** Character references, as HTML defines them. The few that nearly all on pages are go by a table: the walk through all 2,231 is much to compile. */
import { decodeHTML, decodeHTMLAttribute } from 'entities'

const COMMON: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&#038;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#039;': "'",
  '&#x27;': "'",
  '&nbsp;': '\u00a0',
  '&#160;': '\u00a0',
  '&ndash;': '–',
  '&#8211;': '–',
  '&mdash;': '—',
  '&rsquo;': '’',
  '&#8217;': '’',
  '&ldquo;': '“',
  '&#8220;': '“',
  '&rdquo;': '”',
  '&#8221;': '”',
  '&raquo;': '»',
  '&copy;': '©',
}
const ANY_COMMON = Object.keys(COMMON).join('|')
const COMMON_ONES = new RegExp(ANY_COMMON, 'g')
const OTHER = new RegExp(`&(?!(?:${ANY_COMMON.replaceAll('&', '')}))`)

const decodeBy =
  (decode: (raw: string) => string) =>
  (raw: string): string =>
    !raw.includes('&') ? raw : OTHER.test(raw) ? decode(raw) : raw.replace(COMMON_ONES, (reference) => COMMON[reference]!)

/** The text of a piece of source between two tags. */
export const decodeText = decodeBy(decodeHTML)

/** The value of an attribute: there a reference without its semicolon may be part of a query. */
export const decodeValue = decodeBy(decodeHTMLAttribute)
