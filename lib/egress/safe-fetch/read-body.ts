/** A body read under caps: bytes on the wire and decoded bytes are counted while they stream, at most one content coding is undone. */
import type { Transform } from 'node:stream'
import type { Core } from '../../core.ts'
import { byteBudget, type HeldBytes } from './byte-budget.ts'
import { codingsIn, decoderFor, SIGN_BYTES } from './content-coding.ts'
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

/**
 * Reads the body of `response` and closes it. Stops at either cap with `truncated`.
 * @throws FetchFailure `bad_response` for a coding that is unknown, chained or broken, and for a body in crumbs; `timeout`; `reset`
 */
export async function readBody(core: Core, response: Exchange, host: string, limits: BodyLimits, signal: AbortSignal): Promise<Body> {
  const held = byteBudget(core).hold()
  const store = new ByteStore(limits.decodedBytes)
  try {
    const truncated = await pump(response, store, held, { host, wireBytes: limits.wireBytes, signal })
    return { bytes: store.take(), truncated, release: held.release }
  } catch (error) {
    held.release()
    throw bodyFailure(error, host)
  } finally {
    response.body.on('error', ignore)
    response.close()
  }
}

type PumpOptions = { host: string; wireBytes: number; signal: AbortSignal }

/** Moves the body into the store until its end (false) or a cap (true). Pauses the peer while the decoder or the budget is full. */
function pump(response: Exchange, store: ByteStore, held: HeldBytes, options: PumpOptions): Promise<boolean> {
  const { body } = response
  const { host, wireBytes, signal } = options
  const codings = codingsIn(response.headers['content-encoding'])
  return new Promise((resolve, reject) => {
    let pieces = 0
    let pieceBytes = 0
    let decoder: Transform | null = null
    /** Until the coding is known. */
    let start: Buffer[] | null = codings.length > 0 ? [] : null
    const settle = (outcome: () => void) => {
      signal.removeEventListener('abort', onAbort)
      body.off('data', onWire).pause()
      decoder?.off('data', keep).destroy()
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
      start?.push(piece)
      if (start === null) pass(piece)
      else if (pieceBytes >= SIGN_BYTES) begin(start)
      if (response.received() > wireBytes) endAfterDecoder()
    }
    const pass = (piece: Buffer) => {
      if (!decoder) keep(piece)
      else if (!decoder.write(piece)) {
        body.pause()
        decoder.once('drain', () => body.resume())
      }
    }
    const begin = (pieces: Buffer[]) => {
      start = null
      const first = Buffer.concat(pieces)
      try {
        decoder = decoderFor(codings, first.subarray(0, SIGN_BYTES), host)
      } catch (error) {
        return fail(error)
      }
      decoder
        ?.on('data', keep)
        // Like browsers: a coding that ends early yields what it held.
        .on('error', (error: NodeJS.ErrnoException) => (error.code === 'Z_BUF_ERROR' ? end(true) : fail(error)))
        .on('end', () => end(false))
      pass(first)
    }
    /** What is inside the decoder when the wire cap is reached still belongs to what was read. */
    const endAfterDecoder = () => {
      if (start !== null) begin(start)
      if (!decoder) return end(true)
      body.off('data', onWire).pause()
      decoder.once('end', () => end(true)).end()
    }
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    body.on('error', fail).on('aborted', () => fail(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })))
    body.on('end', () => {
      if (start !== null) begin(start)
      if (decoder) decoder.end()
      else end(false)
    })
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

function bodyFailure(error: unknown, host: string): unknown {
  if (error instanceof FetchFailure) return error
  const code = String((error as { code?: unknown }).code ?? '')
  if (/^Z_|BROTLI|ZSTD/.test(code) || code.startsWith('ERR__ERROR_FORMAT') || code === 'ERR_BUFFER_TOO_LARGE')
    return new FetchFailure('bad_response', 'body', `${host} sent a body that does not decode.`, error)
  return toFetchFailure(error, 'body', host)
}
