/**
 * What a facilitator's settle answer proves. Evidence, not words: a refusal needs a code that can only arise before anything is sent, and a
 * settlement must be this payment's. Whatever proves neither is `unknown`, and the chain is asked.
 */
import type { PaymentRequirements, SettleResponse } from '@x402/core/types'
import type { Env } from '../../core.ts'
import { storable } from '../../db/storable.ts'
import { railOf } from '../protocol/networks.ts'

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

/** What can be wrong with the transaction of a payload, in its family's codes. */
const OF_TRANSACTION =
  'transaction(_could_not_be_decoded|_not_a_transfer_instruction|_fee_payer_transferring_funds|_fee_payer_included_in_instruction_accounts)?|' +
  'transaction_instructions(_length|_compute_(limit|price)_instruction(_too_high)?)?|transaction_instruction_not_(spl_token|token_2022)_transfer_checked|' +
  'missing_fee_payer|no_transfer_instruction|unknown_(fourth|fifth|sixth|seventh|optional)_instruction|mint_mismatch|memo_mismatch|memo_count|excessive_signers'
/** A code of these families that is not known by name proves nothing. */
const OF_PAYLOAD = new RegExp(
  `^invalid_exact_(evm_payload_(authorization_(from|to)_address_kyt|undeployed_smart_wallet)|evm_permit2_payload_(allowance_required|spender)|(svm|solana)_payload_(${OF_TRANSACTION}))$`,
)
/**
 * Checked before anything is sent as well; but a payload that was sent once can fail them for that very reason: what it may use is used, and
 * its window has closed. So they count in the first answer only.
 */
const OF_FIRST_CALL = new RegExp(
  '^invalid_exact_(evm_payload_(authorization_(value(_too_low|_mismatch)?|valid_after|valid_before|typed_data_message)|(missing_)?signature|signature_address|recipient_mismatch)|' +
    'evm_permit2_payload_(signature|deadline|valid_after|recipient|amount)|' +
    '(svm|solana)_payload_((transaction_)?amount_mismatch|amount_insufficient|recipient_mismatch|signature_invalid|transaction_create_ata_instruction(_incorrect_(payee|asset))?|' +
    'transaction_(cannot_derive_receiver_ata|(receiver|sender)_ata_not_found|transfer_to_incorrect_ata)))$',
)
/** Words of somebody who has sent something, or has tried to, in whatever stands beside a code. */
const SPEAKS_OF_SENDING =
  /sen[dt]|broadcast|submit|pending|wait|receipt|confirm|time(d)?[ _-]?out|deadline exceeded|mempool|in flight|in progress|processing|queued|relay|dispatch|propagat|already|connection|landed|mined|executed|nonce|replac|underpriced|drop|retr[iy]|revert|on[ _-]?chain|reorg|\btx|hash|\bblock(?!ed)|transactions|0x[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{80,}/i
/** How a settlement that is over is called where a facilitator gives a status of its own beside `success`. */
const OVER = /^(ok|success|succeeded|settled|complete|completed|confirmed|finali[sz]ed|0x1)$/i
const STATUS_MEMBER = /stat(e|us)$/i
/** Said to be false, or spoken of, where a success is none yet. */
const DONE_MEMBER = /confirm|settle|final|complete|landed|executed/i
/** Empty, where a success is one. */
const FAULT_MEMBER = /error|reason|fail|reject|revert/i
const SPEAKS_OF_NO_END = /pending|wait|unconfirmed|not[ _-](yet|confirm|final|settle|land)|time(d)?[ _-]?out|in progress|queued/i

/** What may have changed since a payment was taken: its time, and its payer's wallet, accounts and standing. */
const OF_ITS_TIME = /valid_(after|before)|deadline|kyt|signature|wallet|allowance|_ata(_|$)/

/** Whether a code says that a payment is wrong in itself, so that it can never have been taken. */
export const isMalformed = (code: string): boolean => (OF_PAYLOAD.test(code) || OF_FIRST_CALL.test(code)) && !OF_ITS_TIME.test(code)

/** Whole words of a code or a message, in any spelling: `refused`, `unused` and `cannot be settled` are none. */
const SPEAKS_OF_USE =
  /(?<![a-z])(used|reused|already|duplicated?|replay(ed)?|spent|pending|in[ _-]?(flight|progress)|landed|invalid[ _-]?nonce|(?<!(not|be)[ _-])settled)(?![a-z])/i

/** Whether a no means that the payment has been used or is about to be, as a copy of one that was taken would be. */
export const speaksOfUse = (said: string): boolean => SPEAKS_OF_USE.test(said.replace(/(?<=[a-z])(?=[A-Z])/g, ' '))

/** Whether a code rules out that this payment was ever sent. `first`: settlement was never asked for before. */
export function provesNothingSent(code: string, first: boolean): boolean {
  return NEVER_SENT.has(code) || OF_PAYLOAD.test(code) || (first && OF_FIRST_CALL.test(code))
}

/** Members of a settle answer that are read for what they mean; whatever else a facilitator adds is read for its words. */
const KNOWN_MEMBERS: ReadonlySet<string> = new Set(['success', 'errorReason', 'transaction', 'network', 'payer', 'amount'])

/** What a facilitator says beside its code, in whatever members: their names too, where they hold anything. */
const membersBeside = (settlement: object): [string, unknown][] => Object.entries(settlement).filter(([name]) => !KNOWN_MEMBERS.has(name))
const saidBeside = (settlement: object): string => JSON.stringify(membersBeside(settlement).filter(([, value]) => value))

const isEmpty = (value: unknown): boolean => !value || (typeof value === 'object' && Object.keys(value).length === 0)

/** Members, and those of the objects within, as deep as anybody nests them. */
const inAll = (members: [string, unknown][], levels = 8): [string, unknown][] =>
  members.flatMap(([name, value]) => [
    [name, value] as [string, unknown],
    ...(typeof value === 'object' && value !== null && levels > 0 ? inAll(Object.entries(value), levels - 1) : []),
  ])

/** Why what stands beside a success says that it is none, or not yet; undefined when nothing does. */
const doubtBeside = (settlement: object): string | undefined => {
  const members = membersBeside(settlement).filter(([name]) => name !== 'extensions')
  const open = inAll(members).find(
    ([name, value]) =>
      (typeof value === 'string' && STATUS_MEMBER.test(name) && !OVER.test(value)) ||
      (value === false && DONE_MEMBER.test(name)) ||
      (FAULT_MEMBER.test(name) && !isEmpty(value)),
  )
  const said = JSON.stringify(members.filter(([, value]) => value))
  return open ? `${open[0]} ${typeof open[1] === 'object' ? JSON.stringify(open[1]) : String(open[1])}` : SPEAKS_OF_NO_END.exec(said)?.[0]
}

/** What must be true of an answer that says a payment was settled. */
export type Expected = {
  requirements: PaymentRequirements
  /** As the payment or its verification names it; null when neither does. */
  payer: string | null
  env: Env
}

/** Why a success is not this payment's; undefined when it fits. */
function misfit(
  settlement: SettleResponse & { amount?: unknown; payTo?: unknown; asset?: unknown },
  { requirements, payer, env }: Expected,
): string | undefined {
  const { transaction, network, amount, errorReason } = settlement
  if (errorReason) return `reason ${errorReason}`
  const doubt = doubtBeside(settlement)
  if (doubt !== undefined) return doubt
  if (network !== requirements.network) return `network ${network || 'not named'}`
  const rail = railOf(network, env)
  if (!rail?.isTransaction(transaction)) return `transaction ${transaction || 'not named'}`
  if (settlement.payer && !rail.isAddress(settlement.payer)) return `payer ${settlement.payer}`
  const spelt = (text: unknown) => (network.startsWith('eip155:') ? String(text).toLowerCase() : String(text))
  if (settlement.payer && payer !== null && spelt(settlement.payer) !== spelt(payer)) return `payer ${settlement.payer}`
  for (const term of ['payTo', 'asset'] as const)
    if (settlement[term] && spelt(settlement[term]) !== spelt(requirements[term])) return `${term} ${String(settlement[term])}`
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
