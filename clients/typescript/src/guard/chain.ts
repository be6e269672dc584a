/**
 * What the chain says of a payment whose end nobody told: settled, void (its validity is over and it was never used), or not known. Only the
 * chain's word brings back an amount that a seller was handed a signature for.
 */
import type { Payment } from './book.ts'
import { type Authorization, assetOf, authorizationOf, type Fate } from './payment.ts'

/** RPC addresses by CAIP-2 network. */
export type Rpcs = Readonly<Record<string, string>>

/** Asked when nothing else is set, and only for payments whose validity is over or whose seller refuses them after it was silent. */
export const PUBLIC_RPCS: Rpcs = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'https://api.mainnet-beta.solana.com',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'https://api.devnet.solana.com',
  'eip155:8453': 'https://mainnet.base.org',
  'eip155:84532': 'https://sepolia.base.org',
}

const TIMEOUT_MS = 10_000
/** Allowed between our clock and the chain's before a payment is held for expired. */
const MARGIN_SECONDS = 30
/** Blocks that the first layer was not told of within half a day are given up: below twice as many nothing gives way to others any more. */
const FIXED_SECONDS = 24 * 3_600

const AUTHORIZATION_STATE = '0xe94a0102'
/** keccak256("AuthorizationUsed(address,bytes32)") */
export const AUTHORIZATION_USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
const LOG_BLOCKS = 5_000

/** One JSON-RPC call. @throws when it cannot be answered */
export async function ask(rpc: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(rpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message?: unknown } }
  if (result === undefined) throw new Error(`${method}: ${String(error?.message ?? response.status)}`)
  return result
}

/** Hex as one word of the EVM. */
export const word = (hex: string): string => hex.slice(2).toLowerCase().padStart(64, '0')

type Block = { number: string; timestamp: string }

/**
 * Whether the chain cannot take back any block that could hold an authorization of this end. The newest blocks may give way to others of the same
 * times: only what the first layer holds too is safe. @throws when the node does not say
 */
async function isFixed(validBefore: number, newest: Block, rpc: string): Promise<boolean> {
  const end = validBefore + MARGIN_SECONDS
  if (Number(newest.timestamp) <= end) return false
  if (Number(newest.timestamp) > end + FIXED_SECONDS) return true
  const safe = (await ask(rpc, 'eth_getBlockByNumber', ['safe', false])) as Block
  // What the newest block does not know, no safe one before it does; behind one address there may be nodes that are not equally far.
  return Number(safe.timestamp) > end && Number(safe.number) <= Number(newest.number)
}

async function fateOnEvm({ signed }: Payment, rpc: string): Promise<Fate> {
  const authorization = authorizationOf(signed!.header)
  const token = assetOf(signed!.header)
  if (!authorization || token === undefined) return { kind: 'unknown' }
  const { from, nonce, validBefore } = authorization
  const block = (await ask(rpc, 'eth_getBlockByNumber', ['latest', false])) as Block
  const used = await ask(rpc, 'eth_call', [{ to: token, data: `${AUTHORIZATION_STATE}${word(from)}${word(nonce)}` }, block.number])
  if (typeof used !== 'string' || !/^0x0*[01]$/.test(used) || used.length !== 66) return { kind: 'unknown' }
  if (used.endsWith('1')) return { kind: 'settled', transaction: await transactionOf(authorization, token, block.number, rpc) }
  return (await isFixed(validBefore, block, rpc)) ? { kind: 'void' } : { kind: 'unknown' }
}

/** The transaction that used an authorization; empty when it lies too far back to be found. */
async function transactionOf(authorization: Authorization, token: string, head: string, rpc: string) {
  const from = Math.max(0, Number(head) - LOG_BLOCKS)
  const topics = [AUTHORIZATION_USED, `0x${word(authorization.from)}`, authorization.nonce]
  const filter = { address: token, topics, fromBlock: `0x${from.toString(16)}`, toBlock: head }
  const logs = await ask(rpc, 'eth_getLogs', [filter]).catch(() => [])
  const [log] = Array.isArray(logs) ? (logs as { transactionHash?: unknown }[]) : []
  return typeof log?.transactionHash === 'string' ? log.transactionHash : ''
}

/** Whether a node is of this network: one of another has never seen a payment, and would call it void. @throws when it does not say */
async function isOf(network: string, rpc: string): Promise<boolean> {
  if (network.startsWith('eip155:')) return network === `eip155:${BigInt(String(await ask(rpc, 'eth_chainId', [])))}`
  // CAIP-2 names a cluster by the start of its genesis hash.
  return network === `solana:${String(await ask(rpc, 'getGenesisHash', [])).slice(0, 32)}`
}

/** What became of a payment. Never throws: a chain that cannot be asked says nothing. */
export async function fateOf(payment: Payment, now: number, rpcs: Rpcs): Promise<Fate> {
  const { network } = payment.reserved
  const rpc = rpcs[network]
  if (rpc === undefined || !payment.signed) return { kind: 'unknown' }
  try {
    if (!(await isOf(network, rpc))) return { kind: 'unknown' }
    if (network.startsWith('eip155:')) return await fateOnEvm(payment, rpc)
    const { fateOnSolana } = await import('./solana-fate.ts')
    const { header, at } = payment.signed
    return await fateOnSolana(header, at, now, (method, params) => ask(rpc, method, params))
  } catch {
    return { kind: 'unknown' }
  }
}
