import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testCore } from '../../../tests/support/core.ts'
import { cached, clearCache } from '../cached.ts'

let settings: Record<string, string>

const store = new Map<string, string>()
let server: Server
let broken = false
let commands: string[][] = []

/** One command as Redis would run it; text results are base64, as the client asks. */
const run = (command: unknown[]): { result: string | null } => {
  const [verb = '', key = '', value = ''] = command.map(String)
  commands.push(command.map(String))
  if (verb.toLowerCase() === 'set') {
    store.set(key, value)
    return { result: 'OK' }
  }
  const found = store.get(key)
  return { result: found === undefined ? null : Buffer.from(found).toString('base64') }
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const asked = JSON.parse(body) as unknown[]
    const answers = Array.isArray(asked[0]) ? asked.map((command) => run(command as unknown[])) : run(asked)
    response
      .writeHead(broken ? 500 : 200, { 'content-type': 'application/json' })
      .end(broken ? '{"error":"down"}' : JSON.stringify(answers))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  settings = { KV_REST_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, KV_REST_API_TOKEN: 'token' }
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('another process finds what this one fetched; a broken store only costs the sharing', async () => {
  const core = testCore(settings)
  let loads = 0
  const load = async () => ({ loads: ++loads })
  const ask = () => cached({ core, source: 's', key: 'k', ageMs: 60_000, load })
  expect(await ask()).toMatchObject({ value: { loads: 1 }, cached: false })
  await vi.waitUntil(() => store.size === 1, 10_000)
  expect(commands.at(-1)?.map((part) => part.toLowerCase())).toContain('px')

  clearCache(core)
  expect(await ask()).toMatchObject({ value: { loads: 1 }, cached: true })

  clearCache(core)
  store.set([...store.keys()][0] ?? '', 'not ours')
  expect(await ask()).toMatchObject({ value: { loads: 2 }, cached: false })
  await vi.waitUntil(() => [...store.values()][0] !== 'not ours', 10_000)

  clearCache(core)
  broken = true
  commands = []
  expect(await cached({ core, source: 's', key: 'other', ageMs: 60_000, load })).toMatchObject({ value: { loads: 3 }, cached: false })
  clearCache(core)
  expect(await cached({ core, source: 's', key: 'other', ageMs: 60_000, load })).toMatchObject({ value: { loads: 4 }, cached: false })
  // After its first failure the store is left alone for a while.
  expect(commands.length).toBe(1)
})
