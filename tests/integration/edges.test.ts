/** The edges of the server itself: what is no plain request holds nothing, and while many strangers misbehave buyers and readers are served. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { dataFolder } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'

/** Before what strangers hold would be cut off, were it waited for as calls with a payment are. */
const STOP_LIMIT_MS = 40_000
const HOSTILE = 200
const METRICS_TOKEN = 'a-metrics-token-of-tests'

let world: LocalWorld
let server: Server
const folder = await dataFolder('edges')
const open: Socket[] = []

beforeAll(async () => {
  world = await startLocalWorld()
  const env = world.appEnv({
    DATA_DIR: folder,
    BASE_URL: 'http://tools.test',
    JOBS_DRIVER: 'off',
    RATE_LIMIT_PER_MINUTE: '60',
    METRICS_TOKEN,
    // Every test is another client, by what it says of itself.
    TRUSTED_PROXIES: '127.0.0.1/32',
    INNGEST_SIGNING_KEY: `signkey-test-${'ab'.repeat(32)}`,
  })
  server = await startServer({ env, logFile: join(folder, 'server.log') })
}, 400_000)
afterAll(async () => {
  for (const socket of open) socket.destroy()
  await server?.stop()
  await world?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A connection that says `text`, and whatever comes back. */
function say(text: string): { socket: Socket; heard: () => string; ended: Promise<string> } {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  open.push(socket)
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1')
  })
  const ended = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(heard))
    socket.once('error', () => resolve(heard))
  })
  socket.write(text)
  return { socket, heard: () => heard, ended }
}

type Raw = { method?: string; target?: string; from?: string; headers?: string; body?: string; close?: boolean }
/** A request as it goes over the wire. */
const raw = ({ method = 'GET', target = '/', from = '192.0.2.1', headers = '', body = '', close = true }: Raw): string =>
  `${method} ${target} HTTP/1.1\r\nHost: tools.test\r\nX-Forwarded-For: ${from}\r\n${close ? 'Connection: close\r\n' : ''}${headers}${
    body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`
  }\r\n${body}`

const upgrade = (target: string, what = 'websocket', method = 'GET') =>
  `${method} ${target} HTTP/1.1\r\nHost: tools.test\r\nConnection: Upgrade, close\r\nUpgrade: ${what}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`

const statusOf = async (request: Raw): Promise<number> => Number(/^HTTP\/1\.1 (\d+)/.exec(await say(raw(request)).ended)?.[1] ?? 0)
/** Statuses of so many of the same, a few at a time. */
async function statusesOf(request: Raw, times: number): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < times)
    statuses.push(...(await Promise.all(Array.from({ length: Math.min(20, times - statuses.length) }, () => statusOf(request)))))
  return statuses
}
const JSON_BODY = 'Content-Type: application/json\r\n'
const message = (method: string, params = '{}') => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`

describe('there is nothing to upgrade to', () => {
  // What Next draws itself makes it listen for upgrades, if anybody lets it.
  beforeAll(async () => void (await fetch(`${server.url}/og/tools.png`)))

  test.each(['//x', '/a//b', '/a\\b', '/', '/_next/webpack-hmr', '/_next/x', '/api/inngest', '/og/none'])(
    '%s is answered as a plain request, and its connection ends',
    async (target) => {
      expect(await say(upgrade(target)).ended).toMatch(/^HTTP\/1\.1 [2-5]\d\d /)
    },
  )

  test.each(['POST', 'PUT', 'HEAD', 'OPTIONS', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY'])('nor by %s', async (method) => {
    expect(await say(upgrade('/a//b', 'websocket', method)).ended).toMatch(/^HTTP\/1\.1 [2-5]\d\d /)
  })

  test.each(['TLS/1.0', 'websocket, h2c', 'HTTP/2.0', 'x'])('nor to %s', async (what) => {
    expect(await say(upgrade('/healthz', what)).ended).toMatch(/^HTTP\/1\.1 200 /)
  })

  test.each(['CONNECT tools.test:443 HTTP/1.1', 'CONNECT / HTTP/1.1', 'PRI * HTTP/2.0'])('%s ends the connection', async (line) => {
    expect(await say(`${line}\r\nHost: tools.test\r\n\r\n`).ended).not.toMatch(/^HTTP\/1\.1 2/)
  })

  test('a client that would rather speak HTTP/2 gets its answer in HTTP/1.1', async () => {
    expect(await say(upgrade('/healthz', 'h2c')).ended).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('what is sent in too large a body is not read', () => {
  test.each([
    ['/mcp', 413],
    ['/api/jobs', 400],
  ])('POST %s with more than it takes is %i, before the rest is sent', async (path, status) => {
    const headers = `Authorization: Bearer ${world.operatorToken}\r\nContent-Type: application/json\r\nContent-Length: 500000000\r\n`
    const { ended } = say(`POST ${path} HTTP/1.1\r\nHost: tools.test\r\nConnection: close\r\n${headers}\r\n{`)
    expect(await ended).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })
})

// Each waits for half a minute to be cut off, so they wait together.
describe.concurrent('what is sent after the answer is not listened to for long', () => {
  test.each([
    ['/mcp', 'POST', JSON_BODY],
    ['/openapi.json', 'GET', ''],
    ['/og/tools.png', 'GET', ''],
    ['/api/inngest', 'POST', JSON_BODY],
    ['/v1/util/ping', 'POST', ''],
  ])('%s: a body in pieces without end ends with its connection', async (target, method, headers) => {
    const { socket, ended } = say(raw({ target, method, close: false, headers: `${headers}Transfer-Encoding: chunked\r\n` }))
    const feed = setInterval(() => socket.destroyed || socket.write(`10000\r\n${'a'.repeat(0x10000)}\r\n`), 20)
    expect(await ended).toMatch(/^HTTP\/1\.1 [2-4]\d\d /)
    clearInterval(feed)
  })

  /** So many connections that send 40 requests ahead every few milliseconds, whatever is answered. */
  const sendAhead = (method: string) =>
    Array.from({ length: 30 }, () => {
      const sent = `${method} /status HTTP/1.1\r\nHost: tools.test\r\n\r\n`.repeat(40)
      const { socket, heard, ended } = say(sent)
      const more = setInterval(() => socket.writable && socket.write(sent), 5)
      return { socket, heard, ended: ended.finally(() => clearInterval(more)) }
    })

  test('who sends more and more ahead of the answers keeps nobody waiting, and has them one after the other', async () => {
    const greedy = sendAhead('GET')
    expect(await statusOf({ target: '/healthz', from: '192.0.2.77' })).toBe(200)
    for (const { socket, heard } of greedy) {
      await vi.waitFor(() => expect(heard()).toMatch(/^HTTP\/1\.1 (?:200|429) /), 60_000)
      socket.destroy()
    }
  })

  test('or, where it is Node that would hold what was sent, is cut off', async () => {
    const greedy = sendAhead('HEAD')
    expect(await statusOf({ target: '/healthz', from: '192.0.2.78' })).toBe(200)
    // Answered on and on, they would go on without end.
    await Promise.all(greedy.map(({ ended }) => ended))
  })

  test('heads and bodies that never end are cut off', async () => {
    const slow = [
      say(''),
      say('G'),
      say('GET / HTTP/1.1\r\nHost: tools.te'),
      say(raw({ close: false, target: '/none' }).slice(0, -2)),
      say(raw({ target: '/mcp', method: 'POST', headers: `${JSON_BODY}Content-Length: 1000\r\n` })),
    ]
    for (const said of await Promise.all(slow.map(({ ended }) => ended))) expect(said).not.toMatch(/^HTTP\/1\.1 [25]/)
  })
})

describe('who leaves', () => {
  test('in the middle of a body is no error of ours', async () => {
    const { socket, ended } = say(raw({ target: '/mcp', method: 'POST', headers: `${JSON_BODY}Content-Length: 1000\r\n` }))
    socket.write('{')
    await new Promise((resolve) => setTimeout(resolve, 300))
    socket.destroy()
    await ended
    await statusOf({ target: '/healthz' })
    expect(readFileSync(join(folder, 'server.log'), 'utf8')).not.toContain('aborted')
  })

  test('in the middle of a body, before the answer or after it, brings nothing down', async () => {
    const manners: ((socket: Socket) => void)[] = [
      (socket) => void socket.resetAndDestroy(),
      (socket) => void socket.destroy(),
      (socket) => void socket.end('{'),
    ]
    const targets = [
      ['/mcp', 'POST'],
      ['/api/inngest', 'POST'],
      ['/api/inngest', 'PUT'],
      ['/v1/util/ping', 'POST'],
      ['/og/tools.png', 'GET'],
      ['/openapi.json', 'GET'],
    ] as const
    const forged = `X-Inngest-Signature: t=${Math.floor(Date.now() / 1000)}&s=${'ab'.repeat(32)}\r\n`
    const leave = async (target: string, method: string, framing: string, manner: (socket: Socket) => void, waits: boolean) => {
      const { socket, heard } = say(raw({ target, method, close: false, headers: `${JSON_BODY}${forged}${framing}`, from: '192.0.2.78' }))
      socket.write('5\r\n{"a":')
      const until = Date.now() + (waits ? 1_500 : 0)
      while (!heard().includes('HTTP/1.1') && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10))
      manner(socket)
    }
    await Promise.all(
      targets.flatMap(([target, method]) =>
        ['Content-Length: 1000\r\n', 'Transfer-Encoding: chunked\r\n'].flatMap((framing) =>
          manners.flatMap((manner) => [true, false].map((waits) => leave(target, method, framing, manner, waits))),
        ),
      ),
    )
    // Longer than anybody listens to the rest of a body.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect(await statusOf({ target: '/healthz' })).toBe(200)
    expect(server.exited()).toBe(false)
  })
})

describe('requests that no two readers read alike', () => {
  test.each([
    ['two hosts', 'GET / HTTP/1.1\r\nHost: tools.test\r\nHost: evil.test\r\nConnection: close\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two lengths', 'POST /mcp HTTP/1.1\r\nHost: tools.test\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    ['a length and chunks', 'POST /mcp HTTP/1.1\r\nHost: tools.test\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a negative length', 'POST /mcp HTTP/1.1\r\nHost: tools.test\r\nContent-Length: -1\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: tools.test\r\nX: a\r\n b\r\nConnection: close\r\n\r\n'],
    ['a head of 20 kB', `GET / HTTP/1.1\r\nHost: tools.test\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['a target of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: tools.test\r\n\r\n`],
  ])('%s', async (_name, text) => {
    expect(await say(text).ended).toMatch(/^HTTP\/1\.1 4\d\d /)
  })

  test('a host of the client’s choice changes nothing that is said', async () => {
    const said = await say('GET /discovery HTTP/1.1\r\nHost: evil.test\r\nX-Forwarded-Host: evil.test\r\nConnection: close\r\n\r\n').ended
    expect(said).toMatch(/^HTTP\/1\.1 200 /)
    expect(said).not.toContain('evil.test')
    const absolute = await say(raw({ target: 'http://evil.test/api/inngest' })).ended
    expect(absolute).not.toContain('evil.test')
  })

  test.each(['/og/tools.png', '/favicon.ico', '/api/inngest'])('%s takes the methods it has', async (target) => {
    for (const method of ['PURGE', 'QUERY', 'TRACE', 'PATCH', 'DELETE']) expect(await statusOf({ method, target })).toBe(405)
  })
})

/** Milliseconds of CPU that the server has used. */
function cpuMs(): number {
  const [, fields = ''] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')
  return (
    fields
      .split(' ')
      .slice(11, 13)
      .reduce((sum, ticks) => sum + Number(ticks), 0) * 10
  )
}

describe('a query of 15 kB costs no more than any other', () => {
  const pieces = ['&', '=', '%', ';', 'a&', 'a=1&', 'q=&', '&&=', '%26', '%F0', '%00', '[]', 'a[]=&', 'limit=1&', 'q=a,', '+']
  const targets = [
    ['/api/inngest', '/og/tools.png', '/favicon.ico', '/_next/static/none.js'],
    ['/api/uk-tenders/status.json', '/api/uk-tenders/construction.json', '/tenders', '/tenders/construction', '/tenders/notice/none'],
    ['/v1/util/uuid', '/v1/web/markdown', '/v1/evm/4byte', '/v1/none'],
    ['/', '/openapi.json', '/docs', '/status', '/api/jobs', '/ops', '/metrics', '/none', '/mcp'],
  ]
  test.runIf(existsSync('/proc/self/stat')).each(targets.map((paths, at) => [paths.join(' '), paths, at] as const))(
    '%s',
    async (_name, paths, at) => {
      for (const path of paths) {
        const costOf = async (made: string[]) => {
          const before = cpuMs()
          for (const piece of made)
            await statusOf({ target: `${path}?${piece.repeat(15_000 / piece.length)}`, from: `198.51.${at}.${paths.indexOf(path)}` })
          return cpuMs() - before
        }
        const plainMs = await costOf(pieces.map(() => 'a'))
        // Quadratic readers take seconds for one of them, on a machine that has not as long to do for all that is plain.
        expect(await costOf(pieces), path).toBeLessThan(1_000 + 10 * plainMs)
      }
    },
  )
})

describe('nothing is free without end', () => {
  let strangers = 0
  test.each([
    ['files', { target: '/favicon.ico' }, 80],
    ['drawn images', { target: '/og/tools.png' }, 80],
    ['targets that cannot be read', { target: '/%' }, 80],
    ['methods that are not served', { method: 'DELETE', target: '/og/tools.png' }, 80],
    ['the queue’s calls without a signature', { method: 'POST', target: '/api/inngest', headers: JSON_BODY, body: '{}' }, 40],
    ['lists of tools', { method: 'POST', target: '/mcp', headers: JSON_BODY, body: message('tools/list') }, 40],
    ['long messages', { method: 'POST', target: '/mcp', headers: JSON_BODY, body: message('ping', `{"a":"${'a'.repeat(500_000)}"}`) }, 20],
  ])('%s', async (_name, request, times) => {
    strangers += 1
    const from = `203.0.113.${strangers}`
    const statuses = await statusesOf({ ...request, from }, times)
    // In between some are let in again, one a second.
    expect(statuses.some((status) => status !== 429)).toBe(true)
    expect(statuses.slice(-10).filter((status) => status === 429).length).toBeGreaterThan(5)
    expect(await statusOf({ ...request, from: `203.0.113.${100 + strangers}` })).not.toBe(429)
  })

  test('guesses at the operator’s token, wherever they are made, and the right one passes throughout', async () => {
    const from = '203.0.113.200'
    const right = { from, target: '/api/ledger', headers: `Authorization: Bearer ${world.operatorToken}\r\n` }
    const statuses: number[] = []
    const targets = ['/api/jobs', '/metrics', '/ops', '/api/ledger']
    for (let guess = 0; guess < 40; guess += 1) {
      const headers = `Authorization: Bearer wrong-token-${guess}\r\n`
      statuses.push(...(await Promise.all(targets.map((target) => statusOf({ from, target, headers })))))
    }
    expect(statuses.filter((status) => status !== 429).length).toBeLessThan(30)
    expect(statuses.at(-1)).toBe(429)
    expect(await statusOf(right)).toBe(200)
    const scrape = await say(raw({ from, target: '/metrics', headers: `Authorization: Bearer ${METRICS_TOKEN}\r\n` })).ended
    expect(scrape).toMatch(/refused_calls_total\{reason="allowance"\} [1-9]/)
  })

  test('who pays is served at an address that has nothing left', async () => {
    const from = '203.0.113.201'
    const headers = { 'X-Forwarded-For': from }
    const offer = await fetch(`${server.url}/v1/util/ping`, { headers })
    const payment = await world.buyer.signOnce(offer, 'base')
    await statusesOf({ from, target: '/v1/util/ping' }, 80)
    await statusesOf({ from, target: '/v1/util/ping?x=1' }, 80)
    for (const target of ['/v1/util/ping', '/v1/util/ping?x=1']) expect(await statusesOf({ from, target }, 20)).toContain(429)
    expect((await fetch(`${server.url}/v1/util/ping`, { headers: { ...headers, 'PAYMENT-SIGNATURE': payment } })).status).toBe(200)
  })
})

test('while 200 strangers hold what they can, a buyer buys, a reader reads, and a stop is short and clean', async () => {
  const body = 'Content-Type: application/json\r\nContent-Length: 1000\r\n'
  const ways = [
    () => say(''),
    () => say('GET / HTTP/1.1\r\nHost: tools.te'),
    () => say(`POST /mcp HTTP/1.1\r\nHost: tools.test\r\n${body}\r\n{"jsonrpc":`),
    () => say(`POST /api/jobs HTTP/1.1\r\nHost: tools.test\r\nAuthorization: Bearer wrong\r\n${body}\r\n{`),
    () => say(upgrade('/tenders//x')),
    () => say(`GET /docs HTTP/1.1\r\nHost: tools.test\r\nX-A: ${'a'.repeat(8_000)}\r\n`),
    () => say('GET /status HTTP/1.1\r\nHost: tools.test\r\n\r\n'.repeat(20)),
  ]
  for (let index = 0; index < HOSTILE; index += 1) ways[index % ways.length]!()
  const headers = { 'X-Forwarded-For': '203.0.113.202' }
  const offer = await fetch(`${server.url}/v1/util/ping`, { headers })
  const payment = await world.buyer.signOnce(offer, 'base')
  const paid = await fetch(`${server.url}/v1/util/ping`, { headers: { ...headers, 'PAYMENT-SIGNATURE': payment } })
  expect(paid.status).toBe(200)
  expect((await fetch(`${server.url}/api/uk-tenders/status.json`, { headers })).status).toBe(200)
  const exit = await server.stop(STOP_LIMIT_MS)
  expect(exit.code).toBe(0)
})
