import { randomUUID } from 'node:crypto'

/** The given id where it is safe to echo and log (1 to 128 of letters, digits, `.`, `_`, `-`), else a new UUID. */
export const safeRequestId = (given: string | null | undefined): string =>
  given != null && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID()

/** The id of a request: the caller's `X-Request-Id` where it is safe, else a new UUID. */
export const requestIdOf = (request: Request): string => safeRequestId(request.headers.get('x-request-id'))
