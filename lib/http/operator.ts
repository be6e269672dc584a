/** Routes for the operator alone: a Bearer token from the environment, compared in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Core } from '../core.ts'
import { ApiError } from '../errors.ts'
import type { Call } from './reply.ts'

export type TokenName = 'OPERATOR_TOKEN' | 'METRICS_TOKEN'

/** Hashing first makes the lengths equal, so neither content nor length of the token can be read from the time taken. */
const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** True when `given` is the token of that variable. An unset variable lets nobody in. */
export function isToken(core: Core, given: string | undefined, name: TokenName = 'OPERATOR_TOKEN'): boolean {
  const expected = core.env[name]
  const equal = timingSafeEqual(digest(given ?? ''), digest(expected ?? ''))
  return expected !== undefined && given !== undefined && equal
}

/** What the call carries as `Authorization: Bearer <token>`. */
export const bearerOf = (call: Call): string | undefined => /^Bearer +([^\s]+) *$/i.exec(call.header('authorization') ?? '')?.[1]

/** @throws ApiError `unauthorized` (401 with WWW-Authenticate) unless the call carries the named token. */
export function requireToken(core: Core, call: Call, name: TokenName = 'OPERATOR_TOKEN'): void {
  if (isToken(core, bearerOf(call), name)) return
  throw new ApiError('unauthorized', `Send the token of this server as Authorization: Bearer <${name}>.`)
}

/** A guess at a token costs as much as many free calls, the right one nothing. */
const GUESS_COST = 10
export const costUnless =
  (isAllowed: (core: Core, call: Call) => boolean) =>
  (core: Core, call: Call): number => {
    if (call.header('authorization') === undefined) return 1
    return isAllowed(core, call) ? 0 : GUESS_COST
  }

/** What a call costs that may carry OPERATOR_TOKEN. */
export const costOfOperator = costUnless((core, call) => isToken(core, bearerOf(call)))
