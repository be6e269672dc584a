/** Signed receipts, checked against the key a seller publishes; a changed byte is refused. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
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
