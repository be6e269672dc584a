/** Base JSON-RPC. A revert means that the contract has no such function; it is an answer, not a failure. Answers are kept 60 s. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { cached } from '../egress/cached.ts'
import type { Ask } from './ask.ts'
import { callRpc, RpcError } from './json-rpc.ts'

const SOURCE = 'base-rpc'

/** Code 3 is "execution reverted" with data (EIP-1474 follow-ups of geth); older nodes say it in the message of -32000 or -32015. */
export const isRevert = (error: RpcError): boolean =>
  error.code === 3 || /revert|invalid opcode|bad jump|stack underflow|out of gas/i.test(error.message)

const Hex = z
  .string()
  // A name may be a megabyte long; it is shown cut.
  .max(3_000_000)
  .regex(/^0x([0-9a-fA-F]{2})*$/)

export type BaseMethod = 'eth_getCode' | 'eth_call' | 'eth_getStorageAt'

/**
 * The hex answer of one read at the latest block; null when the call reverted.
 * @param purpose of reads that only deepen an answer: nodes that refuse them stay good for the others
 * @throws UpstreamError
 */
export function baseRpc({ core, signal, timeoutMs }: Ask, method: BaseMethod, params: unknown[], purpose?: 'admin' | 'trade') {
  return cached<string | null>({
    core,
    source: SOURCE,
    key: `${method}:${JSON.stringify(params)}`,
    ageMs: 60_000,
    signal,
    load: async (signal) => {
      const nodes = core.env.BASE_RPC_URLS.map((url, index) => ({ url, source: `${SOURCE}-${index + 1}${purpose ? `:${purpose}` : ''}` }))
      try {
        return await callRpc({ core, nodes, method, params: [...params, 'latest'], result: Hex, timeoutMs, signal, isFinal: isRevert })
      } catch (error) {
        if (error instanceof RpcError && isRevert(error)) return null
        throw error
      }
    },
  })
}

type Call = { from: string; to: string; data: string }
type Override = Record<string, { code?: string; balance?: string }>

/**
 * The hex answer of a call made as if accounts held other code or ether; null when it reverted. Not every node takes overrides: those that refuse
 * stay good for everything else.
 * @throws UpstreamError
 */
export function baseCallWith({ core, signal, timeoutMs }: Ask, call: Call, override: Override) {
  const nodes = core.env.BASE_RPC_URLS.map((url, index) => ({ url, source: `${SOURCE}-${index + 1}:trade` }))
  const params = [{ ...call, gas: '0x1c9c380' }, 'latest', override]
  return cached<string | null>({
    core,
    source: SOURCE,
    key: `override:${createHash('sha256').update(JSON.stringify(params)).digest('base64url')}`,
    ageMs: 60_000,
    signal,
    load: async (signal) => {
      try {
        return await callRpc({ core, nodes, method: 'eth_call', params, result: Hex, timeoutMs, signal, isFinal: isRevert })
      } catch (error) {
        if (error instanceof RpcError && isRevert(error)) return null
        throw error
      }
    },
  })
}
