/** A file of the feed as bytes, with the moments that bound its life. Pure: no request, no database; the clock is given. */
import { createHash } from 'node:crypto'
import { type FeedQuery, selectFeed, selectNewest } from './feed.ts'
import type { FeedFile } from './feed-file.ts'
import { linkHeader } from './feed-headers.ts'
import { openAt } from './feed-index.ts'
import { FORMATS, feedLinks, feedSchema, fileUrl, OPML_CONTENT_TYPE, renderIndex, renderOpml, renderRss } from './formats.ts'
import { feedStatus, nextChange, type Snapshot } from './snapshot.ts'
import { toStatusDocument } from './status-document.ts'

export type Rendered = {
  body: Buffer
  /** Made when first asked for. */
  gzip: Buffer | undefined
  hash: string
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

const contentTypes = new Map(FORMATS.map((format) => [format.extension, format.contentType]))
const JSON_TYPE = 'application/json; charset=utf-8'
const WEEK_MS = 7 * 86_400_000

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

function draft(
  file: Exclude<FeedFile, { kind: 'changes' }>,
  query: FeedQuery,
  search: string,
  snapshot: Snapshot,
  now: number,
  site: string,
): Draft {
  const status = feedStatus(snapshot, now)
  const self = `${fileUrl(site, file.name)}${search}`
  switch (file.kind) {
    case 'trade': {
      const feed = selectFeed(snapshot.index, file.trade, query, status, now)
      const links = feedLinks(site, file.trade.slug, feed.search, self)
      return {
        text: file.format.render(feed, links),
        contentType: file.format.contentType,
        headers: file.format.headers?.(feed),
        link: linkHeader(links, contentTypes),
        lastModified: feed.changedAt,
        closesAt: feed.validUntil,
      }
    }
    case 'newest': {
      const feed = selectNewest(snapshot.index, query, status, now)
      const text = renderRss(feed, feedLinks(site, null, feed.search, self))
      return { text, contentType: contentTypes.get('xml') ?? '', lastModified: feed.changedAt, closesAt: feed.validUntil }
    }
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
      return { text: renderOpml(site), contentType: OPML_CONTENT_TYPE, lastModified: snapshot.publishedAt }
    case 'schema':
      return {
        text: JSON.stringify(feedSchema()),
        contentType: 'application/schema+json; charset=utf-8',
        lastModified: snapshot.publishedAt,
      }
    case 'status':
      return {
        text: JSON.stringify(toStatusDocument(snapshot, now)),
        contentType: JSON_TYPE,
        lastModified: Math.max(snapshot.publishedAt, openAt(snapshot.index, now).last ?? 0),
        closesAt: openAt(snapshot.index, now).next,
        maxAgeSeconds: 30,
        changesAt: now + 30_000,
      }
  }
}

/** Renders a file; `search` is the query as asked for, which some formats repeat as their own address. */
export function renderFile(
  file: Exclude<FeedFile, { kind: 'changes' }>,
  query: FeedQuery,
  search: string,
  snapshot: Snapshot,
  now: number,
  site: string,
): Rendered {
  const {
    text,
    contentType,
    link,
    headers,
    lastModified = 0,
    closesAt = null,
    changesAt,
    maxAgeSeconds = 300,
  } = draft(file, query, search, snapshot, now, site)
  const body = Buffer.from(text)
  return {
    body,
    gzip: undefined,
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 27),
    headers: { 'Content-Type': contentType, Link: link ?? linkHeader(null, contentTypes), Vary: 'Accept-Encoding', ...headers },
    lastModified,
    closesAt,
    changesAt: Math.min(closesAt ?? Number.POSITIVE_INFINITY, changesAt ?? Number.POSITIVE_INFINITY, nextChange(snapshot, now)),
    maxAgeSeconds,
    generation: snapshot.generation,
  }
}
