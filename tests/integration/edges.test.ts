/** The edges of the server itself: what is no plain request holds nothing, and while many strangers misbehave buyers and readers are served. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../../scripts/faults/server-process.ts'
import { ensureBuild } from '../../scripts/steps/build.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'

const STOP_LIMIT_MS = 10_000
const HOSTILE = 200

let world: LocalWorld
let server: ServerProcess
const folder = mkdtempSync(join(tmpdir(), 'edges-'))
const open: Socket[] = []

beforeAll(async () => {
  expect(await ensureBuild()).toBe(0)
  world = await startLocalWorld()
  const env = world.appEnv({ DATA_DIR: folder, BASE_URL: 'http://tools.test', JOBS_DRIVER: 'off' })
  server = await startServer(env, join(folder, 'server.log'))
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

const upgrade = (target: string, what = 'websocket') =>
  `GET ${target} HTTP/1.1\r\nHost: tools.test\r\nConnection: Upgrade, close\r\nUpgrade: ${what}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`

describe('there is nothing to upgrade to', () => {
  // What Next draws itself makes it listen for upgrades, if anybody lets it.
  beforeAll(async () => void (await fetch(`${server.url}/og/tools.png`)))

  test.each(['//x', '/a//b', '/a\\b', '/', '/_next/webpack-hmr', '/_next/x', '/api/inngest', '/og/none'])(
    '%s is answered as a plain request, and its connection ends',
    async (target) => {
      expect(await say(upgrade(target)).ended).toMatch(/^HTTP\/1\.1 [2-5]\d\d /)
    },
  )

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
  const offer = await fetch(`${server.url}/v1/util/ping`)
  const paid = await fetch(`${server.url}/v1/util/ping`, { headers: { 'PAYMENT-SIGNATURE': await world.buyer.signOnce(offer, 'base') } })
  expect(paid.status).toBe(200)
  expect((await fetch(`${server.url}/api/uk-tenders/status.json`)).status).toBe(200)
  const exit = await server.stop(STOP_LIMIT_MS)
  expect(exit.code).toBe(0)
})
