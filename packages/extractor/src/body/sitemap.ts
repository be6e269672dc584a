/** Sitemaps (sitemaps.org, 0.9) as a list of their addresses, each with what it is called in the news and the day on which it came out, else that of its last change. */
import { escaped } from './html.ts'
import { firstElement } from './xml-start.ts'

const ROOT = /^(?:[\w-]+:)?(?:urlset|sitemapindex)$/
const ENTRY = /<\/(?:[\w-]+:)?(?:url|sitemap)\s*>/i

const textIn = (name: string): RegExp => new RegExp(`<${name}>\\s*(?:<!\\[CDATA\\[([^\\]]{0,4000})|([^<]{0,4000}))`, 'i')
const [ADDRESS, TITLE] = [textIn('(?:sm:)?loc'), textIn('news:title')]
const [PUBLISHED, CHANGED] = [textIn('news:publication_date'), textIn('(?:sm:)?lastmod')]

/** The text of the first such element as HTML: in XML what is escaped is escaped alike, but in CDATA nothing is. */
function textOf(entry: string, element: RegExp): string {
  const found = element.exec(entry)
  return (found?.[1] === undefined ? (found?.[2] ?? '').replaceAll('"', '&quot;') : escaped(found[1])).trim()
}

/** HTML of a sitemap or of an index of such; null for any other XML. Linear in the text. */
export function sitemapHtml(xml: string): string | null {
  if (!ROOT.test(firstElement(xml))) return null
  const items = xml.split(ENTRY).map((entry) => {
    const address = textOf(entry, ADDRESS)
    if (address === '') return ''
    // The site's name is that of all others, and stands in the link.
    const name = textOf(entry, TITLE) || address.replace(/^https?:\/\/[^/]*(?=\/.)/i, '')
    return `<li><a href="${address}">${name}</a> ${(textOf(entry, PUBLISHED) || textOf(entry, CHANGED)).slice(0, 10)}</li>`
  })
  return `<ul>${items.join('\n')}</ul>`
}
