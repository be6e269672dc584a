/**
 * The door of Coinbase's facilitator, on this machine: it lets a request through to another facilitator only with a JWT as CDP wants it, checked
 * by Node's own crypto: signature, key id, issuer, `uris`, lifetime by its own clock, and that no token comes twice.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage } from 'node:http'
import { KEPT } from '../support/http-server.ts'

const PATH = '/platform/v2/x402'

export type CdpKey = { keyId: string; secret: string; publicKey: KeyObject; alg: 'EdDSA' | 'ES256' }

/** A new key in the form in which CDP's portal gives it. */
export function makeCdpKey(alg: CdpKey['alg'], keyId = 'organizations/o/apiKeys/k1'): CdpKey {
  const { privateKey, publicKey } = alg === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  if (alg === 'ES256') return { alg, keyId, publicKey, secret: privateKey.export({ type: 'sec1', format: 'pem' }).toString() }
  const seed = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32)
  const half = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  return { alg, keyId, publicKey, secret: Buffer.concat([seed, half]).toString('base64') }
}

export type CdpDoor = {
  url: string
  /** The `/supported`, `/verify`, `/settle` requests let through, and why the others were not. */
  let: number
  refused: string[]
  /** Tokens as they came. */
  tokens: string[]
  /** The key it knows; another from now on is a rotated one. */
  key: CdpKey
  /** Seconds by which its clock is ahead of this machine's. */
  aheadSeconds: number
  stop: () => Promise<void>
}

type Claims = { sub?: unknown; iss?: unknown; uris?: unknown; iat?: unknown; nbf?: unknown; exp?: unknown }
const part = <Shape>(text: string | undefined): Shape => JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8')) as Shape

/** Why a token does not open this request; undefined when it does. */
function objection(door: CdpDoor, seen: Set<string>, request: IncomingMessage, token: string): string | undefined {
  const [head, claimed, signature] = token.split('.')
  const header = part<{ alg?: unknown; kid?: unknown; typ?: unknown; nonce?: unknown }>(head)
  const claims = part<Claims>(claimed)
  const { keyId, alg, publicKey } = door.key
  if (header.alg !== alg || header.kid !== keyId || header.typ !== 'JWT') return 'header'
  const key = alg === 'ES256' ? { key: publicKey, dsaEncoding: 'ieee-p1363' as const } : publicKey
  const signed = Buffer.from(`${head}.${claimed}`)
  if (!verify(alg === 'ES256' ? 'sha256' : null, signed, key, Buffer.from(signature ?? '', 'base64url'))) return 'signature'
  if (claims.iss !== 'cdp' || claims.sub !== keyId) return 'issuer'
  const uri = `${request.method} ${request.headers.host}${request.url}`
  if (!Array.isArray(claims.uris) || claims.uris.length !== 1 || claims.uris[0] !== uri) return 'uris'
  const { nbf, exp } = claims
  const now = Math.floor(Date.now() / 1000) + door.aheadSeconds
  if (typeof nbf !== 'number' || typeof exp !== 'number' || exp - nbf > 120) return 'lifetime'
  if (nbf > now) return 'not yet valid'
  if (exp <= now) return 'expired'
  if (typeof header.nonce !== 'string' || !/^[0-9a-f]{32}$/.test(header.nonce) || seen.has(header.nonce)) return 'reused'
  seen.add(header.nonce)
  return undefined
}

/** Starts it in front of a facilitator, on a free loopback port. */
export async function startCdpDoor(behind: string, key: CdpKey): Promise<CdpDoor> {
  const seen = new Set<string>()
  const server = createServer(KEPT, (request, response) => {
    const date = new Date(Date.now() + door.aheadSeconds * 1000).toUTCString()
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (token !== undefined) door.tokens.push(token)
    let reason: string | undefined = 'no token'
    try {
      if (token !== undefined) reason = objection(door, seen, request, token)
    } catch {
      reason = 'not a token'
    }
    if (reason !== undefined) {
      door.refused.push(reason)
      request.resume()
      // As careless servers do, it repeats what it was sent.
      const body = JSON.stringify({ errorType: 'unauthorized', errorMessage: `${reason}: ${token}` })
      response.writeHead(401, { 'content-type': 'application/json', date }).end(body)
      return
    }
    door.let += 1
    const target = `${behind}${request.url?.slice(PATH.length)}`
    const onward = forward(target, { method: request.method ?? 'GET', headers: { 'content-type': 'application/json' } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] ?? 'text/plain', date })
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const door: CdpDoor = {
    url: `http://127.0.0.1:${port}${PATH}`,
    let: 0,
    refused: [],
    tokens: [],
    key: { ...key, publicKey: createPublicKey(key.publicKey.export({ type: 'spki', format: 'pem' })) },
    aheadSeconds: 0,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return door
}
