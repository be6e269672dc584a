/** Solana: a payment is void once its blockhash is too old and the wallet's token account shows no transaction with the same message. */
import { getBase64Encoder, getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit'
import type { Fate } from './chain.ts'
import { decodeObject } from './offers.ts'

type Ask = (method: string, params: unknown[]) => Promise<unknown>

/** Longer histories are not looked through. */
const MAX_LOOKED = 1_000
/** A node may have forgotten what is older. */
const REMEMBERED_MS = 24 * 3_600_000
/** Our clock may run ahead of the chain's by this much. */
const SKEW_SECONDS = 600

const TRANSFER_CHECKED = 12

/** The signed message, and the account its tokens leave. */
function messageOf(header: string) {
  const { transaction } = (decodeObject(header)?.payload ?? {}) as { transaction?: unknown }
  if (typeof transaction !== 'string') return undefined
  const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(transaction))
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  const transfer = 'instructions' in message ? message.instructions.find(({ data }) => data?.[0] === TRANSFER_CHECKED) : undefined
  const source = transfer?.accountIndices?.[0]
  if (source === undefined || !('lifetimeToken' in message)) return undefined
  return { bytes: Buffer.from(messageBytes), account: message.staticAccounts[source]!, blockhash: String(message.lifetimeToken) }
}

const messageIn = (wire: string): Buffer => Buffer.from(getTransactionDecoder().decode(getBase64Encoder().encode(wire)).messageBytes)

/**
 * What became of a payment signed at `signedAt` (Unix milliseconds), asked when its validity is over by the clock.
 * @throws when the chain cannot be asked
 */
export async function fateOnSolana(header: string, signedAt: number, now: number, ask: Ask): Promise<Fate> {
  const message = messageOf(header)
  if (!message || now - signedAt > REMEMBERED_MS) return { kind: 'unknown' }
  // Asked before the history: what lands after this answer has a younger blockhash.
  const { value: mayLand } = (await ask('isBlockhashValid', [message.blockhash, { commitment: 'finalized' }])) as { value: boolean }
  const history = await ask('getSignaturesForAddress', [message.account, { commitment: 'finalized', limit: MAX_LOOKED }])
  const landed = history as { signature: string; err: unknown; blockTime: number | null }[]
  for (const { signature, err, blockTime } of landed) {
    if (blockTime !== null && blockTime < signedAt / 1000 - SKEW_SECONDS) continue
    const options = { commitment: 'finalized', encoding: 'base64', maxSupportedTransactionVersion: 0 }
    const got = (await ask('getTransaction', [signature, options])) as { transaction?: [string, string] } | null
    if (!got?.transaction) return { kind: 'unknown' }
    if (messageIn(got.transaction[0]).equals(message.bytes))
      return err === null ? { kind: 'settled', transaction: signature } : { kind: 'void' }
  }
  return !mayLand && landed.length < MAX_LOOKED ? { kind: 'void' } : { kind: 'unknown' }
}
