import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseEnv } from '../../env.ts'
import { isMalformed, provesNothingSent, readSettlement, speaksOfUse } from './evidence.ts'

const network = 'eip155:8453' as const
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const
const transaction = `0x${'ab'.repeat(32)}`
const signature = '5'.repeat(87)
const payer = `0x${'a1'.repeat(20)}`
const env = parseEnv({})
const [payTo, asset] = [`0x${'d4'.repeat(20)}`, `0x${'e5'.repeat(20)}`]
const expected = (changes: object = {}) => ({ requirements: { network, amount: '1000', payTo, asset } as never, payer, env, ...changes })
const read = (changes: object, first = true, wanted = expected()) =>
  readSettlement({ success: false, transaction: '', network, ...changes } as never, wanted, first)

describe('a refusal', () => {
  test.each([
    'insufficient_funds',
    'invalid_payload',
    'kyt_risk_detected',
    'invalid_exact_svm_payload_transaction_instructions_length',
    'invalid_exact_solana_payload_unknown_fourth_instruction',
  ])('%s can only come before anything is sent', (errorReason) => {
    for (const first of [true, false]) expect(read({ errorReason }, first)).toMatchObject({ kind: 'refused', code: errorReason })
  })

  test.each([
    'invalid_exact_evm_payload_authorization_valid_before',
    'invalid_exact_evm_payload_signature',
    'invalid_exact_evm_payload_authorization_value',
    'invalid_exact_solana_payload_recipient_mismatch',
    'invalid_exact_svm_payload_transaction_amount_mismatch',
    'invalid_exact_svm_payload_transaction_sender_ata_not_found',
  ])('%s proves that only as the first answer: what was sent once fails it too', (errorReason) => {
    expect(read({ errorReason }, true).kind).toBe('refused')
    expect(read({ errorReason }, false).kind).toBe('unknown')
  })

  test.each([
    'failed_to_execute_transfer',
    'settlement_failed',
    'settle_exact_svm_block_height_exceeded',
    'facilitator_unavailable',
    'authorization_used',
    'settlement_pending',
    'invalid_exact_evm_nonce_already_used',
    'duplicate_settlement',
    'permit2_invalid_nonce',
    'invalid_exact_svm_payload_transaction_simulation_failed',
    'invalid_exact_evm_transaction_simulation_failed',
    'invalid_exact_evm_failed_to_execute_transfer',
    'invalid_exact_evm_failed_to_get_receipt',
    'invalid_exact_solana_transaction_confirmation_failed',
    'settle_exact_node_failure',
    'settle_exact_failed_onchain',
    'smart_wallet_deployment_failed',
    'post_settlement_transfer_not_confirmed',
    'unknown_error',
    'a_code_nobody_has_seen',
    'invalid_exact_svm_payload_transaction_confirmation_timed_out',
    'invalid_exact_evm_payload_authorization_nonce_used',
    'invalid_exact_evm_payload_transaction_state',
    'invalid_exact_solana_payload_transaction_already_processed',
    'invalid_exact_svm_payload_block_height_exceeded',
    'invalid_exact_evm_payload_reverted_on_chain',
    'invalid_exact_evm_payload_relayer_busy',
    'invalid_exact_svm_payload_transaction_not_found',
    'invalid_exact_svm_payload_blockhash',
    'invalid_exact_solana_payload_mined',
    'invalid_exact_evm_payload_signature_was_spent',
    'INSUFFICIENT_FUNDS',
    'insufficient_funds ',
    '',
  ])('%j proves nothing', (errorReason) => {
    expect(read({ errorReason }).kind).toBe('unknown')
    expect(provesNothingSent(errorReason, true)).toBe(false)
  })

  test.each([
    'Timed out while waiting for transaction receipt',
    'request timeout',
    'transaction was sent but not confirmed',
    'already broadcast',
    'pending in the mempool',
    'context deadline exceeded',
    'relayed, still processing',
    'already in progress',
    'the connection was reset',
    'nonce too low',
    'replacement transaction underpriced',
    'the node dropped it',
    'retry later',
    'reverted on chain',
    `see ${transaction}`,
  ])('a message outweighs the code: %s', (errorMessage) => {
    expect(read({ errorReason: 'insufficient_funds', errorMessage }).kind).toBe('unknown')
  })

  test.each([
    { message: 'waiting for the receipt' },
    { error: { detail: 'transaction was sent' } },
    { txHash: transaction },
    { transactionHash: signature },
    { status: 'pending' },
    { pending: true },
    { retryable: true },
    { transactions: ['x'], detail: { tx: 'abc' } },
    { invalidMessage: 'submitted, not seen yet' },
  ])('in whatever member it stands: %j', (beside) => {
    expect(read({ errorReason: 'insufficient_funds', ...beside }).kind).toBe('unknown')
  })

  test('what stands beside it and says nothing of that kind leaves the code its weight', () => {
    const beside = {
      errorMessage: 'balance 0 is below 1000',
      status: 'failed',
      transactionHash: '',
      receipt: null,
      extensions: { note: 1 },
    }
    expect(read({ errorReason: 'insufficient_funds', ...beside }).kind).toBe('refused')
  })

  test('so does a transaction, and no reason at all is none', () => {
    expect(read({ errorReason: 'insufficient_funds', transaction })).toMatchObject({ kind: 'unknown', transaction })
    expect(read({})).toMatchObject({ kind: 'unknown', reason: 'no_reason' })
  })
})

describe('a no of a payment that was used', () => {
  test.each([
    'invalid_exact_evm_nonce_already_used',
    'duplicate_settlement',
    'authorization_used',
    'nonce_reused',
    'NonceAlreadyUsed',
    'invalid_transaction_state: execution reverted: FiatTokenV2: authorization is used or canceled',
    'unexpected_error: EIP3009: authorization is used',
    'transaction_simulation_failed: This transaction has already been processed',
    'transaction_simulation_failed: Simulation failed: {"err":"AlreadyProcessed"}',
    'settlement_pending',
    'payment_in_progress',
    'invalid_nonce',
    'unexpected_error: this payment was settled in another request',
  ])('is %s', (said) => expect(speaksOfUse(said)).toBe(true))

  test.each([
    'insufficient_funds',
    'kyt_risk_detected: refused by the risk service',
    'invalid_exact_evm_transaction_simulation_failed: execution reverted: Pausable: paused',
    'invalid_exact_evm_payload_authorization_valid_before: the authorization is unused and out of time',
    'transaction_simulation_failed: {"err":"BlockhashNotFound","unitsConsumed":150}',
    'invalid_exact_evm_failed_to_check_nonce: fetch failed (caused by ECONNREFUSED)',
    'invalid_exact_svm_payload_transaction_instructions_length: confused',
    'insufficient_funds: this payment cannot be settled',
  ])('is not %s', (said) => expect(speaksOfUse(said)).toBe(false))
})

describe('a success must be this payment’s', () => {
  const good = { success: true, transaction, payer }
  test('then it is settled, and a buyer is told no words of the facilitator', () => {
    expect(read({ ...good, note: 'by node http://10.0.0.1', errorMessage: '', errors: [], data: { error: null, failed: false } })).toEqual({
      kind: 'settled',
      settlement: { success: true, transaction, network, payer },
    })
    expect(read({ ...good, payer: payer.toUpperCase().replace('X', 'x') }).kind).toBe('settled')
    expect(read({ ...good, payer: '' })).toMatchObject({ settlement: { payer } })
    expect(read({ ...good, status: 'settled' }).kind).toBe('settled')
    expect(read({ ...good, transaction: `0x${'AB'.repeat(32)}` })).toMatchObject({ settlement: { transaction } })
    expect(read({ ...good, payer: undefined })).toMatchObject({ settlement: { payer } })
    expect(read({ ...good, amount: '1000' }).kind).toBe('settled')
    expect(read({ ...good, confirmed: true, state: 'FINALIZED', extensions: { bazaar: { status: 'processing' } } }).kind).toBe('settled')
    expect(read({ ...good, receipt: { status: '0x1', logs: [{ data: '0x', removed: false }] } }).kind).toBe('settled')
    expect(read({ ...good, payTo: payTo.toUpperCase().replace('X', 'x'), asset }).kind).toBe('settled')
  })

  test.each([
    ['another network', { network: 'eip155:1' }],
    ['no network', { network: '' }],
    ['no transaction', { transaction: '' }],
    ['a text for a transaction', { transaction: 'whatever' }],
    ['a transaction of the other rail', { transaction: signature }],
    ['a transaction cut short', { transaction: transaction.slice(0, 60) }],
    ['another payer', { payer: `0x${'b2'.repeat(20)}` }],
    ['another amount', { amount: '999' }],
    ['a payer of no form', { payer: 'some\0body' }],
    ['a reason why not', { errorReason: 'settlement_pending' }],
    ['a status of its own that is not the end', { status: 'submitted' }],
    ['a status that is a failure', { status: 'failed' }],
    ['a state that is not the end', { settlementState: 'PENDING' }],
    ['a member that says it is pending', { pending: true }],
    ['a member that says it is not confirmed', { confirmed: false }],
    ['a message that it is not confirmed', { errorMessage: 'not confirmed yet' }],
    ['a message of an error', { errorMessage: 'execution reverted' }],
    ['an error of its own', { error: { code: 7 } }],
    ['a list of errors', { errors: ['x'] }],
    ['a member that says it failed', { failed: true }],
    ['a failure further in', { data: { result: { status: 'failed' } } }],
    ['a receipt that is one of a failure', { receipt: { status: '0x0' } }],
    ['an end that has not come, further in', { data: { confirmed: false } }],
    ['somebody else who was paid', { payTo: `0x${'c3'.repeat(20)}` }],
    ['another token', { asset: `0x${'c3'.repeat(20)}` }],
  ])('%s is looked up', (_name, changes) => {
    expect(read({ ...good, ...changes })).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('does not fit') })
  })

  test('on Solana a transaction is a signature in base58, and payers differ by case', () => {
    const on = expected({ requirements: { network: solana, amount: '1000' }, payer: 'So11111111111111111111111111111111111111112' })
    const told = { success: true, network: solana, payer: 'So11111111111111111111111111111111111111112' }
    expect(read({ ...told, transaction: signature }, true, on).kind).toBe('settled')
    expect(read({ ...told, transaction }, true, on).kind).toBe('unknown')
    expect(read({ ...told, payer: told.payer.toLowerCase(), transaction: signature }, true, on).kind).toBe('unknown')
  })
})

const codes = new URL('../../../../shared/fixtures/x402/cdp-enums.json', import.meta.url)

test.runIf(existsSync(codes))(
  'of all codes that CDP documents only checks of funds, form, terms and law prove that nothing was sent',
  () => {
    const { settleErrorReason } = JSON.parse(readFileSync(codes, 'utf8')) as { settleErrorReason: string[] }
    const happened =
      /pending|timed_out|(?<!validation_)failed|already|height|state|duplicate|unknown_error|simulation|nonce|expired|broadcast|node_failure|deployment/
    const refusing = settleErrorReason.filter((code) => provesNothingSent(code, true))
    expect(settleErrorReason.length).toBeGreaterThan(200)
    expect(refusing.length).toBeGreaterThan(50)
    expect(refusing.filter((code) => happened.test(code))).toEqual([])
    expect(refusing.filter((code) => !/^invalid_exact_\w+_payload_/.test(code)).toSorted()).toEqual(
      [
        'amount_too_low',
        'insufficient_funds',
        'invalid_network',
        'invalid_payload',
        'invalid_payment_requirements',
        'invalid_scheme',
        'invalid_x402_version',
        'kyt_risk_detected',
        'permit2_disabled',
        'preflight_validation_failed',
        'request_blocked_by_location',
        'self_send_not_allowed',
        'unsupported_payload_type',
      ].toSorted(),
    )
    const later = settleErrorReason.filter((code) => provesNothingSent(code, false))
    expect(later.filter((code) => /signature|recipient|valid_before|valid_after|authorization_value/.test(code))).toEqual([])
  },
)

test.runIf(existsSync(codes))('of all codes that CDP documents three say that a payment was used', () => {
  const { verifyInvalidReason } = JSON.parse(readFileSync(codes, 'utf8')) as { verifyInvalidReason: string[] }
  expect(verifyInvalidReason.filter(speaksOfUse).toSorted()).toEqual([
    'duplicate_settlement',
    'invalid_exact_evm_nonce_already_used',
    'permit2_invalid_nonce',
  ])
})

test.each([
  ['invalid_exact_evm_payload_recipient_mismatch', true],
  ['invalid_exact_evm_payload_authorization_typed_data_message', true],
  ['invalid_exact_svm_payload_transaction_instructions_length', true],
  ['invalid_exact_evm_payload_authorization_valid_before', false],
  // The owner of a wallet that is a contract, and of an account, may have changed or closed it since.
  ['invalid_exact_evm_payload_signature', false],
  ['invalid_exact_svm_payload_transaction_sender_ata_not_found', false],
  ['invalid_exact_evm_payload_authorization_from_address_kyt', false],
  ['insufficient_funds', false],
])('whether it can never have been taken: %s, %s', (code, never) => expect(isMalformed(code)).toBe(never))

test('what a facilitator says can be stored, whatever it holds', () => {
  const { reason } = read({ errorReason: 'x\0y', errorMessage: `\ud800${'z'.repeat(5000)}` }) as { reason: string }
  expect(reason).not.toContain('\0')
  expect(reason.isWellFormed()).toBe(true)
  expect(reason.length).toBeLessThanOrEqual(1000)
})
