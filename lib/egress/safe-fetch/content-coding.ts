/** Which content coding a body is in: what its first bytes show, and where they show nothing, what its header says. */
import type { Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib'
import { FetchFailure } from './failure.ts'

/** Bytes by which a coding is told. */
export const SIGN_BYTES = 64
/** Fewer bytes may be text by chance. */
const SURE_BYTES = 16

const CHUNK = 64 * 1024
const zlibOptions = { chunkSize: CHUNK, flush: constants.Z_SYNC_FLUSH }
const brotliOptions = { chunkSize: CHUNK, flush: constants.BROTLI_OPERATION_FLUSH }
/** The window of eight megabytes that RFC 9659 allows; a frame may ask for much more memory. */
const zstdOptions = { chunkSize: CHUNK, flush: constants.ZSTD_e_flush, params: { [constants.ZSTD_d_windowLogMax]: 23 } }

/** What servers write there though nothing is coded: words of other fields, which browsers pass over, and how a store was uploaded to. */
const NO_CODING = /^(?:|identity|none|null|binary|[78]bit|(?:aws-)?chunked|utf-?8|iso-8859-1|text\/[\w.+-]+)$/

/** The codings that a header names, each once. */
export const codingsIn = (header: string | undefined): string[] => [
  ...new Set(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .map((coding) => coding.trim())
      .filter((coding) => !NO_CODING.test(coding)),
  ),
]

/**
 * What undoes the coding of a body; null for one that is not coded, whatever was said of it.
 * @param start its first bytes: `SIGN_BYTES`, or all it has
 * @throws FetchFailure `bad_response` for a body that is in another coding, or in several
 */
export function decoderFor([coding, ...others]: readonly string[], start: Uint8Array, host: string): Transform | null {
  if (coding === undefined) return null
  if (others.length > 0) throw new FetchFailure('bad_response', 'body', `${host} sent a body with more than one content coding.`)
  const [first = 0, second = 0, third, fourth] = start
  if (first === 0x1f && second === 0x8b && third === 8) return createGunzip(zlibOptions)
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return createZstdDecompress(zstdOptions)
  if (isText(start) && (start.length >= SURE_BYTES || coding !== 'br')) return null
  // Two bytes are too few to tell zlib's head from a brotli body, which has no sign of its own.
  if (coding === 'br') return createBrotliDecompress(brotliOptions)
  if ((first & 0x0f) === 8 && (first * 256 + second) % 31 === 0) return createInflate(zlibOptions)
  if (coding === 'deflate') return createInflateRaw(zlibOptions)
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip(zlibOptions)
  if (coding === 'zstd') return createZstdDecompress(zstdOptions)
  throw new FetchFailure('bad_response', 'body', `${host} sent a body in a content coding that was not asked for.`)
}

/** Whether bytes are UTF-8 of text, the last character perhaps cut. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false
  try {
    return !/[\0-\x08\x0e-\x1f]/.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }))
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
