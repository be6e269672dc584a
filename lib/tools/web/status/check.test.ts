import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testCore } from '../../../../tests/support/core.ts'
import { makeAuthority } from '../../../../tests/support/web-zoo/certificates.ts'
import { type DnsServer, startDnsServer } from '../../../../tests/support/web-zoo/dns-server.ts'
import { closedPort, startHttp, startHttp2, startHttps, startRaw, type ZooServer } from '../../../../tests/support/web-zoo/servers.ts'
import { UNHURRIED } from '../../../../tests/support/web-zoo/unhurried.ts'
import { publicRule } from '../../../egress/target.ts'
import { checkStatus, STATUS_LIMITS, type StatusCheck, type StatusLimits } from './check.ts'

const core = testCore()

const DAY_MS = 24 * 3_600_000
const PATIENT: StatusLimits = { ...STATUS_LIMITS, ...UNHURRIED, redirects: STATUS_LIMITS.redirects, headMs: UNHURRIED.headersMs }

const open: ZooServer[] = []
let dns: DnsServer
const keep = async (server: Promise<ZooServer>) => {
  const started = await server
  open.push(started)
  return started
}

beforeAll(async () => {
  dns = await startDnsServer((name) => {
    if (name === 'gone.zoo.example.com') return 'nxdomain'
    if (name === 'silent.zoo.example.com') return 'silence'
    return ['127.0.0.1', '10.0.0.7']
  })
})
afterAll(async () => {
  await Promise.all(open.map((server) => server.close()))
  await dns.close()
})

/** Checks with the given targets exempt. */
function check(url: string, { allow = open.map(({ target }) => target), limits = PATIENT } = {}): Promise<StatusCheck> {
  return checkStatus(new URL(url), { core: core, rule: publicRule(allow), dnsServers: [dns.address] }, limits)
}

test('a page that is up is told with its headers and phases', async () => {
  const server = await keep(
    startHttp((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '12', server: 'zoo' }).end(),
    ),
  )
  const result = await check(`${server.origin}/a#part`)
  expect(result).toMatchObject({
    ok: true,
    status: 200,
    finalUrl: `${server.origin}/a`,
    redirects: 0,
    contentType: 'text/html',
    contentLength: 12,
    server: 'zoo',
    method: 'HEAD',
    httpVersion: '1.1',
    tls: null,
    error: null,
    errorCode: null,
  })
  expect(result.timings).toMatchObject({ dnsMs: null, tlsMs: null })
  expect(result.timings?.connectMs).toBeTypeOf('number')
  expect(result.chain).toEqual([{ url: `${server.origin}/a`, method: 'HEAD', status: 200, location: null, ms: expect.any(Number) }])
  expect(server.requests).toEqual(['HEAD /a'])
})

describe('HEAD that does not work is followed by GET', () => {
  test.each([400, 403, 404, 405, 500, 501, 503])('HEAD answers %i', async (status) => {
    const server = await keep(startHttp((request, response) => response.writeHead(request.method === 'HEAD' ? status : 200).end('body')))
    const result = await check(`${server.origin}/`)
    expect(result).toMatchObject({ ok: true, status: 200, method: 'GET', redirects: 0, error: null })
    expect(result.chain.map(({ method, status: code }) => [method, code])).toEqual([
      ['HEAD', status],
      ['GET', 200],
    ])
  })

  test('HEAD hangs', async () => {
    const server = await keep(startHttp((request, response) => void (request.method === 'GET' && response.end('body'))))
    const result = await check(`${server.origin}/`, { limits: { ...PATIENT, headMs: 800 } })
    expect(result).toMatchObject({ ok: true, status: 200, method: 'GET' })
    expect(result.chain[0]).toMatchObject({ method: 'HEAD', status: null })
  })

  test('HEAD is reset', async () => {
    const server = await keep(
      startHttp((request, response) => void (request.method === 'HEAD' ? request.socket.resetAndDestroy() : response.end('x'))),
    )
    expect(await check(`${server.origin}/`)).toMatchObject({ ok: true, status: 200, method: 'GET' })
  })

  test('HEAD is answered with noise', async () => {
    const server = await keep(
      startRaw((socket, head) => socket.end(head.startsWith('HEAD') ? 'ICY OK\r\n\r\n' : 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')),
    )
    expect(await check(`${server.origin}/`)).toMatchObject({ ok: true, status: 200, method: 'GET' })
  })

  test('a page that is gone for both is a result, not an error', async () => {
    const server = await keep(startHttp((_request, response) => response.writeHead(410).end()))
    expect(await check(`${server.origin}/`)).toMatchObject({ ok: false, status: 410, method: 'GET', error: null, errorCode: null })
  })

  test('the answer to HEAD stands when GET fails', async () => {
    const server = await keep(
      startHttp((request, response) => void (request.method === 'HEAD' ? response.writeHead(404).end() : request.socket.resetAndDestroy())),
    )
    expect(await check(`${server.origin}/`)).toMatchObject({ ok: false, status: 404, method: 'HEAD', errorCode: null })
  })

  test.each([405, 501])('that there is no HEAD (%i) is no status of a page of which GET fails', async (status) => {
    const server = await keep(
      startHttp(
        (request, response) => void (request.method === 'HEAD' ? response.writeHead(status).end() : request.socket.resetAndDestroy()),
      ),
    )
    const result = await check(`${server.origin}/`)
    expect(result).toMatchObject({ ok: false, status: null, method: null, errorCode: 'reset' })
    expect(result.chain.map(({ method, status: code }) => [method, code])).toEqual([
      ['HEAD', status],
      ['GET', null],
    ])
  })

  test('the body of a GET is never read', async () => {
    let sent = 0
    const server = await keep(
      startHttp((request, response) => {
        if (request.method === 'HEAD') return void response.writeHead(405).end()
        const pump = () => {
          while (sent < 400_000_000 && response.write(Buffer.alloc(65_536))) sent += 65_536
        }
        response.on('drain', pump)
        pump()
      }),
    )
    expect(await check(`${server.origin}/`)).toMatchObject({ ok: true, status: 200, method: 'GET' })
    expect(sent).toBeLessThan(50_000_000)
  })
})

describe('redirects', () => {
  let server: ZooServer
  beforeAll(async () => {
    server = await keep(
      startHttp((request, response) => {
        const path = request.url ?? '/'
        const step = /^\/step\/(\d+)$/.exec(path)?.[1]
        if (step && step !== '0') return void response.writeHead(302, { location: `/step/${Number(step) - 1}` }).end()
        if (path === '/loop-a') return void response.writeHead(301, { location: '/loop-b' }).end()
        if (path === '/loop-b') return void response.writeHead(301, { location: '/loop-a' }).end()
        if (path === '/self') return void response.writeHead(307, { location: '/self' }).end()
        if (path === '/no-location') return void response.writeHead(302).end()
        if (path === '/bad-location') return void response.writeHead(302, { location: 'http://[nonsense/' }).end()
        if (path === '/utf8') return void response.writeHead(302, { location: Buffer.from('/caf\u00e9', 'utf8').toString('latin1') }).end()
        if (path === '/not-modified') return void response.writeHead(304, { location: '/step/0' }).end()
        if (path === '/head-405') return void response.writeHead(request.method === 'HEAD' ? 405 : 302, { location: '/step/0' }).end()
        if (path === '/metadata') return void response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end()
        if (path === '/ftp') return void response.writeHead(302, { location: 'ftp://example.com/' }).end()
        response.writeHead(200).end('here')
      }),
    )
  })

  test('the chain is told hop by hop', async () => {
    const result = await check(`${server.origin}/step/3`)
    expect(result).toMatchObject({ ok: true, redirects: 3, finalUrl: `${server.origin}/step/0` })
    expect(result.chain.map(({ url, status, location }) => [url.replace(server.origin, ''), status, location])).toEqual([
      ['/step/3', 302, '/step/2'],
      ['/step/2', 302, '/step/1'],
      ['/step/1', 302, '/step/0'],
      ['/step/0', 200, null],
    ])
  })

  test('ten redirects are followed, the eleventh is not', async () => {
    expect(await check(`${server.origin}/step/10`)).toMatchObject({ ok: true, redirects: 10, status: 200 })
    const result = await check(`${server.origin}/step/11`)
    expect(result).toMatchObject({ ok: false, redirects: 10, status: null, finalUrl: null, errorCode: 'too_many_redirects' })
    expect(result.chain).toHaveLength(11)
  })

  test.each(['/loop-a', '/self'])('%s is a loop', async (path) => {
    expect(await check(server.origin + path)).toMatchObject({ ok: false, status: null, errorCode: 'redirect_loop' })
  })

  test('a redirect without Location, and a 304, are final answers', async () => {
    expect(await check(`${server.origin}/no-location`)).toMatchObject({ ok: false, status: 302, errorCode: null, redirects: 0 })
    expect(await check(`${server.origin}/not-modified`)).toMatchObject({ ok: false, status: 304, errorCode: null, redirects: 0 })
  })

  test('a Location that is no URL is a bad response', async () => {
    expect(await check(`${server.origin}/bad-location`)).toMatchObject({ status: null, errorCode: 'bad_response' })
  })

  test('a Location in raw UTF-8 works', async () => {
    expect(await check(`${server.origin}/utf8`)).toMatchObject({ ok: true, finalUrl: `${server.origin}/caf%C3%A9` })
  })

  test('a redirect found by GET is followed', async () => {
    expect(await check(`${server.origin}/head-405`)).toMatchObject({ ok: true, redirects: 1, method: 'GET' })
  })

  test.each(['/metadata', '/ftp'])('%s is blocked on the way, and the hop is named', async (path) => {
    const result = await check(server.origin + path)
    expect(result).toMatchObject({ ok: false, status: null, errorCode: 'blocked_target' })
    expect(result.error).toContain('127.0.0.1 redirects to')
  })
})

describe('targets that are down', () => {
  test('nothing listens', async () => {
    const port = await closedPort()
    const result = await check(`http://127.0.0.1:${port}/`, { allow: [`127.0.0.1:${port}`] })
    expect(result).toMatchObject({
      ok: false,
      status: null,
      finalUrl: null,
      method: null,
      timings: null,
      errorCode: 'refused',
      redirects: 0,
    })
    expect(result.error).toContain('127.0.0.1')
    expect(result.chain).toHaveLength(1)
  })

  test('a name that does not exist', async () => {
    const result = await check('http://gone.zoo.example.com/')
    expect(result).toMatchObject({ errorCode: 'dns_failed', status: null })
    expect(result.error).toContain('gone.zoo.example.com')
  })

  test('a resolver that does not answer', async () => {
    expect(await check('http://silent.zoo.example.com/')).toMatchObject({ errorCode: 'dns_failed', status: null })
  })

  test('a name that leads to a private address', async () => {
    expect(await check('http://inside.zoo.example.com/')).toMatchObject({ ok: false, status: null, errorCode: 'blocked_target' })
  })

  test('neither HEAD nor GET is answered', async () => {
    const server = await keep(startHttp(() => undefined))
    const result = await check(`${server.origin}/`, { limits: { ...PATIENT, headMs: 800, headersMs: 1_200 } })
    expect(result).toMatchObject({ errorCode: 'timeout', status: null })
    expect(result.timings?.connectMs).toBeTypeOf('number')
    expect(result.chain.map(({ method }) => method)).toEqual(['HEAD', 'GET'])
  })

  test('the connection is reset', async () => {
    const server = await keep(startRaw((socket) => socket.resetAndDestroy()))
    expect(await check(`${server.origin}/`)).toMatchObject({ errorCode: 'reset' })
  })

  test('an answer that is not HTTP', async () => {
    const server = await keep(startRaw((socket) => socket.end('SSH-2.0-zoo\r\n')))
    expect(await check(`${server.origin}/`)).toMatchObject({ errorCode: 'bad_response' })
  })

  test.each([
    ['headers without end', (index: number) => `x-${index}: ${'y'.repeat(500)}\r\n`],
    ['interim answers without end', () => 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('%s', async (_name, line) => {
    const server = await keep(
      startRaw((socket, head) => {
        if (!head.includes('\r\n')) return
        socket.write(line(0).startsWith('HTTP') ? '' : 'HTTP/1.1 200 OK\r\n')
        for (let index = 0; index < 2_000; index++) socket.write(line(index))
      }),
    )
    expect(await check(`${server.origin}/`)).toMatchObject({ errorCode: 'bad_response', status: null })
  })
})

describe('TLS', () => {
  const authority = makeAuthority()
  const before = getCACertificates('default')
  const hello = (_request: unknown, response: { end(text: string): void }) => response.end('hello')
  beforeAll(() => setDefaultCACertificates([...before, authority.cert]))
  afterAll(() => setDefaultCACertificates(before))

  test('a valid certificate is told with issuer and expiry', async () => {
    const notAfter = new Date(Math.floor(Date.now() / 1000) * 1000 + 30 * DAY_MS)
    const server = await keep(startHttps(authority.issue({ names: ['127.0.0.1'], notAfter }), hello))
    const result = await check(`${server.origin}/`)
    expect(result).toMatchObject({
      ok: true,
      httpVersion: '1.1',
      tls: { issuer: 'Web Zoo Authority', validTo: notAfter.toISOString(), error: null },
    })
    expect(result.timings?.tlsMs).toBeTypeOf('number')
  })

  test('HTTP/2 is spoken when offered', async () => {
    const server = await keep(startHttp2(authority.issue({ names: ['127.0.0.1'] }), hello))
    expect(await check(`${server.origin}/`)).toMatchObject({ ok: true, status: 200, httpVersion: '2', method: 'HEAD' })
  })

  test('an HTTP/2 stream that is cancelled is a reset', async () => {
    const server = await keep(
      startHttp2(
        authority.issue({ names: ['127.0.0.1'] }),
        (_request, response) => void (response as unknown as { stream: { close(code: number): void } }).stream.close(8),
      ),
    )
    expect(await check(`${server.origin}/`)).toMatchObject({ ok: false, errorCode: 'reset' })
  })

  test('expired', async () => {
    const notAfter = new Date(Date.now() - 20 * DAY_MS)
    const server = await keep(startHttps(authority.issue({ names: ['127.0.0.1'], notAfter }), hello))
    const result = await check(`${server.origin}/`)
    expect(result).toMatchObject({ ok: false, status: null, errorCode: 'tls_failed' })
    expect(result.tls?.error).toContain('expired')
    expect(result.error).toContain('expired')
    expect(server.requests).toEqual([])
  })

  test('for another host', async () => {
    const server = await keep(startHttps(authority.issue({ names: ['other.example.com'] }), hello))
    const result = await check(`${server.origin}/`)
    expect(result.errorCode).toBe('tls_failed')
    expect(result.tls?.error).toContain('wrong host')
    expect(result.tls?.issuer).toBe('Web Zoo Authority')
  })

  test('from an unknown authority', async () => {
    const server = await keep(startHttps(makeAuthority('Stranger').issue({ names: ['127.0.0.1'] }), hello))
    const result = await check(`${server.origin}/`)
    expect(result.errorCode).toBe('tls_failed')
    expect(result.tls?.error).toContain('untrusted')
  })

  test('plain HTTP where TLS was asked for', async () => {
    const server = await keep(startHttp((_request, response) => response.end('plain')))
    expect(await check(server.origin.replace('http:', 'https:'))).toMatchObject({ errorCode: 'tls_failed', tls: null, status: null })
  })
})
