/**
 * The whole site where Next is called alone (Vercel, `next start`): `next.config.ts` sends every path here that Next has no file for, and
 * `request.url` stays what was asked for. An API Route and no route handler, because that costs half as much:
 * docs/decisions/0013-api-route.md. `server.ts` gives the same answers before Next sees the call.
 */
import type { NextApiRequest, NextApiResponse } from 'next'
import { ApiError } from '../../lib/errors.ts'
import { problemReply } from '../../lib/http/problem.ts'
import { withoutBody } from '../../lib/http/reply.ts'
import { safeRequestId } from '../../lib/http/request-id.ts'
import { clientIpOf } from '../../lib/http/socket/client-ip.ts'
import { callOf, headerOf, send } from '../../lib/http/socket/node-http.ts'
import { readTarget } from '../../lib/http/socket/request-target.ts'
import { runningApp } from '../../lib/running.ts'

export const config = {
  // Verify, the slowest handler, two settle attempts and a look at the chain.
  maxDuration: 120,
  // Whoever takes a body reads it, as far as it may go.
  api: { bodyParser: false, externalResolver: true },
}

export default async function handler(request: NextApiRequest, response: NextApiResponse): Promise<void> {
  const header = headerOf(request)
  const app = runningApp()
  const refuse = (error: unknown) => {
    const reply = problemReply(app?.core.env ?? { BASE_URL: '' }, error, { requestId: safeRequestId(header('x-request-id')) })
    send(response, request.method === 'HEAD' ? withoutBody(reply) : reply)
  }
  // Next runs `instrumentation.ts` first, which starts it; it failed, and said why.
  if (!app) return refuse(new ApiError('unavailable', 'This server did not start as it should. Nothing was charged; try again later.'))
  try {
    const clientIp = clientIpOf(app.core.env, header, request.socket.remoteAddress)
    send(response, await app.answer(callOf(request, readTarget(request.url ?? '/'), clientIp, header)))
  } catch (error) {
    refuse(error)
  }
}
