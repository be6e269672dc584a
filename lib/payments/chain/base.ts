/**
 * Base: the AuthorizationUsed log decides, not the state flag, which is also true after a cancel (EIP-3009). The log's transaction must
 * transfer the amount to our payTo.
 */
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'
import { z } from 'zod'
import type { LandedOrNot, LookFor } from './look.ts'
import { rpc } from './rpc.ts'

const topic = (signature: string) => `0x${bytesToHex(keccak_256(signature))}`
const AUTHORIZATION_USED = topic('AuthorizationUsed(address,bytes32)')
const AUTHORIZATION_CANCELED = topic('AuthorizationCanceled(address,bytes32)')
const TRANSFER = topic('Transfer(address,address,uint256)')
/** The selector of the token's `authorizationState`. */
export const AUTHORIZATION_STATE = topic('authorizationState(address,bytes32)').slice(0, 10)

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/)
const Log = z.object({ address: hex, topics: z.array(hex), data: hex, transactionHash: hex, blockNumber: hex })
type Log = z.output<typeof Log>
const Block = z.object({ number: hex, timestamp: hex })
/** One word of the EVM: what is shorter comes from a node that does not know the token. */
export const Word = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .transform(BigInt)
const Receipt = z.object({ status: hex, logs: z.array(Log) }).nullable()

/** Blocks of two seconds, and a margin of ten minutes for clocks and reorganisations. */
const BLOCK_SECONDS = 2
const MARGIN_BLOCKS = 300
/** So many blocks public nodes still answer at once. */
const WINDOW_BLOCKS = 5_000n
/** What the chain's clock must have passed `validBefore` by before "can no longer land" is believed. */
const PROOF_MARGIN_SECONDS = 30n
/**
 * The chain gives up blocks that the first layer has not been told of within half a day. Below twice as much of it nothing gives way any more, also
 * by a node that does not say which blocks are safe.
 */
const FIXED_SECONDS = 24n * 3_600n

/** An address as a word of calldata or a topic. */
export const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

/** The time of the newest block, Unix ms. @throws Error when the node does not answer */
export const baseTime = async (url: string): Promise<number> => Number((await blockOf(url, 'latest')).timestamp) * 1000

const quantity = (number: bigint) => `0x${number.toString(16)}`

type Block = z.output<typeof Block>

const blockOf = (url: string, tag: string) => rpc(url, 'eth_getBlockByNumber', [tag, false], Block)

/**
 * The newest block that the first layer holds too: what comes after it may still give way to other blocks of the same times.
 * @throws Error when the node does not answer
 */
const safeBlock = (url: string) => blockOf(url, 'safe')

/**
 * The first block at or after an instant of the chain (Unix seconds), at most the newest: by steps back that double, then by halving, whatever pace
 * blocks come at. Nodes need not keep what is much older. @throws Error
 */
async function blockAt(url: string, seconds: bigint, latest: Block): Promise<bigint> {
  const isBefore = async (number: bigint) => BigInt((await blockOf(url, quantity(number))).timestamp) < seconds
  let high = BigInt(latest.number)
  let step = (BigInt(latest.timestamp) - seconds) / BigInt(BLOCK_SECONDS) + BigInt(MARGIN_BLOCKS)
  let low = 0n
  for (; step < high && low === 0n; step *= 2n) {
    if (await isBefore(high - step)) low = high - step + 1n
    else high -= step
  }
  while (low < high) {
    const middle = (low + high) / 2n
    if (await isBefore(middle)) low = middle + 1n
    else high = middle
  }
  return low
}

/** Looks for the payment's authorization on Base. @throws Error when the node does not answer. */
export async function lookAtBase(url: string, { payload, requirements, ageMs }: LookFor): Promise<LandedOrNot> {
  const { from, nonce, validBefore } = z.object({ from: hex, nonce: hex, validBefore: z.string() }).parse(payload.payload.authorization)
  const latest = await blockOf(url, 'latest')
  const back = BigInt(Math.ceil(ageMs / 1000 / BLOCK_SECONDS) + MARGIN_BLOCKS)
  const head = BigInt(latest.number)
  const end = BigInt(validBefore) + PROOF_MARGIN_SECONDS
  const isFixed = BigInt(latest.timestamp) > end + FIXED_SECONDS
  const logsBefore = (end: bigint, blocks: bigint, toBlock = quantity(end)) =>
    rpc(
      url,
      'eth_getLogs',
      [
        {
          address: requirements.asset,
          fromBlock: quantity(end > blocks ? end - blocks : 0n),
          toBlock,
          topics: [[AUTHORIZATION_USED, AUTHORIZATION_CANCELED], word(from), nonce.toLowerCase()],
        },
      ],
      z.array(Log),
    )
  let logs = await logsBefore(head, back < WINDOW_BLOCKS ? back : WINDOW_BLOCKS, 'latest')
  if (logs.length === 0) {
    // Of the very block whose time is believed: behind one address there may be nodes that are not equally far.
    const state = await rpc(
      url,
      'eth_call',
      [{ to: requirements.asset, data: `${AUTHORIZATION_STATE}${word(from).slice(2)}${nonce.slice(2)}` }, latest.number],
      Word,
    )
    if (state === 0n) {
      const safe = isFixed ? latest : BigInt(latest.timestamp) > end ? await safeBlock(url) : undefined
      // What the newest block does not know, no safe one before it does.
      if (!safe || BigInt(safe.timestamp) <= end || BigInt(safe.number) > head)
        return { kind: 'unknown', reason: 'not landed yet, and it still can' }
      // A node of another chain knows of no authorization at all.
      const chainId = BigInt(await rpc(url, 'eth_chainId', [], hex))
      return `eip155:${chainId}` === requirements.network
        ? { kind: 'refused', reason: 'authorization_expired' }
        : { kind: 'unknown', reason: `the node is of chain ${chainId}` }
    }
    // Used, and long ago: no later than its validity ended.
    logs = await logsBefore(await blockAt(url, BigInt(validBefore), latest), WINDOW_BLOCKS)
    if (logs.length === 0) return { kind: 'unknown', reason: 'the authorization is used, but its log was not found' }
  }
  const used = logs.find((log) => log.topics[0] === AUTHORIZATION_USED)
  const refuse = (log: Log, reason: string) => (isFixed ? ({ kind: 'refused', reason } as const) : refusedIn(url, log, reason))
  if (!used) return refuse(logs[0]!, 'authorization_canceled')
  const receipt = await rpc(url, 'eth_getTransactionReceipt', [used.transactionHash], Receipt)
  if (!receipt)
    return { kind: 'unknown', reason: `the authorization was used in ${used.transactionHash}, which the node does not show yet` }
  return transfersOf(receipt.logs, used, requirements.asset).some(
    ({ topics: [, sender, receiver], data }) =>
      sender?.toLowerCase() === word(from) &&
      receiver?.toLowerCase() === word(requirements.payTo) &&
      BigInt(data) === BigInt(requirements.amount),
  )
    ? { kind: 'landed', transaction: used.transactionHash, payer: from }
    : refuse(used, 'authorization_used_elsewhere')
}

/** A refusal for what a block holds, once the chain does not take that block back. @throws Error when the node does not answer */
async function refusedIn(url: string, { blockNumber }: Log, reason: string): Promise<LandedOrNot> {
  return BigInt(blockNumber) <= BigInt((await safeBlock(url)).number)
    ? { kind: 'refused', reason }
    : { kind: 'unknown', reason: `${reason}, in a block that the chain may take back` }
}

/**
 * The transfers that may belong to an authorization. A transaction can use several at once, and one transfer must not pay for two of them:
 * then only the token's next log counts, which is how USDC orders them.
 */
function transfersOf(logs: Log[], used: Log, asset: string): Log[] {
  const ofToken = logs.filter(({ address }) => address.toLowerCase() === asset.toLowerCase())
  const isTransfer = ({ topics }: Log) => topics[0] === TRANSFER
  if (ofToken.filter(({ topics }) => topics[0] === AUTHORIZATION_USED).length === 1) return ofToken.filter(isTransfer)
  const at = ofToken.findIndex(
    ({ topics }) =>
      topics[0] === AUTHORIZATION_USED &&
      topics[1]?.toLowerCase() === used.topics[1]?.toLowerCase() &&
      topics[2]?.toLowerCase() === used.topics[2]?.toLowerCase(),
  )
  return ofToken.slice(at + 1, at + 2).filter(isTransfer)
}
