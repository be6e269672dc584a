/** What breaks on the way, or lies about itself, is a true answer, one that says that it is cut, or an uncharged error; never an empty page. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCore } from '../../../../tests/support/core.ts'
import { startRaw, type ZooServer } from '../../../../tests/support/web-zoo/servers.ts'
import { publicRule } from '../../../egress/target.ts'
import { ApiError } from '../../../errors.ts'
import { makeConvertPool } from './pool.ts'
import { readPage } from './read-page.ts'

const LAST = 'The very last sentence stands here.'
const PROSE = Array.from(
  { length: 300 },
  (_, at) => `<p>Café ${at}: the ferry ${(at * 7919) % 1_000} leaves at ${(at * 31) % 24} and returns ${(at * 17) % 60} minutes late.</p>`,
).join('')
const PAGE = Buffer.from(`<!doctype html><html lang=en><title>Timetable</title><main><h1>Timetable</h1>${PROSE}<p>${LAST}</p></main>`)
const HTML = 'Content-Type: text/html; charset=utf-8'

type Outcome = 'whole' | 'cut' | 422 | 502
type Damage = readonly [name: string, expected: Outcome, head: readonly string[], body: Buffer | string, status?: string]
const half = (packed: Buffer): Buffer => packed.subarray(0, packed.length >> 1)
const chunk = (body: Buffer): Buffer => Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')])
const end = Buffer.from('0\r\n\r\n')
const errorPage = (name: string) =>
  `<html><title>${name}</title><body><center><h1>${name}</h1></center><hr><center>nginx/1.18.0</center></html>`

const DAMAGES: readonly Damage[] = [
  ['nothing', 'whole', [HTML], PAGE],
  ['gzip that ends early', 'cut', [HTML, 'Content-Encoding: gzip'], half(gzipSync(PAGE))],
  ['brotli that ends early', 'cut', [HTML, 'Content-Encoding: br'], half(brotliCompressSync(PAGE))],
  ['deflate that ends early', 'cut', [HTML, 'Content-Encoding: deflate'], half(deflateSync(PAGE))],
  ['gzip without its sum', 'cut', [HTML, 'Content-Encoding: gzip'], gzipSync(PAGE).subarray(0, -8)],
  ['gzip with a wrong sum', 502, [HTML, 'Content-Encoding: gzip'], Buffer.concat([gzipSync(PAGE).subarray(0, -8), Buffer.alloc(8)])],
  ['gzip of which only the head came', 422, [HTML, 'Content-Encoding: gzip'], gzipSync(PAGE).subarray(0, 10)],
  ['gzip of which a sign came', 422, [HTML, 'Content-Encoding: gzip'], gzipSync(Buffer.from('<'))],
  ['gzip that is none', 'whole', [HTML, 'Content-Encoding: gzip'], PAGE],
  ['gzip that is not said', 422, [HTML], gzipSync(PAGE)],
  ['gzip within gzip', 422, [HTML, 'Content-Encoding: gzip'], gzipSync(gzipSync(PAGE))],
  ['a length beyond the end', 502, [HTML, `Content-Length: ${PAGE.length + 50}`], PAGE],
  ['two lengths', 502, [HTML, 'Content-Length: 10', `Content-Length: ${PAGE.length}`], PAGE],
  ['a length below nought', 502, [HTML, 'Content-Length: -1'], PAGE],
  ['chunks', 'whole', [HTML, 'Transfer-Encoding: chunked'], Buffer.concat([chunk(PAGE), end])],
  ['chunks without an end', 502, [HTML, 'Transfer-Encoding: chunked'], chunk(PAGE)],
  ['half a chunk', 502, [HTML, 'Transfer-Encoding: chunked'], half(chunk(PAGE))],
  ['chunks and a length', 502, [HTML, 'Transfer-Encoding: chunked', 'Content-Length: 20'], Buffer.concat([chunk(PAGE), end])],
  ['a part that nobody asked for', 'cut', [HTML, 'Content-Range: bytes 0-4999/99999'], PAGE.subarray(0, 5_000), '206 Partial Content'],
  ['a part that is all there is', 'whole', [HTML, `Content-Range: bytes 0-${PAGE.length - 1}/${PAGE.length}`], PAGE, '206 Partial Content'],
  ['no content', 422, [], '', '204 No Content'],
  ['two types', 'whole', [HTML, 'Content-Type: text/plain'], PAGE],
  ['the type of a picture', 'whole', ['Content-Type: image/png'], PAGE],
  ['the type of JSON', 'whole', ['Content-Type: application/json'], PAGE],
  ['no type', 'whole', [], PAGE],
  ['a wrong charset', 'whole', ['Content-Type: text/html; charset=utf-16'], PAGE],
  ['an unknown charset', 'whole', ['Content-Type: text/html; charset=klingon'], PAGE],
  ['the marks of UTF-8 under another charset', 'whole', ['Content-Type: text/html; charset=latin1'], `\ufeff${PAGE}`],
  ['UTF-16 without a mark', 'whole', ['Content-Type: text/html'], Buffer.from(`${PAGE}`, 'utf16le')],
  ['NUL before the page', 'whole', [HTML], `\0\0${PAGE}`],
  ['a picture as a page', 422, [HTML], Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a page of replacement signs', 422, [HTML], `<p>${'\ufffd'.repeat(400)}</p>`],
  ['an empty object', 422, ['Content-Type: application/json'], '{}'],
  ['an empty list', 422, ['Content-Type: application/json'], '[]'],
  ['a PDF of junk', 422, ['Content-Type: application/pdf'], '%PDF-1.7\njunk junk'],
  ['a page that begins like a PDF', 422, [HTML], `%PDF-1.7\n${PAGE}`],
  ['a feed without entries', 422, ['Content-Type: application/rss+xml'], '<rss><channel><title>News</title></channel></rss>'],
  ...['404 Not Found', '502 Bad Gateway', 'Page not found - Harbour', 'Access Denied', 'Error 500: Internal Server Error'].map(
    (name): Damage => [`“${name}” as a page`, 422, [HTML], errorPage(name)],
  ),
  ['a wall', 422, [HTML], '<title>Harbour</title><p>Please confirm that you are not a robot.</p><div class="g-recaptcha"></div>'],
  ['a wall that waits', 422, [HTML], '<title>Human Verification</title><p>Confirm you are human</p>', '202 Accepted'],
  ['an error in Japanese', 422, [HTML], errorPage('ページが見つかりません')],
  ['a page about an error', 'whole', [HTML], `${PAGE}`.replaceAll('Timetable', '404 Not Found')],
  ['a field without a colon', 502, ['foo', HTML], PAGE],
  ['head fields over 16 kB', 502, [HTML, `X: ${'a'.repeat(20_000)}`], PAGE],
  ['a redirect to itself', 502, ['Location: #top'], '', '302 Found'],
  ['a redirect to nowhere', 502, ['Location: http://'], '', '302 Found'],
]

const core = testCore()
const pool = makeConvertPool({ size: 2, patience: 10 })
let zoo: ZooServer
beforeAll(async () => {
  zoo = await startRaw((socket, head) => {
    const [, , lines, body, status = '200 OK'] = DAMAGES[Number(/\d+/.exec(head)?.[0])]!
    socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${[...lines, '', ''].join('\r\n')}`), Buffer.from(body)]))
  })
})
afterAll(async () => {
  await pool.close()
  await zoo.close()
})

test.each(DAMAGES.map(([name, expected], index) => [name, expected, index] as const))('%s: %s', async (_name, expected, index) => {
  const guard = { core, rule: publicRule([zoo.target]), dnsServers: [] }
  const outcome = await readPage(core, new URL(`${zoo.origin}/${index}`), { guard, pool }).catch((error: unknown) => error)
  if (outcome instanceof Error) {
    expect(outcome).toBeInstanceOf(ApiError)
    expect((outcome as ApiError).status).toBe(expected)
    expect(outcome.message).toContain('not charged')
    return
  }
  const { markdown, truncated } = outcome as Awaited<ReturnType<typeof readPage>>
  expect(truncated ? 'cut' : 'whole').toBe(expected)
  expect(markdown).toContain('Café 1: the ferry 919 leaves')
  if (!truncated) expect(markdown).toContain(LAST)
})
