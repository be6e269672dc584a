/**
 * Base: the AuthorizationUsed log decides, not the state flag, which is also true after a cancel (EIP-3009). The log's transaction must
 * transfer the amount to our payTo.
 */
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'
import { z } from 'zod'
import type { LandedOrNot, LookFor } from './index.ts'
import { rpc } from './rpc.ts'

const topic = (signature: string) => `0x${bytesToHex(keccak_256(signature))}`
const AUTHORIZATION_USED = topic('AuthorizationUsed(address,bytes32)')
const AUTHORIZATION_CANCELED = topic('AuthorizationCanceled(address,bytes32)')
const TRANSFER = topic('Transfer(address,address,uint256)')
const AUTHORIZATION_STATE = topic('authorizationState(address,bytes32)').slice(0, 10)

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/)
const Log = z.object({ address: hex, topics: z.array(hex), data: hex, transactionHash: hex })
const Block = z.object({ number: hex, timestamp: hex })
const Receipt = z.object({ status: hex, logs: z.array(Log) }).nullable()

/** Blocks of two seconds, and a margin of ten minutes for clocks and reorganisations. */
const BLOCK_SECONDS = 2
const MARGIN_BLOCKS = 300
/** What the chain's clock must have passed `validBefore` by before "can no longer land" is believed. */
const PROOF_MARGIN_SECONDS = 30n

const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

/** Looks for the payment's authorization on Base. @throws Error when the node does not answer. */
export async function lookAtBase(url: string, { payload, requirements, claimedAt }: LookFor): Promise<LandedOrNot> {
  const { from, nonce, validBefore } = z.object({ from: hex, nonce: hex, validBefore: z.string() }).parse(payload.payload.authorization)
  const latest = await rpc(url, 'eth_getBlockByNumber', ['latest', false], Block)
  const back = BigInt(Math.ceil((Date.now() - claimedAt.getTime()) / 1000 / BLOCK_SECONDS) + MARGIN_BLOCKS)
  const head = BigInt(latest.number)
  const fromBlock = `0x${(head > back ? head - back : 0n).toString(16)}`
  const logs = await rpc(
    url,
    'eth_getLogs',
    [
      {
        address: requirements.asset,
        fromBlock,
        toBlock: 'latest',
        topics: [[AUTHORIZATION_USED, AUTHORIZATION_CANCELED], word(from), nonce.toLowerCase()],
      },
    ],
    z.array(Log),
  )
  const used = logs.find((log) => log.topics[0] === AUTHORIZATION_USED)
  if (used) {
    const receipt = await rpc(url, 'eth_getTransactionReceipt', [used.transactionHash], Receipt)
    const paid = receipt?.logs.some(
      (log) =>
        log.address.toLowerCase() === requirements.asset.toLowerCase() &&
        log.topics[0] === TRANSFER &&
        log.topics[1]?.toLowerCase() === word(from) &&
        log.topics[2]?.toLowerCase() === word(requirements.payTo) &&
        BigInt(log.data) === BigInt(requirements.amount),
    )
    return paid
      ? { kind: 'landed', transaction: used.transactionHash, payer: from }
      : { kind: 'unknown', reason: `the authorization was used in ${used.transactionHash}, which does not pay us` }
  }
  if (logs.length > 0) return { kind: 'refused', reason: 'authorization_canceled' }
  const state = await rpc(
    url,
    'eth_call',
    [{ to: requirements.asset, data: `${AUTHORIZATION_STATE}${word(from).slice(2)}${nonce.slice(2)}` }, 'latest'],
    hex,
  )
  const consumed = /[1-9a-f]/i.test(state.slice(2))
  if (!consumed && BigInt(latest.timestamp) > BigInt(validBefore) + PROOF_MARGIN_SECONDS)
    return { kind: 'refused', reason: 'authorization_expired' }
  return { kind: 'unknown', reason: consumed ? 'the authorization is used, but its log was not found' : 'not landed yet, and it still can' }
}
