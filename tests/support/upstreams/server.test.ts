import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseEnv } from '../../../lib/env.ts'
import { loadCases, parseRequest } from './cases.ts'
import { OWN_CASES, startUpstreams, UNKNOWN_REQUEST_STATUS, type Upstreams } from './server.ts'
import { sources } from './sources.ts'

let upstreams: Upstreams

beforeAll(async () => {
  upstreams = await startUpstreams({ casesRoot: OWN_CASES, loud: false })
})
beforeEach(() => upstreams.reset())
afterAll(() => upstreams.stop())

const get = (variable: string, target: string) => fetch(`${upstreams.env[variable]}${target}`)
const rpc = async (body: unknown) =>
  (await fetch(upstreams.env.SOLANA_RPC_URLS ?? '', { method: 'POST', body: JSON.stringify(body) })).json()

test('its variables are valid configuration, and every upstream has one', () => {
  expect(() => parseEnv(upstreams.env)).not.toThrow()
  expect(Object.keys(upstreams.env).length).toBe(sources.length)
})

test('a request that no case answers is refused loudly', async () => {
  const response = await get('DOH_GOOGLE_URL', '/resolve?name=nobody-wrote-this.example.com&type=A')
  expect(response.status).toBe(UNKNOWN_REQUEST_STATUS)
  expect(upstreams.unknown).toEqual([expect.stringContaining('doh-google: no case answers GET /resolve?name=nobody')])
})

test('coins come from any case, unknown ones only where a case says that they do not exist', async () => {
  const rows = (await (await get('COINGECKO_URL', '/api/v3/coins/markets?vs_currency=usd&ids=bitcoin,no-such-coin')).json()) as unknown[]
  expect(rows).toMatchObject([{ id: 'bitcoin' }])
  expect((await get('COINGECKO_URL', '/api/v3/coins/markets?vs_currency=usd&ids=bitcoin,never-heard-of')).status).toBe(
    UNKNOWN_REQUEST_STATUS,
  )
})

test('faults come and go, for one source, for some requests, or for all', async () => {
  const ask = async () => (await get('DOH_CLOUDFLARE_URL', '/dns-query?name=example.com&type=A')).status
  upstreams.setFault('doh-cloudflare', { mode: 'down' })
  expect(await ask()).toBe(503)
  upstreams.setFault('doh-cloudflare', { mode: 'down', only: 'type=MX' })
  expect(await ask()).toBe(200)
  upstreams.setFault('*', { mode: '429' })
  upstreams.setFault('doh-cloudflare', null)
  expect(await ask()).toBe(429)
  upstreams.setFault('*', { mode: 'drop' })
  await expect(ask()).rejects.toThrow()
  upstreams.reset()
  expect(await ask()).toBe(200)
  expect(upstreams.count('doh-cloudflare')).toBe(1)
  expect(() => upstreams.setFault('nobody', null)).toThrow()
})

test('a cut answer is half of the true one', async () => {
  const whole = await (await get('MODELS_DEV_URL', '/api.json')).text()
  upstreams.setFault('models-dev', { mode: 'truncated' })
  expect(await (await get('MODELS_DEV_URL', '/api.json')).text()).toBe(whole.slice(0, Math.floor(whole.length / 2)))
})

test('JSON-RPC answers carry the id of the request, alone and in a batch', async () => {
  const mint = loadCases(OWN_CASES, 'solana-rpc')
    .flatMap(({ requests }) => requests)
    .find(({ rpc: call }) => call?.method === 'getAccountInfo')?.rpc?.words[0]
  if (!mint) throw new Error('There is no getAccountInfo case.')
  const call = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'getMultipleAccounts',
    params: [[mint, 'So11111111111111111111111111111111111111111'], { encoding: 'jsonParsed' }],
  })
  expect(await rpc(call(7))).toMatchObject({ id: 7, result: { value: [{ owner: expect.any(String) }, null] } })
  expect(await rpc([call(8), call(9)])).toMatchObject([{ id: 8 }, { id: 9 }])
})

test.each([
  ['GET https://api.example.com/a/b?x=1&y=%20', { method: 'GET', pathname: '/a/b', sketch: false }],
  ['GET https://api.example.com/a?...', { sketch: true }],
  ['GET https://api.example.com/a?q=<any>', { sketch: true }],
  ['GET https://api.example.com/a/<unknown mint>', { sketch: false, pathname: '/a/<unknown mint>' }],
  ['GET <retired legacy host>/api/v1/s?function=0x1', { pathname: '/api/v1/s' }],
  ['POST https://rpc.example.com getAccountInfo(Abc, jsonParsed)', { rpc: { method: 'getAccountInfo', words: ['Abc', 'jsonParsed'] } }],
  ['POST <keyed RPC> getTokenLargestAccounts(...)', { sketch: true, rpc: { method: 'getTokenLargestAccounts', words: [] } }],
  ['POST https://api.example.com/graphql (a query)', { method: 'POST', pathname: '/graphql', rpc: null }],
])('the request %s', (text, expected) => {
  expect(parseRequest(text)).toMatchObject(expected)
})

const recorded = path.resolve(import.meta.dirname, '../../../../shared/fixtures/upstreams')

describe.skipIf(!existsSync(recorded))('recorded cases (skipped: no ../shared/fixtures/upstreams)', () => {
  test('every recorded request that names its values is answered', async () => {
    const replay = await startUpstreams({ casesRoot: recorded, loud: false })
    try {
      for (const source of sources.filter((one) => !one.rpc)) {
        for (const { requests, status } of source.folders.flatMap((folder) => loadCases(recorded, folder))) {
          for (const { method, pathname, params, sketch } of requests) {
            if (sketch || status >= 400) continue
            const query = new URLSearchParams([...params]).toString()
            const response = await fetch(`${replay.env[source.variable]}${encodeURI(pathname)}${query ? `?${query}` : ''}`, { method })
            expect(response.status, `${source.name} ${pathname}?${query}`).toBe(200)
            await response.text()
          }
        }
      }
      expect(replay.unknown).toEqual([])
    } finally {
      await replay.stop()
    }
  })
})
