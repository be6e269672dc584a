import { PassThrough } from 'node:stream'
import { brotliCompressSync, constants, createZstdCompress, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testCore } from '../../../tests/support/core.ts'
import type { Exchange } from './exchange.ts'
import { readBody } from './read-body.ts'

const core = testCore()

const LIMITS = { wireBytes: 100_000, decodedBytes: 200_000 }
const never = new AbortController().signal

/** A response whose body is written by the test. */
function response(encoding?: string): { exchange: Exchange; body: PassThrough; closed(): boolean } {
  const body = new PassThrough()
  let received = 0
  let closed = false
  const write = body.write.bind(body)
  body.write = ((piece: Buffer) => {
    received += piece.length
    return write(piece)
  }) as typeof body.write
  const headers: Record<string, string> = encoding === undefined ? {} : { 'content-encoding': encoding }
  const close = () => {
    closed = true
    body.destroy()
  }
  return {
    exchange: { status: 200, headers, httpVersion: '1.1', firstByteMs: 0, body, received: () => received, close },
    body,
    closed: () => closed,
  }
}

async function read(pieces: Buffer[], encoding?: string, limits = LIMITS) {
  const { exchange, body, closed } = response(encoding)
  for (const piece of pieces) body.write(piece)
  body.end()
  const result = await readBody(core, exchange, 'zoo', limits, never).finally(() => expect(closed()).toBe(true))
  result.release()
  return { text: Buffer.from(result.bytes).toString(), truncated: result.truncated }
}

const text = 'plain words '.repeat(2_000)

test.each([
  [undefined, Buffer.from(text)],
  ['identity', Buffer.from(text)],
  ['gzip', gzipSync(text)],
  ['GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['br', brotliCompressSync(text)],
  ['zstd', zstdCompressSync(text)],
])('coding %s', async (encoding, body) => {
  expect(await read([body], encoding)).toEqual({ text, truncated: false })
})

test.each([
  ['deflate', 'without a head', deflateRawSync(text)],
  ['deflate', 'that is gzip', gzipSync(text)],
  ['gzip', 'that is deflate', deflateSync(text)],
  ['br', 'that is zstd', zstdCompressSync(text)],
  ['gzip', 'that is none', Buffer.from(text)],
  ['br', 'that is none', Buffer.from(text)],
  ['zstd', 'that is none', Buffer.from(`\ufeff<p>${text}`)],
  ['gzip', 'of two letters', Buffer.from('OK')],
  ['x-nothing', 'that is none', Buffer.from(text)],
  ['gzip, gzip', 'named twice', gzipSync(text)],
  ['aws-chunked,gzip', 'of a store', gzipSync(text)],
])('coding %s %s is what its first bytes are, in however many pieces', async (encoding, _name, body) => {
  const plain = body.includes('OK') ? 'OK' : body.includes('<p>') ? `\ufeff<p>${text}` : text
  expect(await read([body], encoding)).toEqual({ text: plain, truncated: false })
  expect(await read([body.subarray(0, 1), body.subarray(1, 3), body.subarray(3)], encoding)).toEqual({ text: plain, truncated: false })
})

test('bytes in a coding that nobody knows, or that asks for much memory, are refused', async () => {
  await expect(read([Buffer.from([0x1f, 0x9d, 0x90, 1, 2, 3, 4])], 'compress')).rejects.toMatchObject({ code: 'bad_response' })
  const wide = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } })
  wide.write(text)
  wide.flush(() => wide.end(text))
  await expect(read(await wide.toArray(), 'zstd')).rejects.toMatchObject({ code: 'bad_response' })
})

test('a body in several pieces is one', async () => {
  const packed = gzipSync(text)
  expect(await read([packed.subarray(0, 20), packed.subarray(20)], 'gzip')).toEqual({ text, truncated: false })
})

test.each([
  ['gzip', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['br', brotliCompressSync(text)],
  ['zstd', zstdCompressSync(text)],
])('a body that ends before its coding (%s) gives what it held, and says so', async (encoding, body) => {
  for (const length of [0, 5, body.length >> 1, body.length - 3]) {
    const early = await read(length === 0 ? [] : [body.subarray(0, length)], encoding)
    expect(early.truncated, `${length} bytes`).toBe(true)
    expect(text.startsWith(early.text), `${length} bytes`).toBe(true)
  }
})

test('exactly at the caps nothing is cut, one byte more is', async () => {
  const full = Buffer.alloc(100_000, 'x')
  expect(await read([full])).toEqual({ text: full.toString(), truncated: false })
  expect((await read([full, Buffer.from('y')])).truncated).toBe(true)
  const decoded = Buffer.alloc(200_000, 'x')
  expect((await read([gzipSync(decoded)], 'gzip')).truncated).toBe(false)
  const cut = await read([gzipSync(Buffer.alloc(200_001, 'x'))], 'gzip')
  expect(cut.truncated).toBe(true)
  expect(cut.text.length).toBe(200_000)
})

test('crumbs are refused', async () => {
  const { exchange, body } = response()
  const reading = readBody(core, exchange, 'zoo', LIMITS, never)
  const crumbs = setInterval(() => {
    for (let count = 0; count < 1_000; count++) body.write(Buffer.from('a'))
  }, 1)
  await expect(reading).rejects.toMatchObject({ code: 'bad_response' })
  clearInterval(crumbs)
})

test('the deadline ends the reading', async () => {
  const { exchange, body, closed } = response()
  body.write(Buffer.from('a'))
  const deadline = new AbortController()
  const reading = readBody(core, exchange, 'zoo', LIMITS, deadline.signal)
  deadline.abort()
  await expect(reading).rejects.toMatchObject({ code: 'timeout', phase: 'body' })
  expect(closed()).toBe(true)
})
