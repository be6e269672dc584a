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

/** A length of time as players show it: `1:02:03`. */
function durationOf(said: string): string {
  const seconds = /^\d{1,6}$/.test(said) ? Number(said) : 0
  if (seconds === 0) return /^[\d:]{3,9}$/.test(said) ? said : ''
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts
    .slice(parts[0] === 0 ? 1 : 0)
    .map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':')
}

const addressOf = (given: string, base: string): string | null => {
  const address = given === '' ? undefined : URL.parse(given, base)?.href
  return address !== undefined && isAddress(address) ? address : null
}

/** What stands before the number of an entry in the name of its section. */
export const SECTION = 'entry-'

/**
 * HTML of a feed; what its entries hold is HTML of strangers, and goes through the guard like any page.
 * @param url the address of the feed
 * @returns `base`: what relative addresses of the feed are relative to; `bases`: for each entry, whose section is named by its number, what relative addresses in it are relative to
 */
export function feedHtml(
  { description, entries, author: feedAuthor = '', base: said = '', home = '' }: Feed,
  url: string,
): { html: string; base: string; bases: string[] } {
  const base = addressOf(said || home, url) ?? url
  const bases: string[] = []
  const parts = entries.map(({ title, link: given, date, author, content, file, duration = '', episode = '', base: ownBase = '' }, at) => {
    const link = given === '' ? '' : (URL.parse(given, base)?.href ?? '')
    const own = addressOf(ownBase, base) ?? (said === '' ? addressOf(link, base) : null) ?? base
    bases.push(own)
    const name = escaped(plain(title) || link)
    const number = /^\d{1,5}$/.test(episode) && !title.includes(episode) ? `Episode ${episode}` : ''
    const head = headHtml(author || feedAuthor, date === '' ? '' : dayOf(date), number, durationOf(duration))
    const heading = isAddress(link) ? `<a href="${escaped(link)}">${name}</a>` : name
    return `<section id="${SECTION}${at}">${heading === '' ? '' : `<h2>${heading}</h2>`}${head}<div>${closed(content)}</div>${fileHtml(file, content, own)}</section>`
  })
  return { html: `${description === '' ? '' : `<p>${escaped(description)}</p>`}${parts.join('\n')}`, base, bases }
}
