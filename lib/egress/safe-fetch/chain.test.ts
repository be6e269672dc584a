/** What leads from an address to its page: redirects by status, by the page itself, and with cookies. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { testCore } from '../../../tests/support/core.ts'
import { startHttp, startRaw, type ZooServer } from '../../../tests/support/web-zoo/servers.ts'
import { UNHURRIED } from '../../../tests/support/web-zoo/unhurried.ts'
import { publicRule } from '../target.ts'
import { safeFetch } from './index.ts'

const core = testCore()
const open: ZooServer[] = []
afterAll(() => Promise.all(open.map((server) => server.close())))

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function serve(answer: Answer): Promise<ZooServer> {
  const server = await startHttp(answer)
  open.push(server)
  return server
}

async function fetchText(server: ZooServer, path = '/'): Promise<{ path: string; text: string; status: number }> {
  const guard = { core, rule: publicRule(open.map(({ target }) => target)), dnsServers: [] }
  const page = await safeFetch(new URL(path, server.origin), { accept: '*/*', guard, limits: UNHURRIED })
  page.release()
  return { path: `${page.url.pathname}${page.url.search}`, text: new TextDecoder().decode(page.bytes), status: page.status }
}

const html = (head: string, body = '<p>Moved.') => `<!doctype html><html><head>${head}<title>Redirecting</title></head><body>${body}`
const refresh = (content: string) => `<meta http-equiv="refresh" content="${content}">`
const TEXT = `<p>${'Words that somebody may want to read. '.repeat(30)}`

describe('a page that sends its reader on is followed as a redirect is', () => {
  test.each([
    ['at once', refresh('0; url=there'), ''],
    ['with quotes', refresh("0;URL='/there'"), ''],
    ['with a comma', refresh('0, there'), ''],
    ['with an entity', refresh('0; url=/there?a=1&amp;b=2'), ''],
    ['at once, though it has text', refresh('0; url=there'), TEXT],
    ['after some seconds, with a line to bridge them', refresh('5; url=there'), ''],
    ['without quotes', '<META HTTP-EQUIV=Refresh CONTENT=0;URL=there>', ''],
    ['to its own base', `<base href="/sub/">${refresh('0; url=there')}`, ''],
  ])('%s', async (_name, head, body) => {
    const server = await serve((request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(request.url === '/' ? html(head, body) : 'arrived'),
    )
    const { text, path } = await fetchText(server)
    expect(text).toBe('arrived')
    expect(path).toMatch(/^(?:\/sub)?\/there(?:\?a=1&b=2)?$/)
  })

  test('by a header', async () => {
    const server = await serve((request, response) =>
      request.url === '/' ? response.writeHead(200, { refresh: '0; url=/there' }).end() : response.end('arrived'),
    )
    expect(await fetchText(server)).toMatchObject({ path: '/there', text: 'arrived' })
  })

  test.each([
    ['to itself', refresh('0; url=/'), ''],
    ['with no address', refresh('300'), ''],
    ['long after it is read', refresh('600; url=there'), ''],
    ['after some seconds, with text to read', refresh('5; url=there'), TEXT],
    ['for readers without scripts', `<noscript>${refresh('0; url=there')}</noscript>`, ''],
    ['in a comment', `<!-- ${refresh('0; url=there')} -->`, ''],
    ['to a script', refresh('0; url=javascript:alert(1)'), ''],
    ['in words about it', '', `<pre>&lt;meta http-equiv="refresh" content="0; url=there"&gt;</pre>`],
  ])('not one that does so %s', async (_name, head, body) => {
    const server = await serve((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html(head, body)))
    expect(await fetchText(server)).toMatchObject({ path: '/' })
    expect(server.requests).toHaveLength(1)
  })

  test('and is judged as one: inside is blocked, a circle ends', async () => {
    const inside = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(html(refresh('0; url=http://10.0.0.1/'))),
    )
    await expect(fetchText(inside)).rejects.toMatchObject({ code: 'blocked_target' })
    const circle = await serve((request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(html(refresh(`0; url=${request.url === '/' ? '/b' : '/'}`))),
    )
    await expect(fetchText(circle)).rejects.toMatchObject({ code: 'redirect_loop' })
    const chain = await serve((request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(html(refresh(`0; url=${request.url}x`))),
    )
    await expect(fetchText(chain)).rejects.toMatchObject({ code: 'too_many_redirects' })
    expect(chain.requests).toHaveLength(6)
  })
})

describe('cookies', () => {
  test('that a site sets on the way go back to it', async () => {
    const server = await serve((request, response) => {
      if (request.headers.cookie === 'seen=1; b=2') return response.end('arrived')
      response.writeHead(302, {
        location: '/',
        'set-cookie': [
          'seen=1; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT; HttpOnly',
          'b=2; SameSite=Lax',
          'c=3; Secure',
          'd=4; Path=/x',
        ],
      })
      return response.end()
    })
    expect(await fetchText(server)).toMatchObject({ text: 'arrived' })
    expect(server.requests).toHaveLength(2)
  })

  test('go to no other host, are taken back, and are forgotten with the chain', async () => {
    const asked: (string | undefined)[] = []
    const other = await startHttp(
      (request, response) => {
        asked.push(request.headers.cookie)
        response.end('arrived')
      },
      { host: '127.0.0.2' },
    )
    open.push(other)
    const server = await serve((request, response) => {
      asked.push(request.headers.cookie)
      if (request.url === '/') return response.writeHead(302, { location: '/next', 'set-cookie': 'seen=1' }).end()
      return response.writeHead(302, { location: `${other.origin}/`, 'set-cookie': 'seen=; Max-Age=0' }).end()
    })
    await fetchText(server)
    await fetchText(server)
    expect(asked).toEqual([undefined, 'seen=1', undefined, undefined, 'seen=1', undefined])
  })

  test('hold commas', async () => {
    const server = await serve((request, response) => {
      if (request.headers.cookie === 'g=a,b=c; h=1') return response.end('arrived')
      return response.writeHead(302, { location: '/', 'set-cookie': ['g=a,b=c; Path=/', 'h=1'] }).end()
    })
    expect(await fetchText(server)).toMatchObject({ text: 'arrived' })
  })

  test.each([
    ['by its address', '0; url=/'],
    ['without an address', '1'],
  ])('that come with a page which loads itself again %s are brought back to it, once', async (_name, content) => {
    const server = await serve((request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=1' })
        .end(html(refresh(content), request.headers.cookie === undefined ? '' : 'arrived')),
    )
    expect((await fetchText(server)).text).toContain('arrived')
    expect(server.requests).toHaveLength(2)
    const idle = await serve((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html(refresh(content))))
    await fetchText(idle)
    expect(idle.requests).toHaveLength(1)
  })

  test('do not make a circle endless', async () => {
    let count = 0
    const server = await serve((_request, response) => response.writeHead(302, { location: '/', 'set-cookie': `n=${count++}` }).end())
    await expect(fetchText(server)).rejects.toMatchObject({ code: 'too_many_redirects' })
    expect(server.requests).toHaveLength(6)
  })
})

test('a server that changes the protocol unasked is told apart, and keeps nobody waiting', async () => {
  const server = await startRaw((socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'))
  open.push(server)
  await expect(fetchText(server)).rejects.toMatchObject({ code: 'bad_response', message: expect.stringContaining('protocol') })
})

test.each([
  ['of no stated length', ''],
  ['in chunks', 'transfer-encoding: chunked\r\n'],
  ['of a stated length', 'content-length: 4000\r\n'],
])('a body %s whose connection is reset is no answer, however much of it came', async (_name, field) => {
  const server = await startRaw((socket) => {
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${field}\r\n${field.includes('chunked') ? '3e8\r\n' : ''}${'word '.repeat(200)}`,
    )
    setTimeout(() => socket.resetAndDestroy(), 50)
  })
  open.push(server)
  await expect(fetchText(server)).rejects.toMatchObject({ code: 'reset' })
})

test('a body that ends with its connection is whole', async () => {
  const server = await startRaw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\narrived'))
  open.push(server)
  expect(await fetchText(server)).toMatchObject({ text: 'arrived' })
})

test.each(['none', 'utf-8', 'binary', 'text/html'])('a content coding called %s is none', async (coding) => {
  const server = await serve((_request, response) => response.writeHead(200, { 'content-encoding': coding }).end('arrived'))
  expect(await fetchText(server)).toMatchObject({ text: 'arrived' })
})
