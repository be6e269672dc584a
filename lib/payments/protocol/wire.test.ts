import { expect, test } from 'vitest'
import { decodePayment, parsePayment, paymentJson } from './wire.ts'

const accepted = { scheme: 'exact', network: 'eip155:8453', asset: 'a', amount: '1', payTo: 'b', maxTimeoutSeconds: 120 }
const payment = (extensions: object = {}) => ({ x402Version: 2, accepted, payload: { signature: '0x' }, extensions })
const header = (text: string) => Buffer.from(text).toString('base64')

test.each<[string, object]>([
  ['NUL', { note: { id: 'a\0b' } }],
  ['NUL in a name', { 'a\0b': {} }],
  ['the first half of a character', { note: ['\ud83d'] }],
  ['the second half of a character', { note: { deep: { deeper: '\ude00 x' } } }],
  ['the halves the wrong way round', { note: '\ude00\ud83d' }],
])('%s is refused before anything runs, over HTTP and over MCP', (_name, extensions) => {
  expect(() => decodePayment(header(JSON.stringify(payment(extensions))))).toThrow(/NUL or half of a character/)
  expect(() => parsePayment(payment(extensions), 'The payment')).toThrow(/NUL or half of a character/)
})

test('a payment of version 1 is told which version is taken, over HTTP and over MCP', () => {
  const old = { x402Version: 1, scheme: 'exact', network: 'base', payload: { signature: '0x', authorization: {} } }
  expect(() => decodePayment(header(JSON.stringify(old)))).toThrow(/x402Version must be 2.*Nothing was charged/)
  expect(() => parsePayment(old, 'The payment')).toThrow(/x402Version must be 2.*Nothing was charged/)
})

test('whole characters pass, however they are written', () => {
  const texts = ['😀', 'ü', '\\u0000', '\\ud83d']
  expect(parsePayment(payment({ note: texts }), 'The payment').payload.extensions).toEqual({ note: texts })
  const escaped = JSON.stringify(payment({ note: 'SMILE' })).replace('SMILE', '\\ud83d\\ude00')
  expect(decodePayment(header(escaped)).payload.extensions).toEqual({ note: '😀' })
})

test('what is nested too deeply to be looked through is refused, not a crash', () => {
  const deep = `${'['.repeat(5_000)}"\\u0000"${']'.repeat(5_000)}`
  const text = JSON.stringify(payment({ note: 'DEEP' })).replace('"DEEP"', deep)
  expect(() => decodePayment(header(text))).toThrow(/invalid|cannot be read/)
})

test('the digest tells two payments apart, and one from itself not', () => {
  const digest = (extensions: object) => decodePayment(header(JSON.stringify(payment(extensions)))).digest()
  expect(digest({ a: 1 })).toBe(digest({ a: 1 }))
  expect(digest({ a: 1 })).not.toBe(digest({ a: 2 }))
  expect(parsePayment(payment({ a: 1 }), 'x').digest()).toBe(digest({ a: 1 }))
})

test('a payment is written as JSON writes it, whatever it has, and its terms as they were the first time', () => {
  const terms = { ...accepted, extra: { name: 'USDC', "a 'name'": null } }
  const made = (more: object) => ({ x402Version: 2, accepted: terms, payload: { signature: '0x"\\' }, ...more }) as never
  const discovery = { bazaar: { info: { input: {} }, schema: undefined } }
  for (const more of [
    {},
    { resource: undefined },
    { resource: { url: 'https://x.test/ü' } },
    { extensions: discovery },
    { note: null, 'a"b': 1 },
  ])
    expect(paymentJson(made(more))).toBe(JSON.stringify(made(more)))
})
