/** The one message of a request: read within its bound, one JSON-RPC message and never a list of them. */

import type { Call } from '../http/reply.ts'

/** Calldata of 128 kB is the longest argument, in hex; a payment with its echoed extensions has some 15 kB. */
const MAX_BODY_BYTES = 512 * 1024

type Refusal = { status: number; code: number; refusal: string }

const parseError = (refusal: string): Refusal => ({ status: 400, code: -32700, refusal })

/** The body of a request, or why it is none. */
export async function readMessage(call: Call): Promise<{ body: { id?: unknown }; method: unknown } | Refusal> {
  const type = (call.header('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (type !== 'application/json')
    return { status: 415, code: -32000, refusal: 'Unsupported Media Type: Content-Type must be application/json' }
  const bytes = await call.body(MAX_BODY_BYTES)
  if (bytes === undefined) return { status: 413, code: -32000, refusal: `A message has at most ${MAX_BODY_BYTES} bytes.` }
  let body: unknown
  try {
    body = JSON.parse(bytes.toString('utf8'))
  } catch {
    return parseError('Parse error: the body is no JSON.')
  }
  if (Array.isArray(body)) return { status: 400, code: -32600, refusal: 'Batches are not taken: send one message a request.' }
  if (typeof body !== 'object' || body === null || (body as { jsonrpc?: unknown }).jsonrpc !== '2.0')
    return parseError('Parse error: the body is no JSON-RPC 2.0 message.')
  return { body, method: (body as { method?: unknown }).method }
}
