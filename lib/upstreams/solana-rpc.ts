/**
 * Solana JSON-RPC. Limits are per node and method, so each pair has its own breaker: a node that refuses `getTokenLargestAccounts` must
 * stay good for reading accounts. Public nodes are paced here, so that a crowd waits for its turn instead of running into their limits.
 * Answers are kept 60 s.
 */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type Core, part } from '../core.ts'
import { breakerOpen, isOverLimit } from '../egress/breaker.ts'
import { cached } from '../egress/cached.ts'
import { UpstreamError } from '../egress/upstream-types.ts'
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

/** What public nodes allow of one method to one caller (30 calls in 10 seconds), less a little. Keyed nodes are asked as fast as they answer. */
const PUBLIC = { hosts: /(^|\.)(mainnet-beta\.solana\.com|publicnode\.com)$/, calls: 28, windowMs: 11_000 } as const

const asked = part(() => new Map<string, number[]>())
const excludedUntil = part(() => new Map<string, number>())
const demotedUntil = part(() => new Map<string, number>())

type SolanaRpcCall<Schema extends z.ZodType> = {
  method: string
  params: unknown[]
  result: Schema
  /** How long the answer is kept; default 60 s. */
  ageMs?: (value: z.output<Schema>) => number
  /** How long the call may wait while every node is at its limit; default: not at all. */
  maxWaitMs?: number
}

type Node = { url: string; source: string }

/** Milliseconds until the node may be asked again by what it allows; 0 = now, infinite = it has failed and is not worth waiting for. */
function limitedMs(core: Core, { url, source }: Node): number {
  const open = (breakerOpen(core, source) ?? 0) * 1_000
  if (open > 0 && !isOverLimit(core, source)) return Number.POSITIVE_INFINITY
  if (open > 0 || !PUBLIC.hosts.test(new URL(url).hostname)) return open
  const recent = (asked(core).get(source) ?? []).filter((at) => at > core.uptime() - PUBLIC.windowMs)
  asked(core).set(source, recent)
  const oldest = recent[recent.length - PUBLIC.calls]
  return oldest === undefined ? 0 : oldest + PUBLIC.windowMs - core.uptime()
}

/** Those that may be asked now; all of them when none may and there is no time left to wait. */
async function inTurn(core: Core, nodes: Node[], giveUpAt: number, signal: AbortSignal): Promise<Node[]> {
  for (;;) {
    const waits = nodes.map((node) => limitedMs(core, node))
    const free = nodes.filter((_, at) => waits[at] === 0)
    const waitMs = Math.min(...waits)
    if (free[0] !== undefined) asked(core).get(free[0].source)?.push(core.uptime())
    if (free.length > 0 || !(core.uptime() + waitMs < giveUpAt)) return free.length > 0 ? free : nodes
    await core.wait(waitMs, signal)
  }
}

/** The `result` of one method from the first node that gives a usable one. @throws UpstreamError */
export function solanaRpc<Schema extends z.ZodType>(
  { core, signal, timeoutMs }: Ask,
  { method, params, result, ageMs, maxWaitMs = 0 }: SolanaRpcCall<Schema>,
) {
  return cached<z.output<Schema>>({
    core,
    source: SOURCE,
    key: `${method}:${createHash('sha256').update(JSON.stringify(params)).digest('base64url')}`,
    ageMs: ageMs ?? 60_000,
    signal,
    load: async (signal) => {
      const giveUpAt = core.uptime() + maxWaitMs
      const [excluded, demoted] = [excludedUntil(core), demotedUntil(core)]
      const isDemoted = (source: string) => Number((demoted.get(source) ?? 0) > core.uptime())
      const nodes = core.env.SOLANA_RPC_URLS.map((url, index) => ({ url, source: solanaRpcSource(index, method) }))
        .filter(({ source }) => (excluded.get(source) ?? 0) <= core.uptime())
        .sort((left, right) => isDemoted(left.source) - isDemoted(right.source))
      const ask = async () =>
        callRpc({
          core,
          nodes: await inTurn(core, nodes, giveUpAt, signal),
          method,
          params,
          result,
          timeoutMs,
          signal,
          // A wrong argument, e.g. holders of an account that is no mint, says nothing about the node.
          isFinal: ({ code }) => code === -32602,
          onError: (error, source) => {
            if (error instanceof RpcError && EXCLUDED.has(error.code)) excluded.set(source, core.uptime() + EXCLUDED_MS)
            else demoted.set(source, core.uptime() + DEMOTED_MS)
          },
        })
      for (;;) {
        try {
          return await ask()
        } catch (error) {
          const isLimit = error instanceof UpstreamError && (error.reason === 'rate_limited' || error.reason === 'disabled')
          const waitMs = Math.min(...nodes.map((node) => limitedMs(core, node)))
          if (!isLimit || !(core.uptime() + waitMs < giveUpAt)) throw error
        }
      }
    },
  })
}
