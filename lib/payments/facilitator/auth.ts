/**
 * How a facilitator knows that it is us: nothing, fixed headers, or a token per request as Coinbase's CDP wants it: a JWT of two minutes at
 * most, bound to method, host and path. Source: `generateJwt` of @coinbase/cdp-sdk 1.57.0.
 */
import { randomBytes } from 'node:crypto'
import { cdpKeyOf, type FacilitatorRow } from '../../settings/facilitators.ts'

export type Operation = 'verify' | 'settle' | 'supported'

/** The headers that let one request in. Asked anew for every request, repeated ones too: a token is for one. */
export type Authorise = (request: { operation: Operation; method: string; url: URL; nowSeconds: number }) => Promise<Record<string, string>>

/** A token lives for so long, and begins a little before now: clocks differ by seconds even where both are right. */
const LIFETIME_SECONDS = 120
const LEEWAY_SECONDS = 15

/** The way in that a row describes. */
export function authoriserOf({ auth }: FacilitatorRow): Authorise {
  switch (auth.type) {
    case 'none':
      return async () => ({})
    case 'headers':
      return async ({ operation }) => auth.headers[operation] ?? {}
    case 'cdp':
      return cdp(auth.keyId, auth.secret)
  }
}

function cdp(keyId: string, secret: string): Authorise {
  // The settings were parsed by the same rule.
  const key = cdpKeyOf(secret)!
  const alg = key.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256'
  return async ({ method, url, nowSeconds }) => {
    const { SignJWT } = await import('jose')
    const from = nowSeconds - LEEWAY_SECONDS
    const token = await new SignJWT({ uris: [`${method} ${url.host}${url.pathname}`] })
      .setProtectedHeader({ alg, kid: keyId, typ: 'JWT', nonce: randomBytes(16).toString('hex') })
      .setIssuer('cdp')
      .setSubject(keyId)
      .setIssuedAt(from)
      .setNotBefore(from)
      .setExpirationTime(from + LIFETIME_SECONDS)
      .sign(key)
    return { authorization: `Bearer ${token}` }
  }
}
