/** Content codings: which one a reader takes (RFC 9110 section 12.5.3), and texts in it, made once. */
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

export type Coding = 'br' | 'gzip'

/** Fast enough to be done while somebody waits, and smaller than gzip at its usual level. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
/** Below this a coding saves less than its header costs. */
const MIN_BYTES = 1_000
/** Above this the work is done beside the main thread. */
const AT_ONCE_BYTES = 100_000
/** Of texts that come again as new strings: documents, pages, terms. Texts, their bytes and the coded forms of those. */
const KEPT_BYTES = 24 * 1024 * 1024

const TEXT = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:jsonl?|xml)\b)/

/** True for what a coding makes smaller. */
export const isCompressible = (contentType: string, bytes: number): boolean => bytes >= MIN_BYTES && TEXT.test(contentType)

const chosen = new LRUCache<string, { coding: Coding | undefined }>({ max: 200 })

/** The coding a reader likes best of those we have; undefined: as it is. */
export function codingOf(acceptEncoding: string | undefined): Coding | undefined {
  if (!acceptEncoding) return undefined
  const known = chosen.get(acceptEncoding)
  if (known) return known.coding
  const coding = choose(acceptEncoding)
  if (acceptEncoding.length <= 200) chosen.set(acceptEncoding, { coding })
  return coding
}

function choose(acceptEncoding: string): Coding | undefined {
  const qualities = new Map<string, number>()
  for (const part of acceptEncoding.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=')[1]
    const value = q === undefined ? 1 : Number(q)
    qualities.set(name, Number.isNaN(value) ? 0 : value)
  }
  const quality = (name: Coding) => qualities.get(name) ?? (name === 'gzip' ? qualities.get('*') : undefined) ?? 0
  const best: Coding = quality('br') >= quality('gzip') ? 'br' : 'gzip'
  return quality(best) > 0 ? best : undefined
}

type Coded = Partial<Record<Coding, Buffer>>

const coded = new WeakMap<Buffer, Coded>()
const ofText = new LRUCache<string, Buffer>({
  maxSize: KEPT_BYTES,
  // Coded forms come later and are a fraction of the bytes.
  sizeCalculation: (bytes, text) => text.length * 2 + Math.ceil(bytes.length * 1.5) + 200,
})

/** The bytes of a text that may be asked for again: the same buffer each time, so that what is made of it is made once. */
export function bytesOf(text: string): Buffer {
  const known = ofText.get(text) ?? Buffer.from(text)
  ofText.set(text, known)
  return known
}

const now = { br: (body: string | Buffer) => brotliCompressSync(body, BROTLI), gzip: (body: string | Buffer) => gzipSync(body) }
const later = {
  br: (body: string | Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body: string | Buffer) => promisify(gzip)(body),
}

/** `body` in a coding; that of bytes is kept as long as they are. At once for what is short. */
export function inCoding(body: string | Buffer, coding: Coding): Buffer | Promise<Buffer> {
  const known = typeof body === 'string' ? undefined : coded.get(body)?.[coding]
  if (known) return known
  const store = (bytes: Buffer): Buffer => {
    if (typeof body !== 'string') coded.set(body, { ...coded.get(body), [coding]: bytes })
    return bytes
  }
  return body.length < AT_ONCE_BYTES ? store(now[coding](body)) : later[coding](body).then(store)
}
