import { randomUUID } from 'node:crypto'

/** The caller's `X-Request-Id` where it is safe to echo and log (1 to 128 of letters, digits, `.`, `_`, `-`), else a new UUID. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID()
}
