import { expect, test, vi } from 'vitest'
import { parseEnv } from '../../env.ts'
import { settleOnce, settleWithRetry } from './settle.ts'

const network = 'eip155:8453' as const
const transaction = `0x${'ab'.repeat(32)}`
const payload = { x402Version: 2 } as never
const requirements = { network, amount: '1000' } as never

const asked = (...answers: (object | Error)[]) => {
  const settle = vi.fn()
  for (const next of answers) {
    if (next instanceof Error) settle.mockRejectedValueOnce(next)
    else settle.mockResolvedValueOnce({ success: false, transaction: '', network, ...next })
  }
  return { settle, to: { facilitator: { settle }, payload, requirements, expected: { requirements, payer: null, env: parseEnv({}) } } }
}

test('silence is unknown, never a throw', async () => {
  expect(await settleOnce(asked(new Error('socket hang up')).to, true)).toEqual({ kind: 'unknown', reason: 'socket hang up' })
})

test('a clear first answer is not asked for again', async () => {
  for (const first of [{ success: true, transaction }, { errorReason: 'insufficient_funds' }]) {
    const { settle, to } = asked(first)
    expect((await settleWithRetry(to)).kind).not.toBe('unknown')
    expect(settle).toHaveBeenCalledTimes(1)
  }
})

test('an unknown one is asked for once more, with the identical payload, while there is time', async () => {
  const { settle, to } = asked(new Error('drop'), { success: true, transaction })
  expect((await settleWithRetry(to)).kind).toBe('settled')
  expect(settle.mock.calls).toEqual([
    [payload, requirements],
    [payload, requirements],
  ])
  const late = asked(new Error('drop'))
  expect((await settleWithRetry(late.to, () => false)).kind).toBe('unknown')
  expect(late.settle).toHaveBeenCalledTimes(1)
})

test('after an inconclusive answer no code counts', async () => {
  const { to } = asked({ errorReason: 'settlement_pending', transaction: '0xfirst' }, { errorReason: 'insufficient_funds' })
  expect(await settleWithRetry(to)).toMatchObject({
    kind: 'unknown',
    transaction: '0xfirst',
    reason: 'settlement_pending; again: insufficient_funds',
  })
})
