/** Solana: a payment is void once its blockhash is too old and the wallet's token account shows no transaction with the same message. */
import type { Fate } from './chain.ts'
import { messageIn, solanaPaymentOf } from './solana-message.ts'

type Ask = (method: string, params: unknown[]) => Promise<unknown>

/** Longer histories are not looked through. */
const MAX_LOOKED = 1_000
/** A node may have forgotten what is older. */
const REMEMBERED_MS = 24 * 3_600_000
/** Our clock may run ahead of the chain's by this much: a wrong time zone, which nobody notices who pays on Solana alone. */
const SKEW_SECONDS = 24 * 3_600

/**
 * Whether a blockhash is too old for good, by a node that keeps up with the chain. A finalized block knows no hash of the last seconds, so its word
 * alone would call a fresh payment too old whenever our clock jumps; the newest block knows both kinds.
 */
async function isTooOld(blockhash: string, ask: Ask): Promise<boolean> {
  if ((await ask('getHealth', [])) !== 'ok') return false
  for (const commitment of ['processed', 'finalized']) {
    const { value } = (await ask('isBlockhashValid', [blockhash, { commitment }])) as { value: unknown }
    if (value !== false) return false
  }
  return true
}

/**
 * False when a listed memo shows that a transaction is another one. The list writes `[32] text`, the length in bytes first, and joins several; so
 * only a single one that is shown whole rules anything out.
 */
function mayHoldMemo(message: Buffer, listed: string): boolean {
  const [, length, text = ''] = /^\[(\d+)\] ([\s\S]*)$/.exec(listed) ?? []
  const bytes = Buffer.from(text)
  return length === undefined || bytes.length !== Number(length) || message.includes(bytes)
}

/**
 * What became of a payment signed at `signedAt` (Unix milliseconds), asked when its validity is over by the clock.
 * @throws when the chain cannot be asked
 */
export async function fateOnSolana(header: string, signedAt: number, now: number, ask: Ask): Promise<Fate> {
  const payment = solanaPaymentOf(header)
  if (!payment || now - signedAt > REMEMBERED_MS) return { kind: 'unknown' }
  // Asked before the history: what lands after this answer has a younger blockhash.
  const isOld = await isTooOld(payment.blockhash, ask)
  const history = await ask('getSignaturesForAddress', [payment.source, { commitment: 'finalized', limit: MAX_LOOKED }])
  const landed = history as { signature: string; err: unknown; blockTime: number | null; memo?: string | null }[]
  for (const { signature, err, blockTime, memo } of landed) {
    if (blockTime !== null && blockTime < signedAt / 1000 - SKEW_SECONDS) continue
    if (memo != null && !mayHoldMemo(payment.bytes, memo)) continue
    const options = { commitment: 'finalized', encoding: 'base64', maxSupportedTransactionVersion: 0 }
    const got = (await ask('getTransaction', [signature, options])) as { transaction?: [string, string] } | null
    if (!got?.transaction) return { kind: 'unknown' }
    if (messageIn(got.transaction[0]).equals(payment.bytes))
      return err === null ? { kind: 'settled', transaction: signature } : { kind: 'void' }
  }
  return isOld && landed.length < MAX_LOOKED ? { kind: 'void' } : { kind: 'unknown' }
}
