/** A body read under caps: bytes on the wire and decoded bytes are counted while they stream, at most one content coding is undone. */
import type { Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Core } from '../../core.ts'
import { byteBudget, type HeldBytes } from './byte-budget.ts'
import type { Exchange } from './exchange.ts'
import { FetchFailure, toFetchFailure } from './failure.ts'

export type BodyLimits = { wireBytes: number; decodedBytes: number }

export type Body = {
  bytes: Uint8Array<ArrayBuffer>
  /** True when a cap ended the reading, and when the body ended before its content coding did. */
  truncated: boolean
  /** Gives the memory back to the process's budget; call once, when the bytes are no longer held. */
  release(): void
}

const CHUNK = 64 * 1024
/** A body in more pieces than this must have pieces of a decent size: parsing crumbs costs time that other requests need. */
const FREE_PIECES = 5_000
const MIN_PIECE_BYTES = 64
const zlibOptions = { chunkSize: CHUNK, flush: constants.Z_SYNC_FLUSH }
const brotliOptions = { chunkSize: CHUNK, flush: constants.BROTLI_OPERATION_FLUSH }

/**
 * Reads the body of `response` and closes it. Stops at either cap with `truncated`.
 * @throws FetchFailure `bad_response` for a coding that is unknown, chained or broken, and for a body in crumbs; `timeout`; `reset`
 */
export async function readBody(core: Core, response: Exchange, host: string, limits: BodyLimits, signal: AbortSignal): Promise<Body> {
  const held = byteBudget(core).hold()
  const store = new ByteStore(limits.decodedBytes)
  let decoder: Transform | null = null
  try {
    decoder = decoderFor(response.headers['content-encoding'], host)
    const truncated = await pump(response, decoder, store, held, { host, wireBytes: limits.wireBytes, signal })
    return { bytes: store.take(), truncated, release: held.release }
  } catch (error) {
    held.release()
    throw bodyFailure(error, host)
  } finally {
    response.body.on('error', ignore)
    response.close()
    decoder?.destroy()
  }
}

type PumpOptions = { host: string; wireBytes: number; signal: AbortSignal }

/** Moves the body into the store until its end (false) or a cap (true). Pauses the peer while the decoder or the budget is full. */
function pump(response: Exchange, decoder: Transform | null, store: ByteStore, held: HeldBytes, options: PumpOptions): Promise<boolean> {
  const { body } = response
  const { host, wireBytes, signal } = options
  return new Promise((resolve, reject) => {
    let pieces = 0
    let pieceBytes = 0
    const settle = (outcome: () => void) => {
      signal.removeEventListener('abort', onAbort)
      body.off('data', onWire).pause()
      decoder?.off('data', keep).pause()
      outcome()
    }
    const fail = (error: unknown) => settle(() => reject(error))
    const end = (truncated: boolean) => settle(() => resolve(truncated))
    const onAbort = () => fail(new DOMException('Deadline reached.', 'TimeoutError'))
    const keep = (piece: Buffer) => {
      const kept = store.add(piece)
      const source = decoder ?? body
      if (!held.tryTake(kept)) {
        source.pause()
        held.take(kept, signal).then(() => source.resume(), fail)
      }
      if (kept < piece.length) end(true)
    }
    const onWire = (piece: Buffer) => {
      pieces++
      pieceBytes += piece.length
      if (pieces > FREE_PIECES && pieceBytes < pieces * MIN_PIECE_BYTES)
        return fail(new FetchFailure('bad_response', 'body', `${host} sends its answer in crumbs.`))
      if (!decoder) keep(piece)
      else if (!decoder.write(piece)) {
        body.pause()
        decoder.once('drain', () => body.resume())
      }
      if (response.received() > wireBytes) endAfterDecoder()
    }
    /** What is inside the decoder when the wire cap is reached still belongs to what was read. */
    const endAfterDecoder = () => {
      if (!decoder) return end(true)
      body.off('data', onWire).pause()
      decoder.once('end', () => end(true)).end()
    }
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    body.on('error', fail).on('aborted', () => fail(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })))
    body.on('end', () => (decoder ? decoder.end() : end(false)))
    decoder
      ?.on('data', keep)
      // Like browsers: a coding that ends early yields what it held.
      .on('error', (error: NodeJS.ErrnoException) => (error.code === 'Z_BUF_ERROR' ? end(true) : fail(error)))
      .on('end', () => end(false))
    body.on('data', onWire).resume()
  })
}

/** Growing storage: many small pieces cost one allocation, not one each. */
class ByteStore {
  readonly #max: number
  #bytes = new Uint8Array(CHUNK)
  #length = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Keeps as much of `piece` as fits under the cap. @returns the bytes kept */
  add(piece: Uint8Array): number {
    const kept = Math.min(piece.length, this.#max - this.#length)
    const needed = this.#length + kept
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(this.#max, Math.max(needed, this.#bytes.length * 2)))
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    this.#bytes.set(kept < piece.length ? piece.subarray(0, kept) : piece, this.#length)
    this.#length = needed
    return kept
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.#length === this.#bytes.length ? this.#bytes : this.#bytes.slice(0, this.#length)
  }
}

const ignore = (): void => undefined

/** What servers write there though nothing is coded: words of other fields, which browsers pass over. */
const NO_CODING = /^(?:|identity|none|null|binary|[78]bit|chunked|utf-?8|iso-8859-1|text\/[\w.+-]+)$/

function decoderFor(header: string | undefined, host: string): Transform | null {
  const codings = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => !NO_CODING.test(coding))
  if (codings.length > 1) throw new FetchFailure('bad_response', 'body', `${host} sent a body with more than one content coding.`)
  const coding = codings[0]
  if (coding === undefined) return null
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip(zlibOptions)
  if (coding === 'br') return createBrotliDecompress(brotliOptions)
  if (coding === 'deflate') return createInflate(zlibOptions)
  throw new FetchFailure('bad_response', 'body', `${host} sent a body in a content coding that was not asked for.`)
}

function bodyFailure(error: unknown, host: string): unknown {
  if (error instanceof FetchFailure) return error
  const code = String((error as { code?: unknown }).code ?? '')
  if (/^Z_|BROTLI/.test(code) || code.startsWith('ERR__ERROR_FORMAT') || code === 'ERR_BUFFER_TOO_LARGE')
    return new FetchFailure('bad_response', 'body', `${host} sent a body that does not decode.`, error)
  return toFetchFailure(error, 'body', host)
}
