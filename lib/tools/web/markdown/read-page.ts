/** From a URL to a page as Markdown: safe fetch, worker, and the status of everything that can go wrong on the way. */
import { LRUCache } from 'lru-cache'
import { ApiError } from '../../../errors.ts'
import {
  type FetchedPage,
  FetchFailure,
  type FetchGuard,
  type FetchLimits,
  publicGuard,
  safeFetch,
} from '../../../http/safe-fetch/index.ts'
import { shared } from '../../../shared.ts'
import type { ConvertedPage, ConvertInput, ConvertResult } from './convert.ts'
import { convertInSteps } from './convert-in-steps.ts'
import { ConvertFailure, type ConvertPool, convertPool } from './pool.ts'

export type PageRead = ConvertedPage & { finalUrl: string; fetchedAt: string; cached: boolean }

export type ReadOptions = { guard?: FetchGuard; limits?: FetchLimits; pool?: ConvertPool }

const ACCEPT = 'text/markdown, text/html;q=0.9, */*;q=0.1'
const CACHE_MS = 60_000
/**
 * For everything; what the fetch leaves of it may be spent waiting for a worker. An idle server needs at most ten seconds; in a burst a late
 * answer is worth more to a caller than a refusal.
 */
const TOTAL_MS = 18_000
const CONVERT_MS = 2_000
const NOT_CHARGED = 'You were not charged.'

type Entry = { page: Omit<PageRead, 'cached'>; storable: boolean }

const cache = () =>
  shared('markdown-pages', () => new LRUCache<string, Entry>({ maxSize: 32_000_000, ttl: CACHE_MS, sizeCalculation: sizeOf }))
const flights = () => shared('markdown-flights', () => new Map<string, Promise<Entry>>())
const sizeOf = ({ page }: Entry): number => page.markdown.length * 2 + 2_000

/**
 * The page at `url`, from the last minute's cache, from the same reading that another call has begun, or anew.
 * @throws ApiError 422, 502, 503 or 504, uncharged, with `upstreamStatus` (null when the target did not answer)
 */
export async function readPage(url: URL, options: ReadOptions = {}): Promise<PageRead> {
  const key = url.href.slice(0, url.href.length - url.hash.length)
  const stored = cache().get(key)
  if (stored) return { ...stored.page, cached: true }
  const underWay = flights().get(key)
  if (underWay) return { ...(await underWay).page, cached: false }
  const flight = readAnew(url, options)
  flights().set(key, flight)
  try {
    const entry = await flight
    if (entry.storable) cache().set(key, entry)
    return { ...entry.page, cached: false }
  } finally {
    flights().delete(key)
  }
}

async function readAnew(url: URL, { guard = publicGuard(), limits, pool = convertPool() }: ReadOptions): Promise<Entry> {
  const started = performance.now()
  const fetchedAt = new Date().toISOString()
  const fetched = await fetchPage(url, guard, limits)
  const { status, headers } = fetched
  const finalUrl = fetched.url.href
  const input: ConvertInput = {
    bytes: fetched.bytes,
    url: finalUrl,
    contentType: headers['content-type'] ?? null,
    contentLanguage: headers['content-language'] ?? null,
    truncated: fetched.truncated,
  }
  const waitMs = Math.max(500, TOTAL_MS - CONVERT_MS - (performance.now() - started))
  try {
    const page = toPage(await convertInSteps(pool, input, { waitMs }), status)
    return { page: { ...page, finalUrl, fetchedAt }, storable: !/no-store|private/i.test(headers['cache-control'] ?? '') }
  } catch (error) {
    throw toConvertError(error, status)
  } finally {
    fetched.release()
  }
}

async function fetchPage(url: URL, guard: FetchGuard, limits: FetchLimits | undefined): Promise<FetchedPage> {
  try {
    const page = await safeFetch(url, { accept: ACCEPT, guard, ...(limits ? { limits } : {}) })
    if (page.status >= 200 && page.status <= 299) return page
    page.release()
    throw new ApiError('upstream_failed', `The page answered HTTP ${page.status}. Check the URL, or try again later. ${NOT_CHARGED}`, {
      extra: { upstreamStatus: page.status },
    })
  } catch (error) {
    if (error instanceof FetchFailure) throw toFetchError(error)
    throw error
  }
}

/** A failed fetch: 422 for a target that is not public, 504 when it is too slow, else 502. */
function toFetchError(failure: FetchFailure): ApiError {
  const code = failure.code === 'blocked_target' ? 'unprocessable' : failure.code === 'timeout' ? 'upstream_timeout' : 'upstream_failed'
  return new ApiError(code, `${failure.message} ${NOT_CHARGED}`, {
    extra: { upstreamStatus: null, errorCode: failure.code },
    cause: failure,
  })
}

/** The page of a conversion. @throws ApiError `unprocessable` for a type that cannot be read and for a page without text */
export function toPage(result: ConvertResult, upstreamStatus: number | null): ConvertedPage {
  if (result.ok) return result.page
  const detail =
    result.reason === 'unsupported_type'
      ? 'The URL is not a readable page: HTML, Markdown, plain text and JSON are read; documents, images, media and archives are not.'
      : 'Nothing readable was found at the URL. Pages that are drawn by scripts alone cannot be read.'
  throw new ApiError('unprocessable', `${detail} ${NOT_CHARGED}`, { extra: { upstreamStatus, errorCode: result.reason } })
}

/** A conversion that failed: 422 when the page did it, 503 when too much was asked of us at once. Other errors come back as they are. */
export function toConvertError(error: unknown, upstreamStatus: number | null): unknown {
  if (!(error instanceof ConvertFailure) || error.reason === 'broken') return error
  const extra = { upstreamStatus, errorCode: error.reason }
  if (error.reason === 'busy')
    return new ApiError('unavailable', `Too many pages are being read at the moment. Try again in a few seconds. ${NOT_CHARGED}`, {
      retryAfterSeconds: 5,
      extra,
      cause: error,
    })
  const what = error.reason === 'too_slow' ? 'too much time' : 'too much memory'
  return new ApiError('unprocessable', `The page takes ${what} to convert. ${NOT_CHARGED}`, { extra, cause: error })
}
