/**
 * What the seller signs: offers and receipts as compact JWS over canonical JSON, by the key whose public half stands at `/.well-known/did.json`.
 * Source: x402 extension offer-receipt (specs/extensions/extension-offer-and-receipt.md), format `jws`, key by did:web. Without
 * RECEIPT_SIGNING_KEY nothing is signed and nothing else changes.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { PaymentRequirements, SettleResponse } from '@x402/core/types'
import { type Core, part } from '../../core.ts'

export const OFFER_RECEIPT = 'offer-receipt'

type Attestor = { key: KeyObject; kid: string; header: string }
type PublicJwk = { kty: 'OKP'; crv: 'Ed25519'; x: string }

/** did:web has no scheme and no path here: the document stands at the origin. A port's colon is percent-encoded. */
const didOf = (baseUrl: string): string => `did:web:${encodeURIComponent(new URL(baseUrl).host)}`

/** A key's name, from the key itself (RFC 7638), so that no two keys ever share one. */
const fragmentOf = ({ crv, kty, x }: PublicJwk): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url').slice(0, 16)

const base64url = (text: string): string => Buffer.from(text, 'utf8').toString('base64url')

/** RFC 8785 for what is signed here: one level, texts and whole numbers. */
const canonical = (claims: Record<string, string | number>): string => JSON.stringify(claims, Object.keys(claims).toSorted())

const attestor = part(({ env }): Attestor | undefined => {
  if (env.RECEIPT_SIGNING_KEY === undefined) return undefined
  const key = createPrivateKey(env.RECEIPT_SIGNING_KEY)
  const kid = `${didOf(env.BASE_URL)}#${fragmentOf(createPublicKey(key).export({ format: 'jwk' }) as PublicJwk)}`
  return { key, kid, header: base64url(canonical({ alg: 'EdDSA', kid })) }
})

function attest({ key, header }: Attestor, claims: Record<string, string | number>): { format: 'jws'; signature: string } {
  const signed = `${header}.${base64url(canonical(claims))}`
  return { format: 'jws', signature: `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}` }
}

const objectSchema = (member: string, form: object) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { [member]: form },
  required: [member],
})
const jwsSchema = {
  type: 'object',
  properties: { format: { const: 'jws' }, acceptIndex: { type: 'integer' }, signature: { type: 'string' } },
  required: ['format', 'signature'],
}
const offersSchema = objectSchema('offers', { type: 'array', items: jwsSchema })
const receiptSchema = objectSchema('receipt', jwsSchema)

/**
 * The extension of a 402: each entry of `accepts`, signed.
 * @param validUntil Unix seconds
 * @returns undefined without a key
 */
export function signOffers(
  core: Core,
  resourceUrl: string,
  accepts: readonly PaymentRequirements[],
  validUntil: number,
): object | undefined {
  const own = attestor(core)
  if (!own) return undefined
  const offers = accepts.map(({ scheme, network, asset, payTo, amount }, acceptIndex) => ({
    ...attest(own, { version: 1, resourceUrl, scheme, network, asset, payTo, amount, validUntil }),
    acceptIndex,
  }))
  return { info: { offers }, schema: offersSchema }
}

/**
 * A settlement with the receipt of its sale. It names the transaction, which its buyer knows anyway, so that anybody who is shown it can ask the
 * chain. As it came without a key, and where nobody knows who paid.
 */
export function withReceipt(core: Core, resourceUrl: string, settlement: SettleResponse): SettleResponse {
  const own = attestor(core)
  const { payer, network, transaction, success } = settlement
  if (!own || !success || !payer) return settlement
  const receipt = attest(own, { version: 1, network, resourceUrl, payer, issuedAt: Math.floor(core.now() / 1000), transaction })
  return { ...settlement, extensions: { ...settlement.extensions, [OFFER_RECEIPT]: { info: { receipt }, schema: receiptSchema } } }
}

/** The DID document: the key that signs, and those that did before, which go on to prove what they signed. Undefined without a key. */
export function didDocument(core: Core): object | undefined {
  const own = attestor(core)
  if (!own) return undefined
  const did = didOf(core.env.BASE_URL)
  const current = createPublicKey(own.key).export({ format: 'jwk' }) as PublicJwk
  const former = core.env.RECEIPT_FORMER_KEYS.filter((x) => x !== current.x).map((x): PublicJwk => ({ kty: 'OKP', crv: 'Ed25519', x }))
  const verificationMethod = [current, ...former].map((jwk) => ({
    id: `${did}#${fragmentOf(jwk)}`,
    type: 'JsonWebKey2020',
    controller: did,
    publicKeyJwk: { kty: jwk.kty, crv: jwk.crv, x: jwk.x },
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: did,
    verificationMethod,
    assertionMethod: verificationMethod.map(({ id }) => id),
  }
}
