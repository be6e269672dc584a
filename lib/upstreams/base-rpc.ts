/** Base JSON-RPC. A revert means that the contract has no such function; it is an answer, not a failure. Answers are kept 60 s. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { cached } from '../egress/cached.ts'
import type { Ask } from './ask.ts'
import { callRpc, RpcError } from './json-rpc.ts'

const SOURCE = 'base-rpc'

/**
 * Code 3 is "execution reverted" with data (geth), -32015 any failure of the contract (Nethermind); other nodes say it in words, Reth as
 * "EVM error: InvalidFEOpcode" and the like, which is how contracts from before Solidity 0.8 answer what they do not know.
 */
export const isRevert = (error: RpcError): boolean =>
  error.code === 3 ||
  error.code === -32015 ||
  /revert|EVM error|invalid (opcode|jump)|bad jump|stack (under|over)flow|out of gas/i.test(error.message)

const Hex = z
  .string()
  // A name may be a megabyte long; it is shown cut.
  .max(3_000_000)
  .regex(/^0x([0-9a-fA-F]{2})*$/)

export type BaseMethod = 'eth_getCode' | 'eth_call' | 'eth_getStorageAt'

/** Nodes that refuse what only deepens an answer stay good for everything else: it has breakers of its own. */
type Purpose = 'admin' | 'trade'

function read({ core, signal, timeoutMs }: Ask, key: string, method: BaseMethod, params: unknown[], purpose?: Purpose) {
  return cached<string | null>({
    core,
    source: SOURCE,
    key,
    ageMs: 60_000,
    signal,
    load: async (signal) => {
      const nodes = core.env.BASE_RPC_URLS.map((url, index) => ({ url, source: `${SOURCE}-${index + 1}${purpose ? `:${purpose}` : ''}` }))
      try {
        return await callRpc({ core, nodes, method, params, result: Hex, timeoutMs, signal, isFinal: isRevert })
      } catch (error) {
        if (error instanceof RpcError && isRevert(error)) return null
        throw error
      }
    },
  })
}

/** The hex answer of one read at the latest block; null when the call reverted. @throws UpstreamError */
export const baseRpc = (ask: Ask, method: BaseMethod, params: unknown[], purpose?: Purpose) =>
  read(ask, `${method}:${JSON.stringify(params)}`, method, [...params, 'latest'], purpose)

type Call = { from: string; to: string; data: string }
type Override = Record<string, { code?: string; balance?: string }>

/** The hex answer of a call made as if accounts held other code or ether, which not every node takes; null when it reverted. @throws UpstreamError */
export function baseCallWith(ask: Ask, call: Call, override: Override) {
  const params = [{ ...call, gas: '0x1c9c380' }, 'latest', override]
  return read(ask, `override:${createHash('sha256').update(JSON.stringify(params)).digest('base64url')}`, 'eth_call', params, 'trade')
}
