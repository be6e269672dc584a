import { describe, expect, test } from 'vitest'
import { parseEnv } from '../../env.ts'
import { provesNothingSent, readSettlement } from './evidence.ts'

const network = 'eip155:8453' as const
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const
const transaction = `0x${'ab'.repeat(32)}`
const signature = '5'.repeat(87)
const payer = `0x${'a1'.repeat(20)}`
const env = parseEnv({})
const expected = (changes: object = {}) => ({ requirements: { network, amount: '1000' } as never, payer, env, ...changes })
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
    `see ${transaction}`,
  ])('a message outweighs the code: %s', (errorMessage) => {
    expect(read({ errorReason: 'insufficient_funds', errorMessage }).kind).toBe('unknown')
  })

  test('so does a transaction, and no reason at all is none', () => {
    expect(read({ errorReason: 'insufficient_funds', transaction })).toMatchObject({ kind: 'unknown', transaction })
    expect(read({})).toMatchObject({ kind: 'unknown', reason: 'no_reason' })
  })
})

describe('a success must be this payment’s', () => {
  const good = { success: true, transaction, payer }
  test('then it is settled, and a buyer is told no words of the facilitator', () => {
    expect(read({ ...good, errorMessage: 'node http://10.0.0.1 says no', note: 1 })).toEqual({
      kind: 'settled',
      settlement: { success: true, transaction, network, payer },
    })
    expect(read({ ...good, payer: payer.toUpperCase().replace('X', 'x') }).kind).toBe('settled')
    expect(read({ ...good, payer: undefined })).toMatchObject({ settlement: { payer } })
    expect(read({ ...good, amount: '1000' }).kind).toBe('settled')
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

test('what a facilitator says can be stored, whatever it holds', () => {
  const { reason } = read({ errorReason: 'x\0y', errorMessage: `\ud800${'z'.repeat(5000)}` }) as { reason: string }
  expect(reason).not.toContain('\0')
  expect(reason.isWellFormed()).toBe(true)
  expect(reason.length).toBeLessThanOrEqual(1000)
})
