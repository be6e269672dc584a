/** A feed as a page: its name, and each entry with its link, day, author, text and file. */
import { type Feed, isAddress, plain } from './feed-entry.ts'
import { closed, escaped, headHtml } from './html.ts'

/** The day of an entry as ISO 8601; as it was written where that is no date. */
function dayOf(date: string): string {
  const iso = /^\d{4}-\d\d-\d\d/.exec(date)?.[0]
  const parsed = Date.parse(date)
  return iso ?? (Number.isNaN(parsed) ? date : new Date(parsed).toISOString().slice(0, 10))
}

/** A link to what an entry hands out, unless it says where that is itself. */
function fileHtml(file: string, content: string, base: string): string {
  const address = URL.parse(file, base)
  if (file === '' || address === null || !isAddress(address.href) || content.includes(file)) return ''
  return `<p><a href="${escaped(address.href)}">${escaped(address.pathname.split('/').at(-1) || address.hostname)}</a></p>`
}

/**
 * HTML of a feed; what its entries hold is HTML of strangers, and goes through the guard like any page.
 * @param base what relative links are relative to
 */
export function feedHtml({ description, entries }: Feed, base: string): string {
  const parts = entries.map(({ title, link: given, date, author, content, file }) => {
    const link = given === '' ? '' : (URL.parse(given, base)?.href ?? '')
    const name = escaped(plain(title) || link)
    const head = headHtml(author, date === '' ? '' : dayOf(date))
    const heading = isAddress(link) ? `<a href="${escaped(link)}">${name}</a>` : name
    return `<section>${heading === '' ? '' : `<h2>${heading}</h2>`}${head}<div>${closed(content)}</div>${fileHtml(file, content, base)}</section>`
  })
  return `${description === '' ? '' : `<p>${escaped(description)}</p>`}${parts.join('\n')}`
}
