import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { TOKEN_PROGRAM } from './solana-address.ts'
import {
  hasSigned,
  messageBlockhash,
  parseSolanaMessage,
  solanaMessage,
  transferAuthority,
  transferOf,
  usesDurableNonce,
} from './solana-message.ts'

const key = (text: string) => createHash('sha256').update(text).digest()
const program = (id: string) => Buffer.from(base58.decode(id))
const system = Buffer.alloc(32)
const blockhash = key('blockhash')
const compact = (value: number) => (value < 0x80 ? Buffer.from([value]) : Buffer.from([(value & 0x7f) | 0x80, value >> 7]))

type Instruction = { program: number; accounts: number[]; data: Buffer }
const message = (keys: Buffer[], instructions: Instruction[], { version = true, signers = 2 } = {}) =>
  Buffer.concat([
    ...(version ? [Buffer.from([0x80])] : []),
    Buffer.from([signers, 0, 1]),
    compact(keys.length),
    ...keys,
    blockhash,
    compact(instructions.length),
    ...instructions.flatMap(({ program: at, accounts, data }) => [
      Buffer.from([at]),
      compact(accounts.length),
      Buffer.from(accounts),
      compact(data.length),
      data,
    ]),
    ...(version ? [Buffer.from([0])] : []),
  ])

const transferChecked = Buffer.from([12, 232, 3, 0, 0, 0, 0, 0, 0, 6])
const keys = [key('fee payer'), key('buyer'), key('source'), key('mint'), key('destination'), program(TOKEN_PROGRAM), system]
const transfer = { program: 5, accounts: [2, 3, 4, 1], data: transferChecked }

test.each([true, false])('who pays is the authority of the transfer (version 0: %s)', (version) => {
  const parsed = parseSolanaMessage(message(keys, [transfer], { version }))
  expect(transferAuthority(parsed)).toBe(base58.encode(key('buyer')))
  expect(parsed.signers.map((signer) => base58.encode(signer))).toEqual(
    [key('fee payer'), key('buyer')].map((signer) => base58.encode(signer)),
  )
  expect(messageBlockhash(message(keys, [transfer], { version }))).toBe(base58.encode(blockhash))
  expect(usesDurableNonce(parsed)).toBe(false)
})

test('what a transfer moves, and where to', () => {
  const parsed = parseSolanaMessage(message(keys, [transfer]))
  expect(transferOf(parsed)).toEqual({ amount: 1000n, mint: base58.encode(key('mint')), destination: base58.encode(key('destination')) })
  for (const unclear of [
    { ...transfer, data: transferChecked.subarray(0, 8) },
    { ...transfer, accounts: [2, 3, 99, 1] },
  ])
    expect(transferOf(parseSolanaMessage(message(keys, [unclear])))).toBeUndefined()
  expect(transferOf(parseSolanaMessage(message(keys, [])))).toBeUndefined()
})

test('without a transfer that can be read it is the signer who does not only pay the fee', () => {
  expect(transferAuthority(parseSolanaMessage(message(keys, [])))).toBe(base58.encode(key('buyer')))
  expect(transferAuthority(parseSolanaMessage(message(keys, [], { signers: 1 })))).toBeNull()
})

test('a durable nonce in place of the blockhash is seen', () => {
  const advance = { program: 6, accounts: [2, 3, 1], data: Buffer.from([4, 0, 0, 0]) }
  expect(usesDurableNonce(parseSolanaMessage(message(keys, [advance, transfer])))).toBe(true)
  expect(usesDurableNonce(parseSolanaMessage(message(keys, [{ ...advance, data: Buffer.from([2, 0, 0, 0]) }, transfer])))).toBe(false)
})

test('a message that ends early is malformed, wherever it ends', () => {
  const whole = message(keys, [transfer])
  for (let length = 0; length < whole.length - 1; length += 7)
    expect(() => parseSolanaMessage(whole.subarray(0, length))).toThrow('malformed message')
})

test('a signature counts for its own signer and its own message', () => {
  const pair = generateKeyPairSync('ed25519')
  const buyer = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const bytes = message([keys[0]!, buyer, ...keys.slice(2)], [transfer])
  const wire = (signature: Buffer, body = bytes) => Buffer.concat([Buffer.from([2]), Buffer.alloc(64), signature, body]).toString('base64')
  const good = wire(sign(null, bytes, pair.privateKey))
  expect(solanaMessage(good)).toEqual(bytes)
  expect(hasSigned(good, base58.encode(buyer))).toBe(true)
  expect(hasSigned(good, base58.encode(keys[0]!))).toBe(false)
  expect(hasSigned(good, base58.encode(key('stranger')))).toBe(false)
  expect(hasSigned(wire(Buffer.alloc(64)), base58.encode(buyer))).toBe(false)
  expect(hasSigned(wire(sign(null, key('other'), pair.privateKey)), base58.encode(buyer))).toBe(false)
  for (const broken of ['', 'AAAA', 'not base64']) expect(hasSigned(broken, base58.encode(buyer))).toBe(false)
})
