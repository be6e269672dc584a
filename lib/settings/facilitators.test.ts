import { expect, test } from 'vitest'
import { makeCdpKey } from '../../tests/local/cdp-door.ts'
import { ConfigError, missingPaymentSettings, parseEnv } from '../env.ts'

const key = makeCdpKey('EdDSA')
const rows = (...list: unknown[]) => ({ FACILITATORS: JSON.stringify(list) })
const messageOf = (source: Record<string, string>): string => {
  try {
    parseEnv(source)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

test('rows come in order; networks and authentication are optional', () => {
  const cdp = { type: 'cdp', keyId: key.keyId, secret: key.secret }
  const { FACILITATORS } = parseEnv(
    rows(
      { url: 'https://one.example/x402/', networks: ['eip155:8453'], auth: cdp, feeUsd: '0.001', freePerMonth: 1000 },
      { url: 'https://two.example' },
    ),
  )
  expect(FACILITATORS).toEqual([
    { url: 'https://one.example/x402', networks: ['eip155:8453'], auth: cdp, feeUsd: '0.001', freePerMonth: 1000 },
    { url: 'https://two.example', auth: { type: 'none' }, freePerMonth: 0 },
  ])
})

test('both kinds of CDP key are read', () => {
  for (const alg of ['EdDSA', 'ES256'] as const) {
    const { keyId, secret } = makeCdpKey(alg)
    expect(messageOf(rows({ url: 'https://one.example', auth: { type: 'cdp', keyId, secret } }))).toBe('')
  }
})

test('the older variables are one row', () => {
  const headers = { verify: { 'x-key': 'v' } }
  expect(parseEnv({ FACILITATOR_URL: 'https://one.example/' }).FACILITATORS).toEqual([
    { url: 'https://one.example', auth: { type: 'none' }, freePerMonth: 0 },
  ])
  expect(parseEnv({ FACILITATOR_URL: 'https://one.example', FACILITATOR_AUTH_HEADERS: JSON.stringify(headers) }).FACILITATORS).toEqual([
    { url: 'https://one.example', auth: { type: 'headers', headers }, freePerMonth: 0 },
  ])
  expect(missingPaymentSettings(parseEnv({}))).toEqual(['FACILITATORS (or FACILITATOR_URL)', 'PAYTO_BASE', 'PAYTO_SOLANA'])
})

const halves = Buffer.concat([Buffer.from(key.secret, 'base64').subarray(0, 32), Buffer.alloc(32, 7)]).toString('base64')
test.each<[string, Record<string, string>, string]>([
  ['no JSON', { FACILITATORS: '[{' }, 'must be JSON'],
  ['no row', rows(), 'FACILITATORS'],
  ['no URL', rows({}), 'FACILITATORS'],
  ['a password in the URL', rows({ url: 'https://me:s3cretvalue@one.example' }), 'must hold no user name or password'],
  ['one URL twice', rows({ url: 'https://one.example' }, { url: 'https://one.example/' }), 'each URL once'],
  ['an unknown member', rows({ url: 'https://one.example', key: 's3cretvalue' }), 'FACILITATORS'],
  ['no CAIP-2 id', rows({ url: 'https://one.example', networks: ['base'] }), 'CAIP-2'],
  ['a fee that is no text', rows({ url: 'https://one.example', feeUsd: 0.001 }), 'FACILITATORS'],
  ['a fee of seven decimals', rows({ url: 'https://one.example', feeUsd: '0.0000001' }), 'at most six decimals'],
  ['a short key', rows({ url: 'https://one.example', auth: { type: 'cdp', keyId: 'k', secret: 's3cretvalue' } }), 'must be an Ed25519 key'],
  ['halves of two keys', rows({ url: 'https://one.example', auth: { type: 'cdp', keyId: 'k', secret: halves } }), 'must be an Ed25519 key'],
  ['both forms at once', { ...rows({ url: 'https://one.example' }), FACILITATOR_URL: 'https://two.example' }, 'set one or the other'],
])('%s is refused, and no secret is repeated', (_name, source, words) => {
  expect(messageOf(source)).toContain(words)
  expect(messageOf(source)).not.toMatch(/s3cretvalue/)
  expect(messageOf(source)).not.toContain(halves)
})
