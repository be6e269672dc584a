/**
 * A page fetched from a host that a stranger named: public addresses only, judged again on every hop; every phase has a deadline and every
 * byte is counted. The only module that may fetch a caller's URL; `hop.ts` is its single step.
 */

import { ChainCookies } from './cookies.ts'
import { FetchFailure } from './failure.ts'
import { type FetchGuard, redirectTarget, requestHop } from './hop.ts'
import { type Body, type BodyLimits, readBody } from './read-body.ts'
import { refreshTarget } from './refresh.ts'

export { FetchFailure } from './failure.ts'
export { type FetchGuard, publicGuard } from './hop.ts'

export type FetchLimits = BodyLimits & { totalMs: number; connectMs: number; headersMs: number; redirects: number }

export const PAGE_LIMITS: FetchLimits = {
  totalMs: 8_000,
  connectMs: 3_000,
  headersMs: 5_000,
  redirects: 5,
  wireBytes: 5_000_000,
  decodedBytes: 8_000_000,
}

export type FetchedPage = Body & { url: URL; status: number; headers: Record<string, string> }

export type SafeFetchOptions = {
  accept: string
  guard: FetchGuard
  limits?: FetchLimits
  signal?: AbortSignal
}

/**
 * GETs `url`, follows redirects and pages that are nothing else, with the cookies set on the way, and reads the body of a 2xx answer; other
 * answers come back without one. Release the page when done with it.
 * @throws FetchFailure
 * @throws ApiError `unavailable` when the host has too many requests from here
 */
export async function safeFetch(url: URL, options: SafeFetchOptions): Promise<FetchedPage> {
  const { accept, guard, limits = PAGE_LIMITS } = options
  const deadline = AbortSignal.timeout(limits.totalMs)
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
  const seen = new Set<string>()
  const cookies = new ChainCookies()
  let current = new URL(url)
  current.hash = ''
  for (let hops = 0; ; hops++) {
    const cookie = cookies.of(current)
    // With another cookie the same address is another question.
    const asked = `${current.href} ${cookie ?? ''}`
    if (seen.has(asked)) throw new FetchFailure('redirect_loop', 'response', `${current.hostname} redirects in a circle.`)
    seen.add(asked)
    const response = await requestHop(current, {
      method: 'GET',
      headers: { accept, 'accept-encoding': 'gzip, br', ...(cookie === undefined ? {} : { cookie }) },
      guard,
      signal,
      connectMs: limits.connectMs,
      headersMs: limits.headersMs,
    })
    const { status, headers } = response
    cookies.take(current, headers['set-cookie'])
    let target = redirectTarget(response, current)
    if (target === null) {
      if (status < 200 || status > 299) {
        response.close()
        return { url: current, status, headers, bytes: new Uint8Array(0), truncated: false, release: () => undefined }
      }
      const page = { url: current, status, headers, ...(await readBody(guard.core, response, current.hostname, limits, signal)) }
      target = refreshTarget(page, cookie === undefined && cookies.of(current) !== undefined)
      if (target === null) return page
      page.release()
    }
    response.close()
    if (target === 'unreadable')
      throw new FetchFailure('bad_response', 'response', `${current.hostname} redirects to something that is not a URL.`)
    if (hops === limits.redirects)
      throw new FetchFailure('too_many_redirects', 'response', `${url.hostname} redirects more than ${limits.redirects} times.`)
    current = target
  }
}
