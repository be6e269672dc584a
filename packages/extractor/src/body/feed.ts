/** Feeds in XML (RSS, Atom, RDF). */
import { Tokenizer } from 'htmlparser2'
import { type Entry, type Feed, isAddress, MAX_ENTRIES, paragraphs, plain } from './feed-entry.ts'

const MAX_TEXT = 2_000_000

/** Fields of an entry by the names of elements; where several say the same, the first of the list that is there wins. */
const FIELDS: Readonly<Record<keyof Required<Entry>, readonly string[]>> = {
  title: ['title'],
  link: ['link'],
  date: ['pubdate', 'published', 'dc:date', 'updated'],
  author: ['dc:creator', 'name', 'author', 'itunes:author'],
  content: ['content:encoded', 'content', 'description', 'summary', 'itunes:summary', 'media:description'],
  file: ['enclosure', 'media:content'],
  duration: ['itunes:duration'],
  episode: ['itunes:episode'],
  base: ['xml:base'],
}

/** Fields that are text and no HTML: their lines are their own. */
const IS_TEXT: ReadonlySet<string> = new Set(['itunes:summary', 'media:description'])

/** Of these an entry may have several. */
const PERSONS: ReadonlySet<string> = new Set(['name', 'dc:creator'])

/** What plays, and is no picture of it. */
const PLAYS = /^(?:audio|video)(?:\/|$)/
const PICTURE = /^image\//

/** The field, and the address for it, that an element names in its attributes. */
function placeOf(name: string, attributes: ReadonlyMap<string, string>): readonly [string, string] | null {
  const type = attributes.get('type') ?? ''
  const rel = attributes.get('rel') ?? 'alternate'
  const field = name === 'link' ? (rel === 'alternate' ? name : rel) : name
  const address = attributes.get(name === 'link' ? 'href' : 'url')
  const isMeant =
    field === 'link' ||
    (field === 'enclosure' ? !PICTURE.test(type) : field === 'media:content' && PLAYS.test(attributes.get('medium') ?? type))
  return address !== undefined && isMeant ? [field, address] : null
}

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
  let isAtom = false
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
    const place = placeOf(name, attributes)
    if (name === 'item' || name === 'entry') entry = new Map()
    else if (place !== null) put(...place)
    const lang = attributes.get('xml:lang')
    if (lang !== undefined) feed.lang ??= lang
    const base = attributes.get('xml:base')
    if (base !== undefined && entry !== null) put('xml:base', base)
    else if (base !== undefined) feed.base ??= base
    if (name === 'feed') isAtom = true
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
  return { ...feed, ...saidOf(own, isAtom), lang: feed.lang ?? own.get('language') ?? null }
}

/** What a feed says of itself. In RSS a form that stands in it has a name. */
const saidOf = (own: ReadonlyMap<string, string>, isAtom: boolean): Pick<Feed, 'title' | 'description' | 'author' | 'home'> => ({
  title: plain(own.get('title') ?? ''),
  description: plain(own.get('description') ?? own.get('subtitle') ?? own.get('itunes:summary') ?? ''),
  author: plain((isAtom ? own.get('name') : undefined) ?? own.get('dc:creator') ?? own.get('itunes:author') ?? ''),
  home: own.get('link') ?? '',
})

const first = (fields: ReadonlyMap<string, string>, names: readonly string[]): string =>
  names.map((name) => fields.get(name)).find((value) => value) ?? ''

const toEntry = (fields: ReadonlyMap<string, string>): Entry => ({
  title: first(fields, FIELDS.title),
  link: first(fields, FIELDS.link) || ([fields.get('guid'), fields.get('id')].find((id) => id !== undefined && isAddress(id)) ?? ''),
  date: first(fields, FIELDS.date),
  author: first(fields, FIELDS.author),
  content: contentOf(fields),
  file: first(fields, FIELDS.file),
  duration: first(fields, FIELDS.duration),
  episode: first(fields, FIELDS.episode),
  base: first(fields, FIELDS.base),
})

/** HTML of what an entry says; in text without tags empty lines part paragraphs. */
function contentOf(fields: ReadonlyMap<string, string>): string {
  const name = FIELDS.content.find((key) => fields.get(key)) ?? ''
  const content = fields.get(name) ?? ''
  if (/<[a-z!/]/i.test(content)) return content
  return paragraphs(content, IS_TEXT.has(name) ? '<br>' : '\n')
}
