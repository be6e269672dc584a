/** Signed offers and receipts on real sales: over HTTP and MCP, in the typed client's store, and at no cost to the unpaid path. */
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  verifyOfferSignatureJWS,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClient } from '../../clients/typescript/src/client.ts'
import { memoryStore } from '../../clients/typescript/src/guard/stores.ts'
import { toCall } from '../../lib/http/reply.ts'
import { OFFER_SECONDS } from '../../lib/payments/offer/signed-terms.ts'
import { documents } from '../../lib/site/documents.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { startGate, type TestGate } from '../support/gate.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const jwk = publicKey.export({ format: 'jwk' }) as { kty: string }
const root = fileURLToPath(new URL('../..', import.meta.url))
let world: LocalWorld
let app: TestGate
beforeAll(async () => {
  world = await startLocalWorld()
  app = await startGate(world.appEnv({ RECEIPT_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }))
})
afterAll(async () => {
  await app?.close()
  await world?.stop()
})

const requiredOf = (response: Response) => JSON.parse(Buffer.from(response.headers.get('PAYMENT-REQUIRED')!, 'base64').toString('utf8'))
const did = async () => {
  const row = documents.find(({ path }) => path === '/.well-known/did.json')!
  const reply = await row.answer(
    app.core,
    toCall('GET', '/.well-known/did.json', () => undefined, 'unknown'),
  )
  return { status: reply.status, body: JSON.parse(String(reply.body)) }
}

test('every offer of a 402 is signed for its own terms, in header and body alike', async () => {
  const answer = await app.fetch('/v1/util/ping')
  const required = requiredOf(answer)
  const offers = extractOffersFromPaymentRequired(required)
  expect(offers).toHaveLength(2)
  for (const offer of offers) {
    const { scheme, network, asset, payTo, amount } = required.accepts[offer.acceptIndex!]
    const claims = await verifyOfferSignatureJWS(offer as never, jwk as never)
    expect(claims).toMatchObject({ scheme, network, asset, payTo, amount, resourceUrl: required.resource.url })
    expect(claims.validUntil).toBeGreaterThan(Date.now() / 1000 + 120)
  }
  expect(((await answer.json()) as typeof required).extensions['offer-receipt']).toEqual(required.extensions['offer-receipt'])
  // Node refuses 16 kB of headers, and clients echo the extensions.
  expect(answer.headers.get('PAYMENT-REQUIRED')!.length).toBeLessThan(12_000)
})

test('an offer is signed anew long before it ends, and not for every caller', async () => {
  const now = vi.spyOn(app.core, 'now')
  const offersAt = async (seconds: number) => {
    now.mockReturnValue(Date.now() + seconds * 1000)
    return JSON.stringify(extractOffersFromPaymentRequired(requiredOf(await app.fetch('/v1/util/uuid'))))
  }
  const first = await offersAt(0)
  expect(await offersAt(10)).toBe(first)
  expect(await offersAt(OFFER_SECONDS / 2 + 20)).not.toBe(first)
  now.mockRestore()
})

test.each(['base', 'solana'] as const)('a sale on %s is attested, its replay too, and echoed offers do not matter', async (rail) => {
  const path = 'http://tools.test/v1/util/uuid?n=2'
  const header = await world.buyer.signOnce(await app.fetch(path), rail)
  for (let times = 0; times < 2; times += 1) {
    const answer = await app.fetch(path, { headers: { 'PAYMENT-SIGNATURE': header } })
    expect(answer.status).toBe(200)
    const settled = JSON.parse(Buffer.from(answer.headers.get('PAYMENT-RESPONSE')!, 'base64').toString('utf8'))
    const claims = await verifyReceiptSignatureJWS(extractReceiptFromResponse(answer) as never, jwk as never)
    const { network, payer, transaction } = settled
    expect(claims).toEqual({
      version: 1,
      network,
      payer,
      transaction,
      resourceUrl: 'http://tools.test/v1/util/uuid',
      issuedAt: expect.any(Number),
    })
  }
})

test('the key stands where did:web looks, and what is answered without one is a 404', async () => {
  const { status, body } = await did()
  expect([status, body.id, body.verificationMethod[0].publicKeyJwk]).toEqual([200, 'did:web:tools.test', jwk])
  const plain = await startGate(world.appEnv())
  const answer = await plain.fetch('/v1/util/ping')
  expect(requiredOf(answer).extensions['offer-receipt']).toBeUndefined()
  const paid = await world.buyer.payingFetch('base', plain.fetch)('http://tools.test/v1/util/ping')
  expect(extractReceiptFromResponse(paid)).toBeUndefined()
  await plain.close()
})

const keyed = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const url = input instanceof Request ? input.url : String(input)
  return url.endsWith('/.well-known/did.json') ? Response.json((await did()).body) : app.fetch(input, init)
}

test('the typed client keeps the receipt and tells whether it holds', async () => {
  const store = memoryStore()
  const keys = { base: world.buyer.base.privateKey }
  const client = createClient({ server: 'http://tools.test', fetch: keyed as typeof fetch, keys, store, checkReceipts: true })
  const { receipt } = await client.call('util/uuid', { n: '1' })
  expect(receipt.attested).toMatchObject({ valid: true, claims: { transaction: receipt.transaction } })
  const { entries } = await store.read(0)
  expect(entries.find(({ event }) => event === 'settled')).toMatchObject({ receipt: { format: 'jws' } })
})

test('the command line checks a receipt offline by a key kept earlier, and refuses a changed byte', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'receipt-'))
  try {
    const answer = await world.buyer.payingFetch('base', app.fetch)('http://tools.test/v1/util/ping')
    const { format, signature } = extractReceiptFromResponse(answer) as { format: string; signature: string }
    const [head, body, tail] = signature.split('.') as [string, string, string]
    const changed = `${head}.${body.slice(0, -2)}${body.endsWith('AA') ? 'BB' : 'AA'}.${tail}`
    writeFileSync(join(folder, 'did.json'), JSON.stringify((await did()).body))
    const check = (jws: string) => {
      writeFileSync(join(folder, 'receipt.json'), JSON.stringify({ format, signature: jws }))
      const words = [
        'clients/typescript/src/cli/main.ts',
        '--json',
        '--key',
        join(folder, 'did.json'),
        'verify',
        join(folder, 'receipt.json'),
      ]
      const { status, stdout } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
      return { status, checked: JSON.parse(stdout) as { valid: boolean; claims?: object } }
    }
    expect(check(signature)).toMatchObject({
      status: 0,
      checked: { valid: true, claims: { resourceUrl: 'http://tools.test/v1/util/ping' } },
    })
    expect(check(changed)).toMatchObject({ status: 1, checked: { valid: false } })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
