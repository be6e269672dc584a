/** Headers of every answer of the feed, and conditional requests (tenders.md section 10). */
import { ATTRIBUTION } from './feed.ts'
import type { FeedLinks } from './formats.ts'

const ALLOWED_METHODS = 'GET, HEAD, OPTIONS'
const LICENSE_URL = 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/'

/** On all of them: errors, 304 and OPTIONS included. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Attribution, ETag, Last-Modified, Link, Retry-After',
  'X-Attribution': ATTRIBUTION,
  'X-Content-Type-Options': 'nosniff',
}

export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  'Access-Control-Allow-Methods': ALLOWED_METHODS,
  'Access-Control-Allow-Headers': 'If-None-Match, If-Modified-Since',
  'Access-Control-Max-Age': '86400',
  Allow: ALLOWED_METHODS,
}

const MAX_AGE_SECONDS = 300
/**
 * The way to a cache takes time, and some caches count whole seconds from the one they received it in: an answer that leaves just before a full
 * second would be kept past the deadline.
 */
const ON_THE_WAY_MS = 250

/**
 * How long a copy may live: until `closesAt`, the next deadline that counts in this answer (milliseconds; null: none), five minutes at most.
 * No stale-while-revalidate and no stale-if-error: both serve notices that have closed.
 */
export function cacheControl(closesAt: number | null, now: number, atMost: number = MAX_AGE_SECONDS): string {
  const seconds = Math.min(atMost, closesAt === null ? atMost : Math.floor((closesAt - now - ON_THE_WAY_MS) / 1000))
  return seconds < 1 ? 'no-store' : `public, max-age=${seconds}, s-maxage=${seconds}, must-revalidate`
}

/** `Link`: the licence and the other forms of the same feed. */
export function linkHeader(links: FeedLinks | null, contentTypes: ReadonlyMap<string, string>): string {
  const alternates: [string | null, string | undefined][] = links
    ? [
        [links.json, contentTypes.get('json')],
        [links.csv, contentTypes.get('csv')],
        [links.rss, contentTypes.get('xml')],
        [links.json_feed, contentTypes.get('feed.json')],
        [links.ical, contentTypes.get('ics')],
      ]
    : []
  const others = alternates.flatMap(([url, type]) =>
    url === null || url === links?.self ? [] : [`<${url}>; rel="alternate"; type="${(type ?? '').split(';')[0]}"`],
  )
  return [`<${LICENSE_URL}>; rel="license"`, ...others].join(', ')
}

const GZIP_SUFFIX = '-gz'

/** A strong tag of its own for each encoding of the same bytes. */
export const entityTag = (hash: string, isGzip: boolean) => `"${hash}${isGzip ? GZIP_SUFFIX : ''}"`

/** True when the reader's copy is this one: If-None-Match (lists, `*`, weak tags) beats If-Modified-Since. */
export function isUnchanged(header: (name: string) => string | undefined, hash: string, lastModified: number): boolean {
  const tags = header('if-none-match')
  if (tags !== undefined) {
    if (tags.trim() === '*') return true
    return [...tags.matchAll(/(?:W\/)?"([^"]*)"/g)].some(([, tag]) => tag === hash || tag === `${hash}${GZIP_SUFFIX}`)
  }
  const since = header('if-modified-since')
  const instant = since === undefined ? Number.NaN : Date.parse(since)
  return !Number.isNaN(instant) && Math.floor(lastModified / 1000) * 1000 <= instant
}

/** True when the reader takes gzip. */
export function acceptsGzip(header: string | undefined): boolean {
  return header !== undefined && /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(header)
}
