/** Failures as RFC 9457 documents: one shape for every error of every route, paid or free. */

import type { Env } from '../core.ts'
import { UpstreamError } from '../egress/upstream-types.ts'
import { ApiError, type ProblemCode, problems } from '../errors.ts'
import { log } from '../log.ts'
import type { Reply } from './reply.ts'

/** Response headers that a script on another site may read. */
export const EXPOSED_HEADERS = 'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-Request-Id, Retry-After, ETag, Location, Link, Server-Timing'

export type ProblemOptions = {
  /** Echoed as X-Request-Id and `requestId`; the log line of an unexpected error carries it too. */
  requestId: string
  /** Added to the standard headers, or instead of them where names meet. */
  headers?: Record<string, string>
  /** The URI reference of this occurrence (RFC 9457 `instance`), e.g. the path asked for. */
  instance?: string
}

type Settings = Pick<Env, 'BASE_URL'>

/** The page that explains a code: the `type` of its documents. */
const problemType = (settings: Settings, code: ProblemCode): string => `${settings.BASE_URL}/docs/errors/${code}`

/**
 * Any throw as an ApiError: ApiError as it is, UpstreamError by its reason, everything else `internal_error` without its message.
 * The last is a bug, and logged as one.
 */
export function toApiError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof UpstreamError) {
    const { source, reason, status, retryAfterSeconds } = error
    const code: ProblemCode =
      reason === 'timeout'
        ? 'upstream_timeout'
        : reason === 'disabled' || reason === 'rate_limited'
          ? 'upstream_unavailable'
          : 'upstream_failed'
    const options = { extra: { source, reason, ...(status === undefined ? {} : { upstreamStatus: status }) }, cause: error }
    return new ApiError(code, `The source ${source} gave no usable answer. Try again later.`, {
      ...options,
      retryAfterSeconds: retryAfterSeconds ?? 10,
    })
  }
  log.error({ err: error, requestId }, 'unexpected error')
  return new ApiError('internal_error', 'Something went wrong on our side. Try again, or report the request id.', { cause: error })
}

/**
 * The problem document of a failure, ready to send: status, headers (CORS, no-store, Retry-After in whole seconds, Allow, WWW-Authenticate)
 * and body `{type, title, status, detail, instance?, code, param?, retryable, charged, requestId, docs, …extra}`.
 */
export function problemReply(settings: Settings, error: unknown, { requestId, headers = {}, instance }: ProblemOptions): Reply {
  const { code, message, param, retryAfterSeconds, extra, charged } = toApiError(error, requestId)
  const { status, title, retryable } = problems[code]
  const type = problemType(settings, code)
  const standard = {
    type,
    title,
    status,
    detail: message,
    ...(instance === undefined ? {} : { instance }),
    code,
    ...(param === undefined ? {} : { param }),
    retryable,
    charged,
    requestId,
  }
  // Said first for who reads only the beginning, and last so that no extra member replaces one.
  const body = { ...standard, docs: type, ...extra, ...standard }
  return {
    status,
    headers: {
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Cache-Control': 'no-store',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': EXPOSED_HEADERS,
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...(status === 405 && Array.isArray(extra.allowed) ? { Allow: extra.allowed.join(', ') } : {}),
      ...headers,
    },
    body: JSON.stringify(body),
  }
}
