/** From a URL to a page as Markdown: safe fetch, worker, and the status of everything that can go wrong on the way. */

import { LRUCache } from 'lru-cache'
import type { Document, DocumentResult, Refusal } from '#extractor'
import { isPdf } from '#extractor/kind'
import { type Core, part } from '../../../core.ts'
import { parseRetryAfter } from '../../../egress/call-upstream.ts'
import { BEGINNING_BYTES } from '../../../egress/safe-fetch/beginning.ts'
import {
  type FetchedPage,
  FetchFailure,
  type FetchGuard,
  type FetchLimits,
  PAGE_LIMITS,
  publicGuard,
  safeFetch,
} from '../../../egress/safe-fetch/index.ts'
import { ApiError } from '../../../errors.ts'
import { convertInSteps, PDF_MS } from './convert-in-steps.ts'
import { ConvertFailure, type ConvertInput, type ConvertPool, convertPool } from './pool.ts'
import { namedTwin } from './twin.ts'
import { inTwoTries, type Question, Unread } from './two-tries.ts'

export type PageRead = Document & { finalUrl: string; fetchedAt: string; cached: boolean }

/** Which part of a page is wanted. */
export type PagePart = Pick<ConvertInput, 'selector' | 'images' | 'include'>

export type ReadOptions = { guard?: FetchGuard; limits?: FetchLimits; pool?: ConvertPool; part?: PagePart }

const CACHE_MS = 60_000
/**
 * For everything; what the fetch leaves of it may be spent waiting for a worker. An idle server needs at most ten seconds, but for a long PDF; in a
 * burst a late answer is worth more to a caller than a refusal.
 */
const TOTAL_MS = 18_000
const CONVERT_MS = 2_000
const NOT_CHARGED = 'You were not charged.'

type Entry = { page: Omit<PageRead, 'cached'>; storable: boolean }

const pages = part(() => new LRUCache<string, Entry>({ maxSize: 32_000_000, ttl: CACHE_MS, sizeCalculation: sizeOf }))
const flights = part(() => new Map<string, Promise<Entry>>())
const sizeOf = ({ page }: Entry): number => page.markdown.length * 4 + page.links.length * 100 + 2_000

/**
 * The page at `url`, from the last minute's cache, from the same reading that another call has begun, or anew.
 * @throws ApiError 422, 502, 503 or 504, uncharged, with `upstreamStatus` (null when the target did not answer)
 */
export async function readPage(core: Core, url: URL, options: ReadOptions = {}): Promise<PageRead> {
  const { selector = null, images = true, include = [] } = options.part ?? {}
  // Of all fragments only the one with which a PDF is read from a page on makes another answer.
  const fragment = /[#&]page=/.test(url.hash) ? url.hash : ''
  const key = JSON.stringify([url.href.slice(0, url.href.length - url.hash.length), fragment, selector, images, include.toSorted()])
  const stored = pages(core).get(key)
  if (stored) return { ...stored.page, cached: true }
  const underWay = flights(core).get(key)
  if (underWay) return { ...(await underWay).page, cached: false }
  const flight = readAnew(core, url, options)
  flights(core).set(key, flight)
  try {
    const entry = await flight
    if (entry.storable) pages(core).set(key, entry)
    return { ...entry.page, cached: false }
  } finally {
    flights(core).delete(key)
  }
}

function readAnew(core: Core, url: URL, options: ReadOptions): Promise<Entry> {
  const { limits = PAGE_LIMITS, part: { selector = null, include = [] } = {} } = options
  const started = performance.now()
  // A site's own Markdown has no elements to name.
  const markdown = selector === null && include.length === 0
  const read = (question: Question) => readOnce(core, question, started, options)
  return inTwoTries(url, read, { markdown, signal: AbortSignal.timeout(limits.totalMs) })
}

/** @throws Unread */
async function readOnce(
  core: Core,
  question: Question,
  started: number,
  { guard = publicGuard(core), limits, pool = convertPool(core), part: wanted = {} }: ReadOptions,
): Promise<Entry> {
  const fetchedAt = new Date(core.now()).toISOString()
  const fetched = await fetchPage(question, guard, limits)
  const { status, headers } = fetched
  const finalUrl = fetched.url.href
  const input: ConvertInput = {
    bytes: fetched.bytes,
    url: isPdf(fetched.bytes) ? finalUrl + question.url.hash : finalUrl,
    contentType: headers['content-type'] ?? null,
    contentLanguage: headers['content-language'] ?? null,
    contentDisposition: headers['content-disposition'] ?? null,
    truncated: fetched.truncated || isPart(fetched),
    ...wanted,
  }
  // The bytes are the worker's once they are converted.
  const beginning = { url: fetched.url, headers, bytes: fetched.bytes.slice(0, BEGINNING_BYTES) }
  const waitMs = Math.max(500, TOTAL_MS - (isPdf(fetched.bytes) ? PDF_MS : CONVERT_MS) - (performance.now() - started))
  try {
    const page = toPage(await convertInSteps(pool, input, { waitMs }), status)
    return { page: { ...page, finalUrl, fetchedAt }, storable: !/no-store|private/i.test(headers['cache-control'] ?? '') }
  } catch (error) {
    throw new Unread(toConvertError(error, status), { twin: namedTwin(beginning), isEmpty: beginning.bytes.length === 0 })
  } finally {
    fetched.release()
  }
}

/** A part that nobody asked for is one all the same, unless it is all there is. */
const isPart = ({ status, headers }: FetchedPage): boolean => {
  const [, last, length] = /^bytes 0-(\d{1,15})\/(\d{1,15})$/.exec(headers['content-range'] ?? '') ?? []
  return status === 206 && (last === undefined || Number(last) + 1 !== Number(length))
}

async function fetchPage(question: Question, guard: FetchGuard, limits: FetchLimits | undefined): Promise<FetchedPage> {
  const { url, accept, signal } = question
  const page = await safeFetch(url, { accept, signal, guard, ...(limits ? { limits } : {}) }).catch((error: unknown) => {
    throw new Unread(error instanceof FetchFailure ? toFetchError(error) : error)
  })
  if (page.status >= 200 && page.status <= 299) return page
  page.release()
  const reason = new ApiError(
    'upstream_failed',
    `The page answered HTTP ${page.status}. Check the URL, or try again later. ${NOT_CHARGED}`,
    {
      extra: { upstreamStatus: page.status },
      ...pauseOf(page),
    },
  )
  throw new Unread(reason, { isElsewhere: page.url.pathname !== url.pathname })
}

/** For how long a site wants to be left alone, where it says so. */
function pauseOf({ status, headers }: FetchedPage): { retryAfterSeconds?: number } {
  const retryAfterSeconds = status === 429 || status === 503 ? parseRetryAfter(headers['retry-after'] ?? null) : undefined
  return retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
}

/** A failed fetch: 422 for a target that is not public, 504 when it is too slow, else 502. */
function toFetchError(failure: FetchFailure): ApiError {
  const code = failure.code === 'blocked_target' ? 'unprocessable' : failure.code === 'timeout' ? 'upstream_timeout' : 'upstream_failed'
  return new ApiError(code, `${failure.message} ${NOT_CHARGED}`, {
    extra: { upstreamStatus: null, errorCode: failure.code },
    cause: failure,
  })
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  nothing_selected: 'The selector names nothing on the page that can be read. Scripts are not run, so look at the HTML as it is sent.',
  unsupported_type:
    'The URL is not a readable page: HTML, Markdown, plain text, JSON, XML, feeds, PDF and files of office programs are read; images, media and archives are not.',
  office_document:
    'The URL is a file of an office program that cannot be read: from before 2007, encrypted, damaged or cut off, of iWork or RTF. Ask for a PDF, or a newer form of it.',
  nothing_readable:
    'Nothing readable was found at the URL. Pages that scripts alone draw, and whose data do not hold their text, cannot be read.',
  error_page: 'The server sent its page of an error as if it were the page asked for.',
  access_wall:
    'The server sent a wall in place of the page: a captcha, a check of the browser, a log-in, or a request for consent or for JavaScript.',
  pdf_encrypted: 'The PDF asks for a password.',
  pdf_scanned: 'The PDF holds pictures of pages and no text. Scans are not read.',
  pdf_fonts: 'The PDF does not say which characters its text is made of, or leaves that to fonts that are not part of it.',
  pdf_page_beyond_end: 'The PDF has fewer pages than the #page= of the URL asks for.',
  pdf_broken: 'The PDF is damaged: no page of it can be read.',
}

/** The page of a conversion. @throws ApiError `unprocessable` for a type that cannot be read and for a page without text */
export function toPage(result: DocumentResult, upstreamStatus: number | null): Document {
  if (result.ok) return result.document
  throw new ApiError('unprocessable', `${REFUSALS[result.reason]} ${NOT_CHARGED}`, { extra: { upstreamStatus, errorCode: result.reason } })
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
