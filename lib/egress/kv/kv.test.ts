import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testCore } from '../../../tests/support/core.ts'
import type { Core } from '../../core.ts'
import { cached } from '../cached.ts'
import { kvSet } from './index.ts'

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
  // Whoever waits for the store gives it up by a timer: on a busy machine it would be late.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
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

/** A process with memory of its own, once it is connected: nobody waits for a connection. */
const startProcess = async () => {
  const core = testCore(settings)
  await kvSet(core, 'greeting', 'hello', 60_000)
  return core
}

test('another process finds what this one fetched; a broken store only costs the sharing', async () => {
  let loads = 0
  const load = async () => ({ loads: ++loads })
  const ask = (core: Core, key = 'k') => cached({ core, source: 's', key, ageMs: 60_000, load })
  const shared = () => [...store.keys()].find((key) => key.startsWith('upstream'))
  expect(await ask(await startProcess())).toMatchObject({ value: { loads: 1 }, cached: false })
  await expect.poll(shared).toBeDefined()
  expect(commands.at(-1)?.map((part) => part.toLowerCase())).toContain('px')
  expect(await ask(await startProcess())).toMatchObject({ value: { loads: 1 }, cached: true })

  store.set(shared() ?? '', 'not ours')
  expect(await ask(await startProcess())).toMatchObject({ value: { loads: 2 }, cached: false })
  await expect.poll(() => store.get(shared() ?? '')).not.toBe('not ours')

  const core = await startProcess()
  broken = true
  commands = []
  expect(await ask(core, 'other')).toMatchObject({ value: { loads: 3 }, cached: false })
  expect(await ask(core, 'another')).toMatchObject({ value: { loads: 4 }, cached: false })
  // After its first failure the store is left alone for a while.
  expect(commands.length).toBe(1)
})
