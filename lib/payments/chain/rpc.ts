/** One JSON-RPC call for the look at the chain: its own timeout, no retry (the look itself is repeated), no shared caches. */
import { z } from 'zod'

const Envelope = z.union([
  z.object({ result: z.unknown(), error: z.undefined().optional() }),
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
])

/** @throws Error when the node does not answer with a result of the given shape. */
export async function rpc<Schema extends z.ZodType>(
  url: string,
  method: string,
  params: unknown[],
  schema: Schema,
): Promise<z.output<Schema>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(5_000),
    cache: 'no-store',
  })
  const envelope = Envelope.parse(JSON.parse(await response.text()))
  if (envelope.error) throw new Error(`${method}: ${envelope.error.code} ${envelope.error.message}`)
  return schema.parse(envelope.result)
}
