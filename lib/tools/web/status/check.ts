/** Is a URL up? HEAD first, GET where HEAD does not work, our own redirect loop, and never longer than eight seconds. */

import type { DialTrace } from '../../../egress/safe-fetch/dial.ts'
import type { Exchange } from '../../../egress/safe-fetch/exchange.ts'
import { type FetchErrorCode, FetchFailure } from '../../../egress/safe-fetch/failure.ts'
import { emptyTrace, type FetchGuard, type HopOptions, redirectTarget, requestHop, utf8 } from '../../../egress/safe-fetch/hop.ts'
import { plainText } from '../../../http/plain-text.ts'

export type Method = 'HEAD' | 'GET'

export type ChainEntry = { url: string; method: Method; status: number | null; location: string | null; ms: number }

export type StatusCheck = {
  ok: boolean
  status: number | null
  finalUrl: string | null
  redirects: number
  ttfbMs: number | null
  totalMs: number
  contentType: string | null
  contentLength: number | null
  server: string | null
  method: Method | null
  chain: ChainEntry[]
  timings: { dnsMs: number | null; connectMs: number | null; tlsMs: number | null; firstByteMs: number | null } | null
  httpVersion: string | null
  tls: DialTrace['tls']
  error: string | null
  errorCode: FetchErrorCode | null
}

export type StatusLimits = { totalMs: number; headMs: number; connectMs: number; headersMs: number; redirects: number }

/** The total leaves room for the answer itself inside the eight seconds of the specification. */
export const STATUS_LIMITS: StatusLimits = { totalMs: 7_600, headMs: 3_000, connectMs: 3_000, headersMs: 5_000, redirects: 10 }

/** The least that HEAD gets when connecting took its share. */
const MIN_HEAD_MS = 500

/** The method is not allowed, or not there: that says nothing of the page. */
const NO_HEAD = new Set([405, 501])

/** What one request taught: an answer or a failure, and the phases that took place. */
type Attempt = { entry: ChainEntry; trace: DialTrace; ttfbMs: number; answer?: Answer; failure?: FetchFailure }
type Answer = Pick<Exchange, 'status' | 'headers' | 'httpVersion' | 'firstByteMs'>

/**
 * Checks `url`. A dead target is a result, not an exception.
 * @throws ApiError `unavailable` when the host has too many requests from here
 */
export async function checkStatus(url: URL, guard: FetchGuard, limits: StatusLimits = STATUS_LIMITS): Promise<StatusCheck> {
  const started = performance.now()
  const signal = AbortSignal.timeout(limits.totalMs)
  const chain: ChainEntry[] = []
  const seen = new Set<string>()
  let method: Method = 'HEAD'
  let current = new URL(url)
  current.hash = ''
  let previous = current
  let redirects = 0

  const attempt = async (): Promise<Attempt> => {
    seen.add(`${method} ${current.href}`)
    const headersMs = method === 'GET' ? limits.headersMs : Math.max(MIN_HEAD_MS, limits.headMs - since(started))
    const result = await tryOnce(current, method, { guard, signal, connectMs: limits.connectMs, headersMs })
    chain.push(result.entry)
    return result
  }
  const finish = (result: Attempt, failure: FetchFailure | undefined = result.failure): StatusCheck => ({
    ...(failure ? failed(result, redirects > 0 ? onTheWay(failure, previous, current) : failure) : answered(result, current)),
    redirects,
    chain,
    totalMs: since(started),
  })

  for (;;) {
    // HEAD has a share of the time; once it is spent, or HEAD has failed, the rest of the chain is asked by GET.
    if (since(started) > limits.headMs - MIN_HEAD_MS) method = 'GET'
    let result = await attempt()
    if (method === 'HEAD' && wantsGet(result)) {
      const refused = result
      method = 'GET'
      result = await attempt()
      // When GET fails where HEAD got an answer, the answer is what we know, unless it speaks of HEAD alone.
      if (result.failure && refused.answer && !NO_HEAD.has(refused.answer.status)) result = refused
    }
    const target = result.answer ? redirectTarget(result.answer, current) : null
    if (target === null) return finish(result)
    const host = current.hostname
    if (target === 'unreadable')
      return finish(result, new FetchFailure('bad_response', 'response', `${host} redirects to something that is not a URL.`))
    if (redirects === limits.redirects)
      return finish(
        result,
        new FetchFailure('too_many_redirects', 'response', `${url.hostname} redirects more than ${limits.redirects} times.`),
      )
    if (seen.has(`${method} ${target.href}`))
      return finish(
        result,
        new FetchFailure('redirect_loop', 'response', `${host} redirects in a circle, back to an address already visited.`),
      )
    redirects++
    previous = current
    current = target
  }
}

type AttemptOptions = Pick<HopOptions, 'guard' | 'signal' | 'connectMs' | 'headersMs'>

async function tryOnce(url: URL, method: Method, options: AttemptOptions): Promise<Attempt> {
  const trace = emptyTrace()
  const started = performance.now()
  const entry: ChainEntry = { url: url.href, method, status: null, location: null, ms: 0 }
  try {
    const headers = { accept: '*/*', 'accept-encoding': 'gzip, br' }
    const answer = await requestHop(url, { ...options, method, headers, http2: true, trace })
    answer.close()
    entry.status = answer.status
    entry.location = answer.headers.location === undefined ? null : plainText(utf8(answer.headers.location), 2_048)
    entry.ms = since(started)
    return { entry, trace, ttfbMs: entry.ms, answer }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    entry.ms = since(started)
    return { entry, trace, ttfbMs: entry.ms, failure: error }
  }
}

/** GET after a HEAD that was refused or went unanswered; a target that could not be connected to will not be by GET either. */
function wantsGet({ answer, failure }: Attempt): boolean {
  if (answer) return answer.status >= 400
  return failure?.phase === 'response'
}

/** A failure behind redirects, told with the hop that led there. */
function onTheWay(failure: FetchFailure, from: URL, to: URL): FetchFailure {
  if (failure.code !== 'blocked_target') return failure
  const message = `${from.hostname} redirects to ${to.hostname}, which is not a public web address.`
  return new FetchFailure(failure.code, failure.phase, message, failure)
}

type Outcome = Omit<StatusCheck, 'redirects' | 'chain' | 'totalMs'>

function answered({ entry, trace, ttfbMs, answer }: Attempt, url: URL): Outcome {
  if (!answer) throw new Error('A check without failure has an answer.')
  const { status, headers, httpVersion, firstByteMs } = answer
  const length = headers['content-length'] ?? ''
  return {
    ok: status >= 200 && status <= 299,
    status,
    finalUrl: url.href,
    ttfbMs,
    contentType: headerText(headers['content-type']),
    contentLength: /^\d{1,15}$/.test(length) ? Number(length) : null,
    server: headerText(headers.server),
    method: entry.method,
    timings: { dnsMs: trace.dnsMs, connectMs: trace.connectMs, tlsMs: trace.tlsMs, firstByteMs },
    httpVersion,
    tls: trace.tls,
    error: null,
    errorCode: null,
  }
}

function failed({ trace, answer }: Attempt, failure: FetchFailure): Outcome {
  const { dnsMs, connectMs, tlsMs, tls } = trace
  const known = dnsMs !== null || connectMs !== null || tlsMs !== null
  return {
    ok: false,
    status: null,
    finalUrl: null,
    ttfbMs: null,
    contentType: null,
    contentLength: null,
    server: null,
    method: null,
    timings: known ? { dnsMs, connectMs, tlsMs, firstByteMs: answer?.firstByteMs ?? null } : null,
    httpVersion: answer?.httpVersion ?? null,
    tls,
    error: failure.message,
    errorCode: failure.code,
  }
}

function headerText(value: string | undefined): string | null {
  return value === undefined ? null : plainText(utf8(value), 300) || null
}

const since = (start: number): number => Math.round(performance.now() - start)
