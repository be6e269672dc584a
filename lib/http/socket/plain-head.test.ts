import { createServer } from 'node:http'
import { duplexPair } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPlainHead } from './plain-head.ts'

const read = (text: string) => readPlainHead(Buffer.from(text, 'latin1'))

describe('what a plain head is', () => {
  test('target and headers are read as they are', () => {
    const head = read('GET /v1/util/ping?x=%20 HTTP/1.1\r\nHost: a.test\r\nX-Two: one, two  three\r\nConnection: Keep-Alive\r\n\r\n')
    expect(head?.target).toBe('/v1/util/ping?x=%20')
    expect(Object.fromEntries(head?.headers ?? [])).toEqual({ host: 'a.test', 'x-two': 'one, two  three', connection: 'Keep-Alive' })
  })

  const host = 'Host: a.test\r\n'
  test.each([
    ['another method', `POST / HTTP/1.1\r\n${host}\r\n`],
    ['HEAD', `HEAD / HTTP/1.1\r\n${host}\r\n`],
    ['another version', `GET / HTTP/1.0\r\n${host}\r\n`],
    ['the absolute form', `GET http://a.test/ HTTP/1.1\r\n${host}\r\n`],
    ['a fragment', `GET /#x HTTP/1.1\r\n${host}\r\n`],
    ['two spaces', `GET  / HTTP/1.1\r\n${host}\r\n`],
    ['a bare line feed', `GET / HTTP/1.1\n${host}\r\n`],
    ['a line feed in a value', `GET / HTTP/1.1\r\n${host}X: a\nY: b\r\n\r\n`],
    ['no Host', 'GET / HTTP/1.1\r\nX: y\r\n\r\n'],
    ['two Hosts', `GET / HTTP/1.1\r\n${host}${host}\r\n`],
    ['a header twice', `GET / HTTP/1.1\r\n${host}X: 1\r\nx: 2\r\n\r\n`],
    ['a folded line', `GET / HTTP/1.1\r\n${host}X: 1\r\n 2\r\n\r\n`],
    ['a space before the colon', `GET / HTTP/1.1\r\n${host}X : 1\r\n\r\n`],
    ['an empty value', `GET / HTTP/1.1\r\n${host}X: \r\n\r\n`],
    ['bytes beyond ASCII', `GET / HTTP/1.1\r\n${host}X: \xe9\r\n\r\n`],
    ['a body to come', `GET / HTTP/1.1\r\n${host}Content-Length: 1\r\n\r\n`],
    ['no body, but a word on it', `GET / HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`],
    ['chunks to come', `GET / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`],
    ['a connection that ends', `GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`],
    ['another protocol', `GET / HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
    ['a question before the body', `GET / HTTP/1.1\r\n${host}Expect: 100-continue\r\n\r\n`],
    ['half a head', `GET / HTTP/1.1\r\n${host}`],
    ['all but the last byte', `GET / HTTP/1.1\r\n${host}\r`],
    ['a byte too many', `GET / HTTP/1.1\r\n${host}\r\nG`],
    ['two requests', `GET / HTTP/1.1\r\n${host}\r\nGET / HTTP/1.1\r\n${host}\r\n`],
    ['an empty line first', `\r\nGET / HTTP/1.1\r\n${host}\r\n`],
    ['a very long one', `GET / HTTP/1.1\r\n${host}X: ${'y'.repeat(8_192)}\r\n\r\n`],
    ['nothing', ''],
  ])('%s is left to Node', (_, text) => {
    expect(read(text)).toBeUndefined()
  })
})

type Seen = {
  method: string | undefined
  target: string | undefined
  headers: Record<string, unknown>
  keepAlive: boolean
  complete: boolean
}

/** What Node's own parser makes of the bytes of a connection. */
async function seenByNode(bytes: Buffer): Promise<Seen[] | 'refused'> {
  const seen: Seen[] = []
  let refused = false
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const { method, url: target, headers, complete } = request
      seen.push({ method, target, headers: { ...headers }, keepAlive: response.shouldKeepAlive, complete })
      response.end()
    })
  })
  server.on('clientError', (_, socket) => {
    refused = true
    socket.destroy()
  })
  const [client, far] = duplexPair()
  client.on('error', () => {}).resume()
  server.emit('connection', far)
  client.write(bytes)
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  client.destroy()
  far.destroy()
  return refused ? 'refused' : seen
}

const odd = fc.constantFrom(
  '\r\n',
  '\n',
  '\r',
  ' ',
  '\t',
  ':',
  ',',
  ';',
  '"',
  '#',
  '?',
  '%',
  '\x00',
  '\x7f',
  '\xe9',
  '/',
  '..',
  'GET ',
  '\r\n\r\n',
)
const name = fc.constantFrom(
  'Host',
  'host',
  'Accept',
  'Connection',
  'Content-Length',
  'Transfer-Encoding',
  'X-Request-Id',
  'PAYMENT-SIGNATURE',
  'x_y',
  'Te',
)
const value = fc.oneof(
  fc.constantFrom('a.test', 'keep-alive', 'close', '0', '5', 'chunked', 'gzip, br', ''),
  fc.string({ maxLength: 20 }),
  fc.array(odd, { maxLength: 3 }).map((parts) => parts.join('x')),
)
const path = fc.oneof(
  fc.constantFrom('/', '/v1/util/ping', '/api/uk-tenders/construction.json?limit=5', 'http://a.test/', '*'),
  fc.webPath().map((made) => `/${made}`),
  fc.array(odd, { maxLength: 3 }).map((parts) => `/${parts.join('x')}`),
)
const head = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'get', 'HEAD', 'POST'),
    path,
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0'),
    first: fc.constantFrom('Host: a.test\r\n', 'Host: a.test\r\n', ''),
    lines: fc.array(fc.tuple(name, fc.constantFrom(': ', ': ', ': ', ':', ' : '), value, fc.constantFrom('\r\n', '\r\n', '\r\n', '\n')), {
      maxLength: 4,
    }),
    end: fc.constantFrom('\r\n', '\r\n', '\r\n', '', '\n', '\r\n\r\n', '\r\nGET / HTTP/1.1\r\n'),
  })
  .map(
    ({ method, path, version, first, lines, end }) =>
      `${method} ${path} ${version}\r\n${first}${lines.map((parts) => parts.join('')).join('')}${end}`,
  )

test('whatever is read as plain, Node reads as the same one request, complete and on a connection that goes on', async () => {
  let plain = 0
  await fc.assert(
    fc.asyncProperty(head, async (text) => {
      const bytes = Buffer.from(text, 'latin1')
      const found = readPlainHead(bytes)
      if (!found) return
      plain += 1
      const one = { method: 'GET', target: found.target, headers: Object.fromEntries(found.headers), keepAlive: true, complete: true }
      expect(await seenByNode(bytes)).toEqual([one])
      // It ends where Node's ends, so what was sent ahead behind it begins where Node's next one does.
      expect(text.indexOf('\r\n\r\n')).toBe(text.length - 4)
      expect(await seenByNode(Buffer.from(text + text, 'latin1'))).toEqual([one, one])
    }),
    { numRuns: 40_000 },
  )
  expect(plain).toBeGreaterThan(300)
})

test('the comparison can fail: Node sees two requests where there are two', async () => {
  const one = 'GET / HTTP/1.1\r\nHost: a.test\r\n\r\n'
  expect(await seenByNode(Buffer.from(one + one))).toHaveLength(2)
  expect(await seenByNode(Buffer.from('GET / HTTP/1.1\r\nHost : a\r\n\r\n'))).toBe('refused')
})
