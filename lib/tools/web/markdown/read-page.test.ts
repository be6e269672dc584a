import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdf } from '../../../../packages/extractor/src/testing/pdf.ts'
import { zip } from '../../../../packages/extractor/src/testing/zip.ts'
import { testCore } from '../../../../tests/support/core.ts'
import { makeAuthority } from '../../../../tests/support/web-zoo/certificates.ts'
import { type DnsServer, startDnsServer } from '../../../../tests/support/web-zoo/dns-server.ts'
import { startHttp, startHttps, startRaw, type ZooServer } from '../../../../tests/support/web-zoo/servers.ts'
import { UNHURRIED } from '../../../../tests/support/web-zoo/unhurried.ts'
import { PAGE_LIMITS } from '../../../egress/safe-fetch/index.ts'
import { publicRule } from '../../../egress/target.ts'
import { ApiError } from '../../../errors.ts'
import { makeConvertPool } from './pool.ts'
import { type PageRead, readPage } from './read-page.ts'

const core = testCore()

const HTML = `<!doctype html><html lang="en"><head><title>A small page</title></head><body><main><h1>A small page</h1>
<p>${'The quick brown fox jumps over the lazy dog near the river bank. '.repeat(12)}</p></main></body></html>`
const HASTY = { ...PAGE_LIMITS, totalMs: 1_500, headersMs: 700 }

const pool = makeConvertPool({ size: 2, patience: 10 })
const open: ZooServer[] = []
let dns: DnsServer
const keep = async (server: Promise<ZooServer>) => {
  const started = await server
  open.push(started)
  return started
}
beforeAll(async () => {
  dns = await startDnsServer((name) => (name.startsWith('gone.') ? 'nxdomain' : ['127.0.0.1']))
})
afterAll(async () => {
  await pool.close()
  await Promise.all(open.map((server) => server.close()))
  await dns.close()
})

const read = (url: string, limits = UNHURRIED): Promise<PageRead> =>
  readPage(core, new URL(url), {
    guard: { core: core, rule: publicRule(open.map(({ target }) => target)), dnsServers: [dns.address] },
    limits,
    pool,
  })

/** What a caller would see of the failure. */
async function failure(url: string, limits = UNHURRIED): Promise<{ status: number; extra: Record<string, unknown> }> {
  const error = await read(url, limits).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  const { status, extra } = error as ApiError
  return { status, extra }
}

const serve = (headers: Record<string, string>, body: string | Buffer, status = 200) =>
  keep(startHttp((_request, response) => response.writeHead(status, headers).end(body)))

test('a page becomes Markdown with its metadata, and is asked for honestly', async () => {
  let asked: Record<string, unknown> = {}
  const server = await keep(
    startHttp((request, response) => {
      asked = request.headers
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(HTML)
    }),
  )
  const page = await read(`${server.origin}/page#part`)
  expect(page).toMatchObject({ title: 'A small page', lang: 'en', finalUrl: `${server.origin}/page`, truncated: false, cached: false })
  expect(page.markdown).toContain('quick brown fox')
  expect(page.wordCount).toBeGreaterThan(100)
  expect(page.contentType).toBe('text/html; charset=utf-8')
  expect(asked.accept).toBe('text/markdown, text/html;q=0.9, */*;q=0.1')
  expect(asked['user-agent']).toMatch(/^paid-agent-tools\/[\d.]+ \(\+https?:\/\/.+\)$/)
  expect(asked['accept-encoding']).toBe('gzip, br')
  expect(asked.cookie).toBeUndefined()
})

test('ten equal calls at once make one request, and a later one is answered from the cache', async () => {
  const server = await serve({ 'content-type': 'text/html' }, HTML)
  const pages = await Promise.all(Array.from({ length: 10 }, () => read(`${server.origin}/same`)))
  expect(new Set(pages.map(({ markdown }) => markdown)).size).toBe(1)
  expect(await read(`${server.origin}/same`)).toMatchObject({ cached: true })
  expect(server.requests).toEqual(['GET /same'])
})

test('a page that forbids storing is fetched anew each time', async () => {
  const server = await serve({ 'content-type': 'text/html', 'cache-control': 'no-store' }, HTML)
  await read(`${server.origin}/`)
  expect(await read(`${server.origin}/`)).toMatchObject({ cached: false })
  expect(server.requests).toHaveLength(2)
})

describe('bodies', () => {
  test.each([
    ['gzip', gzipSync(HTML)],
    ['br', brotliCompressSync(HTML)],
    ['x-gzip', gzipSync(HTML)],
  ])('%s is undone', async (coding, body) => {
    const server = await serve({ 'content-type': 'text/html', 'content-encoding': coding }, body)
    expect((await read(`${server.origin}/`)).markdown).toContain('quick brown fox')
  })

  test('native Markdown is passed through', async () => {
    const source = '# Notes\n\n- one\n- two\n\n```js\nconst html = "<script>"\n```\n'
    const server = await serve({ 'content-type': 'text/markdown' }, source)
    expect(await read(`${server.origin}/`)).toMatchObject({ extraction: 'source', markdown: source.trim(), title: 'Notes' })
  })

  test('nothing executable passes through', async () => {
    const server = await serve(
      { 'content-type': 'text/markdown' },
      'a\u202eb\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)> <!-- hidden -->\n',
    )
    const { markdown } = await read(`${server.origin}/`)
    expect(markdown).not.toMatch(/<script|javascript:|<img|hidden|\u202e/)
  })

  test('plain text stands as it is', async () => {
    const server = await serve({ 'content-type': 'text/plain' }, 'one\r\ntwo\n')
    expect(await read(`${server.origin}/`)).toMatchObject({ extraction: 'source', markdown: 'one\ntwo', wordCount: 2 })
  })

  test('JSON becomes one fenced block that it cannot break out of', async () => {
    const server = await serve({ 'content-type': 'application/json' }, '{"a":"```` b"}')
    expect((await read(`${server.origin}/`)).markdown).toBe('`````json\n{"a":"```` b"}\n`````')
  })

  test('HTML that is sent as plain text is read as HTML', async () => {
    const server = await serve({ 'content-type': 'text/plain' }, HTML)
    expect(await read(`${server.origin}/`)).toMatchObject({ contentType: 'text/html', title: 'A small page' })
  })

  test.each([
    ['image/png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['text/html', Buffer.from('504b0304140000000800', 'hex')],
    ['application/zip', Buffer.from('504b0304140000000800', 'hex')],
    ['audio/mpeg', Buffer.from('4944330300000000', 'hex')],
    ['text/css', 'body { color: red }'],
    ['application/octet-stream', Buffer.from([1, 2, 3, 0, 4, 5])],
  ])('%s with such bytes is refused, uncharged', async (type, body) => {
    const server = await serve({ 'content-type': type }, body)
    expect(await failure(`${server.origin}/`)).toEqual({ status: 422, extra: { upstreamStatus: 200, errorCode: 'unsupported_type' } })
  })

  test('a PDF is read in the same worker, whatever its header says', async () => {
    const text = 'The tide turns twice a day and the ferry with it, as every child can tell you.'
    const body = Buffer.from(pdf([[{ text, x: 60, y: 700 }]]))
    for (const type of ['application/pdf', 'text/html', 'application/octet-stream']) {
      const server = await serve({ 'content-type': type }, body)
      const page = await read(`${server.origin}/`)
      expect(page).toMatchObject({ contentType: 'application/pdf', extraction: 'source', pageKind: null, truncated: false })
      expect(page.markdown).toBe(`[Page 1](${server.origin}/#page=1)\n\n${text}`)
    }
  })

  test('a PDF is read from the page that the fragment names, also after another part of it was read', async () => {
    const texts = ['one', 'two', 'three'].map((which) => `The tide turns twice a day, says page ${which} of this book.`)
    const server = await serve({ 'content-type': 'application/pdf' }, Buffer.from(pdf(texts.map((text) => [{ text, x: 60, y: 700 }]))))
    for (const [fragment, first] of [
      ['', 0],
      ['#page=2', 1],
      ['#page=3', 2],
    ] as const) {
      const { markdown, finalUrl } = await read(`${server.origin}/${fragment}`)
      expect(markdown.match(/The tide.+/g)).toEqual(texts.slice(first))
      expect(finalUrl).toBe(`${server.origin}/`)
    }
    const beyond = { status: 422, extra: { upstreamStatus: 200, errorCode: 'pdf_page_beyond_end' } }
    expect(await failure(`${server.origin}/#page=4`)).toEqual(beyond)
  })

  test('a Word file is read, whatever its header says, and says what it is', async () => {
    const file = zip({
      'word/document.xml': '<w:document><w:body><w:p><w:r><w:t>The tide turns twice a day.</w:t></w:r></w:p></w:body></w:document>',
    })
    const server = await serve({ 'content-type': 'application/octet-stream' }, Buffer.from(file))
    const page = await read(`${server.origin}/`)
    expect(page).toMatchObject({ markdown: 'The tide turns twice a day.', extraction: 'source', pageKind: null, truncated: false })
    expect(page.contentType).toContain('wordprocessingml')
  })

  test.each([
    ['pdf_broken', '%PDF-1.7\n%\u00e2\u00e3'],
    ['pdf_scanned', Buffer.from(pdf([[]]))],
    ['office_document', Buffer.from('PK\x03\x04......word/document.xml', 'latin1')],
  ])('%s is an error of its own, uncharged', async (errorCode, body) => {
    const server = await serve({ 'content-type': 'application/octet-stream' }, body)
    expect(await failure(`${server.origin}/`)).toEqual({ status: 422, extra: { upstreamStatus: 200, errorCode } })
  })

  test.each([
    ['', 200],
    ['   \n ', 200],
    ['<html><body></body></html>', 200],
    ['', 204],
  ])('%j has nothing to read', async (body, status) => {
    const server = await serve({ 'content-type': 'text/html' }, body, status)
    expect(await failure(`${server.origin}/`)).toMatchObject({ status: 422, extra: { errorCode: 'nothing_readable' } })
  })

  test('Markdown over one megabyte is cut at a line, and said to be', async () => {
    const server = await serve({ 'content-type': 'text/plain' }, 'a line of words\n'.repeat(90_000))
    const page = await read(`${server.origin}/`)
    expect(page.truncated).toBe(true)
    expect(Buffer.byteLength(page.markdown)).toBeLessThanOrEqual(1_000_000)
    expect(page.markdown.endsWith('words')).toBe(true)
  })

  test('a body over the cap is converted as far as it was read', async () => {
    const server = await serve(
      { 'content-type': 'text/html' },
      HTML.replace('</main>', `${'<p>More words that say little.</p>'.repeat(300_000)}`),
    )
    expect(await read(`${server.origin}/`)).toMatchObject({ truncated: true, title: 'A small page' })
  })
})

describe('failures are never charged', () => {
  test.each([400, 403, 404, 410, 429, 500, 503])('HTTP %i', async (status) => {
    const server = await serve({ 'content-type': 'text/html' }, HTML, status)
    expect(await failure(`${server.origin}/`)).toEqual({ status: 502, extra: { upstreamStatus: status } })
  })

  test.each([
    [429, '120', 120],
    [503, '7', 7],
    [503, '86400', 300],
    [429, 'soon', undefined],
    [404, '120', undefined],
  ])('HTTP %i with Retry-After %s says when to ask again', async (status, retryAfter, seconds) => {
    const server = await serve({ 'content-type': 'text/html', 'retry-after': retryAfter }, HTML, status)
    await expect(read(`${server.origin}/`)).rejects.toMatchObject({ status: 502, retryAfterSeconds: seconds })
  })

  test('a name that leads inside is 422', async () => {
    expect(await failure('http://inside.zoo.example.com/')).toEqual({
      status: 422,
      extra: { upstreamStatus: null, errorCode: 'blocked_target' },
    })
  })

  test('a name that does not exist is 502', async () => {
    expect(await failure('http://gone.zoo.example.com/')).toEqual({ status: 502, extra: { upstreamStatus: null, errorCode: 'dns_failed' } })
  })

  test('a redirect inside is 422', async () => {
    const server = await serve({ location: 'http://169.254.169.254/latest/meta-data/' }, '', 302)
    expect(await failure(`${server.origin}/`)).toMatchObject({ status: 422, extra: { errorCode: 'blocked_target' } })
  })

  test('five redirects are followed, the sixth is not', async () => {
    const server = await keep(
      startHttp((request, response) => {
        const left = Number(request.url?.slice(1))
        if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end()
        else response.writeHead(200, { 'content-type': 'text/html' }).end(HTML)
      }),
    )
    expect(await read(`${server.origin}/5`)).toMatchObject({ finalUrl: `${server.origin}/0` })
    expect(await failure(`${server.origin}/6`)).toMatchObject({ status: 502, extra: { errorCode: 'too_many_redirects' } })
  })

  test('an invalid certificate is 502', async () => {
    const server = await keep(startHttps(makeAuthority().issue({ names: ['127.0.0.1'] }), (_request, response) => response.end(HTML)))
    expect(await failure(`${server.origin}/`)).toMatchObject({ status: 502, extra: { errorCode: 'tls_failed' } })
    expect(server.requests).toEqual([])
  })
})

describe('hostile transports end in time and cost nobody else', () => {
  const drip = (prefix: string, piece: string) =>
    startRaw((socket) => {
      socket.write(prefix)
      const timer = setInterval(() => socket.write(piece), 20)
      socket.on('close', () => clearInterval(timer))
    })
  const head = (more = '') => `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${more}\r\n`

  test('a body that drips', async () => {
    const server = await keep(drip(head('transfer-encoding: chunked\r\n'), '1\r\na\r\n'))
    expect(await failure(`${server.origin}/`, HASTY)).toMatchObject({ status: 504, extra: { errorCode: 'timeout' } })
  })

  test('headers that drip', async () => {
    const server = await keep(drip('HTTP/1.1 200 OK\r\n', 'x-a: b\r\n'))
    expect(await failure(`${server.origin}/`, HASTY)).toMatchObject({ status: 504 })
  })

  test('no answer at all', async () => {
    const server = await keep(startRaw(() => undefined))
    expect(await failure(`${server.origin}/`, HASTY)).toMatchObject({ status: 504 })
  })

  test('a header flood', async () => {
    const server = await keep(
      startRaw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const pump = () => {
          while (socket.writable && socket.write(`x-flood: ${'y'.repeat(1_000)}\r\n`));
        }
        socket.on('drain', pump)
        pump()
      }),
    )
    expect(await failure(`${server.origin}/`)).toMatchObject({ status: 502, extra: { errorCode: 'bad_response' } })
  })

  test.each([
    ['gzip', gzipSync(Buffer.alloc(100_000_000, 'bomb '))],
    // The best quality takes more than a second to make it no smaller.
    ['br', brotliCompressSync(Buffer.alloc(50_000_000, 'bomb '), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
    ['zstd', zstdCompressSync(Buffer.alloc(50_000_000, 'bomb '))],
  ])('a %s bomb is stopped at the cap and converted that far', async (coding, body) => {
    const server = await serve({ 'content-type': 'text/plain', 'content-encoding': coding }, body)
    const page = await read(`${server.origin}/`)
    expect(page.truncated).toBe(true)
    expect(page.markdown.startsWith('bomb bomb')).toBe(true)
  })

  test.each(['br, gzip', 'gzip, zstd, br'])('content coding %s is refused', async (coding) => {
    const server = await serve({ 'content-type': 'text/html', 'content-encoding': coding }, gzipSync(gzipSync(HTML)))
    expect(await failure(`${server.origin}/`)).toMatchObject({ status: 502, extra: { errorCode: 'bad_response' } })
  })

  test('a coding that does not decode', async () => {
    const server = await serve({ 'content-type': 'text/html', 'content-encoding': 'gzip' }, gzipSync(HTML).fill(255, 20, 40))
    expect(await failure(`${server.origin}/`)).toMatchObject({ status: 502, extra: { errorCode: 'bad_response' } })
  })

  test('a body without end is cut', async () => {
    let sent = 0
    const server = await keep(
      startRaw((socket) => {
        socket.write(`${head()}<h1>Endless</h1>`)
        const piece = '<p>Words without end, and then some more of them.</p>'.repeat(1_000)
        const pump = () => {
          while (socket.writable && socket.write(piece)) sent += piece.length
        }
        socket.on('drain', pump)
        pump()
      }),
    )
    expect(await read(`${server.origin}/`)).toMatchObject({ truncated: true })
    expect(sent).toBeLessThan(30_000_000)
  })

  test('a connection that breaks off', async () => {
    const server = await keep(startRaw((socket) => socket.end(`${head('content-length: 100000\r\n')}<p>half`)))
    expect(await failure(`${server.origin}/`)).toMatchObject({ status: 502, extra: { errorCode: 'reset' } })
  })

  test('while all of them are under way, an ordinary page is read', async () => {
    const slow = await Promise.all(Array.from({ length: 8 }, () => keep(drip(head('transfer-encoding: chunked\r\n'), '1\r\na\r\n'))))
    const server = await serve({ 'content-type': 'text/html' }, HTML)
    const stuck = slow.map(({ origin }) => failure(`${origin}/`, HASTY))
    expect((await read(`${server.origin}/`)).markdown).toContain('quick brown fox')
    for (const { status } of await Promise.all(stuck)) expect(status).toBe(504)
  })
})
