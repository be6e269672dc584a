/**
 * Paid paths where Next is called alone (Vercel, `next start`): `next.config.ts` sends `/v1` and all below it here, and `request.url` stays
 * what was asked for. An API Route and no route handler, because that costs half as much: docs/decisions/0013-api-route.md. `server.ts`
 * answers the same calls before Next sees them.
 */
import type { NextApiRequest, NextApiResponse } from 'next'
import { clientIpOf } from '../../lib/http/client-ip.ts'
import { headerOf, send, toCall } from '../../lib/http/node-http.ts'
import { answer } from '../../lib/payments/watched.ts'

export const config = {
  // Verify, the slowest handler, two settle attempts and a look at the chain.
  maxDuration: 120,
  // No body is read: whatever carries one is refused by its method.
  api: { bodyParser: false, externalResolver: true },
}

export default async function handler(request: NextApiRequest, response: NextApiResponse): Promise<void> {
  const header = headerOf(request)
  send(response, await answer(toCall(request.method ?? 'GET', request.url ?? '/', header, clientIpOf(header))))
}
