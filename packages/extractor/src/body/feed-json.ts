import { isRecord, recordsIn } from '../page/json-ld.ts'
import { type Feed, isAddress, MAX_ENTRIES, paragraphs } from './feed-entry.ts'
import { escaped } from './html.ts'

/** A JSON Feed (version 1 or 1.1) out of parsed JSON; null for any other JSON. */
export function jsonFeed(value: unknown): Feed | null {
  if (!isRecord(value)) return null
  const feed = value
  if (typeof feed.version !== 'string' || !feed.version.startsWith('https://jsonfeed.org/version/') || !Array.isArray(feed.items))
    return null
  const text = (from: unknown): string => (typeof from === 'string' ? from : '')
  const authorOf = (from: Readonly<Record<string, unknown>>): string =>
    [from.author, ...(Array.isArray(from.authors) ? from.authors : [])]
      .map((author) => text(isRecord(author) ? author.name : null))
      .find((name) => name !== '') ?? ''
  return {
    title: text(feed.title),
    description: text(feed.description),
    lang: text(feed.language) || null,
    author: authorOf(feed),
    home: text(feed.home_page_url),
    entries: feed.items.slice(0, MAX_ENTRIES).map((item: unknown) => {
      const fields = isRecord(item) ? item : {}
      const file = recordsIn(fields.attachments).find(({ url }) => text(url) !== '')
      return {
        title: text(fields.title),
        link: text(fields.url) || text(fields.external_url) || (isAddress(text(fields.id)) ? text(fields.id) : ''),
        date: text(fields.date_published) || text(fields.date_modified),
        author: authorOf(fields),
        content: text(fields.content_html) || paragraphs(escaped(text(fields.content_text) || text(fields.summary)), '<br>'),
        file: text(file?.url),
        duration: typeof file?.duration_in_seconds === 'number' ? String(Math.round(file.duration_in_seconds)) : '',
      }
    }),
  }
}
