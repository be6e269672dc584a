/** Routes for the operator alone: a Bearer token from the environment, compared in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '../env.ts'
import { ApiError } from '../errors.ts'

export type TokenName = 'OPERATOR_TOKEN' | 'METRICS_TOKEN'

/** Hashing first makes the lengths equal, so neither content nor length of the token can be read from the time taken. */
const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** True when the request carries `Authorization: Bearer <token>` of the named variable. An unset variable lets nobody in. */
export function hasToken(request: Request, name: TokenName = 'OPERATOR_TOKEN'): boolean {
  const expected = env()[name]
  const given = /^Bearer +([^\s]+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const equal = timingSafeEqual(digest(given ?? ''), digest(expected ?? ''))
  return expected !== undefined && given !== undefined && equal
}

/** @throws ApiError `unauthorized` (401 with WWW-Authenticate) unless the request carries the named token. */
export function requireToken(request: Request, name: TokenName = 'OPERATOR_TOKEN'): void {
  if (hasToken(request, name)) return
  throw new ApiError('unauthorized', `Send the token of this server as Authorization: Bearer <${name}>.`)
}
