/**
 * What a fault run does on purpose beside what merely fails: settle words of real facilitators and random ones, lies about success, and a
 * wallet that can pay for one of the many payments it signs.
 */
import { type Buyer, createBuyer, type Rail, rails } from '../../tests/local/buyer.ts'
import type { FacilitatorControl } from '../../tests/local/facilitator-modes.ts'
import type { LocalWorld } from '../../tests/local/index.ts'
import { editPayment, readPayment } from '../../tests/local/payment-variants.ts'
import type { CallRecord } from './one-call.ts'

/** As facilitators word a settlement that did not go well, in their own spelling. */
const WORDS = [
  'insufficient_funds',
  'invalid_payload',
  'invalid_exact_evm_payload_signature',
  'invalid_exact_svm_payload_transaction_simulation_failed',
  'invalid_exact_evm_failed_to_execute_transfer',
  'invalid_exact_evm_failed_to_get_receipt',
  'invalid_exact_evm_nonce_already_used',
  'invalid_exact_evm_transaction_failed',
  'invalid_exact_solana_transaction_confirmation_failed',
  'settle_exact_svm_block_height_exceeded',
  'settle_exact_node_failure',
  'settle_exact_failed_onchain',
  'settlement_pending',
  'duplicate_settlement',
  'post_settlement_transfer_not_confirmed',
  'smart_wallet_deployment_failed',
  'unknown_error',
]
const MESSAGES = ['', '', 'timed out waiting for the receipt', 'transaction was sent', 'NUL \0 and \ud800 half a character']
/** What only comes before anything is sent: no facilitator says it of what it has sent. */
const NEVER_AFTER_SENDING = ['insufficient_funds', 'invalid_payload', 'invalid_exact_evm_payload_signature']

const LIES = [{ network: 'eip155:1', transaction: '$transaction' }, { transaction: '' }, { transaction: 'whatever' }]

/** The words of the next settlements: a lie about a success, or a no in somebody's spelling, with the payment landed or not. */
export function nextWords(random: () => number): FacilitatorControl['settleSays'] {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  const times = 1 + Math.floor(random() * 4)
  const lands = random() < 0.5
  if (random() < 0.3) return { answer: { success: true, ...pick(LIES) }, lands, times }
  const errorReason = random() < 0.2 ? `code_${Math.floor(random() * 1e6)}` : pick(WORDS)
  const honest = lands && NEVER_AFTER_SENDING.includes(errorReason)
  return { answer: { success: false, errorReason, errorMessage: pick(MESSAGES) }, lands: lands && !honest, times }
}

/** What anybody can send who reads a settled payment on its chain and asks for an offer of their own. */
export function stolen(header: string, ownOffer: string): string[] {
  const accepts = (JSON.parse(Buffer.from(ownOffer, 'base64').toString('utf8')) as { accepts: Record<string, unknown>[] }).accepts
  const { accepted, payload } = readPayment(header)
  const own = accepts.find(({ network }) => network === accepted.network)!
  const withOwn = (changes: object) => editPayment(header, (envelope) => void Object.assign(envelope, { accepted: own }, changes))
  const zero = payload.authorization ? { ...payload, signature: `0x${'00'.repeat(65)}` } : payload
  return [withOwn({}), withOwn({ payload: zero }), withOwn({ accepted: { ...own, amount: '1' } }), withOwn({ accepted: accepts[0] })]
}

/** How many of the thieves' calls were answered with somebody's paid answer. */
export async function countUnpaidReplays(records: readonly CallRecord[], server: string): Promise<number> {
  let served = 0
  for (const record of records.filter(({ bodies }) => bodies.size > 0).slice(0, 12)) {
    const offer = await fetch(`${server}${record.path}`)
    const own = offer.headers.get('PAYMENT-REQUIRED')
    if (!own) continue
    for (const header of stolen(record.header, own)) {
      const answer = await fetch(`${server}${record.path}`, { headers: { 'PAYMENT-SIGNATURE': header } })
      if (answer.status === 200) served += 1
    }
  }
  return served
}

/** A wallet with funds for one payment that signs twenty, on each rail, and sends them at once. Its address on each rail. */
export async function floodFromPoorWallet(world: LocalWorld, server: string, priceAtomic: bigint): Promise<Record<Rail, string>> {
  const buyer: Buyer = await createBuyer(world.base, world.solana, { fundsAtomic: priceAtomic })
  for (const rail of rails) {
    const path = '/v1/util/uuid?n=3'
    const headers = await Promise.all(Array.from({ length: 20 }, async () => buyer.signOnce(await fetch(`${server}${path}`), rail)))
    await Promise.all(
      headers.map((header) => fetch(`${server}${path}`, { headers: { 'PAYMENT-SIGNATURE': header } }).catch(() => undefined)),
    )
  }
  return { base: buyer.base.address.toLowerCase(), solana: buyer.solana.address }
}
