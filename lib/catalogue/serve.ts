/** Serves a free document: GET and HEAD with a strong ETag and 304, OPTIONS, 405; open to every origin; cached for a minute. */
import { createHash } from 'node:crypto'
import { ApiError } from '../errors.ts'
import { problem } from '../http/problem.ts'
import { requestIdOf } from '../http/request-id.ts'

const METHODS = ['GET', 'HEAD', 'OPTIONS']

export type Document = { contentType: string; body: string; headers?: Record<string, string> }

const matches = (header: string | null, etag: string): boolean =>
  header !== null && (header.trim() === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag))

/** Makes the route handler of a document; `make` is called per request and must be pure and cheap, or memoised. */
export const serveDocument =
  (make: (request: Request) => Document) =>
  (request: Request): Response => {
    const common = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'ETag, Link, X-Request-Id',
      'X-Content-Type-Options': 'nosniff',
    }
    if (request.method === 'OPTIONS') {
      return new Response(null, {
        status: 204,
        headers: {
          ...common,
          Allow: METHODS.join(', '),
          'Access-Control-Allow-Methods': METHODS.join(', '),
          'Access-Control-Allow-Headers': 'If-None-Match, X-Request-Id',
          'Access-Control-Max-Age': '86400',
        },
      })
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return problem(new ApiError('method_not_allowed', 'This document is read with GET.', { extra: { allowed: METHODS } }), {
        requestId: requestIdOf(request),
      })
    }
    const { contentType, body, headers } = make(request)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const all = { ...common, 'Content-Type': contentType, ETag: etag, 'Cache-Control': 'public, max-age=60', ...headers }
    if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: all })
    return new Response(request.method === 'HEAD' ? null : body, { status: 200, headers: all })
  }

/** The JSON form of `serveDocument`. */
export const serveJson = (make: () => unknown, headers?: Record<string, string>) =>
  serveDocument(() => ({
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(make(), null, 2),
    ...(headers ? { headers } : {}),
  }))
