/** Offers and receipts, judged by the extension's own verifier and by one of ours that shares no code with their maker. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SettleResponse } from '@x402/core/types'
import {
  decodeSignedOffers,
  type JWSSignedOffer,
  type JWSSignedReceipt,
  verifyOfferSignatureJWS,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { misfitOf, publishedKeys, verifyReceipt } from '../../../clients/typescript/src/verify/receipts.ts'
import { testCore } from '../../../tests/support/core.ts'
import type { Core } from '../../core.ts'
import { didDocument, OFFER_RECEIPT, signOffers, withReceipt } from './attest.ts'

const newKey = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const server = createServer((request, response) => {
  if (request.url !== '/.well-known/did.json') return void response.writeHead(404).end()
  response.end(JSON.stringify(didDocument(core)))
})
let core: Core
let base: string
const key = newKey()
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  core = testCore({ BASE_URL: base, RECEIPT_SIGNING_KEY: key })
})
afterAll(() => void server.close())

const accepts = [
  { scheme: 'exact', network: 'eip155:8453', asset: '0xaa', payTo: '0xbb', amount: '1000', maxTimeoutSeconds: 120, extra: {} },
  { scheme: 'exact', network: 'solana:x', asset: 'So11', payTo: 'So22', amount: '1000', maxTimeoutSeconds: 120, extra: { feePayer: 'f' } },
] as never
const settlement: SettleResponse = { success: true, payer: '0xDD', network: 'eip155:8453', transaction: `0x${'1'.repeat(64)}` }
const url = () => `${base}/v1/util/ping`
type Info = { info: { offers: JWSSignedOffer[]; receipt: JWSSignedReceipt }; schema: object }
const receiptOf = (from: Core = core) => (withReceipt(from, url(), settlement).extensions![OFFER_RECEIPT] as Info).info.receipt
const offersOf = () => signOffers(core, url(), accepts, 2_000_000_000) as Info

test('the extension’s verifier finds the key by itself and reads what was offered', async () => {
  const { info, schema } = offersOf()
  expect(new Ajv2020().validate(schema, info)).toBe(true)
  expect(info.offers.map(({ acceptIndex }) => acceptIndex)).toEqual([0, 1])
  expect(await Promise.all(info.offers.map((offer) => verifyOfferSignatureJWS(offer)))).toEqual([
    {
      version: 1,
      resourceUrl: url(),
      scheme: 'exact',
      network: 'eip155:8453',
      asset: '0xaa',
      payTo: '0xbb',
      amount: '1000',
      validUntil: 2_000_000_000,
    },
    {
      version: 1,
      resourceUrl: url(),
      scheme: 'exact',
      network: 'solana:x',
      asset: 'So11',
      payTo: 'So22',
      amount: '1000',
      validUntil: 2_000_000_000,
    },
  ])
})

test('a receipt holds before both verifiers, says who paid what by which transaction, and belongs to its offer', async () => {
  const { extensions } = withReceipt(core, url(), settlement)
  const { info, schema } = extensions![OFFER_RECEIPT] as Info
  expect(new Ajv2020().validate(schema, info)).toBe(true)
  const claims = {
    version: 1,
    network: 'eip155:8453',
    resourceUrl: url(),
    payer: '0xDD',
    issuedAt: expect.any(Number),
    transaction: settlement.transaction,
  }
  expect(await verifyReceiptSignatureJWS(info.receipt)).toEqual(claims)
  expect(await verifyReceipt({ extensions }, publishedKeys(fetch))).toMatchObject({ valid: true, claims })
  const [offer] = decodeSignedOffers(offersOf().info.offers)
  expect(verifyReceiptMatchesOffer(info.receipt, offer!, ['0xdd'])).toBe(true)
})

test('a changed byte, wherever it is, is refused by both', async () => {
  const { signature: jws } = receiptOf()
  const keys = publishedKeys(fetch)
  for (let at = 0; at < jws.length; at += 7) {
    if (jws[at] === '.') continue
    const changed = `${jws.slice(0, at)}${jws[at] === 'A' ? 'B' : 'A'}${jws.slice(at + 1)}`
    expect((await verifyReceipt(changed, keys)).valid, `at ${at}`).toBe(false)
    await expect(verifyReceiptSignatureJWS({ format: 'jws', signature: changed }), `at ${at}`).rejects.toThrow()
  }
})

test('what is signed is canonical JSON', () => {
  const [, body] = receiptOf().signature.split('.')
  const text = Buffer.from(body!, 'base64url').toString('utf8')
  expect(text).toBe(JSON.stringify(JSON.parse(text), Object.keys(JSON.parse(text)).toSorted()))
})

test('another key has another name; what the former one signed is proved as long as it is listed', async () => {
  const receipt = receiptOf()
  const [{ publicKeyJwk }] = (didDocument(core) as { verificationMethod: [{ publicKeyJwk: { x: string } }] }).verificationMethod
  const before = core
  try {
    core = testCore({ BASE_URL: base, RECEIPT_SIGNING_KEY: newKey() })
    expect((await verifyReceipt(receipt, publishedKeys(fetch))).detail).toContain('publishes no key')
    await expect(verifyReceiptSignatureJWS(receipt)).rejects.toThrow()
    core = testCore({ BASE_URL: base, RECEIPT_SIGNING_KEY: newKey(), RECEIPT_FORMER_KEYS: publicKeyJwk.x })
    expect((await verifyReceipt(receipt, publishedKeys(fetch))).valid).toBe(true)
    expect((await verifyReceipt(receiptOf(), publishedKeys(fetch))).valid).toBe(true)
    expect(await verifyReceiptSignatureJWS(receipt)).toMatchObject({ payer: '0xDD' })
  } finally {
    core = before
  }
})

test('a line-wrapped key in one line is the same key; without a key nothing is signed', () => {
  const escaped = testCore({ BASE_URL: base, RECEIPT_SIGNING_KEY: key.replaceAll('\n', '\\n') })
  expect(didDocument(escaped)).toEqual(didDocument(core))
  const none = testCore({ BASE_URL: base })
  expect([didDocument(none), signOffers(none, url(), accepts, 1), withReceipt(none, url(), settlement)]).toEqual([
    undefined,
    undefined,
    settlement,
  ])
})

test.each([{ success: false }, { payer: undefined }])('no receipt for %j', (changes) => {
  const unsettled = { ...settlement, ...changes } as SettleResponse
  expect(withReceipt(core, url(), unsettled)).toBe(unsettled)
})

test.each(['secret', newKey().slice(0, 60), generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()])(
  'a key that cannot sign is refused at the start, unquoted',
  (text) => {
    expect(() => testCore({ RECEIPT_SIGNING_KEY: text })).toThrow(
      /^Malformed configuration: RECEIPT_SIGNING_KEY must be an Ed25519 private key, PKCS#8 PEM\.$/,
    )
  },
)

test.each([
  [{}, undefined],
  [{ url: 'http://other.test/v1/util/ping' }, 'resourceUrl'],
  [{ network: 'eip155:84532' }, 'network'],
  [{ payer: '0xEE' }, 'payer'],
  [{ transaction: '0x2' }, 'transaction'],
  [{ payer: null }, 'payer'],
  [{ signedAt: Date.now() + 3_600_000 }, 'issuedAt'],
])('the receipt of a purchase with %j differs in %s', async (changes, misfit) => {
  const { claims } = await verifyReceipt(receiptOf(), publishedKeys(fetch))
  const { transaction } = settlement
  const signedAt = Date.now() - 3_600_000
  const purchase = { url: `${url()}?text=1`, network: 'eip155:8453', payer: '0xdd', transaction, signedAt, ...changes }
  expect(misfitOf(claims!, purchase)).toBe(misfit)
})
