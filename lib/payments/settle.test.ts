import { describe, expect, test, vi } from 'vitest'
import { classifySettle, settleOnce, settleWithRetry } from './settle.ts'

const network = 'eip155:8453' as const
const answer = (changes: object) => ({ success: false, transaction: '', network, ...changes }) as never

describe('a settle answer', () => {
  test('settled: success with a transaction', () => {
    expect(classifySettle(answer({ success: true, transaction: '0xtx' })).kind).toBe('settled')
  })

  test.each([
    'insufficient_funds',
    'invalid_exact_evm_signature',
    'invalid_exact_evm_payload_authorization_valid_before',
    'network_mismatch',
  ])('refused: %s without a transaction', (errorReason) => {
    expect(classifySettle(answer({ errorReason })).kind).toBe('refused')
  })

  test.each([
    'settlement_pending',
    'nonce_already_used',
    'invalid_exact_evm_nonce_already_used',
    'duplicate_settlement',
    'transaction_simulation_failed',
    'invalid_exact_svm_transaction_simulation_failed',
    'transaction_failed',
    'invalid_exact_evm_transaction_failed',
    'invalid_transaction_state',
    'post_settlement_transfer_not_confirmed',
    'settle_exact_svm_transaction_confirmation_timed_out',
    'settle_exact_node_failure',
    'settle_exact_failed_onchain',
    'unknown_settlement_error',
    'unexpected_settle_error',
    'internal_error',
  ])('unknown: %s, after which money may have moved', (errorReason) => {
    expect(classifySettle(answer({ errorReason })).kind).toBe('unknown')
  })

  test.each([
    ['success without a transaction', { success: true }],
    ['a failure that names a transaction', { errorReason: 'insufficient_funds', transaction: '0xtx' }],
    ['a failure without a reason', {}],
  ])('unknown: %s', (_name, changes) => {
    expect(classifySettle(answer(changes)).kind).toBe('unknown')
  })
})

test('a buyer is told the settlement and no words of the facilitator; the ledger gets them all', () => {
  const errorMessage = 'node http://10.0.0.1 says no'
  expect(classifySettle(answer({ success: true, transaction: '0xtx', payer: '0xaa', errorMessage, note: 1 }))).toEqual({
    kind: 'settled',
    settlement: { success: true, transaction: '0xtx', network, payer: '0xaa' },
  })
  expect(classifySettle(answer({ errorReason: 'insufficient_funds', errorMessage }))).toMatchObject({
    kind: 'refused',
    code: 'insufficient_funds',
    reason: `insufficient_funds: ${errorMessage}`,
  })
  expect(classifySettle(answer({ errorReason: 'settlement_pending', errorMessage }))).toMatchObject({
    reason: `settlement_pending: ${errorMessage}`,
  })
})

const facilitatorOf = (...answers: (object | Error)[]) => {
  const settle = vi.fn()
  for (const next of answers) {
    if (next instanceof Error) settle.mockRejectedValueOnce(next)
    else settle.mockResolvedValueOnce(answer(next))
  }
  return { settle } as never as Parameters<typeof settleOnce>[0] & { settle: typeof settle }
}
const payload = { x402Version: 2 } as never
const requirements = { network } as never

test('silence is unknown, never a throw', async () => {
  expect(await settleOnce(facilitatorOf(new Error('socket hang up')), payload, requirements)).toEqual({
    kind: 'unknown',
    reason: 'socket hang up',
  })
})

test('a clear first answer is not asked for again', async () => {
  for (const first of [{ success: true, transaction: '0xtx' }, { errorReason: 'insufficient_funds' }]) {
    const facilitator = facilitatorOf(first)
    await settleWithRetry(facilitator, payload, requirements)
    expect(facilitator.settle).toHaveBeenCalledTimes(1)
  }
})

test('an unknown one is asked for once more, with the identical payload', async () => {
  const facilitator = facilitatorOf(new Error('drop'), { success: true, transaction: '0xtx' })
  expect((await settleWithRetry(facilitator, payload, requirements)).kind).toBe('settled')
  expect(facilitator.settle.mock.calls).toEqual([
    [payload, requirements],
    [payload, requirements],
  ])
})

test('a later no proves nothing about the first attempt', async () => {
  const outcome = await settleWithRetry(
    facilitatorOf({ errorReason: 'settlement_pending', transaction: '0xfirst' }, { errorReason: 'insufficient_funds' }),
    payload,
    requirements,
  )
  expect(outcome).toMatchObject({ kind: 'unknown', transaction: '0xfirst', reason: 'settlement_pending; again: insufficient_funds' })
})
