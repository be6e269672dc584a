/**
 * Paid paths where Next is called alone (Vercel, `next start`): `next.config.ts` sends `/v1` and all below it here, and `request.url` stays
 * what was asked for. An API Route and no route handler, because that costs half as much: docs/decisions/0013-api-route.md. `server.ts`
 * gives the same answers before Next sees the call.
 */
import type { NextApiRequest, NextApiResponse } from 'next'
import { ApiError } from '../../lib/errors.ts'
import { front } from '../../lib/front.ts'
import { clientIpOf } from '../../lib/http/client-ip.ts'
import { headerOf, send, toCall } from '../../lib/http/node-http.ts'
import { problemReply } from '../../lib/http/problem.ts'
import { safeRequestId } from '../../lib/http/request-id.ts'

export const config = {
  // Verify, the slowest handler, two settle attempts and a look at the chain.
  maxDuration: 120,
  // No body is read: whatever carries one is refused by its method.
  api: { bodyParser: false, externalResolver: true },
}

export default async function handler(request: NextApiRequest, response: NextApiResponse): Promise<void> {
  const header = headerOf(request)
  const { answers } = front()
  if (answers) return send(response, await answers.answer(toCall(request.method ?? 'GET', request.url ?? '/', header, clientIpOf(header))))
  // Next runs `instrumentation.ts` first, which puts them there; it failed, and said why.
  const error = new ApiError('unavailable', 'This server did not start as it should. Nothing was charged; try again later.')
  send(response, problemReply(error, { requestId: safeRequestId(header('x-request-id')) }))
}
