/** What really settled, read from the chains alone: the judge of a fault run, sharing no code with the till. */
import { createHash } from 'node:crypto'
import { createPublicClient, http, parseAbiItem } from 'viem'
import type { LocalWorld } from '../../tests/local/index.ts'

export type ChainTruth = {
  /** How often a payment settled: 0, 1, or more if the chain ever let it. */
  settledTimes(header: string): number
  totals: { base: bigint; solana: bigint }
}

type Json = {
  accepted: { network: string; asset: `0x${string}` }
  payload: { authorization?: { from: string; nonce: string }; transaction?: string }
}

const decode = (header: string): Json => JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as Json
const messageDigest = (transaction: string) => {
  const bytes = Buffer.from(transaction, 'base64')
  return createHash('sha256')
    .update(bytes.subarray(1 + bytes[0]! * 64))
    .digest('hex')
}

async function solanaRpc<Result>(url: string, method: string, params: unknown[]): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: Result; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** Reads both chains whole. */
export async function readChains(world: LocalWorld, usdc: `0x${string}`, payToAccount: string): Promise<ChainTruth> {
  const times = new Map<string, number>()
  const add = (key: string) => times.set(key, (times.get(key) ?? 0) + 1)
  const client = createPublicClient({ transport: http(world.base.rpcUrl) })
  const used = await client.getLogs({
    address: usdc,
    event: parseAbiItem('event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)'),
    fromBlock: 0n,
  })
  for (const { args } of used) add(`${args.authorizer}:${args.nonce}`.toLowerCase())
  for (let before: string | undefined; ; ) {
    const page = await solanaRpc<{ signature: string; err: unknown }[]>(world.solana.rpcUrl, 'getSignaturesForAddress', [
      payToAccount,
      { limit: 1000, commitment: 'confirmed', ...(before ? { before } : {}) },
    ])
    for (const { signature, err } of page) {
      if (err !== null) continue
      const { transaction } = await solanaRpc<{ transaction: [string] }>(world.solana.rpcUrl, 'getTransaction', [
        signature,
        { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
      ])
      add(messageDigest(transaction[0]))
    }
    before = page.at(-1)?.signature
    if (page.length < 1000) break
  }
  return {
    totals: await world.balances(),
    settledTimes: (header) => {
      const { payload } = decode(header)
      const key = payload.authorization
        ? `${payload.authorization.from}:${payload.authorization.nonce}`.toLowerCase()
        : messageDigest(payload.transaction!)
      return times.get(key) ?? 0
    },
  }
}
