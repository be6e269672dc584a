import { describe, expect, test } from 'vitest'
import { solanaMessage } from '../../chain/solana-message.ts'
import { unsignedTransfer } from '../../chain/solana-transfer.ts'
import { parseEnv } from '../../env.ts'
import { railOf, rails } from './networks.ts'

const from = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const nonce = `0x${'Ab'.repeat(32)}`
const authorization = { from, to, value: '1000', validAfter: '0', validBefore: '2000000120', nonce }
const evm = (changes: object = {}) => ({ signature: `0x${'11'.repeat(65)}`, authorization: { ...authorization, ...changes } })
const message = Buffer.concat([Buffer.from([0x80, 2, 1, 4]), Buffer.alloc(200, 9)])
const svm = (slots: Buffer[], tail = message) => ({
  transaction: Buffer.concat([Buffer.from([slots.length]), ...slots, tail]).toString('base64'),
})

describe('Base', () => {
  const { facts, payload, mismatch } = rails.base
  test('a payment is its payer and nonce on its network, whatever the case and the rest', () => {
    const { key, payer } = facts('eip155:8453', evm())
    expect(key).toBe(`eip155:8453:${from}:${nonce}`.toLowerCase())
    expect(payer).toBe(from.toLowerCase())
    const variants = [evm({ from: from.toLowerCase(), nonce: nonce.toLowerCase() }), evm({ to: from, value: '1', validBefore: '1' })]
    for (const variant of variants) expect(facts('eip155:8453', variant).key).toBe(key)
    expect(facts('eip155:84532', evm()).key).not.toBe(key)
    expect(facts('eip155:8453', evm({ nonce: `0x${'ac'.repeat(32)}` })).key).not.toBe(key)
  })

  test.each([
    ['a short address', { from: '0x12' }],
    ['an upper-case prefix', { nonce: nonce.replace('0x', '0X') }],
    ['no hex', { nonce: `0x${'zz'.repeat(32)}` }],
    ['a value in hex', { value: '0x3e8' }],
    ['a fraction', { value: '1000.0' }],
    ['an exponent', { value: '1e3' }],
    ['a sign', { validBefore: '-1' }],
    ['a number', { value: 1000 }],
    ['digits without end', { value: '1'.repeat(79) }],
  ])('%s is no payload', (_name, changes) => {
    expect(payload.safeParse(evm(changes)).success).toBe(false)
  })

  test('its own terms must be the offer’s, and last for handler and settle', () => {
    const offer = { amount: '1000', payTo: to, maxTimeoutSeconds: 120 }
    const check = (changes: object, now = 2_000_000_000) => mismatch(evm(changes), offer, now, 32)
    expect(check({})).toBeUndefined()
    expect(check({ to: to.toLowerCase() })).toBeUndefined()
    expect(check({ to: from })).toBe('recipient_mismatch')
    for (const value of ['0', '999', '1001', String(2n ** 200n)]) expect(check({ value })).toBe('amount_mismatch')
    expect(check({ validBefore: '2000000032' })).toBeUndefined()
    expect(check({ validBefore: '2000000031' })).toBe('authorization_expires_too_soon')
    expect(check({ validAfter: '2000000001' })).toBe('authorization_not_yet_valid')
    expect(check({ validBefore: '2000000420' })).toBeUndefined()
    for (const validBefore of ['2000000421', '99999999999', '9'.repeat(78)])
      expect(check({ validBefore })).toBe('authorization_valid_too_long')
  })
})

describe('Solana', () => {
  const { facts, payload, payable, mismatch } = rails.solana
  const empty = Buffer.alloc(64)
  test('a payment is its message, whatever the signature slots and the spelling hold', () => {
    const plain = svm([empty, Buffer.alloc(64, 1)])
    const { key, payer } = facts('solana:x', plain)
    expect(key).toMatch(/^solana:x:[0-9a-f]{64}$/)
    expect(payer).toBeNull()
    const junk = svm([Buffer.alloc(64, 7), Buffer.alloc(64, 1)])
    const more = svm([empty, Buffer.alloc(64, 1), empty])
    const bare = { transaction: plain.transaction.replace(/=+$/, '') }
    for (const variant of [junk, more, bare]) expect(facts('solana:x', variant).key).toBe(key)
    expect(facts('solana:x', svm([empty], Buffer.concat([message, Buffer.from([0])]))).key).not.toBe(key)
  })

  test('a message of a version that no look at the chain can read is no payment: nobody could find out how it ended', () => {
    for (const first of [0x81, 0x9f, 0xff]) {
      const other = Buffer.from(message)
      other[0] = first
      expect(() => facts('solana:x', svm([empty], other))).toThrow('version')
    }
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['no slots', Buffer.concat([Buffer.from([0]), message])],
    ['a count that no packet holds', Buffer.concat([Buffer.from([0x80, 1]), Buffer.alloc(9000)])],
    ['slots alone', Buffer.concat([Buffer.from([2]), Buffer.alloc(128)])],
    ['a message cut short', Buffer.concat([Buffer.from([1]), Buffer.alloc(64), Buffer.alloc(100)])],
  ])('%s is no transaction', (_name, bytes) => {
    expect(() => solanaMessage(bytes.toString('base64'))).toThrow()
  })

  test.each(['', 'not base64!', 'a'.repeat(4097), 'YQ===', 12])('%j is no payload', (transaction) => {
    expect(payload.safeParse({ transaction }).success).toBe(false)
  })

  test('what it moves is the amount of the offer, neither less nor more, whatever a facilitator would say; what cannot be read is left to that', () => {
    const wallet = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
    const offer = { amount: '1000', payTo: wallet, maxTimeoutSeconds: 120 }
    const check = (amount: bigint) => {
      const terms = { feePayer: wallet, payer: wallet, payTo: wallet, mint: wallet, decimals: 6, blockhash: wallet, memo: 'm' }
      return mismatch({ transaction: unsignedTransfer({ ...terms, amount }).toString('base64') }, offer, 2_000_000_000, 32)
    }
    expect(check(1000n)).toBeUndefined()
    for (const amount of [0n, 999n, 1001n, 2n ** 64n - 1n]) expect(check(amount)).toBe('amount_mismatch')
    expect(mismatch(svm([empty, empty]), offer, 2_000_000_000, 32)).toBeUndefined()
  })

  test('nothing can be paid where nobody is named to pay the fee', () => {
    expect(payable({ feePayer: to })).toBe(true)
    for (const extra of [{}, { feePayer: '' }, { feePayer: null }]) expect(payable(extra as never)).toBe(false)
  })
})

test('only the configured network of a rail is a rail', () => {
  const main = parseEnv({})
  const testing = parseEnv({ NETWORK_BASE: 'eip155:84532', NETWORK_SOLANA: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })
  expect(railOf('eip155:8453', main)?.name).toBe('base')
  expect(railOf('eip155:84532', main)).toBeUndefined()
  expect(railOf('eip155:84532', testing)?.name).toBe('base')
  expect(railOf('eip155:8453', testing)).toBeUndefined()
  expect(railOf('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', testing)?.name).toBe('solana')
  for (const network of ['', 'base', 'eip155:1', 'EIP155:8453', 'constructor']) expect(railOf(network, main)).toBeUndefined()
})
