/**
 * What a facilitator's settle answer proves. Evidence, not words: a refusal needs a code that can only arise before anything is sent, and a
 * settlement must be this payment's. Whatever proves neither is `unknown`, and the chain is asked.
 */
import type { PaymentRequirements, SettleResponse } from '@x402/core/types'
import type { Env } from '../../core.ts'
import { railOf } from '../offer/networks.ts'
import { storable } from '../offer/storable.ts'

export type SettleOutcome =
  | { kind: 'settled'; settlement: SettleResponse }
  /** Nothing was sent, so no money moved. `code` is short; `reason` is for the ledger. */
  | { kind: 'refused'; code: string; reason: string }
  | { kind: 'unknown'; reason: string; transaction?: string | undefined }

/** Codes of checks before any broadcast, whatever came before: funds, form, terms, law. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'invalid_scheme',
  'invalid_network',
  'invalid_x402_version',
  'invalid_payload',
  'invalid_payment_requirements',
  'unsupported_payload_type',
  'kyt_risk_detected',
  'request_blocked_by_location',
  'self_send_not_allowed',
  'amount_too_low',
  'preflight_validation_failed',
  'permit2_disabled',
])

const OF_PAYLOAD = /^invalid_exact_(evm|svm|solana|evm_permit2)_payload_[a-z0-9_]+$/
/** A simulation also fails because the first attempt has landed. */
const OF_SIMULATION = /simulation/
/**
 * Checked before anything is sent as well; but a payload that was sent once can fail them for that very reason: what it may use is used, and
 * its window has closed. So they count in the first answer only.
 */
const OF_FIRST_CALL = /signature|amount|value|recipient|payee|ata|domain|name_mismatch|version_mismatch|valid_after|valid_before|deadline/
/** A code of the payload's family that nobody has seen is no check of the payload when it tells of something that happened. */
const OF_AN_EVENT =
  /already|used|nonce|pending|confirm|time_?out|timed_out|expired|state|failed|sent|broadcast|receipt|execut|settl|duplicate|landed|submit|height|unknown_error/
/** Words of somebody who has sent something, in whatever stands beside a code. */
const SPEAKS_OF_SENDING =
  /sen[dt]|broadcast|submit|pending|wait|receipt|confirm|time(d)?[ _-]?out|deadline exceeded|mempool|in flight|in progress|processing|queued|relay|dispatch|propagat|already|connection|landed|mined|executed|0x[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{80,}/i
/** How a settlement that is over is called where a facilitator gives a status of its own beside `success`. */
const OVER = /^(ok|success|succeeded|settled|complete|completed|confirmed|finali[sz]ed)$/i

/** Whether a code rules out that this payment was ever sent. `first`: settlement was never asked for before. */
export function provesNothingSent(code: string, first: boolean): boolean {
  if (NEVER_SENT.has(code)) return true
  if (OF_SIMULATION.test(code)) return false
  if (!OF_PAYLOAD.test(code) || OF_AN_EVENT.test(code)) return false
  return first || !OF_FIRST_CALL.test(code)
}

/** Members of a settle answer that are read for what they mean; whatever else a facilitator adds is read for its words. */
const KNOWN_MEMBERS: ReadonlySet<string> = new Set(['success', 'errorReason', 'transaction', 'network', 'payer', 'amount'])

/** What a facilitator says beside its code, in whatever members: their names too, where they hold anything. */
const saidBeside = (settlement: object): string =>
  JSON.stringify(Object.entries(settlement).filter(([name, value]) => !KNOWN_MEMBERS.has(name) && value))

/** What must be true of an answer that says a payment was settled. */
export type Expected = {
  requirements: PaymentRequirements
  /** As the payment or its verification names it; null when neither does. */
  payer: string | null
  env: Env
}

/** Why a success is not this payment's; undefined when it fits. */
function misfit(
  settlement: SettleResponse & { amount?: unknown; status?: unknown },
  { requirements, payer, env }: Expected,
): string | undefined {
  const { transaction, network, amount, errorReason, status } = settlement
  if (errorReason) return `reason ${errorReason}`
  if (typeof status === 'string' && !OVER.test(status)) return `status ${status}`
  if (network !== requirements.network) return `network ${network || 'not named'}`
  const rail = railOf(network, env)
  if (!rail?.isTransaction(transaction)) return `transaction ${transaction || 'not named'}`
  if (settlement.payer && !rail.isAddress(settlement.payer)) return `payer ${settlement.payer}`
  const same = network.startsWith('eip155:') ? settlement.payer?.toLowerCase() === payer?.toLowerCase() : settlement.payer === payer
  if (settlement.payer && payer !== null && !same) return `payer ${settlement.payer}`
  if (amount !== undefined && amount !== null && String(amount) !== requirements.amount) return `amount ${String(amount)}`
  return undefined
}

/** Reads a settle answer. `first`: settlement of this payment was never asked for before. */
export function readSettlement(settlement: SettleResponse, expected: Expected, first: boolean): SettleOutcome {
  const { transaction, errorReason: code = '', errorMessage = '' } = settlement
  if (settlement.success) {
    const wrong = misfit(settlement, expected)
    if (wrong !== undefined) return { kind: 'unknown', reason: storable(`success that does not fit: ${wrong}`) }
    const { network } = expected.requirements
    const payer = settlement.payer || expected.payer
    // One spelling, so that a transaction that has paid for another claim is known again.
    const id = network.startsWith('eip155:') ? transaction.toLowerCase() : transaction
    return { kind: 'settled', settlement: { success: true, transaction: id, network, ...(payer ? { payer } : {}) } }
  }
  // Verbatim for the ledger; a buyer sees at most the code.
  const reason = storable([code || 'no_reason', errorMessage].filter(Boolean).join(': '))
  if (transaction || SPEAKS_OF_SENDING.test(saidBeside(settlement)) || !provesNothingSent(code, first))
    return { kind: 'unknown', reason, transaction: transaction || undefined }
  return { kind: 'refused', code, reason }
}
