/** Base as far as a payment needs it: a token that takes an authorization once, blocks of two seconds, and a node that shows them. */
import { hash } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'
import type { Node } from './node.ts'

/** `payTo`: the seller's wallets, one after the other. */
export const BASE = {
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`],
} as const
const BLOCK_SECONDS = 2
/** Height at the beginning. */
const FIRST = 10_000_000n

/** Blocks that the first layer holds are not taken back; the newest, so many, may be. */
const UNSAFE_BLOCKS = 45n

export type Authorization = { from: string; to: string; value: string; validAfter: string; validBefore: string; nonce: string }
/** A transaction in a block; `sinceMs`: since when the chain has that block, `untilMs`: until another took its place. */
type Mined = { transaction: string; block: bigint; authorization: Authorization; sinceMs: number; untilMs?: number }

const topic = (text: string) => `0x${bytesToHex(keccak_256(text))}`
const USED = topic('AuthorizationUsed(address,bytes32)')
const TRANSFER = topic('Transfer(address,address,uint256)')
const word = (hex: string | bigint) => `0x${(typeof hex === 'bigint' ? hex.toString(16) : hex.slice(2).toLowerCase()).padStart(64, '0')}`
/** The selector of `balanceOf`: every buyer holds enough. */
const BALANCE_OF = '0x70a08231'
const keyOf = ({ from, nonce }: Authorization) => `${from}:${nonce}`.toLowerCase()

export type Base = ReturnType<typeof startBase>

/** @param now Unix ms */
export function startBase(startMs: number, now: () => number) {
  const mined: Mined[] = []
  /** Sent, and in no block. */
  const waiting: Authorization[] = []
  const headAt = (ms: number) => FIRST + BigInt(Math.floor((ms - startMs) / 1000 / BLOCK_SECONDS))
  const head = () => headAt(now())
  const secondsOf = (block: bigint) => Math.floor(startMs / 1000) + Number(block - FIRST) * BLOCK_SECONDS
  const isOf = (authorization: Authorization) => (one: { authorization: Authorization }) =>
    keyOf(one.authorization) === keyOf(authorization)
  const used = (authorization: Authorization) => mined.find((one) => one.untilMs === undefined && isOf(authorization)(one))

  /** Puts an authorization into a block, by default the next. @returns the transaction; undefined where the token reverts: it is used, or not of this time */
  function take(authorization: Authorization, block = head() + 1n): string | undefined {
    const seconds = secondsOf(block)
    const isInTime = seconds > Number(authorization.validAfter) && seconds < Number(authorization.validBefore)
    if (used(authorization) || !isInTime) return undefined
    const transaction = `0x${hash('sha256', `base ${keyOf(authorization)}`)}`
    mined.push({ transaction, block, authorization, sinceMs: block > head() ? 0 : now() })
    return transaction
  }

  /**
   * The newest blocks give way to others of the same times, as when another sequencer takes over. `again`: those hold what waited and what the old
   * ones held; otherwise that is forgotten.
   */
  function reorganise(blocks: number, again: boolean): void {
    const first = head() - (BigInt(blocks) < UNSAFE_BLOCKS ? BigInt(blocks) : UNSAFE_BLOCKS) + 1n
    const gone = mined.filter(({ block, untilMs }) => block >= first && untilMs === undefined)
    for (const one of gone) one.untilMs = now()
    if (again) for (const authorization of [...gone.map((one) => one.authorization), ...waiting.splice(0)]) take(authorization, first)
  }

  const logsOf = ({ transaction, block, authorization: { from, to, value, nonce } }: Mined) =>
    [
      { topics: [USED, word(from), nonce.toLowerCase()], data: '0x' },
      { topics: [TRANSFER, word(from), word(to)], data: word(BigInt(value)) },
    ].map((log) => ({ ...log, address: BASE.asset, transactionHash: transaction, blockNumber: `0x${block.toString(16)}` }))

  /** Each call may meet another node behind the address, so far behind the chain, with so much of its history. */
  const node: Node = (method, params, { behindSeconds, keptSeconds }) => {
    const atMs = now() - behindSeconds * 1000
    const top = headAt(atMs)
    const oldest = keptSeconds === undefined ? 0n : headAt(atMs - keptSeconds * 1000)
    const shown = mined.filter(
      ({ block, sinceMs, untilMs = Number.POSITIVE_INFINITY }) => block <= top && sinceMs <= atMs && atMs < untilMs,
    )
    const at = (tag: unknown): bigint => {
      const block = tag === 'latest' ? top : tag === 'safe' ? top - UNSAFE_BLOCKS : BigInt(String(tag))
      if (block > top) throw new Error('header not found')
      return block
    }
    switch (method) {
      case 'eth_chainId':
        return '0x2105'
      case 'eth_getBlockByNumber': {
        const block = at(params[0])
        return block < oldest ? null : { number: `0x${block.toString(16)}`, timestamp: `0x${secondsOf(block).toString(16)}` }
      }
      case 'eth_call': {
        const { data } = params[0] as { data: string }
        const block = at(params[1])
        if (block < oldest) throw new Error('missing trie node')
        if (data.startsWith(BALANCE_OF)) return word(10n ** 9n)
        const [from, nonce] = [`0x${data.slice(34, 74)}`, `0x${data.slice(74, 138)}`]
        return word(shown.some((one) => keyOf(one.authorization) === `${from}:${nonce}` && one.block <= block) ? 1n : 0n)
      }
      case 'eth_getLogs': {
        const { fromBlock, toBlock, topics } = params[0] as { fromBlock: string; toBlock: string; topics: unknown[] }
        const [first, last] = [BigInt(fromBlock), at(toBlock)]
        return shown
          .filter(({ block }) => block >= first && block <= last && block >= oldest)
          .flatMap((one) => logsOf(one).slice(0, 1))
          .filter((log) => log.topics[1] === topics[1] && log.topics[2] === topics[2])
      }
      case 'eth_getTransactionReceipt': {
        const found = shown.find(({ transaction, block }) => transaction === params[0] && block >= oldest)
        return found ? { status: '0x1', logs: logsOf(found) } : null
      }
      default:
        throw new Error(`Method not found: ${method}`)
    }
  }

  return {
    take,
    reorganise,
    node,
    /** Sends it to wait for a block. @returns what puts it into the next one, unless it has gone already */
    send(authorization: Authorization): () => void {
      waiting.push(authorization)
      return () => {
        const at = waiting.indexOf(authorization)
        if (at >= 0) take(...(waiting.splice(at, 1) as [Authorization]))
      }
    },
    /** Whether it moved the money. */
    hasTaken: (authorization: Authorization): boolean => used(authorization) !== undefined,
    /** Whether a block had moved the money whose place another took. */
    hadTaken: (authorization: Authorization): boolean => mined.some(isOf(authorization)),
    transactionOf: (authorization: Authorization): string | undefined => used(authorization)?.transaction,
    seconds: () => secondsOf(head()),
  }
}
