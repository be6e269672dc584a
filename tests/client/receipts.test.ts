/** Signed receipts, checked against the key a seller publishes; a changed byte is refused. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createEIP712OfferReceiptIssuer } from '@x402/extensions/offer-receipt'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../clients/typescript/src/client.ts'
import { type KeySource, publishedKeys, verifyReceipt } from '../../clients/typescript/src/verify/receipts.ts'

const SELLER = 'tools.example'
const KID = `did:web:${SELLER}#key-1`
const claims = {
  version: 1,
  network: 'eip155:8453',
  resourceUrl: `https://${SELLER}/v1/util/ping`,
  payer: '0xabc',
  issuedAt: 1_800_000_000,
}

const kinds = {
  EdDSA: { pair: generateKeyPairSync('ed25519'), hash: null },
  ES256: { pair: generateKeyPairSync('ec', { namedCurve: 'P-256' }), hash: 'sha256' },
} as const

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jws = (privateKey: KeyObject, hash: string | null, header: object, body: object = claims) => {
  const signed = `${part(header)}.${part(body)}`
  return `${signed}.${sign(hash, Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

const publishing = (key: KeyObject, id = KID): KeySource =>
  publishedKeys(async (input) => {
    expect(String(input)).toBe(`https://${SELLER}/.well-known/did.json`)
    return Response.json({ id: `did:web:${SELLER}`, verificationMethod: [{ id, publicKeyJwk: key.export({ format: 'jwk' }) }] })
  })

describe.each(Object.entries(kinds))('%s', (alg, { pair: { privateKey, publicKey }, hash }) => {
  const good = jws(privateKey, hash, { alg, kid: KID })

  test('a good receipt holds, as text, as the extension carries it, and in a settlement', async () => {
    for (const form of [
      good,
      { format: 'jws', signature: good },
      { extensions: { 'offer-receipt': { info: { receipt: { format: 'jws', signature: good } } } } },
    ])
      expect(await verifyReceipt(form, publishing(publicKey))).toMatchObject({ valid: true, claims: { payer: '0xabc' } })
    expect(await verifyReceipt(good, publishing(publicKey, '#key-1'))).toMatchObject({ valid: true })
  })

  test('a changed byte anywhere is refused', async () => {
    for (let at = 0; at < good.length; at += 7) {
      const changed = `${good.slice(0, at)}${good[at] === 'A' ? 'B' : 'A'}${good.slice(at + 1)}`
      // The last digit of a part may hold bits that mean nothing; every other change must be seen.
      if (Buffer.from(changed, 'base64url').equals(Buffer.from(good, 'base64url'))) continue
      expect([at, (await verifyReceipt(changed, publishing(publicKey))).valid]).toEqual([at, false])
    }
  })

  test('the key of somebody else, an unpublished one and a weaker algorithm are refused', async () => {
    const foreign = { ...claims, resourceUrl: 'https://other.example/v1/util/ping' }
    const detailOf = async (text: string, keys: KeySource) => {
      const { valid, detail } = await verifyReceipt(text, keys)
      expect(valid).toBe(false)
      return detail
    }
    expect(await detailOf(jws(privateKey, hash, { alg, kid: KID }, foreign), publishing(publicKey))).toContain('not to the seller')
    expect(await detailOf(good, publishing(publicKey, 'did:web:tools.example#old'))).toContain('publishes no key')
    expect(await detailOf(jws(privateKey, hash, { alg: 'none', kid: KID }), publishing(publicKey))).toContain('algorithm')
  })
})

test.each([null, 7, '', 'a.b.c', {}, [], { receipt: { receipt: 1 } }])('%j is no receipt', async (value) => {
  expect(await verifyReceipt(value, () => Promise.reject(new Error('nobody is asked')))).toMatchObject({ valid: false })
})

test('a key that the seller took up after its document was read is looked for once more, in both formats', async () => {
  const { EdDSA, ES256 } = kinds
  const account = privateKeyToAccount(`0x${'3'.repeat(64)}`)
  let asked = 0
  const methods: object[] = [{ id: KID, publicKeyJwk: EdDSA.pair.publicKey.export({ format: 'jwk' }) }]
  const keys = publishedKeys(async () => {
    asked += 1
    return Response.json({ verificationMethod: methods })
  })
  const later = jws(ES256.pair.privateKey, 'sha256', { alg: 'ES256', kid: `${KID}-later` })
  const issuer = createEIP712OfferReceiptIssuer(KID, (typed) => account.signTypedData(typed as never))
  const named = await issuer.issueReceipt(claims.resourceUrl, claims.payer, claims.network)
  expect((await verifyReceipt(later, keys)).detail).toContain('publishes no key')
  expect((await verifyReceipt(named, keys)).detail).toContain('does not name as its own')
  methods.push({ id: `${KID}-later`, publicKeyJwk: ES256.pair.publicKey.export({ format: 'jwk' }) })
  methods.push({ id: '#own', blockchainAccountId: `eip155:1:${account.address}` })
  asked = 0
  expect([(await verifyReceipt(later, keys)).valid, (await verifyReceipt(named, keys)).valid, asked <= 2]).toEqual([true, true, true])
  expect([(await verifyReceipt(later, keys)).valid, asked <= 2]).toEqual([true, true])
})

test('a document of keys without end is read only so far', async () => {
  const more = new Uint8Array(65_536).fill(32)
  let handed = 0
  const endless = new ReadableStream({
    pull(controller) {
      handed += more.length
      controller.enqueue(more)
    },
  })
  const { privateKey } = kinds.EdDSA.pair
  const checked = await verifyReceipt(
    jws(privateKey, null, { alg: 'EdDSA', kid: KID }),
    publishedKeys(async () => new Response(endless)),
  )
  expect([checked.valid, handed < 1_000_000]).toEqual([false, true])
})

describe('eip712', () => {
  const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
  const issued = async (changes: object = {}) => {
    const issuer = createEIP712OfferReceiptIssuer(`did:pkh:eip155:1:${account.address}`, (typed) => account.signTypedData(typed as never))
    const { resourceUrl, payer, network } = claims
    const receipt = await issuer.issueReceipt(resourceUrl, payer, network, '0x1')
    return { ...receipt, payload: { ...(receipt as { payload: object }).payload, ...changes } }
  }
  const naming = (...ids: string[]): KeySource =>
    publishedKeys(async () => Response.json({ verificationMethod: ids.map((blockchainAccountId) => ({ blockchainAccountId })) }))

  test('one that the stock issuer made holds by the address that is paid, or one that the seller names', async () => {
    const receipt = await issued()
    expect(receipt.format).toBe('eip712')
    const paidAt = (host: string, network: string) => (host === SELLER && network === claims.network ? [account.address.toLowerCase()] : [])
    expect(await verifyReceipt(receipt, naming(), paidAt)).toMatchObject({ valid: true, claims: { payer: '0xabc', transaction: '0x1' } })
    const named = await verifyReceipt({ extensions: { 'offer-receipt': { info: { receipt } } } }, naming(`eip155:1:${account.address}`))
    expect(named).toMatchObject({ valid: true })
  })

  test('anybody’s good signature is none of the seller’s; a changed member, a member beside it and a broken signature are refused', async () => {
    const foreign = naming(`eip155:1:0x${'2'.repeat(40)}`, 'eip155:1:0x', 'x')
    expect((await verifyReceipt(await issued(), foreign)).detail).toContain('not paid at')
    const paidAt = () => [account.address]
    for (const change of [
      { payer: '0xabd' },
      { network: 'eip155:1' },
      { issuedAt: 1 },
      { transaction: '' },
      { version: '1' },
      { payer: ['0xabc'] },
    ])
      expect([change, (await verifyReceipt(await issued(change), foreign, paidAt)).valid]).toEqual([change, false])
    const more = await verifyReceipt(await issued({ amount: '0' }), foreign, paidAt)
    expect([more.valid, Object.keys(more.claims!)]).toEqual([true, expect.not.arrayContaining(['amount'])])
    for (const signature of ['0x', `0x${'0'.repeat(130)}`, 'x']) {
      const { payload } = await issued()
      expect((await verifyReceipt({ format: 'eip712', payload, signature }, foreign, paidAt)).valid).toBe(false)
    }
  })
})

test('a receipt of somebody else’s purchase is not this one’s, whoever the seller says has paid', async () => {
  const { privateKey, publicKey } = kinds.EdDSA.pair
  const url = `http://127.0.0.1:1/v1/util/ping`
  const stranger = {
    ...claims,
    resourceUrl: url,
    payer: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    issuedAt: Math.ceil(Date.now() / 1000),
  }
  const kid = 'did:web:127.0.0.1%3A1#key-1'
  const offer = {
    scheme: 'exact',
    network: claims.network,
    amount: '1000',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    payTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    maxTimeoutSeconds: 60,
    extra: {},
  }
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
  const asked: string[] = []
  const attestedFor = async (payer: string, made: object = {}) => {
    const good = { format: 'jws', signature: jws(privateKey, null, { alg: 'EdDSA', kid }, { ...stranger, payer }) }
    const receipt = { ...good, ...made }
    const settled = {
      success: true,
      transaction: '0x1',
      network: claims.network,
      payer,
      extensions: { 'offer-receipt': { info: { receipt } } },
    }
    const client = createClient({
      server: 'http://127.0.0.1:1',
      keys: { base: `0x${'1'.repeat(64)}` },
      checkReceipts: true,
      fetch: async (input) => {
        asked.push(new URL(input instanceof Request ? input.url : input).host)
        if (!(input instanceof Request))
          return Response.json({ verificationMethod: [{ id: kid, publicKeyJwk: publicKey.export({ format: 'jwk' }) }] })
        if (!input.headers.has('PAYMENT-SIGNATURE'))
          return new Response('{}', { status: 402, headers: { 'PAYMENT-REQUIRED': encode({ x402Version: 2, accepts: [offer] }) } })
        return Response.json({ message: 'pong' }, { headers: { 'PAYMENT-RESPONSE': encode(settled) } })
      },
    })
    return (await client.call('util/ping', {})).receipt
  }
  const { address } = privateKeyToAccount(`0x${'1'.repeat(64)}`)
  expect(await attestedFor(address)).toMatchObject({ payer: address, attested: { valid: true } })
  expect(await attestedFor(stranger.payer)).toMatchObject({
    payer: address,
    attested: { valid: false, detail: expect.stringContaining('payer') },
  })
  // Whoever sells sends nobody to machines that are not his, those of the buyer's own network among them.
  const elsewhere = { ...stranger, payer: address, resourceUrl: 'http://127.0.0.1:2/v1/util/ping' }
  const foreign = jws(privateKey, null, { alg: 'EdDSA', kid: 'did:web:127.0.0.1%3A2:shutdown%3Fnow' }, elsewhere)
  for (const made of [
    { signature: foreign },
    { format: 'eip712', payload: { ...elsewhere, transaction: '0x1' }, signature: `0x${'1b'.repeat(65)}` },
  ])
    expect(await attestedFor(address, made)).toMatchObject({ attested: { valid: false } })
  expect(new Set(asked)).toEqual(new Set(['127.0.0.1:1']))
})
