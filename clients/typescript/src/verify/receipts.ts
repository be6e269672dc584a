/**
 * Signed receipts (x402 extension offer-receipt, format jws): what a seller attests to have sold, checked against the key it publishes. A valid
 * signature proves that the holder of the key said so; that money moved is for the chain to say.
 */
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'

export type Checked = {
  valid: boolean
  /** Why not; or whose key it was. */
  detail: string
  /** What the receipt claims; only where it is valid. */
  claims?: Record<string, unknown>
}

/** What the signature of each algorithm is made with. */
const HASHES: Readonly<Record<string, string | null>> = { EdDSA: null, ES256: 'sha256', ES256K: 'sha256' }

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** The compact JWS in what a settlement carried, or in what `PAYMENT-RESPONSE` holds as a whole. */
function jwsIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const { format, signature, receipt, extensions } = objectOf(value)
  if (typeof signature === 'string' && (format === undefined || format === 'jws')) return signature
  if (receipt !== undefined) return jwsIn(receipt)
  const extension = objectOf(objectOf(extensions)['offer-receipt'])
  return extension.info === undefined ? undefined : jwsIn(objectOf(extension.info).receipt)
}

const decoded = (part: string): Record<string, unknown> => objectOf(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))

/** Where did:web says the keys of a name are. Only names of this machine are asked without TLS. */
function documentUrl(did: string): string {
  const [host = '', ...path] = did.slice('did:web:'.length).split(':').map(decodeURIComponent)
  const scheme = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host) ? 'http' : 'https'
  return `${scheme}://${host}/${path.length === 0 ? '.well-known' : path.join('/')}/did.json`
}

/** Where the document of a key is found, by the address that did:web gives it. */
export type KeySource = (url: string) => Promise<unknown>

/** Documents from their sellers, each asked for once in `keepMs`: an answer that was paid for must not wait for its seller's key every time. */
export function publishedKeys(fetch: typeof globalThis.fetch, keepMs = 300_000): KeySource {
  const kept = new Map<string, { until: number; document: Promise<unknown> }>()
  return (url) => {
    const held = kept.get(url)
    if (held && held.until > Date.now()) return held.document
    const document = fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'error' }).then((response) => response.json() as unknown)
    kept.set(url, { until: Date.now() + keepMs, document })
    document.catch(() => kept.delete(url))
    return document
  }
}

/** What a receipt must say to be that of a purchase. */
export type Purchase = { url: string; network: string; payer: string | null; transaction: string }

const sameText = (network: string, one: unknown, other: string): boolean =>
  typeof one === 'string' && (network.startsWith('eip155:') ? one.toLowerCase() === other.toLowerCase() : one === other)

/** What a valid receipt says otherwise than the purchase was; undefined when it fits. The seller may leave the transaction out. */
export function misfitOf(claims: Record<string, unknown>, { url, network, payer, transaction }: Purchase): string | undefined {
  const { origin, pathname } = new URL(url)
  if (claims.network !== network) return 'network'
  if (claims.resourceUrl !== url && claims.resourceUrl !== `${origin}${pathname}`) return 'resourceUrl'
  if (payer !== null && !sameText(network, claims.payer, payer)) return 'payer'
  return claims.transaction === undefined || sameText(network, claims.transaction, transaction) ? undefined : 'transaction'
}

/** Checks a receipt against the key that its `kid` names. Never throws. */
export async function verifyReceipt(value: unknown, keys: KeySource): Promise<Checked> {
  const no = (detail: string): Checked => ({ valid: false, detail })
  try {
    const jws = jwsIn(value)
    const parts = jws?.split('.') ?? []
    if (parts.length !== 3) return no('There is no receipt in the jws format in it.')
    const [head, body, signature] = parts as [string, string, string]
    const { alg, kid } = decoded(head)
    if (typeof alg !== 'string' || !Object.hasOwn(HASHES, alg))
      return no(`The algorithm ${JSON.stringify(alg)} is not one of ${Object.keys(HASHES).join(', ')}.`)
    if (typeof kid !== 'string' || !kid.startsWith('did:web:')) return no('Its key is not named by did:web.')
    const claims = decoded(body)
    const did = kid.split('#')[0]!
    const seller = typeof claims.resourceUrl === 'string' && URL.canParse(claims.resourceUrl) ? new URL(claims.resourceUrl).host : undefined
    if (seller !== decodeURIComponent(did.slice('did:web:'.length).split(':')[0]!))
      return no(`The key belongs to ${did}, not to the seller of ${seller ?? 'nothing'}.`)
    const methods = objectOf(await keys(documentUrl(did))).verificationMethod
    const method = (Array.isArray(methods) ? methods : []).map(objectOf).find(({ id }) => id === kid || id === kid.slice(did.length))
    if (!method?.publicKeyJwk) return no(`${did} publishes no key ${kid}.`)
    const key = createPublicKey({ key: method.publicKeyJwk as JsonWebKey, format: 'jwk' })
    const holds = verify(
      HASHES[alg],
      Buffer.from(`${head}.${body}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    return holds ? { valid: true, detail: `Signed by ${kid}.`, claims } : no('The signature does not fit the receipt.')
  } catch (error) {
    return no(`The receipt or its key cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
