/** Answers to requests that Next refused before any route saw them. */
import type { IncomingMessage } from 'node:http'
import type { Env } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { problemReply } from '../problem.ts'
import { type Reply, withoutBody } from '../reply.ts'
import { safeRequestId } from '../request-id.ts'
import { headerOf } from './node-http.ts'
import { UNREADABLE } from './request-target.ts'

/** The problem for a status that Next chose: below 500 the target could not be read, else something failed, and `cause` is logged. */
export function problemOfUnrouted(settings: Pick<Env, 'BASE_URL'>, request: IncomingMessage, status: number, cause: unknown): Reply {
  const error = status < 500 ? new ApiError('not_found', UNREADABLE) : cause
  const reply = problemReply(settings, error, { requestId: safeRequestId(headerOf(request)('x-request-id')) })
  return request.method === 'HEAD' ? withoutBody(reply) : reply
}
