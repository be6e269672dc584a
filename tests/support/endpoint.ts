/** Endpoints as tests call them. */
import type { Core } from '../../lib/core.ts'
import type { Asked, Endpoint } from '../../lib/http/endpoint.ts'
import { type Call, fromRequest, type Reply, toCall, toResponse } from '../../lib/http/reply.ts'
import { testCore } from './core.ts'

/** An endpoint as a Web handler. */
export const webOf =
  (endpoint: Endpoint, core: Core = testCore(), params?: Asked['params']) =>
  async (request: Request): Promise<Response> =>
    toResponse(await endpoint(core, fromRequest(request), params))

/** A GET of `target` with these headers (lower-case names). */
export const getCall = (target: string, headers: Record<string, string | undefined> = {}): Call =>
  toCall('GET', target, (name) => headers[name], 'unknown')

/** The reply of an endpoint that has to answer at once. @throws when it wants to wait */
export function atOnce(reply: Reply | Promise<Reply>): Reply {
  if (reply instanceof Promise) throw new Error('This answer was to be there at once.')
  return reply
}
