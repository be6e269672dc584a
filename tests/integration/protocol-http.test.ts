/**
 * The built server as strangers meet it, on both mounts: methods, paths, hosts, header sizes and input that no client library would send.
 * Nothing of it may run a tool, charge anyone, or show what the server is made of.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { type Answer, type Ask, exchange, exchangeRaw } from '../support/exchange.ts'
import { atomicPrice } from '../support/price.ts'
import { mounts, type Server, startServer } from '../support/server.ts'
import { bodyWithoutTicket, withoutTicket } from '../support/ticket.ts'
import { startUpstreams, type Upstreams } from '../support/upstreams/server.ts'

const BASE_URL = 'https://tools.example.com'
const PING = '/v1/util/ping'

let world: LocalWorld
let upstreams: Upstreams
beforeAll(async () => {
  world = await startLocalWorld()
  upstreams = await startUpstreams()
})
afterAll(async () => {
  await upstreams?.stop()
  await world?.stop()
})

/** No stack, no path of the server's disk, no framework, no runtime. */
const leaks = /node_modules|node:internal|\bat [\w.<>]+ \(|\.next\/|\.tsx?:\d|\/lib\/|turbopack|next\.js|x-powered-by/i
/** As an uncaught one is printed; our own documents speak of errors too. */
const thrown = /\w*Error: /
function expectClean({ headers, body }: Answer) {
  expect(body).not.toMatch(leaks)
  expect(body).not.toMatch(thrown)
  expect(JSON.stringify(headers)).not.toMatch(leaks)
  expect(headers.server).toBeUndefined()
}

function expectProblem(answer: Answer, status: number, code: string): Record<string, unknown> {
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  const body = JSON.parse(answer.body) as Record<string, unknown>
  expect(body).toMatchObject({
    type: `${BASE_URL}/docs/errors/${code}`,
    docs: `${BASE_URL}/docs/errors/${code}`,
    title: expect.any(String),
    detail: expect.any(String),
    status,
    code,
    retryable: expect.any(Boolean),
    charged: false,
    requestId: answer.headers['x-request-id'],
  })
  expectHygiene(answer)
  return body
}

function expectHygiene(answer: Answer) {
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  for (const name of ['PAYMENT-REQUIRED', 'PAYMENT-RESPONSE', 'X-Request-Id', 'Retry-After'])
    expect(answer.headers['access-control-expose-headers']).toContain(name)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  expectClean(answer)
}

/** Headers that two answers to the same question share. */
function comparable({ headers }: Answer) {
  const { date: _d, 'content-length': _l, 'transfer-encoding': _t, connection: _c, ...rest } = withoutTicket(headers)
  return rest
}

describe.each(mounts)('behind %s', (name) => {
  let mount: Server
  let signature: string
  const ask = (target: string, options?: Ask) => exchange(mount.url, target, options)
  const paying = (): [string, string] => ['PAYMENT-SIGNATURE', signature]

  beforeAll(async () => {
    mount = await startServer({ mount: name, env: world.appEnv({ ...upstreams.env, BASE_URL, JOBS_DRIVER: 'off' }) })
    signature = await world.buyer.signOnce((await ask(PING)).headers['payment-required']!, 'base')
  })
  afterAll(() => mount?.stop())
  beforeEach(() => world.facilitator.resetCounters())
  const nobodyAsked = () => expect(world.facilitator.counters).toMatchObject({ verify: 0, settle: 0 })

  test('an unpaid call is 402 with every header that section 3 asks for', async () => {
    const answer = await ask(PING)
    expect(answer.status).toBe(402)
    expectHygiene(answer)
    expect(answer.headers.vary?.toLowerCase()).toContain('accept')
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.headers['x-powered-by']).toBeUndefined()
  })

  describe('methods', () => {
    test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is 405 with Allow, paid or not', async (method) => {
      for (const headers of [[], [paying()]] as Ask['headers'][]) {
        const answer = await ask(PING, { method, headers: [...headers!, ['Content-Length', '0']] })
        expectProblem(answer, 405, 'method_not_allowed')
        expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
      }
      nobodyAsked()
    })

    test('a body on POST is refused the same way', async () => {
      const answer = await exchangeRaw(
        mount.url,
        `POST ${PING} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"message": 12}`,
      )
      expectProblem(answer, 405, 'method_not_allowed')
    })

    test('HEAD answers as the unpaid GET, without a body, also with a payment', async () => {
      const get = await ask(PING, { headers: [['X-Request-Id', 'same']] })
      for (const headers of [[], [paying()]] as Ask['headers'][]) {
        const head = await ask(PING, { method: 'HEAD', headers: [...headers!, ['X-Request-Id', 'same']] })
        expect([head.status, head.body]).toEqual([402, ''])
        expect(comparable(head)).toEqual(comparable(get))
      }
      expect((await ask('/v1/util/uuid?n=0', { method: 'HEAD' })).status).toBe(400)
      expect((await ask('/v1/util/none', { method: 'HEAD' })).status).toBe(404)
      nobodyAsked()
    })

    test('OPTIONS is 204 and allows what clients send', async () => {
      const answer = await ask(PING, {
        method: 'OPTIONS',
        headers: [
          ['Origin', 'https://app.example'],
          ['Access-Control-Request-Method', 'GET'],
          ['Access-Control-Request-Headers', 'payment-signature,access-control-expose-headers'],
        ],
      })
      expect([answer.status, answer.body]).toEqual([204, ''])
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      expect(answer.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
      const allowed = answer.headers['access-control-allow-headers']!.toLowerCase()
      for (const header of ['payment-signature', 'x-payment', 'content-type', 'idempotency-key', 'access-control-expose-headers'])
        expect(allowed).toContain(header)
      expectClean(answer)
    })

    test.each(['TRACE', 'LINK', 'PROPFIND', 'QUERY', 'PURGE', 'BREW', 'get'])('%s runs nothing and leaks nothing', async (method) => {
      const answer = await ask(PING, { method, headers: [paying()] })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(502)
      expect(answer.status).not.toBe(402)
      if (name === 'server.ts') expect(answer.status).not.toBe(500)
      expectClean(answer)
      nobodyAsked()
    })
  })

  describe('paths', () => {
    test.each(
      [
        '/v1/util/ping/',
        '/v1/util/ping//',
        '/v1//util/ping',
        '/v1/util//ping',
        '//v1/util/ping',
        '///v1/util/ping',
        '/V1/util/ping',
        '/v1/Util/Ping',
        '/v1/util/PING',
        '/v1/util/%70ing',
        '/%761/util/ping',
        '/v1%2Futil%2Fping',
        '/v1/util%2fping',
        '/v1/util/ping%2f',
        '/v1/util/ping%00',
        '/v1/util/ping%0a',
        '/v1/util/ping%20',
        '/v1/util/ping%ff',
        '/v1/util/ping%',
        '/v1/util/ping%zz',
        '/v1/./util/ping',
        '/v1/util/./ping',
        '/v1/util/../util/ping',
        '/v1/x/..%2futil/ping',
        '/v1/%2e%2e/v1/util/ping',
        '/v1/util/ping/../ping',
        '/v1/util/ping;x=1',
        '/v1/util;x=1/ping',
        '/v1/util/ping.json',
        '/v1/util/ping.rsc',
        '/v1/util/ping:443',
        '/v1/util/ping\\',
        '\\v1\\util\\ping',
        '/v1\\util\\ping',
        '/v1/util/ping,',
        "/v1/util/ping'",
        '/v1/util/ping/extra',
        '/v1/util',
        '/v1/',
        '/v1',
        '/v1/util/ping%3Fx=1',
        '/v1/util/ping&x=1',
        '/_next/../v1/util/ping',
        '/en/v1/util/ping',
        '/v1/__proto__/constructor',
        '/v1/util/ping\u00e9',
        '*',
        'v1/util/ping',
      ].map((path) => [JSON.stringify(path), path]),
    )('%s is no paid path, whatever is paid', async (_name, path) => {
      for (const headers of [[], [paying()]] as Ask['headers'][]) {
        const answer = await ask(path, { headers: headers! })
        expectClean(answer)
        // Next alone resolves dots and backslashes before it asks us, and fails at `*` by itself; that it is safe is all we can say there.
        if (name === 'next start') {
          expect([200, 308, 400, 402, 404, ...(path === '*' ? [500] : [])]).toContain(answer.status)
          if (answer.status === 308) expect(answer.headers.location).toMatch(/^\/v1\/util\/ping\/?$/)
          if (answer.status === 402 || answer.status === 200) expect(path).toMatch(/\/(\.|%2e){1,2}\//)
          continue
        }
        if (answer.status === 308) expect(answer.headers.location).toBe(PING)
        else expect([400, 404]).toContain(answer.status)
        expect(answer.headers['payment-response']).toBeUndefined()
        expect(answer.body).not.toContain('pong')
      }
      if (name === 'server.ts') nobodyAsked()
    })

    test('an unknown endpoint is a 404 problem with CORS', async () => {
      expectProblem(await ask('/v1/util/none'), 404, 'not_found')
    })

    test.each(['http://evil.example', 'https://evil.example', 'HTTP://tools.example.com:80'])(
      'an absolute request target of %s is answered as its path, with our own URL',
      async (origin) => {
        const answer = await ask(`${origin}${PING}`)
        if (name === 'server.ts') expect(answer.status).toBe(402)
        // Next alone sends such a client to where it says it is already.
        else expect([308, 402]).toContain(answer.status)
        if (answer.status === 402)
          expect(JSON.parse(Buffer.from(answer.headers['payment-required']!, 'base64').toString()).resource.url).toBe(`${BASE_URL}${PING}`)
        expectClean(answer)
      },
    )
  })

  describe('hosts', () => {
    test.each(['evil.example', 'evil.example:99999', '127.0.0.1@evil.example', '[::1', 'a b', '%00', '<script>', '', 'x.'.repeat(100)])(
      'the Host %j changes nothing and breaks nothing',
      async (host) => {
        for (const path of [PING, '/healthz', '/', '/openapi.json', '/.well-known/x402', '/no/such/page']) {
          const answer = await ask(path, { headers: [['Host', host]] })
          expect([200, 400, 402, 404]).toContain(answer.status)
          expectClean(answer)
          if (host.length > 3) expect(answer.body).not.toContain(host)
          if (answer.status === 402)
            expect(JSON.parse(Buffer.from(answer.headers['payment-required']!, 'base64').toString()).resource.url).toBe(
              `${BASE_URL}${PING}`,
            )
        }
      },
    )

    test('forwarding headers change nothing', async () => {
      const hostile: [string, string][] = [
        ['X-Forwarded-Host', 'evil.example'],
        ['X-Forwarded-Proto', 'ftp'],
        ['X-Forwarded-Port', '1'],
        ['X-Forwarded-Prefix', '/evil'],
        ['Forwarded', 'host=evil.example;proto=ftp'],
        ['X-Original-URL', '/v1/util/time'],
        ['X-Rewrite-URL', '/v1/util/time'],
        ['X-HTTP-Method-Override', 'POST'],
        ['X-Middleware-Subrequest', 'middleware:middleware:middleware:middleware:middleware'],
        ['X-Matched-Path', '/v1/util/time'],
        ['X-Invoke-Path', '/v1/util/time'],
        ['X-Now-Route-Matches', '1=util'],
        ['X-Tools-Client-Ip', '1.2.3.4'],
        ['Next-Action', 'x'],
        ['Next-Router-State-Tree', '%5B%22%22%5D'],
        ['Purpose', 'prefetch'],
      ]
      const same: [string, string] = ['X-Request-Id', 'same']
      for (const path of [PING, '/openapi.json', '/.well-known/x402']) {
        const bare = await ask(path, { headers: [same] })
        for (const headers of [hostile, ...hostile.map((header) => [header])]) {
          const answer = await ask(path, { headers: [same, ...headers] })
          expect([answer.status, bodyWithoutTicket(answer.body)]).toEqual([bare.status, bodyWithoutTicket(bare.body)])
          expect(comparable(answer)).toEqual(comparable(bare))
        }
      }
    })
  })

  describe('headers of the request', () => {
    test('two PAYMENT-SIGNATURE headers are one that cannot be read', async () => {
      expectProblem(await ask(PING, { headers: [paying(), paying()] }), 400, 'invalid_payload')
      nobodyAsked()
    })

    test.each(['not base64!', '', 'e30=', 'bnVsbA==', '%7B%7D', 'Bearer abc', '\u00ff\u00fe', 'A'.repeat(120)])(
      'the payment %j is 400 and nobody is asked',
      async (value) => {
        expectProblem(await ask(PING, { headers: [['PAYMENT-SIGNATURE', value]] }), 400, 'invalid_payload')
        nobodyAsked()
      },
    )

    test('more than 16 kB of headers are 431', async () => {
      const answer = await ask(PING, { headers: [['PAYMENT-SIGNATURE', 'A'.repeat(17_000)]] })
      expect(answer.status).toBe(431)
      expectClean(answer)
      nobodyAsked()
    })

    test.each(['trace-1', 'A.b_c-9', 'x'.repeat(128)])('the X-Request-Id %s is echoed', async (id) => {
      expect((await ask(PING, { headers: [['X-Request-Id', id]] })).headers['x-request-id']).toBe(id)
      expect(JSON.parse((await ask('/v1/util/uuid?n=0', { headers: [['X-Request-Id', id]] })).body).requestId).toBe(id)
    })

    test.each(['has space', 'x'.repeat(129), '<script>', 'a"b', '\u00e9', 'a,b', ''])('the X-Request-Id %j is replaced', async (id) => {
      const answer = await ask(PING, { headers: [['X-Request-Id', id]] })
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    })

    test.each([
      ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
      ['text/html', true],
      ['application/json', false],
      ['*/*', false],
      ['application/json, text/html;q=0.5', false],
      ['text/html;q=0', false],
      ['text/*', false],
      ['', false],
      [';;;,,', false],
    ])('Accept: %s gets %s for a page', async (accept, html) => {
      const answer = await ask(PING, { headers: [['Accept', accept]] })
      expect(answer.status).toBe(402)
      expect(answer.headers['content-type']).toMatch(html ? /^text\/html/ : /^application\/json/)
      expect(answer.headers['payment-required']).toMatch(/^[A-Za-z0-9+/]+=*$/)
      expect(answer.headers.vary?.toLowerCase()).toContain('accept')
      expectHygiene(answer)
      if (html) {
        expect(answer.body).toContain('402')
        expect(answer.body).not.toMatch(/<script(?![^>]*application\/ld\+json)/)
        expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
      }
    })

    test('an error of a paid path is a page for whoever opens it in a browser, and a problem document for programs', async () => {
      const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
      const answer = await ask('/v1/util/uuid?n=0', { headers: [['Accept', browser]] })
      expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
      expect(answer.body).toContain('A call that works')
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
      expectProblem(await ask('/v1/util/uuid?n=0', { headers: [['Accept', 'text/html']] }), 400, 'invalid_input')
      const paid = [
        ['Accept', browser],
        ['PAYMENT-SIGNATURE', 'e30='],
      ] as [string, string][]
      expectProblem(await ask('/v1/util/uuid?n=0', { headers: paid }), 400, 'invalid_input')
    })
  })

  describe('input', () => {
    test.each<[string, string | undefined]>([
      ['/v1/util/ping?x=1', 'x'],
      ['/v1/util/ping?constructor=1', 'constructor'],
      ['/v1/util/ping?__proto__[x]=1&y=2', 'y'],
      ['/v1/util/uuid?n=0', 'n'],
      ['/v1/util/uuid?n=101', 'n'],
      ['/v1/util/uuid?n=01', 'n'],
      ['/v1/util/uuid?n=1.0', 'n'],
      ['/v1/util/uuid?n=1e2', 'n'],
      ['/v1/util/uuid?n=-1', 'n'],
      ['/v1/util/uuid?n=%2B5', 'n'],
      ['/v1/util/uuid?n=', 'n'],
      ['/v1/util/uuid?n=5&n=5', 'n'],
      ['/v1/util/uuid?n[]=5', 'n[]'],
      ['/v1/util/uuid?N=5', 'N'],
      ['/v1/util/uuid?n=%D9%A5', 'n'],
      ['/v1/util/time?tz=Mars%2FOlympus', 'tz'],
      ['/v1/util/time?tz=..%2F..%2Fetc%2Fpasswd', 'tz'],
      ['/v1/evm/4byte', 'selector'],
      ['/v1/evm/4byte?selector=', 'selector'],
      ['/v1/evm/4byte?selector=a9059cbb', 'selector'],
      ['/v1/evm/4byte?selector=0xa9059cb', 'selector'],
      ['/v1/evm/4byte?selector=0xa9059cbbf', 'selector'],
      ['/v1/evm/4byte?selector=0xa9059czz', 'selector'],
      ['/v1/evm/4byte?selector=0xa9059cbb%00', 'selector'],
      ['/v1/crypto/price', 'q'],
      ['/v1/crypto/price?q=,,,', 'q'],
      [`/v1/crypto/price?q=${Array.from({ length: 26 }, (_, index) => `coin${index}`).join(',')}`, 'q'],
      ['/v1/dns/lookup?name=localhost', 'name'],
      ['/v1/dns/lookup?name=127.0.0.1', 'name'],
      ['/v1/dns/lookup?name=example.com&type=ANY', 'type'],
      ['/v1/web/status?url=ftp%3A%2F%2Fexample.com', 'url'],
      ['/v1/web/status?url=javascript%3Aalert(1)', 'url'],
      ['/v1/web/markdown?url=file%3A%2F%2F%2Fetc%2Fpasswd', 'url'],
      ['/v1/solana/token-risk?mint=0OIl', 'mint'],
      ['/v1/base/token-risk?address=0x1234', 'address'],
    ])('%s is 400, paid or not', async (target, param) => {
      for (const headers of [[], [paying()]] as Ask['headers'][]) {
        const body = expectProblem(await ask(target, { headers: headers! }), 400, 'invalid_input')
        expect(body.param).toBe(param)
        expect(body.retryable).toBe(false)
        expect(body.example).toMatch(/^https:\/\/tools\.example\.com\/v1\//)
        expect(body.price).toEqual({ amount: expect.stringMatching(/^0\.\d{6}$/), currency: 'USD' })
      }
      nobodyAsked()
    })

    test.each([
      '/v1/util/ping?',
      '/v1/util/ping?_=1700000000',
      '/v1/util/ping?_a=1&_a=2',
      '/v1/util/uuid?n=100',
      '/v1/evm/4byte?selector=0xA9059CBB',
      '/v1/evm/4byte?selector=0xa9059cbb&_cb=1',
      `/v1/evm/4byte?selector=0xa9059cbb${'00'.repeat(64)}`,
      '/v1/util/time?tz=Europe%2FLondon',
    ])('%s is good input', async (target) => {
      expect((await ask(target)).status).toBe(402)
    })

    test.each([`0xa9059cbb${'00'.repeat(50_000)}`, `0xa9059cbb${'0'.repeat(100_001)}`])(
      '100 kB of calldata are refused by their size, and nothing breaks',
      async (selector) => {
        const answer = await ask(`/v1/evm/4byte?selector=${selector}`, { headers: [paying()] })
        expect([400, 402, 414, 431]).toContain(answer.status)
        expectClean(answer)
        expect((await ask(PING)).status).toBe(402)
      },
    )
  })

  test.each([
    'GET /v1/util/ping HTTP/1.1\r\n\r\n',
    'GET /v1/util/ping HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n',
    'GET /v1/util/ping HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'GET /v1/util/ping\u0000 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /v1/util/ping HTTP/9.9\r\nHost: x\r\n\r\n',
    'GET /v1/util/ping x HTTP/1.1\r\nHost: x\r\n\r\n',
    'nonsense\r\n\r\n',
  ])('the malformed request %j is refused by the parser', async (text) => {
    const answer = await exchangeRaw(mount.url, text)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(506)
    expect(answer.status).not.toBe(402)
    expectClean(answer)
  })

  test('after all of this it still sells, and a payment buys once', async () => {
    const before = (await world.balances()).base
    const fresh = await world.buyer.signOnce((await ask(PING)).headers['payment-required']!, 'base')
    for (const _ of [1, 2]) {
      const answer = await ask(PING, { headers: [['PAYMENT-SIGNATURE', fresh]] })
      expect(answer.status).toBe(200)
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      expect(answer.headers['payment-response']).toBeTruthy()
    }
    expect((await world.balances()).base).toBe(before + atomicPrice('util/ping'))
    expect(upstreams.unknown).toEqual([])
  })
})
