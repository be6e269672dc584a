import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { testCore } from '../../tests/support/core.ts'
import type { Core } from '../core.ts'
import { breakerOpen } from '../egress/breaker.ts'
import { isRevert } from './base-rpc.ts'
import { callRpc, type RpcCall, type RpcError } from './json-rpc.ts'

const servers: Server[] = []
const bodies: [string, string] = ['', '']
const urls: string[] = []

beforeAll(async () => {
  for (const index of [0, 1] as const) {
    const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(bodies[index]))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    servers.push(server)
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  }
})
afterAll(() => {
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
})
let core: Core
beforeEach(() => {
  core = testCore()
})

const good = '{"jsonrpc":"2.0","id":1,"result":"0x01"}'
const failure = (code: number, message: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } })
const call = (over: Partial<RpcCall<z.ZodString>> = {}) =>
  callRpc({
    core,
    nodes: urls.map((url, index) => ({ url, source: `node-${index + 1}` })),
    method: 'test',
    params: [],
    result: z.string(),
    timeoutMs: 2_000,
    signal: new AbortController().signal,
    ...over,
  })

test.each([
  ['a limit', failure(429, 'Too many requests')],
  ['an excluded method', failure(-32010, 'excluded from account secondary indexes')],
  ['an overload', failure(-32603, 'overloaded')],
  ['another shape', '{"jsonrpc":"2.0","id":1,"result":{"a":1}}'],
  ['no result at all', '{"jsonrpc":"2.0","id":1}'],
  ['a page', '<html></html>'],
])('%s on the first node: the second answers', async (_name, body) => {
  bodies[0] = body
  bodies[1] = good
  expect(await call()).toBe('0x01')
})

test('when all fail, the failure of a node that was asked is told', async () => {
  bodies[0] = bodies[1] = failure(-32603, 'overloaded')
  await expect(call()).rejects.toMatchObject({ name: 'RpcError', code: -32603, reason: 'http_error' })
  await expect(call({ nodes: [] })).rejects.toMatchObject({ reason: 'disabled' })
})

test('an answer that any node would give is final and does not count against the node', async () => {
  bodies[0] = failure(3, 'execution reverted')
  bodies[1] = good
  const final = (error: RpcError) => error.code === 3
  for (let turn = 0; turn < 8; turn++) await expect(call({ isFinal: final })).rejects.toMatchObject({ code: 3 })
  expect(breakerOpen(core, 'node-1')).toBeUndefined()
})

test('nodes say "reverted" in several ways', () => {
  const said = (code: number, message: string) => isRevert({ code, message } as RpcError)
  expect([said(3, ''), said(-32000, 'execution reverted'), said(-32015, 'VM execution error: revert')]).toEqual([true, true, true])
  expect([
    said(-32003, 'EVM error: InvalidFEOpcode'),
    said(-32000, 'invalid jump destination'),
    said(-32015, 'VM execution error.'),
  ]).toEqual([true, true, true])
  expect([said(-32000, 'header not found'), said(-32005, 'limit exceeded'), said(-32003, 'transaction rejected')]).toEqual([
    false,
    false,
    false,
  ])
})
