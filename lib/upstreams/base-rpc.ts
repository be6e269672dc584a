/** Base JSON-RPC. A revert means that the contract has no such function; it is an answer, not a failure. Answers are kept 60 s. */
import { z } from 'zod'
import { env } from '../env.ts'
import { cached } from '../http/cached.ts'
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

/** The hex answer of one read at the latest block; null when the call reverted. @throws UpstreamError */
export function baseRpc(method: BaseMethod, params: unknown[], signal: AbortSignal, timeoutMs: number) {
  return cached<string | null>({
    source: SOURCE,
    key: `${method}:${JSON.stringify(params)}`,
    ageMs: 60_000,
    signal,
    load: async (signal) => {
      const nodes = env().BASE_RPC_URLS.map((url, index) => ({ url, source: `${SOURCE}-${index + 1}` }))
      try {
        return await callRpc({ nodes, method, params: [...params, 'latest'], result: Hex, timeoutMs, signal, isFinal: isRevert })
      } catch (error) {
        if (error instanceof RpcError && isRevert(error)) return null
        throw error
      }
    },
  })
}
