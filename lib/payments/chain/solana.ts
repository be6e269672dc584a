/**
 * Solana: the transaction id is the facilitator's signature and not known in advance, so the recent transactions of our token account are
 * listed and compared by message. The list shows each memo, which is matched first to spare fetches.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { associatedTokenAccount } from '../../chain/solana-address.ts'
import { messageBlockhash, solanaMessage } from '../../chain/solana-message.ts'
import type { LandedOrNot, LookFor } from './look.ts'
import { rpc } from './rpc.ts'

const Signatures = z.array(
  z.object({ signature: z.string(), err: z.unknown(), memo: z.string().nullish(), blockTime: z.number().nullish() }),
)
const Balance = z.object({ mint: z.string(), owner: z.string().optional(), uiTokenAmount: z.object({ amount: z.string().regex(/^\d+$/) }) })
const Meta = z.object({ err: z.unknown(), preTokenBalances: z.array(Balance).nullish(), postTokenBalances: z.array(Balance).nullish() })
const Transaction = z.object({ transaction: z.tuple([z.string(), z.literal('base64')]), meta: Meta.nullable() }).nullable()
const Validity = z.object({ value: z.boolean(), context: z.object({ slot: z.number() }) })

/** Signatures in one list, and lists: what comes long after the payment is only counted, so that a busy seller's are found hours later too. */
const PAGE = 1000
const MAX_PAGES = 50
/**
 * How long before and after its claim a payment may have landed; what is cut too short hides one. A blockhash lives for 150 slots, which are 90
 * seconds, or as many hours as the chain stands still.
 */
const EARLIEST_SECONDS = 900
const LATEST_SECONDS = 24 * 3_600

/** A message that a bank takes so long after a claim is no message of that time: its blockhash would be dead for long. */
const LATER_SECONDS = 300

/** Chain time that must have passed since the claim before a node's "blockhash not valid" means that it is over, and not that it never saw it. */
const MIN_CHAIN_SECONDS = 60

/**
 * A node that lags, or answers from the finalized bank alone, does not know a fresh blockhash and calls it invalid. So "can no longer land" is
 * believed only when the newest bank says it too, and never before a blockhash of the claim's time must have expired (150 slots, 60 to 90 s).
 */
const MIN_PROOF_AGE_MS = 120_000

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Looks for the payment's message among the transactions of our token account. @throws Error when the node does not answer. */
export async function lookAtSolana(url: string, { payload, requirements, ageMs, historyMs }: LookFor, now: number): Promise<LandedOrNot> {
  const message = solanaMessage(String(payload.payload.transaction))
  const wanted = digest(message)
  const account = associatedTokenAccount(requirements.payTo, requirements.asset)
  // Asked before the history is read: what lands in between is then in it.
  const finalized = await validityIn(url, message, 'finalized')
  const chainSeconds = await rpc(url, 'getBlockTime', [finalized.context.slot], z.number())
  // A bank that lags does not know a fresh blockhash, so what it calls dead may be none before its time.
  const lives = finalized.value || (ageMs >= MIN_PROOF_AGE_MS && (await validityIn(url, message, 'processed')).value)
  const secondsPast = chainSeconds - (now - ageMs) / 1000
  const isLater = lives && secondsPast > LATER_SECONDS
  const isOver = !lives && ageMs >= MIN_PROOF_AGE_MS && (await isOfItsTime(url, secondsPast, requirements.network))
  // By the chain's clock: ours, were it ahead, would cut off the very transaction that is looked for.
  const claimed = chainSeconds - ageMs / 1000
  let before: string | undefined
  // What lives cannot have landed long ago.
  const since = (isLater ? chainSeconds : claimed) - (historyMs === undefined || lives ? EARLIEST_SECONDS : historyMs / 1000)
  let complete = false
  let unseen: string | undefined
  for (let page = 0; page < MAX_PAGES && !complete; page += 1) {
    const listed = await rpc(
      url,
      'getSignaturesForAddress',
      // Behind one address there may be nodes that are not equally far.
      [account, { limit: PAGE, commitment: 'confirmed', minContextSlot: finalized.context.slot, ...(before ? { before } : {}) }],
      Signatures,
    )
    for (const { signature, memo, blockTime } of listed) {
      if (blockTime != null && blockTime < since) {
        complete = true
        break
      }
      if (blockTime != null && blockTime > claimed + LATEST_SECONDS) continue
      if (memo != null && !mayHoldMemo(message, memo)) continue
      const found = await rpc(
        url,
        'getTransaction',
        [signature, { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }],
        Transaction,
      )
      if (!found) unseen ??= signature
      if (!found || digest(solanaMessage(found.transaction[0])) !== wanted) continue
      return meaningOf(signature, found.meta, requirements)
    }
    // The end of a list is the beginning of the account, or of what the node remembers.
    if (listed.length < PAGE && !complete) {
      if (isOver && !(await remembers(url, since))) return { kind: 'unknown', reason: 'the history of the node begins after the payment' }
      complete = true
    }
    before = listed.at(-1)?.signature
  }
  if (!complete) return { kind: 'unknown', reason: 'too many transactions to look through' }
  if (unseen !== undefined) return { kind: 'unknown', reason: `the node lists ${unseen} and does not show it` }
  return isOver
    ? { kind: 'refused', reason: 'blockhash_expired' }
    : { kind: 'unknown', reason: 'not landed yet, and it still can', isLater }
}

/**
 * What a transaction that holds the payment's message did. That it went through is not enough: payTo must hold more by the amount. A message
 * lands once, so one that failed, or paid somebody else, can pay us no more.
 */
function meaningOf(signature: string, meta: z.output<typeof Meta> | null, { payTo, asset, amount }: LookFor['requirements']): LandedOrNot {
  if (meta?.err != null) return { kind: 'refused', reason: 'transaction_failed_on_chain' }
  if (!meta?.preTokenBalances || !meta.postTokenBalances)
    return { kind: 'unknown', reason: `the node does not show what ${signature} moved` }
  const ours = [meta.preTokenBalances, meta.postTokenBalances].map((balances) => balances.filter(({ mint }) => mint === asset))
  if (ours.flat().some(({ owner }) => owner === undefined))
    return { kind: 'unknown', reason: `the node does not show whose the balances of ${signature} are` }
  const [before, after] = ours.map((balances) =>
    balances.filter(({ owner }) => owner === payTo).reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), 0n),
  )
  return after! - before! >= BigInt(amount)
    ? { kind: 'landed', transaction: signature, payer: null }
    : { kind: 'refused', reason: 'transaction_paid_less' }
}

/** Whether a node's history reaches back to an instant of its chain (Unix seconds): most keep two days, one that was just started less. */
async function remembers(url: string, since: number): Promise<boolean> {
  const first = await rpc(url, 'getFirstAvailableBlock', [], z.number())
  return first === 0 || (await rpc(url, 'getBlockTime', [first], z.number())) <= since
}

const validityIn = (url: string, message: Buffer, commitment: 'processed' | 'finalized') =>
  rpc(url, 'isBlockhashValid', [messageBlockhash(message), { commitment }], Validity)

/**
 * Whether a node can tell that a blockhash is dead: one that fell behind before the payment was made has never seen it, nor has one of another
 * cluster. CAIP-2 names a cluster by the start of its genesis hash. `secondsPast`: by its chain, since the claim. @throws Error when it does not answer
 */
const isOfItsTime = async (url: string, secondsPast: number, network: string): Promise<boolean> =>
  secondsPast >= MIN_CHAIN_SECONDS && network === `solana:${(await rpc(url, 'getGenesisHash', [], z.string())).slice(0, 32)}`

/**
 * False when a listed memo shows that a transaction is not ours. The list writes `[32] text`: the length in bytes, then the memo; several are
 * joined by `; `, and one of other bytes than UTF-8 is not shown, so only a single one that is shown can rule anything out.
 */
export function mayHoldMemo(message: Buffer, listed: string): boolean {
  const [, length, text = ''] = /^\[(\d+)\] ([\s\S]*)$/.exec(listed) ?? []
  const bytes = Buffer.from(text, 'utf8')
  return length === undefined || bytes.length !== Number(length) || message.includes(bytes)
}
