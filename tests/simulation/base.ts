/** Base as far as a payment needs it: a token that takes an authorization once, blocks of two seconds, and a node that shows them. */
import { hash } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'
import type { Node } from './node.ts'

export const BASE = { network: 'eip155:8453', asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', payTo: `0x${'ab'.repeat(20)}` } as const
const BLOCK_SECONDS = 2
/** Height at the beginning. */
const FIRST = 10_000_000n

export type Authorization = { from: string; to: string; value: string; validAfter: string; validBefore: string; nonce: string }
type Used = { transaction: string; block: bigint; authorization: Authorization }

const topic = (text: string) => `0x${bytesToHex(keccak_256(text))}`
const USED = topic('AuthorizationUsed(address,bytes32)')
const TRANSFER = topic('Transfer(address,address,uint256)')
const word = (hex: string | bigint) => `0x${(typeof hex === 'bigint' ? hex.toString(16) : hex.slice(2).toLowerCase()).padStart(64, '0')}`
const keyOf = ({ from, nonce }: Authorization) => `${from}:${nonce}`.toLowerCase()

export type Base = ReturnType<typeof startBase>

/** @param now Unix ms */
export function startBase(startMs: number, now: () => number) {
  const used = new Map<string, Used>()
  const head = () => FIRST + BigInt(Math.floor((now() - startMs) / 1000 / BLOCK_SECONDS))
  const secondsOf = (block: bigint) => Math.floor(startMs / 1000) + Number(block - FIRST) * BLOCK_SECONDS

  /** Puts an authorization into the next block. @returns the transaction; undefined where the token reverts: it is used, or not of this time */
  function take(authorization: Authorization): string | undefined {
    const seconds = secondsOf(head())
    const isInTime = seconds > Number(authorization.validAfter) && seconds < Number(authorization.validBefore)
    if (used.has(keyOf(authorization)) || !isInTime) return undefined
    const transaction = `0x${hash('sha256', `base ${keyOf(authorization)}`)}`
    used.set(keyOf(authorization), { transaction, block: head() + 1n, authorization })
    return transaction
  }

  const logsOf = ({ transaction, block, authorization: { from, to, value, nonce } }: Used) =>
    [
      { topics: [USED, word(from), nonce.toLowerCase()], data: '0x' },
      { topics: [TRANSFER, word(from), word(to)], data: word(BigInt(value)) },
    ].map((log) => ({ ...log, address: BASE.asset, transactionHash: transaction, blockNumber: `0x${block.toString(16)}` }))

  /** Each call may meet another node behind the address, so many seconds behind the chain. */
  const node: Node = (method, params, behindSeconds) => {
    const top = head() - BigInt(Math.ceil(behindSeconds / BLOCK_SECONDS))
    const at = (tag: unknown): bigint => {
      const block = tag === 'latest' ? top : BigInt(String(tag))
      if (block > top) throw new Error('header not found')
      return block
    }
    switch (method) {
      case 'eth_chainId':
        return '0x2105'
      case 'eth_getBlockByNumber': {
        const block = at(params[0])
        return { number: `0x${block.toString(16)}`, timestamp: `0x${secondsOf(block).toString(16)}` }
      }
      case 'eth_call': {
        const { data } = params[0] as { data: string }
        const [from, nonce] = [`0x${data.slice(34, 74)}`, `0x${data.slice(74, 138)}`]
        const found = used.get(`${from}:${nonce}`)
        return word(found && found.block <= at(params[1]) ? 1n : 0n)
      }
      case 'eth_getLogs': {
        const { fromBlock, toBlock, topics } = params[0] as { fromBlock: string; toBlock: string; topics: unknown[] }
        const [first, last] = [BigInt(fromBlock), toBlock === 'latest' ? top : BigInt(toBlock)]
        return [...used.values()]
          .filter(({ block }) => block >= first && block <= last && block <= top)
          .flatMap((one) => logsOf(one).slice(0, 1))
          .filter((log) => log.topics[1] === topics[1] && log.topics[2] === topics[2])
      }
      case 'eth_getTransactionReceipt': {
        const found = [...used.values()].find(({ transaction }) => transaction === params[0])
        return found && found.block <= top ? { status: '0x1', logs: logsOf(found) } : null
      }
      default:
        throw new Error(`Method not found: ${method}`)
    }
  }

  return {
    take,
    node,
    /** Whether it moved the money. */
    hasTaken: (authorization: Authorization): boolean => used.has(keyOf(authorization)),
    transactionOf: (authorization: Authorization): string | undefined => used.get(keyOf(authorization))?.transaction,
    seconds: () => secondsOf(head()),
  }
}
