/**
 * Solana JSON-RPC. Limits are per node and method, so each pair has its own breaker: a node that refuses `getTokenLargestAccounts` must
 * stay good for reading accounts. Answers are kept 60 s.
 */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { env } from '../env.ts'
import { cached } from '../http/cached.ts'
import { shared } from '../shared.ts'
import { callRpc, RpcError } from './json-rpc.ts'

const SOURCE = 'solana-rpc'

/** Name of the breaker of one method on the nth node. */
export const solanaRpcSource = (index: number, method: string): string => `${SOURCE}-${index + 1}:${method}`

/** Codes of nodes that do not serve a method at all: -32010 excluded from this node, -32601 no such method. Asked again after this time. */
const EXCLUDED = new Set([-32010, -32601])
const EXCLUDED_MS = 600_000

const excludedUntil = () => shared('solana-rpc-excluded', () => new Map<string, number>())

export type SolanaRpcCall<Schema extends z.ZodType> = {
  method: string
  params: unknown[]
  result: Schema
  signal: AbortSignal
  timeoutMs: number
}

/** The `result` of one method from the first node that gives a usable one. @throws UpstreamError */
export function solanaRpc<Schema extends z.ZodType>({ method, params, result, signal, timeoutMs }: SolanaRpcCall<Schema>) {
  return cached<z.output<Schema>>({
    source: SOURCE,
    key: `${method}:${createHash('sha256').update(JSON.stringify(params)).digest('base64url')}`,
    ageMs: 60_000,
    signal,
    load: (signal) => {
      const excluded = excludedUntil()
      const nodes = env()
        .SOLANA_RPC_URLS.map((url, index) => ({ url, source: solanaRpcSource(index, method) }))
        .filter(({ source }) => (excluded.get(source) ?? 0) < Date.now())
      return callRpc({
        nodes,
        method,
        params,
        result,
        timeoutMs,
        signal,
        onError: (error, source) => {
          if (error instanceof RpcError && EXCLUDED.has(error.code)) excluded.set(source, Date.now() + EXCLUDED_MS)
        },
      })
    },
  })
}
