/**
 * Solana: the transaction id is the facilitator's signature and not known in advance, so the recent transactions of our token account are
 * listed and compared by message. The list shows each memo, which is matched first to spare fetches.
 */
import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { z } from 'zod'
import { associatedTokenAccount } from '../../chain/solana-address.ts'
import { solanaMessage } from '../networks.ts'
import type { LandedOrNot, LookFor } from './index.ts'
import { rpc } from './rpc.ts'

const Signatures = z.array(
  z.object({ signature: z.string(), err: z.unknown(), memo: z.string().nullish(), blockTime: z.number().nullish() }),
)
const Transaction = z
  .object({ transaction: z.tuple([z.string(), z.literal('base64')]), meta: z.object({ err: z.unknown() }).nullable() })
  .nullable()
const Validity = z.object({ value: z.boolean() })

const PAGE = 1000
/** Clocks of chain and server may differ by so many seconds. */
const CLOCK_MARGIN_SECONDS = 120

/**
 * A node that lags, or answers from the finalized bank alone, does not know a fresh blockhash and calls it invalid. So "can no longer land" is
 * believed only when the newest bank says it too, and never before a blockhash of the claim's time must have expired (150 slots, 60 to 90 s).
 */
const MIN_PROOF_AGE_MS = 120_000

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The recent blockhash of a legacy or version 0 message: it follows header and account keys. @throws Error on a malformed message. */
export function messageBlockhash(message: Buffer): string {
  const versioned = (message[0]! & 0x80) !== 0
  let offset = versioned ? 4 : 3
  let count = 0
  for (let shift = 0; ; shift += 7) {
    const byte = message[offset++]
    if (byte === undefined || shift > 14) throw new Error('malformed message')
    count |= (byte & 0x7f) << shift
    if ((byte & 0x80) === 0) break
  }
  offset += count * 32
  if (offset + 32 > message.length) throw new Error('malformed message')
  return base58.encode(message.subarray(offset, offset + 32))
}

/** Looks for the payment's message among the transactions of our token account. @throws Error when the node does not answer. */
export async function lookAtSolana(url: string, { payload, requirements, claimedAt }: LookFor): Promise<LandedOrNot> {
  const message = solanaMessage(String(payload.payload.transaction))
  const wanted = digest(message)
  const account = associatedTokenAccount(requirements.payTo, requirements.asset)
  const notBefore = claimedAt.getTime() / 1000 - CLOCK_MARGIN_SECONDS
  // Asked before the history is read: what lands in between is then in it.
  const expired = await hasExpired(url, message, claimedAt)
  let before: string | undefined
  let complete = false
  for (let page = 0; page < 3 && !complete; page += 1) {
    const listed = await rpc(
      url,
      'getSignaturesForAddress',
      [account, { limit: PAGE, commitment: 'confirmed', ...(before ? { before } : {}) }],
      Signatures,
    )
    for (const { signature, memo, blockTime } of listed) {
      if (blockTime != null && blockTime < notBefore) {
        complete = true
        break
      }
      if (memo != null && !mayHoldMemo(message, memo)) continue
      const found = await rpc(
        url,
        'getTransaction',
        [signature, { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }],
        Transaction,
      )
      if (!found || digest(solanaMessage(found.transaction[0])) !== wanted) continue
      return found.meta?.err == null
        ? { kind: 'landed', transaction: signature, payer: null }
        : { kind: 'refused', reason: 'transaction_failed_on_chain' }
    }
    if (listed.length < PAGE) complete = true
    before = listed.at(-1)?.signature
  }
  if (!complete) return { kind: 'unknown', reason: 'too many transactions to look through' }
  return expired ? { kind: 'refused', reason: 'blockhash_expired' } : { kind: 'unknown', reason: 'not landed yet, and it still can' }
}

/** True when the message can no longer land. @throws Error when the node does not answer */
async function hasExpired(url: string, message: Buffer, claimedAt: Date): Promise<boolean> {
  if (Date.now() - claimedAt.getTime() < MIN_PROOF_AGE_MS) return false
  const blockhash = messageBlockhash(message)
  for (const commitment of ['processed', 'finalized']) {
    const { value: canLand } = await rpc(url, 'isBlockhashValid', [blockhash, { commitment }], Validity)
    if (canLand) return false
  }
  return true
}

/**
 * False when a listed memo shows that a transaction is not ours. The list writes `[32] text`: the length in bytes, then the memo; several are
 * joined by `; `, and one of other bytes than UTF-8 is not shown, so only a single one that is shown can rule anything out.
 */
export function mayHoldMemo(message: Buffer, listed: string): boolean {
  const [, length, text = ''] = /^\[(\d+)\] ([\s\S]*)$/.exec(listed) ?? []
  const bytes = Buffer.from(text, 'utf8')
  return length === undefined || bytes.length !== Number(length) || message.includes(bytes)
}
