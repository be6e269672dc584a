/** JSON-RPC 2.0 over HTTP, with an ordered list of nodes: the next is asked when one fails. */
import { z } from 'zod'
import type { Core } from '../core.ts'
import { callUpstream } from '../egress/call-upstream.ts'
import { UpstreamError, type UpstreamReason } from '../egress/upstream-types.ts'

/** The node answered with a JSON-RPC error. `code` is the node's own. */
export class RpcError extends UpstreamError {
  override name = 'RpcError'
  readonly code: number

  constructor(source: string, reason: UpstreamReason, code: number, message: string) {
    // Came inside HTTP 200: without a status the call layer would take it for a network error and hurry a second try.
    super(source, reason, `JSON-RPC error ${code}: ${message}`, { status: 200 })
    this.code = code
  }
}

const Failure = z.object({ error: z.object({ code: z.coerce.number(), message: z.string().catch('') }) })

/** Limits: 429 as a code of Solana nodes; -32005 and -32016 of EVM nodes; -32429 of some providers. */
const LIMITED = new Set([429, -32005, -32016, -32429])

function toError(source: string, body: unknown): RpcError | null {
  const failure = Failure.safeParse(body)
  if (!failure.success) return null
  const { code, message } = failure.data.error
  return new RpcError(source, LIMITED.has(code) ? 'rate_limited' : 'http_error', code, message.slice(0, 200))
}

export type RpcCall<Schema extends z.ZodType> = {
  core: Core
  /** In the order in which they are asked. `source` names the breaker. */
  nodes: { url: string; source: string }[]
  method: string
  params: unknown[]
  /** Of `result`. */
  result: Schema
  timeoutMs: number
  signal: AbortSignal
  /** True when this error is an answer that any node would give: it is thrown at once, and does not count against the node. */
  isFinal?: (error: RpcError) => boolean
  onError?: (error: UpstreamError, source: string) => void
}

/** The first usable `result`. @throws UpstreamError of the last node when none gave one, RpcError when `isFinal`. */
export async function callRpc<Schema extends z.ZodType>(call: RpcCall<Schema>): Promise<z.output<Schema>> {
  let last: UpstreamError | undefined
  for (const { url, source } of call.nodes) {
    try {
      return await askNode(call, source, url)
    } catch (error) {
      if (!(error instanceof UpstreamError) || call.signal.aborted) throw error
      if (error instanceof RpcError && call.isFinal?.(error)) throw error
      call.onError?.(error, source)
      // A node that was not even asked says less than one that failed.
      if (last === undefined || error.reason !== 'disabled') last = error
    }
  }
  throw last ?? new UpstreamError(call.method, 'disabled', 'no node serves this method')
}

async function askNode<Schema extends z.ZodType>(call: RpcCall<Schema>, source: string, url: string): Promise<z.output<Schema>> {
  const answer = await callUpstream({
    core: call.core,
    source,
    url,
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: call.method, params: call.params }),
    schema: z.looseObject({}),
    inspect: (body) => {
      const error = toError(source, body)
      if (error !== null && !call.isFinal?.(error)) throw error
      if (error === null) parseResult(call.result, source, body)
    },
    timeoutMs: call.timeoutMs,
    signal: call.signal,
  })
  const final = toError(source, answer)
  if (final !== null) throw final
  return parseResult(call.result, source, answer)
}

function parseResult<Schema extends z.ZodType>(schema: Schema, source: string, body: unknown): z.output<Schema> {
  const parsed = z.object({ result: schema }).safeParse(body)
  if (!parsed.success) throw new UpstreamError(source, 'bad_body', 'unexpected result', { cause: parsed.error })
  return (parsed.data as { result: z.output<Schema> }).result
}
