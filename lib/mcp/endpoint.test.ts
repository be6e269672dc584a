/** What the endpoint answers before any tool is reached, and to clients that are not the official one. */
import { describe, expect, test } from 'vitest'
import { testCore } from '../../tests/support/core.ts'
import { webOf } from '../../tests/support/endpoint.ts'
import { readCapped, toCall } from '../http/reply.ts'
import { mcp } from './endpoint.ts'
import { listTools } from './server.ts'

const URL_ = 'http://localhost:3000/mcp'
const mcpEndpoint = webOf(mcp)
const post = (body: unknown, headers: Record<string, string> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const length = String(Buffer.byteLength(text))
  const told = { 'content-type': 'application/json', 'content-length': length, ...headers }
  return mcpEndpoint(new Request(URL_, { method: 'POST', headers: told, body: text }))
}
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'])('%s is 405 with Allow: there is no stream and no session', async (method) => {
  const response = await mcpEndpoint(new Request(URL_, { method, headers: { accept: 'text/event-stream' } }))
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  if (method === 'HEAD') expect(await response.text()).toBe('')
  else expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32000 }, id: null })
})

test('OPTIONS lets pages of other sites call, with the headers of the transport', async () => {
  const response = await mcpEndpoint(new Request(URL_, { method: 'OPTIONS', headers: { origin: 'https://app.example' } }))
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  for (const name of ['Content-Type', 'Accept', 'Mcp-Protocol-Version', 'Mcp-Session-Id'])
    expect(response.headers.get('access-control-allow-headers')).toContain(name)
})

test('a page under a rebound name is refused with 403', async () => {
  const response = await post(list, { origin: 'http://evil.example', host: 'evil.example' })
  expect(response.status).toBe(403)
})

test.each([undefined, '*/*', 'application/json', 'application/json, text/event-stream'])(
  'Accept %s gets JSON, open to other origins, never cached',
  async (accept) => {
    const response = await post(list, accept === undefined ? {} : { accept })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(((await response.json()) as { result: { tools: unknown[] } }).result.tools).toHaveLength(
      listTools({ BASE_URL: 'http://localhost:3000' }).length,
    )
  },
)

test('a client that takes neither JSON nor a stream is told 406', async () => {
  expect((await post(list, { accept: 'text/html' })).status).toBe(406)
})

describe('what cannot be read is a JSON-RPC error, never a 500', () => {
  test.each([
    ['not JSON', '{', 400, -32700],
    ['not JSON-RPC', { hello: 1 }, 400, -32600],
    ['nothing', '', 400, -32700],
  ])('%s', async (_, body, status, code) => {
    const response = await post(body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { code } })
  })

  test('another content type', async () => {
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  test('half a megabyte and more', async () => {
    expect((await post(JSON.stringify({ ...list, params: { x: 'x'.repeat(600_000) } }))).status).toBe(413)
  })

  test('an unknown protocol version', async () => {
    expect((await post(list, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
  })

  test('an unknown method', async () => {
    expect(await (await post({ ...list, method: 'nothing/here' })).json()).toMatchObject({ error: { code: -32601 } })
  })
})

describe('parameters that a method does not take are -32602, and no failure of ours', () => {
  test.each([
    ['initialize', undefined],
    ['initialize', {}],
    ['initialize', { protocolVersion: 7, capabilities: {}, clientInfo: { name: 'x', version: '1' } }],
    ['tools/call', undefined],
    ['tools/list', { cursor: 7 }],
    ['resources/list', { cursor: {} }],
    ['resources/templates/list', { cursor: [] }],
    ['resources/read', undefined],
    ['resources/read', { uri: 7 }],
    ['prompts/list', { cursor: null }],
    ['prompts/get', {}],
    ['prompts/get', { name: 'x', arguments: { a: 7 } }],
  ])('%s with %j', async (method, params) => {
    const response = await post({ jsonrpc: '2.0', id: 'a', method, ...(params === undefined ? {} : { params }) })
    const { id, error } = (await response.json()) as { id: unknown; error: { code: number; message: string } }
    expect([response.status, id, error.code]).toEqual([200, 'a', -32602])
    expect(error.message).toMatch(/params/)
    expect(error.message.length).toBeLessThan(500)
  })
})

test('a notification is accepted without an answer', async () => {
  const response = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
  expect([response.status, await response.text()]).toEqual([202, ''])
})

test('the wish to have a call as a task is passed over: no such capability is declared', async () => {
  const params = { name: 'list_prices', arguments: {}, task: { ttl: 1000 } }
  const response = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  expect(await response.json()).toMatchObject({ result: { structuredContent: { name: 'Paid Agent Tools' } } })
})

describe('hostile calls are answered, never a 500 and never a hang', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const call = (params: string) => post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`)
  test.each([
    ['arguments that are a list', '{"name":"util_ping","arguments":[]}'],
    ['arguments that are null', '{"name":"util_ping","arguments":null}'],
    ['a name that is no text', '{"name":7}'],
    ['a name of Object', '{"name":"constructor"}'],
    ['a prototype as argument', '{"name":"util_uuid","arguments":{"__proto__":{"n":"1"},"constructor":1}}'],
    ['arguments nested without end', `{"name":"util_uuid","arguments":{"n":${deep(100_000)}}}`],
    [
      'unknown arguments by the thousand',
      `{"name":"util_uuid","arguments":{${Array.from({ length: 5_000 }, (_, at) => `"a${at}":1`).join()}}}`,
    ],
    ['lone surrogates', '{"name":"evm_4byte","arguments":{"selector":"\\ud800"}}'],
  ])('%s', async (_, params) => {
    const response = await call(params)
    expect([200, 400, 413]).toContain(response.status)
    const text = await response.text()
    expect(text).not.toContain('internal_error')
    expect(text.length).toBeLessThan(20_000)
  })
})

test('a safe X-Request-Id is echoed, in the header and in problems', async () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'util_ping', arguments: { x: '1' } } }
  const response = await post(body, { 'x-request-id': 'my-call-1' })
  expect(response.headers.get('x-request-id')).toBe('my-call-1')
  const { result } = (await response.json()) as { result: { content: { text: string }[] } }
  expect(JSON.parse(result.content[0]!.text)).toMatchObject({ code: 'invalid_input', requestId: 'my-call-1' })
})

test.each([
  ['two lists', [list, { ...list, id: 2 }]],
  ['a call and its cancellation', [list, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }]],
  ['a hundred lists', Array.from({ length: 100 }, (_, id) => ({ ...list, id }))],
  ['one message', [list]],
  ['nothing', []],
])('a batch of %s is refused as a whole, at once', async (_, batch) => {
  const response = await post(batch)
  expect([response.status, (await response.json()) as unknown]).toEqual([
    400,
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.stringContaining('one message') } },
  ])
})

describe('revision 2026-07-28, without a handshake', () => {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const modern = async (method: string, params: object = {}, headers: Record<string, string> = {}) => {
    const name = (params as { name?: string; uri?: string }).name ?? (params as { uri?: string }).uri
    const response = await post(
      { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } },
      {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(name === undefined ? {} : { 'mcp-name': name }),
        ...headers,
      },
    )
    const text = await response.text()
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      ...(JSON.parse(text) as { result?: never; error?: { code: number } }),
    }
  }

  test('discover tells versions and capabilities, and may be kept by anybody', async () => {
    expect(await modern('server/discover')).toMatchObject({
      status: 200,
      type: 'application/json',
      result: {
        resultType: 'complete',
        supportedVersions: expect.arrayContaining(['2026-07-28']),
        capabilities: { tools: {}, resources: {}, prompts: {} },
        cacheScope: 'public',
      },
    })
  })

  test('lists are complete, public and the same as in the older revisions', async () => {
    const before = (await (await post(list)).json()) as { result: { tools: { name: string }[] } }
    const { result } = (await modern('tools/list')) as unknown as { result: { tools: { name: string }[]; cacheScope: string } }
    expect(result.tools.map(({ name }) => name)).toEqual(before.result.tools.map(({ name }) => name))
    expect(result.cacheScope).toBe('public')
  })

  test('an unknown version, method, tool and resource are told by their codes', async () => {
    expect(await modern('nothing/here')).toMatchObject({ status: 404, error: { code: -32601 } })
    expect(await modern('tools/call', { name: 'no_such_tool', arguments: {} })).toMatchObject({ error: { code: -32602 } })
    expect(await modern('resources/read', { uri: 'paid-agent-tools://docs/no/such' })).toMatchObject({ error: { code: -32602 } })
    expect(await modern('initialize')).toMatchObject({ status: 404, error: { code: -32601 } })
    expect(await modern('resources/read', { uri: 7 })).toMatchObject({ error: { code: -32602 } })
    expect(await modern('tools/list', {}, { 'mcp-method': 'tools/call' })).toMatchObject({ status: 400, error: { code: -32020 } })
    const old = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: { _meta: { ...envelope, 'io.modelcontextprotocol/protocolVersion': '2199-01-01' } },
    }
    const response = await post(old, { 'mcp-protocol-version': '2199-01-01', 'mcp-method': 'tools/list' })
    expect([response.status, ((await response.json()) as { error: { code: number } }).error.code]).toEqual([400, -32022])
  })

  test('nobody holds a stream open: there is nothing to subscribe to', async () => {
    const answered = await modern('subscriptions/listen', { notifications: { toolsListChanged: true } })
    expect(answered).toMatchObject({ status: 404, type: 'application/json', error: { code: -32601 } })
  })

  test('every resource that is listed can be read, and every prompt filled', async () => {
    const { resources } = (await modern('resources/list')).result! as { resources: { uri: string; mimeType: string }[] }
    expect(resources.length).toBeGreaterThan(24)
    for (const { uri, mimeType } of resources) {
      const { contents } = (await modern('resources/read', { uri })).result! as { contents: { text: string; mimeType: string }[] }
      expect([uri, contents[0]!.mimeType, contents[0]!.text.length > 100]).toEqual([uri, mimeType, true])
    }
    const { prompts } = (await modern('prompts/list')).result! as { prompts: { name: string; arguments: { name: string }[] }[] }
    expect(prompts).toHaveLength(3)
    for (const { name, arguments: wanted } of prompts) {
      const values = Object.fromEntries(wanted.map((one) => [one.name, 'a "quoted"\nline']))
      const { messages } = (await modern('prompts/get', { name, arguments: values })).result! as {
        messages: { content: { text: string } }[]
      }
      expect(messages[0]!.content.text).toContain('"a \\"quoted\\"\\nline"')
    }
    expect(await modern('prompts/get', { name: 'check_token', arguments: {} })).toMatchObject({ error: { code: -32602 } })
  })
})

test('a list that is asked for again is the same to the last byte, with the id of its own question', async () => {
  const first = await (await post(list)).text()
  for (const id of [7, 'a"b', 1e21, -1]) {
    const again = await post({ ...list, id })
    expect(again.status).toBe(200)
    expect(await again.text()).toBe(first.replace(/"id":1\}$/, () => `"id":${JSON.stringify(id)}}`))
  }
  // Another question, in whatever part, is another answer.
  expect(await (await post({ ...list, method: 'prompts/list' })).text()).not.toBe(first)
  expect(
    (await post({ ...list, params: { cursor: 7 } })).status === 200 ? await (await post({ ...list, params: { cursor: 7 } })).text() : '',
  ).not.toBe(first)
})

test.each([
  [
    'names',
    `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":1`).join()}}}}`,
  ],
  ['empty objects', `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"a":[${'{},'.repeat(5_000)}1]}}`],
  ['lists in lists', `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('a message of very many %s is not even parsed', async (_, body) => {
  const response = await post(body)
  expect([response.status, await response.text()]).toEqual([413, expect.stringContaining('values and names')])
})

test('who has nothing left is not read: a long message is turned away before its body', async () => {
  const core = testCore({ RATE_LIMIT_PER_MINUTE: '60' })
  const long = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { a: 'a'.repeat(400_000) } })
  let read = 0
  const send = async () => {
    const headers: Record<string, string> = { 'content-type': 'application/json', 'content-length': String(long.length), host: 'a' }
    const body = async () => {
      read += 1
      return Buffer.from(long)
    }
    return (
      await mcp(
        core,
        toCall('POST', '/mcp', (name) => headers[name], '192.0.2.1', body),
      )
    ).status
  }
  expect([await send(), read]).toEqual([200, 1])
  for (let more = 0; more < 5; more += 1) expect(await send()).toBe(429)
  expect(read).toBe(1)
})

test('a message that does not say its length is read while it is short, and costs what a short one does', async () => {
  const core = testCore({ RATE_LIMIT_PER_MINUTE: '5' })
  const send = async (text: string) => {
    const headers: Record<string, string> = { 'content-type': 'application/json', host: 'a' }
    const call = toCall(
      'POST',
      '/mcp',
      (name) => headers[name],
      '192.0.2.1',
      (maxBytes) => readCapped([Buffer.from(text)], undefined, maxBytes),
    )
    return (await mcp(core, call)).status
  }
  const ping = (padding: number) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { a: 'a'.repeat(padding) } })
  expect([await send(ping(0)), await send(ping(0)), await send(ping(40_000))]).toEqual([200, 200, 413])
})
