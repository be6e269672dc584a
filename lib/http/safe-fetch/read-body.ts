/** A body read under caps: bytes on the wire and decoded bytes are counted while they stream, at most one content coding is undone. */
import { pipeline, type Readable, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { byteBudget } from './byte-budget.ts'
import type { Exchange } from './exchange.ts'
import { FetchFailure, toFetchFailure } from './failure.ts'

export type BodyLimits = { wireBytes: number; decodedBytes: number }

export type Body = {
  bytes: Uint8Array<ArrayBuffer>
  /** True when a cap ended the reading. */
  truncated: boolean
  /** Gives the memory back to the process's budget; call once, when the bytes are no longer held. */
  release(): void
}

const CHUNK = 64 * 1024
// Like browsers: a coding that ends early yields what it held.
const zlibOptions = { chunkSize: CHUNK, flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const brotliOptions = {
  chunkSize: CHUNK,
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
}

/**
 * Reads the body of `response` and closes it. Stops at either cap with `truncated`.
 * @throws FetchFailure `bad_response` for a coding that is unknown, chained or broken; `timeout`; `reset`
 */
export async function readBody(response: Exchange, host: string, limits: BodyLimits, signal: AbortSignal): Promise<Body> {
  const held = byteBudget().hold()
  const chunks: Buffer[] = []
  let decoded = 0
  let truncated = false
  const abort = () => response.body.destroy(new DOMException('Deadline reached.', 'TimeoutError'))
  try {
    const decoder = decoderFor(response.headers['content-encoding'], host)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    const source = decoder ? through(response.body, decoder) : response.body
    let seen = 0
    for await (const chunk of source as AsyncIterable<Buffer>) {
      const room = limits.decodedBytes - decoded
      const kept = chunk.length > room ? chunk.subarray(0, room) : chunk
      await held.take(kept.length, signal)
      chunks.push(kept)
      decoded += kept.length
      seen = response.received()
      truncated = chunk.length > room || seen > limits.wireBytes
      if (truncated) break
    }
    const bytes = new Uint8Array(decoded)
    let offset = 0
    for (const chunk of chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    return { bytes, truncated, release: held.release }
  } catch (error) {
    held.release()
    throw bodyFailure(error, host)
  } finally {
    signal.removeEventListener('abort', abort)
    response.body.on('error', () => undefined)
    response.close()
  }
}

function through(body: Readable, decoder: Transform): Readable {
  // Errors reach the reader through the decoder, which `pipeline` destroys with them.
  return pipeline(body, decoder, () => undefined)
}

function decoderFor(header: string | undefined, host: string): Transform | null {
  const codings = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  if (codings.length > 1) throw new FetchFailure('bad_response', 'body', `${host} sent a body with more than one content coding.`)
  const coding = codings[0]
  if (coding === undefined) return null
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip(zlibOptions)
  if (coding === 'br') return createBrotliDecompress(brotliOptions)
  if (coding === 'deflate') return createInflate(zlibOptions)
  throw new FetchFailure('bad_response', 'body', `${host} sent a body in a content coding that was not asked for.`)
}

function bodyFailure(error: unknown, host: string): unknown {
  if (error instanceof FetchFailure || (error instanceof Error && error.name === 'ApiError')) return error
  const code = String((error as { code?: unknown }).code ?? '')
  if (/^Z_|BROTLI/.test(code) || code.startsWith('ERR__ERROR_FORMAT') || code === 'ERR_BUFFER_TOO_LARGE')
    return new FetchFailure('bad_response', 'body', `${host} sent a body that does not decode.`, error)
  return toFetchFailure(error, 'body', host)
}
