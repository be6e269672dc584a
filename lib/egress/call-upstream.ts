/**
 * One call to one source: breaker, timeout, byte cap, text first, status, content type, JSON, `inspect`, schema.
 * Retries once, and only where a retry can help. Whatever goes wrong is an UpstreamError with a reason a buyer may see.
 */
import type { z } from 'zod'
import type { Core } from '../core.ts'
import { log } from '../log.ts'
import { beginUpstream } from '../observe.ts'
import { breakerOpen, enterBreaker, MAX_OPEN_SECONDS, recordFailure, recordSuccess, releaseBreaker } from './breaker.ts'
import { transport } from './network.ts'
import { readText } from './read-text.ts'
import { userAgent } from './safe-fetch/hop.ts'
import type { TransportResponse } from './transport.ts'
import { type UpstreamCall, UpstreamError } from './upstream-types.ts'

export { type UpstreamCall, UpstreamError } from './upstream-types.ts'

const DEFAULT_MAX_BYTES = 8_000_000
const ERROR_BODY_BYTES = 64_000
const RETRY_STATUS = new Set([502, 503, 504])
/** Statuses that say something about one request, not about the health of the source. */
const HEALTHY_STATUS = new Set([400, 404, 405, 406, 409, 410, 413, 414, 415, 422])

/** The caller gave up (client gone, handler cap): says nothing about the source. */
class CallerGone extends UpstreamError {}

/**
 * Calls a source and returns what its schema keeps.
 * @throws UpstreamError: `disabled` (breaker open, not called), `timeout`, `rate_limited`, `http_error` (network, 3xx, 4xx, 5xx),
 *   `not_found` (404), `bad_body` (HTML, not JSON, too long, wrong shape)
 */
export async function callUpstream<Schema extends z.ZodType>(call: UpstreamCall<Schema>): Promise<z.output<Schema>> {
  const { source, core } = call
  const wait = breakerOpen(core, source)
  if (wait !== undefined) throw new UpstreamError(source, 'disabled', 'breaker open', { retryAfterSeconds: wait })
  if (call.signal.aborted) throw new CallerGone(source, 'timeout', 'no time left')
  enterBreaker(core, source)
  const started = performance.now()
  const end = beginUpstream(core, source)
  try {
    const value = await attemptTwice(core, call, started + call.timeoutMs)
    end()
    recordSuccess(core, source)
    return value
  } catch (error) {
    end(error)
    const failure = error instanceof UpstreamError ? error : new UpstreamError(source, 'bad_body', 'unreadable answer', { cause: error })
    if (failure instanceof CallerGone) releaseBreaker(core, source)
    else if (failure.reason === 'not_found' || HEALTHY_STATUS.has(failure.status ?? 0)) recordSuccess(core, source)
    else recordFailure(core, source, failure.reason, failure.retryAfterSeconds)
    log.warn(
      {
        source,
        reason: failure.reason,
        status: failure.status,
        ms: Math.round(performance.now() - started),
        detail: failure.message.slice(0, 200),
      },
      'upstream failed',
    )
    throw failure
  }
}

async function attemptTwice<Schema extends z.ZodType>(core: Core, call: UpstreamCall<Schema>, deadline: number): Promise<z.output<Schema>> {
  try {
    return await attempt(core, call, deadline)
  } catch (error) {
    const pauseMs = 100 + Math.random() * 200
    const worthIt = error instanceof UpstreamError && isTransient(error) && deadline - performance.now() > pauseMs + 50
    if (!worthIt || call.signal.aborted) throw error
    await pause(call, pauseMs)
    return attempt(core, call, deadline)
  }
}

async function pause({ core, source, signal }: UpstreamCall<z.ZodType>, ms: number): Promise<void> {
  try {
    await core.wait(ms, signal)
  } catch (error) {
    throw new CallerGone(source, 'timeout', 'the caller gave up', { cause: error })
  }
}

/** A network error has no status; a 503 that names a pause is not hurried. */
const isTransient = (error: UpstreamError): boolean =>
  error.reason === 'http_error' && (error.status === undefined || (RETRY_STATUS.has(error.status) && !error.retryAfterSeconds))

async function attempt<Schema extends z.ZodType>(core: Core, call: UpstreamCall<Schema>, deadline: number): Promise<z.output<Schema>> {
  const timeout = AbortSignal.timeout(Math.max(1, Math.round(deadline - performance.now())))
  const signal = AbortSignal.any([call.signal, timeout])
  let text: string
  try {
    const send = await transport(core)
    const response = await send(call.url, {
      method: call.method ?? 'GET',
      headers: {
        accept: call.form === 'text' ? 'text/*' : 'application/json',
        'user-agent': userAgent(core),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: call.body }),
      signal,
    })
    await refuseBadStatus(call.source, response, signal)
    text = await readText(response.body, call.maxBytes ?? DEFAULT_MAX_BYTES, signal)
    if (/html|xml/i.test(response.headers.get('content-type') ?? '')) throw new UpstreamError(call.source, 'bad_body', 'a page, not data')
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    if (call.signal.aborted) throw new CallerGone(call.source, 'timeout', 'the caller gave up', { cause: error })
    if (timeout.aborted) throw new UpstreamError(call.source, 'timeout', `no answer in ${call.timeoutMs} ms`, { cause: error })
    if (error instanceof RangeError) throw new UpstreamError(call.source, 'bad_body', 'answer too long', { cause: error })
    throw new UpstreamError(call.source, 'http_error', `network error ${networkCode(error)}`, { cause: error })
  }
  return parse(call, text)
}

async function refuseBadStatus(source: string, response: TransportResponse, signal: AbortSignal): Promise<void> {
  const { status } = response
  if (status >= 200 && status < 300) return
  // Read to the end, so that the connection can serve the next call; what it says is not ours to repeat.
  await readText(response.body, ERROR_BODY_BYTES, signal).catch(() => '')
  const retryAfterSeconds = parseRetryAfter(response.headers.get('retry-after'))
  const reason = status === 429 ? 'rate_limited' : status === 404 ? 'not_found' : 'http_error'
  throw new UpstreamError(source, reason, `HTTP ${status}`, { status, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) })
}

function parse<Schema extends z.ZodType>(call: UpstreamCall<Schema>, text: string): z.output<Schema> {
  let body: unknown
  try {
    body = call.form === 'text' ? text : JSON.parse(text)
  } catch (error) {
    throw new UpstreamError(call.source, 'bad_body', 'not JSON', { cause: error })
  }
  call.inspect?.(body)
  const result = call.schema.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new UpstreamError(call.source, 'bad_body', `unexpected shape at ${issue?.path.join('.') || 'the top'}: ${issue?.code}`)
}

/**
 * Seconds from a Retry-After header in either form (RFC 9110 section 10.2.3), as many as the source is left alone; undefined when absent or
 * senseless.
 */
export function parseRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (!value) return undefined
  const text = value.trim()
  const seconds = /^\d+$/.test(text) ? Number(text) : /[a-z]/i.test(text) ? Math.ceil((Date.parse(text) - now) / 1000) : Number.NaN
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(1, seconds), MAX_OPEN_SECONDS)
}

/** The error code of the innermost cause, e.g. ECONNREFUSED; messages may hold addresses and are not repeated. */
const networkCode = (error: unknown): string => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  return 'without a code'
}
