/** Feeds (RSS, Atom, JSON Feed) as a page: the feed's name, and each entry with its link, day, author and text. */
import { Tokenizer } from 'htmlparser2'
import { parsePage } from '../page/parse.ts'
import { squeeze, textOf } from '../page/text.ts'
import { closed, escaped } from './html.ts'

export type Entry = { title: string; link: string; date: string; author: string; content: string }
/** `base`: what its relative addresses are relative to, where it says so. */
export type Feed = { title: string; description: string; lang: string | null; base?: string; entries: Entry[] }

const MAX_ENTRIES = 500
const MAX_TEXT = 2_000_000

/** Fields of an entry by the names of elements; where several say the same, the first of the list that is there wins. */
const FIELDS: Readonly<Record<keyof Entry, readonly string[]>> = {
  title: ['title'],
  link: ['link'],
  date: ['pubdate', 'published', 'dc:date', 'updated'],
  author: ['dc:creator', 'name', 'author'],
  content: ['content:encoded', 'content', 'description', 'summary'],
}

/** Of these an entry may have several. */
const PERSONS: ReadonlySet<string> = new Set(['name', 'dc:creator'])

/** Reads RSS 0.9 to 2.0, RDF and Atom. One pass over the tokens, without a tree: linear, and nothing nests. */
export function readFeed(xml: string): Feed {
  const feed: Feed = { title: '', description: '', lang: null, entries: [] }
  let entry: Map<string, string> | null = null
  let name = ''
  let text = ''
  let depth = 0
  let at = -1
  let attribute = ''
  let attributes = new Map<string, string>()
  let length = 0
  const own = new Map<string, string>()
  const put = (key: string, value: string) => {
    const into = entry ?? own
    const trimmed = value.trim()
    const known = into.get(key)
    const isNext = known !== undefined && PERSONS.has(key) && !known.split(', ').includes(trimmed) && known.length < 200
    if (trimmed !== '' && (known === undefined || isNext) && length < MAX_TEXT) {
      into.set(key, known === undefined ? trimmed : `${known}, ${trimmed}`)
      length += trimmed.length
    }
  }
  // Elements of HTML inside of the feed's own: where they begin, and how deep.
  let markup: { from: number; depth: number } | null = null
  const start = (tagEnd: number) => {
    depth += 1
    if (markup !== null) return
    if (name === 'item' || name === 'entry') entry = new Map()
    else if (name === 'link' && attributes.has('href') && (attributes.get('rel') ?? 'alternate') === 'alternate')
      put('link', attributes.get('href')!)
    const lang = attributes.get('xml:lang')
    if (lang !== undefined) feed.lang ??= lang
    const base = attributes.get('xml:base')
    if (base !== undefined) feed.base ??= base
    if (attributes.get('type') === 'xhtml') markup = { from: tagEnd + 1, depth }
    text = ''
    at = depth
  }
  const end = (closed: string, tagStart: number) => {
    if (markup !== null && depth > markup.depth) {
      depth -= 1
      return
    }
    if (markup !== null) {
      text = xml.slice(markup.from, Math.min(tagStart, markup.from + MAX_TEXT)).replace(/<(\/?)[a-z][\w-]*:/gi, '<$1')
      at = depth
      markup = null
    }
    if ((closed === 'item' || closed === 'entry') && entry !== null) {
      if (feed.entries.length < MAX_ENTRIES) feed.entries.push(toEntry(entry))
      entry = null
    } else if (depth === at || /^(?:content|summary)$/.test(closed)) put(closed, text)
    depth -= 1
  }
  const add = (piece: string) => {
    if (text.length < MAX_TEXT) text += piece
  }
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      onopentagname: (from, to) => {
        name = xml.slice(from, to).toLowerCase()
        attributes = new Map()
      },
      onattribname: (from, to) => {
        attribute = xml.slice(from, to).toLowerCase()
      },
      onattribdata: (from, to) => {
        attributes.set(attribute, (attributes.get(attribute) ?? '') + xml.slice(from, Math.min(to, from + 4_000)))
      },
      onattribentity: (code) => {
        attributes.set(attribute, (attributes.get(attribute) ?? '') + String.fromCodePoint(code))
      },
      onattribend: () => undefined,
      onopentagend: start,
      onselfclosingtag: (tagEnd) => {
        start(tagEnd)
        end(name, tagEnd + 1)
      },
      onclosetag: (from, to) => end(xml.slice(from, to).toLowerCase(), from - 2),
      ontext: (from, to) => add(xml.slice(from, to)),
      ontextentity: (code) => add(String.fromCodePoint(code)),
      oncdata: (from, to, offset) => add(xml.slice(from, to - offset)),
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  )
  tokenizer.write(xml)
  tokenizer.end()
  return {
    ...feed,
    title: plain(own.get('title') ?? ''),
    description: plain(own.get('description') ?? own.get('subtitle') ?? ''),
    lang: feed.lang ?? own.get('language') ?? null,
  }
}

const first = (fields: ReadonlyMap<string, string>, names: readonly string[]): string =>
  names.map((name) => fields.get(name)).find((value) => value) ?? ''

const isAddress = (text: string): boolean => /^https?:/i.test(text)

const toEntry = (fields: ReadonlyMap<string, string>): Entry => ({
  title: first(fields, FIELDS.title),
  link: first(fields, FIELDS.link) || ([fields.get('guid'), fields.get('id')].find((id) => id !== undefined && isAddress(id)) ?? ''),
  date: first(fields, FIELDS.date),
  author: first(fields, FIELDS.author),
  content: first(fields, FIELDS.content),
})

/** A JSON Feed (version 1 or 1.1) out of parsed JSON; null for any other JSON. */
export function jsonFeed(value: unknown): Feed | null {
  if (typeof value !== 'object' || value === null || !('version' in value) || !('items' in value)) return null
  const feed = value as Record<string, unknown>
  if (typeof feed.version !== 'string' || !feed.version.startsWith('https://jsonfeed.org/version/') || !Array.isArray(feed.items))
    return null
  const text = (from: unknown): string => (typeof from === 'string' ? from : '')
  return {
    title: text(feed.title),
    description: text(feed.description),
    lang: text(feed.language) || null,
    entries: feed.items.slice(0, MAX_ENTRIES).map((item: unknown) => {
      const fields = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
      const authors = [fields.author, ...(Array.isArray(fields.authors) ? fields.authors : [])]
      return {
        title: text(fields.title),
        link: text(fields.url) || text(fields.external_url) || (isAddress(text(fields.id)) ? text(fields.id) : ''),
        date: text(fields.date_published) || text(fields.date_modified),
        author:
          authors.map((author) => text((author as Record<string, unknown> | null | undefined)?.name)).find((name) => name !== '') ?? '',
        content: text(fields.content_html) || paragraphs(text(fields.content_text)) || paragraphs(text(fields.summary)),
      }
    }),
  }
}

/** Plain text of an entry as HTML, its empty lines and its lines kept. */
const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escaped(part.trim()).replace(/\n/g, '<br>')}</p>`)
    .join('')

/** Titles are HTML in most feeds, whatever they say. */
const plain = (title: string): string => (/[<&]/.test(title) ? squeeze(textOf(parsePage(title).body)) : title)

/** The day of an entry as ISO 8601; as it was written where that is no date. */
function dayOf(date: string): string {
  const iso = /^\d{4}-\d\d-\d\d/.exec(date)?.[0]
  const parsed = Date.parse(date)
  return iso ?? (Number.isNaN(parsed) ? date : new Date(parsed).toISOString().slice(0, 10))
}

/**
 * HTML of a feed; what its entries hold is HTML of strangers, and goes through the guard like any page.
 * @param base what relative links are relative to
 */
export function feedHtml({ description, entries }: Feed, base: string): string {
  const parts = entries.map(({ title, link: given, date, author, content }) => {
    const link = given === '' ? '' : (URL.parse(given, base)?.href ?? '')
    const name = escaped(plain(title) || link)
    const head = [author === '' ? '' : `<b>${escaped(author)}</b>`, escaped(date === '' ? '' : dayOf(date))]
      .filter((part) => part !== '')
      .join(' · ')
    const heading = isAddress(link) ? `<a href="${escaped(link)}">${name}</a>` : name
    return `<section>${heading === '' ? '' : `<h2>${heading}</h2>`}${head === '' ? '' : `<p>${head}</p>`}<div>${closed(content)}</div></section>`
  })
  return `${description === '' ? '' : `<p>${escaped(description)}</p>`}${parts.join('\n')}`
}
