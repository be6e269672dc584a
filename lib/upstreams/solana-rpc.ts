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

/** A node that has just failed is asked last for this long, so that a later step of the same call does not wait for it again. */
const DEMOTED_MS = 10_000

/** Codes of nodes that do not serve a method at all: -32010 excluded from this node, -32601 no such method. Asked again after this time. */
const EXCLUDED = new Set([-32010, -32601])
const EXCLUDED_MS = 600_000

const excludedUntil = () => shared('solana-rpc-excluded', () => new Map<string, number>())
const demotedUntil = () => shared('solana-rpc-demoted', () => new Map<string, number>())

/** Forgets which nodes failed (tests). */
export function resetSolanaNodes(): void {
  excludedUntil().clear()
  demotedUntil().clear()
}

type SolanaRpcCall<Schema extends z.ZodType> = {
  method: string
  params: unknown[]
  result: Schema
  signal: AbortSignal
  timeoutMs: number
  /** How long the answer is kept; default 60 s. */
  ageMs?: (value: z.output<Schema>) => number
}

/** The `result` of one method from the first node that gives a usable one. @throws UpstreamError */
export function solanaRpc<Schema extends z.ZodType>({ method, params, result, signal, timeoutMs, ageMs }: SolanaRpcCall<Schema>) {
  return cached<z.output<Schema>>({
    source: SOURCE,
    key: `${method}:${createHash('sha256').update(JSON.stringify(params)).digest('base64url')}`,
    ageMs: ageMs ?? 60_000,
    signal,
    load: (signal) => {
      const [excluded, demoted] = [excludedUntil(), demotedUntil()]
      const isDemoted = (source: string) => Number((demoted.get(source) ?? 0) > Date.now())
      const nodes = env()
        .SOLANA_RPC_URLS.map((url, index) => ({ url, source: solanaRpcSource(index, method) }))
        .filter(({ source }) => (excluded.get(source) ?? 0) <= Date.now())
        .sort((left, right) => isDemoted(left.source) - isDemoted(right.source))
      return callRpc({
        nodes,
        method,
        params,
        result,
        timeoutMs,
        signal,
        // A wrong argument, e.g. holders of an account that is no mint, says nothing about the node.
        isFinal: ({ code }) => code === -32602,
        onError: (error, source) => {
          if (error instanceof RpcError && EXCLUDED.has(error.code)) excluded.set(source, Date.now() + EXCLUDED_MS)
          else demoted.set(source, Date.now() + DEMOTED_MS)
        },
      })
    },
  })
}
