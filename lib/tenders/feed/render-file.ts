/** A file of the feed as bytes, with the moments that bound its life. Pure: no request, no database; the clock is given. */
import type { Env } from '../../core.ts'
import { queryInWords } from '../search/in-words.ts'
import type { Query } from '../search/query.ts'
import { openAt } from '../search/trade-index.ts'
import { feedStatus, nextChange, type Snapshot } from '../snapshot/snapshot.ts'
import { selectFeed } from './feed.ts'
import type { FeedFile } from './feed-file.ts'
import { linkHeader, MAX_AGE_SECONDS } from './feed-headers.ts'
import { FEED_CSS, feedLinks, feedSchema, fileUrl, OPML_CONTENT_TYPE, renderIndex, renderOpml } from './formats.ts'
import { toStatusDocument } from './status-document.ts'

export type Rendered = {
  body: Buffer
  headers: Record<string, string>
  /** Milliseconds. */
  lastModified: number
  /** The next deadline that counts in this answer, or null. */
  closesAt: number | null
  /** From this moment the answer may be another. */
  changesAt: number
  /** Caches keep it so many seconds at most. */
  maxAgeSeconds: number
  /** Snapshot it was made from. */
  generation: number
}

const JSON_TYPE = 'application/json; charset=utf-8'
const WEEK_MS = 7 * 86_400_000

/** What of the settings a file repeats. */
type Site = Pick<Env, 'TOOLS_URL' | 'JOBS_DRIVER'>

type Draft = {
  text: string
  contentType: string
  link?: string
  headers?: Record<string, string> | undefined
  lastModified?: number
  closesAt?: number | null
  changesAt?: number
  maxAgeSeconds?: number
}

/** What a file is made from. `search`: the query as asked for, which some formats repeat as their own address. `now` in milliseconds. */
export type Ingredients = { query: Query; search: string; snapshot: Snapshot; now: number; env: Site }

function draftFeed(
  { feed: name, trade, view, format, name: file }: Extract<FeedFile, { kind: 'feed' }>,
  { query, search, snapshot, now, env: { TOOLS_URL } }: Ingredients,
): Draft {
  const selected = selectFeed(snapshot.index, trade, view ? view.apply(query, now) : query, feedStatus(snapshot, now), now)
  const feed = view ? { ...selected, said: [view.title.toLowerCase(), ...queryInWords(query)] } : selected
  const self = `${fileUrl(TOOLS_URL, file)}${search}`
  const links = feedLinks(TOOLS_URL, name, query, { self, form: format, next: feed.next })
  const turns = view?.changesAt(now) ?? Number.POSITIVE_INFINITY
  return {
    text: format.render(feed, links),
    contentType: format.contentType,
    headers: format.headers?.(feed),
    link: linkHeader(links, format),
    lastModified: view ? now : feed.changedAt,
    closesAt: Math.min(feed.validUntil ?? Number.POSITIVE_INFINITY, turns),
  }
}

function draft(file: Exclude<FeedFile, { kind: 'changes' | 'whole' }>, from: Ingredients): Draft {
  const { query, snapshot, now, env } = from
  const site = env.TOOLS_URL
  const status = feedStatus(snapshot, now)
  switch (file.kind) {
    case 'feed':
      return draftFeed(file, from)
    case 'index': {
      // Its figures change at a deadline and a week before one.
      const closesAt = openAt(snapshot.index, now).next
      const soon = openAt(snapshot.index, now + WEEK_MS).next
      const boundary = Math.min(closesAt ?? Number.POSITIVE_INFINITY, soon === null ? Number.POSITIVE_INFINITY : soon - WEEK_MS)
      return {
        text: renderIndex(snapshot.index, status, site, now),
        contentType: JSON_TYPE,
        // What entered the last week changed the figures too, so the clock alone says when.
        lastModified: now,
        closesAt: Number.isFinite(boundary) ? boundary : null,
      }
    }
    case 'opml':
      return { text: renderOpml(site, query, file.slugs), contentType: OPML_CONTENT_TYPE, lastModified: snapshot.publishedAt }
    case 'style':
      return { text: FEED_CSS, contentType: 'text/css; charset=utf-8', lastModified: snapshot.publishedAt }
    case 'schema':
      return {
        text: JSON.stringify(feedSchema()),
        contentType: 'application/schema+json; charset=utf-8',
        lastModified: snapshot.publishedAt,
      }
    case 'status':
      return {
        text: JSON.stringify(toStatusDocument(env, snapshot, now)),
        contentType: JSON_TYPE,
        lastModified: Math.max(snapshot.publishedAt, status.changedAt, openAt(snapshot.index, now).last ?? 0),
        closesAt: openAt(snapshot.index, now).next,
        maxAgeSeconds: 30,
        changesAt: now + 30_000,
      }
  }
}

export function renderFile(file: Exclude<FeedFile, { kind: 'changes' | 'whole' }>, from: Ingredients): Rendered {
  const {
    text,
    contentType,
    link,
    headers,
    lastModified = 0,
    closesAt = null,
    changesAt,
    maxAgeSeconds = MAX_AGE_SECONDS,
  } = draft(file, from)
  const { snapshot, now } = from
  return {
    body: Buffer.from(text),
    headers: { 'Content-Type': contentType, Link: link ?? linkHeader(null, null), Vary: 'Accept-Encoding', ...headers },
    lastModified,
    closesAt: closesAt !== null && Number.isFinite(closesAt) ? closesAt : null,
    changesAt: Math.min(closesAt ?? Number.POSITIVE_INFINITY, changesAt ?? Number.POSITIVE_INFINITY, nextChange(snapshot, now)),
    maxAgeSeconds,
    generation: snapshot.generation,
  }
}
