/** Solana: a payment is void once its blockhash is too old and the wallet's token account shows no transaction with the same message. */
import type { Fate } from './payment.ts'
import { messageIn, solanaPaymentOf } from './solana-message.ts'

type Ask = (method: string, params: unknown[]) => Promise<unknown>

/** Longer histories are not looked through. */
const MAX_LOOKED = 1_000
/** Of older payments nobody is asked, and a node must remember as much. */
const REMEMBERED_MS = 24 * 3_600_000
/** Our clock may run ahead of the chain's by this much: a wrong time zone, which nobody notices who pays on Solana alone. */
const SKEW_SECONDS = 24 * 3_600

/**
 * The slot by which a blockhash is too old for good, by a node that keeps up with the chain; undefined while it is not. A finalized block knows no
 * hash of the last seconds, so its word alone would call a fresh payment too old whenever our clock jumps; the newest block knows both kinds.
 */
async function endOf(blockhash: string, ask: Ask): Promise<number | undefined> {
  if ((await ask('getHealth', [])) !== 'ok') return undefined
  let slot: number | undefined
  for (const commitment of ['processed', 'finalized']) {
    const said = (await ask('isBlockhashValid', [blockhash, { commitment }])) as { value: unknown; context: { slot: number } }
    if (said.value !== false) return undefined
    slot = said.context.slot
  }
  return slot
}

/** Whether a node's history is long enough to show a payment: most keep two days, one that was just started less. */
async function remembers(slot: number, ask: Ask): Promise<boolean> {
  const first = await ask('getFirstAvailableBlock', [])
  const timeOf = async (asked: unknown) => Number((await ask('getBlockTime', [asked])) ?? Number.NaN)
  return first === 0 || (await timeOf(slot)) - (await timeOf(first)) >= REMEMBERED_MS / 1000
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
  const end = await endOf(payment.blockhash, ask)
  // Behind one address there may be nodes that are not equally far.
  const options = { commitment: 'finalized', limit: MAX_LOOKED, ...(end === undefined ? {} : { minContextSlot: end }) }
  const history = await ask('getSignaturesForAddress', [payment.source, options])
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
  return end !== undefined && landed.length < MAX_LOOKED && (await remembers(end, ask)) ? { kind: 'void' } : { kind: 'unknown' }
}
