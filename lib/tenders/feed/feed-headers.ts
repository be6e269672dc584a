/** Headers of every answer of the feed, and how long a copy of one may live. */
import { ATTRIBUTION } from './feed.ts'
import { type FeedLinks, FORMATS, type Format } from './formats.ts'

const LICENSE_URL = 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/'

/** On all of them: errors, 304 and OPTIONS included. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Attribution, ETag, Last-Modified, Link, Retry-After',
  'X-Attribution': ATTRIBUTION,
  'X-Content-Type-Options': 'nosniff',
}

/** A publish cannot recall what a cache holds, so none may hold it longer. */
export const MAX_AGE_SECONDS = 300
/**
 * The way to a cache takes time, and some caches count whole seconds from the one they received it in: an answer that leaves just before a full
 * second would be kept past the deadline.
 */
const ON_THE_WAY_MS = 250

/**
 * How long a copy may live: until `closesAt`, the next deadline that counts in this answer (milliseconds; null: none), `maxAgeSeconds` at most.
 * No stale-while-revalidate and no stale-if-error: both serve notices that have closed.
 */
export function cacheControl(closesAt: number | null, now: number, maxAgeSeconds: number): string {
  const seconds = Math.min(maxAgeSeconds, closesAt === null ? maxAgeSeconds : Math.floor((closesAt - now - ON_THE_WAY_MS) / 1000))
  return seconds < 1 ? 'no-store' : `public, max-age=${seconds}, s-maxage=${seconds}, must-revalidate`
}

/** `Link`: the licence, the other forms of the same feed, and where it goes on. `form`: the one that is being sent. */
export function linkHeader(links: FeedLinks | null, form: Format | null): string {
  const alternates = links
    ? FORMATS.flatMap(({ name, contentType }) => {
        const url = links.forms[name]
        return name === form?.name || url === undefined ? [] : [`<${url}>; rel="alternate"; type="${contentType.split(';')[0]}"`]
      })
    : []
  const pages = (['next', 'first'] as const).flatMap((rel) => (links?.[rel] ? [`<${links[rel]}>; rel="${rel}"`] : []))
  return [`<${LICENSE_URL}>; rel="license"`, ...alternates, ...pages].join(', ')
}
