/**
 * Signed receipts (x402 extension offer-receipt, formats jws and eip712): what a seller attests to have sold, checked against the key it publishes
 * or the address it is paid at. A valid signature proves that the holder of the key said so; that money moved is for the chain to say.
 */
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { isShallow } from '../guard/offers.ts'
import { textUpTo } from '../guard/replayable.ts'
import { addressesIn, signerOf } from './eip712.ts'

export type Checked = {
  valid: boolean
  /** Why not; or whose key it was. */
  detail: string
  /** What the receipt claims; only where it is valid. */
  claims?: Record<string, unknown>
}

/** What the signature of each algorithm is made with. */
const HASHES: Readonly<Record<string, string | null>> = { EdDSA: null, ES256: 'sha256', ES256K: 'sha256' }
/** More of a key's document than anybody publishes. */
const MAX_DOCUMENT_BYTES = 256 * 1024

type Json = Record<string, unknown>

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {})

/** The receipt in what a settlement carried, or in what `PAYMENT-RESPONSE` holds as a whole. */
function receiptIn(value: unknown): { jws: string } | { payload: Json; signature: string } | undefined {
  if (typeof value === 'string') return { jws: value }
  const { format, signature, payload, receipt, extensions } = objectOf(value)
  if (typeof signature === 'string' && format === 'eip712') return { payload: objectOf(payload), signature }
  if (typeof signature === 'string' && (format === undefined || format === 'jws')) return { jws: signature }
  if (receipt !== undefined) return receiptIn(receipt)
  const extension = objectOf(objectOf(extensions)['offer-receipt'])
  return extension.info === undefined ? undefined : receiptIn(objectOf(extension.info).receipt)
}

const decoded = (part: string): Json => objectOf(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))

/** Where did:web says the keys of a name are. Only names of this machine are asked without TLS. */
function documentUrl(did: string): string {
  const [host = '', ...path] = did.slice('did:web:'.length).split(':').map(decodeURIComponent)
  const scheme = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host) ? 'http' : 'https'
  return `${scheme}://${host}/${path.length === 0 ? '.well-known' : path.join('/')}/did.json`
}

/** Where the document of a key is found, by the address that did:web gives it. `isFresh`: not from what was read before. */
export type KeySource = (url: string, isFresh?: boolean) => Promise<unknown>

async function readDocument(url: string, fetch: typeof globalThis.fetch): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'error' })
  return JSON.parse(await textUpTo(response, MAX_DOCUMENT_BYTES)) as unknown
}

const KEEP_MS = 300_000

/** Documents from their sellers, each asked for once in five minutes: an answer that was paid for must not wait for its seller's key every time. */
export function publishedKeys(fetch: typeof globalThis.fetch): KeySource {
  const kept = new Map<string, { until: number; document: Promise<unknown> }>()
  return (url, isFresh) => {
    const held = kept.get(url)
    if (held && held.until > Date.now() && !isFresh) return held.document
    const document = readDocument(url, fetch)
    kept.set(url, { until: Date.now() + KEEP_MS, document })
    document.catch(() => kept.delete(url))
    return document
  }
}

/** The keys of one host alone: a receipt is a stranger's text, and must not send its reader to machines that the stranger names. */
export const keysOf =
  (host: string, keys: KeySource): KeySource =>
  (url, isFresh) =>
    new URL(url).host === host ? keys(url, isFresh) : Promise.reject(new Error(`it stands elsewhere than at ${host}`))

/** What a receipt must say to be that of a purchase. `signedAt` in Unix milliseconds. */
export type Purchase = { url: string; network: string; payer: string | null; transaction: string; signedAt: number }

/** The seller's clock may be behind ours by this much. */
const SKEW_MS = 600_000

const sameText = (network: string, one: unknown, other: string): boolean =>
  typeof one === 'string' && (network.startsWith('eip155:') ? one.toLowerCase() === other.toLowerCase() : one === other)

/** What a valid receipt says otherwise than the purchase was; undefined when it fits. The seller may leave the transaction out. */
export function misfitOf(claims: Json, { url, network, payer, transaction, signedAt }: Purchase): string | undefined {
  const { origin, pathname } = new URL(url)
  if (claims.network !== network) return 'network'
  if (claims.resourceUrl !== url && claims.resourceUrl !== `${origin}${pathname}`) return 'resourceUrl'
  if (payer === null || !sameText(network, claims.payer, payer)) return 'payer'
  // A receipt of an earlier purchase at the same address is none of this one.
  if (typeof claims.issuedAt !== 'number' || claims.issuedAt * 1000 < signedAt - SKEW_MS) return 'issuedAt'
  return (claims.transaction ?? '') === '' || sameText(network, claims.transaction, transaction) ? undefined : 'transaction'
}

const hostOf = ({ resourceUrl }: Json): string | undefined =>
  typeof resourceUrl === 'string' && URL.canParse(resourceUrl) ? new URL(resourceUrl).host : undefined

const methodsOf = (document: unknown): Json[] => {
  const { verificationMethod } = objectOf(document)
  return (Array.isArray(verificationMethod) ? verificationMethod : []).map(objectOf)
}

/** What is looked for in a document of keys; in a fresh one too, since sellers take up new keys. */
async function findIn<Found>(keys: KeySource, did: string, find: (methods: Json[]) => Found | undefined): Promise<Found | undefined> {
  const url = documentUrl(did)
  return find(methodsOf(await keys(url))) ?? find(methodsOf(await keys(url, true)))
}

const no = (detail: string): Checked => ({ valid: false, detail })

async function checkJws(jws: string, keys: KeySource): Promise<Checked> {
  const parts = jws.split('.')
  if (parts.length !== 3) return no('There is no receipt in the jws format in it.')
  const [head, body, signature] = parts as [string, string, string]
  const { alg, kid } = decoded(head)
  if (typeof alg !== 'string' || !Object.hasOwn(HASHES, alg))
    return no(`The algorithm ${JSON.stringify(alg)} is not one of ${Object.keys(HASHES).join(', ')}.`)
  if (typeof kid !== 'string' || !kid.startsWith('did:web:')) return no('Its key is not named by did:web.')
  const claims = decoded(body)
  const did = kid.split('#')[0]!
  const seller = hostOf(claims)
  if (seller !== decodeURIComponent(did.slice('did:web:'.length).split(':')[0]!))
    return no(`The key belongs to ${did}, not to the seller of ${seller ?? 'nothing'}.`)
  const method = await findIn(keys, did, (methods) => methods.find(({ id }) => id === kid || id === kid.slice(did.length)))
  if (!method?.publicKeyJwk) return no(`${did} publishes no key ${kid}.`)
  const key = createPublicKey({ key: method.publicKeyJwk as JsonWebKey, format: 'jwk' })
  const signed = Buffer.from(`${head}.${body}`)
  const holds = verify(HASHES[alg], signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  return holds ? { valid: true, detail: `Signed by ${kid}.`, claims } : no('The signature does not fit the receipt.')
}

/** The signature of any address is good, so what counts is whose it is: one that is paid, or that the seller names as its own. */
async function checkEip712(payload: Json, signature: string, keys: KeySource, paidAt: PaidAt): Promise<Checked> {
  const { signer, claims } = await signerOf(payload, signature)
  const host = hostOf(claims)
  if (host === undefined) return no('The receipt is of no address.')
  const paid = paidAt(host, String(claims.network)).map((address) => address.toLowerCase())
  if (paid.includes(signer.toLowerCase())) return { valid: true, detail: `Signed by ${signer}, which ${host} is paid at.`, claims }
  const isSigner = (address: string) => address === signer.toLowerCase()
  const named = await findIn(keys, `did:web:${encodeURIComponent(host)}`, (methods) => addressesIn(methods).find(isSigner))
  if (named === undefined) return no(`It was signed by ${signer}, which ${host} is not paid at and does not name as its own.`)
  return { valid: true, detail: `Signed by ${signer}, which ${host} names as its own.`, claims }
}

/** The addresses that a seller (by host, on a network) is known to be paid at. */
export type PaidAt = (host: string, network: string) => readonly string[]

/**
 * Checks a receipt against the key that its `kid` names (jws), or against the addresses of its seller (eip712). Never throws.
 * @param paidAt where a seller is known to be paid; without it an eip712 receipt must be signed by an address of the seller's did.json
 */
export async function verifyReceipt(value: unknown, keys: KeySource, paidAt: PaidAt = () => []): Promise<Checked> {
  try {
    if (!isShallow(value)) return no('There is no receipt in it.')
    const receipt = receiptIn(value)
    if (!receipt) return no('There is no receipt in the jws or eip712 format in it.')
    return await ('jws' in receipt ? checkJws(receipt.jws, keys) : checkEip712(receipt.payload, receipt.signature, keys, paidAt))
  } catch (error) {
    return no(`The receipt or its key cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
