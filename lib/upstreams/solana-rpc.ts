/**
 * Solana JSON-RPC. Limits are per node and method, so each pair has its own breaker: a node that refuses `getTokenLargestAccounts` must
 * stay good for reading accounts. Answers are kept 60 s.
 */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { part } from '../core.ts'
import { cached } from '../egress/cached.ts'
import type { Ask } from './ask.ts'
import { callRpc, RpcError } from './json-rpc.ts'

const SOURCE = 'solana-rpc'

/** Name of the breaker of one method on the nth node. */
export const solanaRpcSource = (index: number, method: string): string => `${SOURCE}-${index + 1}:${method}`

/** A node that has just failed is asked last for this long, so that a later step of the same call does not wait for it again. */
const DEMOTED_MS = 10_000

/** Codes of nodes that do not serve a method at all: -32010 excluded from this node, -32601 no such method. Asked again after this time. */
const EXCLUDED = new Set([-32010, -32601])
const EXCLUDED_MS = 600_000

const excludedUntil = part(() => new Map<string, number>())
const demotedUntil = part(() => new Map<string, number>())

type SolanaRpcCall<Schema extends z.ZodType> = {
  method: string
  params: unknown[]
  result: Schema
  /** How long the answer is kept; default 60 s. */
  ageMs?: (value: z.output<Schema>) => number
}

/** The `result` of one method from the first node that gives a usable one. @throws UpstreamError */
export function solanaRpc<Schema extends z.ZodType>(
  { core, signal, timeoutMs }: Ask,
  { method, params, result, ageMs }: SolanaRpcCall<Schema>,
) {
  return cached<z.output<Schema>>({
    core,
    source: SOURCE,
    key: `${method}:${createHash('sha256').update(JSON.stringify(params)).digest('base64url')}`,
    ageMs: ageMs ?? 60_000,
    signal,
    load: (signal) => {
      const [excluded, demoted] = [excludedUntil(core), demotedUntil(core)]
      const isDemoted = (source: string) => Number((demoted.get(source) ?? 0) > core.now())
      const nodes = core.env.SOLANA_RPC_URLS.map((url, index) => ({ url, source: solanaRpcSource(index, method) }))
        .filter(({ source }) => (excluded.get(source) ?? 0) <= core.now())
        .sort((left, right) => isDemoted(left.source) - isDemoted(right.source))
      return callRpc({
        core,
        nodes,
        method,
        params,
        result,
        timeoutMs,
        signal,
        // A wrong argument, e.g. holders of an account that is no mint, says nothing about the node.
        isFinal: ({ code }) => code === -32602,
        onError: (error, source) => {
          if (error instanceof RpcError && EXCLUDED.has(error.code)) excluded.set(source, core.now() + EXCLUDED_MS)
          else demoted.set(source, core.now() + DEMOTED_MS)
        },
      })
    },
  })
}
