/** The one message of a request: read within its bound, one JSON-RPC message and never a list of them. */

import { SMALL_BODY_BYTES } from '../http/admission.ts'
import { type Call, hasManyParts } from '../http/reply.ts'

/** Calldata of 128 kB is the longest argument, in hex; a payment with its echoed extensions has some 15 kB. */
const MAX_BODY_BYTES = 512 * 1024
/** A payment with all its extensions has some hundred. */
const MAX_PARTS = 5_000

type Refusal = { status: number; code: number; refusal: string; cost: number }

/** `cost`: free calls that it costs to read and answer. */
export type Message = { body: { id?: unknown; method?: unknown; params?: unknown }; method: unknown; cost: number }

/** Reading a message costs by its length, beside what its answer costs: the list of tools is some 140 kB. */
const BYTES_PER_CALL = 8 * 1024
const LIST_COST = 4
const costOf = (bytes: number, method: unknown): number => (method === 'tools/list' ? LIST_COST : 1) + Math.floor(bytes / BYTES_PER_CALL)

/** What a message costs by what it says of its length, before it is read; nothing for the short ones, which may be payments, and for those too long to be read. */
export function costAhead(call: Call): number {
  const bytes = Number(call.header('content-length') ?? 0)
  return bytes > SMALL_BODY_BYTES && bytes <= MAX_BODY_BYTES ? costOf(bytes, undefined) : 0
}

const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
const refused = (code: number, refusal: string, bytes: number): Refusal => ({ status: 400, code, refusal, cost: costOf(bytes, undefined) })

/** The body of a request, or why it is none. */
export async function readMessage(call: Call): Promise<Message | Refusal> {
  const type = (call.header('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (type !== 'application/json')
    return { status: 415, code: -32000, refusal: 'Unsupported Media Type: Content-Type must be application/json', cost: 1 }
  // What does not say its length was not counted ahead, so it is short.
  const isTold = call.header('content-length') !== undefined
  const maxBytes = isTold ? MAX_BODY_BYTES : SMALL_BODY_BYTES
  const bytes = await call.body(maxBytes)
  if (bytes === undefined) {
    const refusal = `A message${isTold ? '' : ' without Content-Length'} has at most ${maxBytes} bytes.`
    return { status: 413, code: -32000, refusal, cost: 1 }
  }
  if (hasManyParts(bytes, MAX_PARTS))
    return {
      status: 413,
      code: -32000,
      refusal: `A message has at most ${MAX_PARTS} values and names.`,
      cost: costOf(bytes.length, undefined),
    }
  let body: unknown
  try {
    body = JSON.parse(bytes.toString('utf8'))
  } catch {
    return refused(PARSE_ERROR, 'Parse error: the body is no JSON.', bytes.length)
  }
  if (Array.isArray(body)) return refused(INVALID_REQUEST, 'Batches are not taken: send one message a request.', bytes.length)
  if (typeof body !== 'object' || body === null || (body as { jsonrpc?: unknown }).jsonrpc !== '2.0')
    return refused(INVALID_REQUEST, 'Invalid Request: the body is no JSON-RPC 2.0 message.', bytes.length)
  const { method } = body as { method?: unknown }
  return { body, method, cost: costOf(bytes.length, method) }
}
