/** The client's package in the hands of a stranger: its types stand alone, and every sample of its README compiles and buys, on each Node here. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Core, createCore } from '../../lib/core.ts'
import { parseEnv } from '../../lib/env.ts'
import { feeds } from '../../lib/tenders/feed/serve.ts'
import { stopSnapshot } from '../../lib/tenders/snapshot/snapshot.ts'
import { tools } from '../../lib/tools/registry.ts'
import { virtualTenders } from '../../scripts/bench/tenders-rows.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { childEnv } from '../support/child-env.ts'
import { webOf } from '../support/endpoint.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { type HttpServer, serveHttp } from '../support/http-server.ts'
import { nodeVersions } from '../support/node-versions.ts'
import { installPackedClient } from '../support/packed-client.ts'
import { atomicPrice } from '../support/price.ts'

const root = join(import.meta.dirname, '../..')
const PING = atomicPrice('util/ping')
const UUID = atomicPrice('util/uuid')

const samples = [...readFileSync(join(root, 'clients/typescript/README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!)

let world: LocalWorld
let app: TestGate
let server: HttpServer
let folder: string
let feed: Core

const tsc = (...words: string[]) => execFileSync(join(root, 'node_modules/.bin/tsc'), words, { cwd: folder, encoding: 'utf8' })

beforeAll(async () => {
  folder = installPackedClient()
  const types = join(folder, 'node_modules/@types')
  mkdirSync(types, { recursive: true })
  if (!existsSync(join(types, 'node'))) symlinkSync(join(root, 'node_modules/@types/node'), join(types, 'node'))
  // The sample around the stock client needs its packages, as a reader of it would.
  for (const name of ['@x402/fetch', '@x402/evm', 'viem'])
    if (!existsSync(join(folder, 'node_modules', name))) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  samples.forEach((code, nth) => {
    writeFileSync(join(folder, `sample-${nth}.ts`), code)
  })
  world = await startLocalWorld()
  app = await startGate(world.appEnv())
  await vi.waitFor(async () => expect((await app.fetch('/v1/util/ping')).status).toBe(402), { timeout: 30_000, interval: 250 })
  const now = Date.now()
  const { database } = virtualTenders(2_500, now)
  feed = createCore(parseEnv({}), { openDatabase: async () => database, now: () => now })
  const tenders = webOf(feeds, feed)
  server = await serveHttp((request) =>
    new URL(request.url).pathname.startsWith('/api/uk-tenders/') ? tenders(request) : app.fetch(request),
  )
}, 600_000)
afterAll(async () => {
  await server?.stop()
  await app?.close()
  if (feed) await stopSnapshot(feed)
  await world?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

test('its types are complete on their own, and the samples fit them', () => {
  const options = { module: 'NodeNext', target: 'ES2022', lib: ['ES2023', 'DOM', 'DOM.Iterable'], strict: true, types: ['node'] }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...options, skipLibCheck: true, noEmit: false, outDir: '.' },
      files: samples.map((_, nth) => `sample-${nth}.ts`),
    }),
  )
  expect(tsc('-p', '.')).toBe('')
  // Without skipLibCheck every declaration of the package is read; complaints about other packages are theirs.
  writeFileSync(join(folder, 'all.ts'), "export * from 'paid-agent-tools-client'\n")
  writeFileSync(
    join(folder, 'tsconfig.all.json'),
    JSON.stringify({ compilerOptions: { ...options, skipLibCheck: false, noEmit: true }, files: ['all.ts'] }),
  )
  let complaints = ''
  try {
    complaints = tsc('-p', 'tsconfig.all.json')
  } catch (error) {
    complaints = (error as { stdout: string }).stdout
  }
  expect(complaints.split('\n').filter((line) => line.includes('paid-agent-tools-client'))).toEqual([])
})

describe.each(nodeVersions())('on $version', ({ node }) => {
  const run = (words: string[]) =>
    promisify(execFile)(node, words, {
      cwd: folder,
      env: {
        ...childEnv(),
        NODE_ENV: 'production',
        HOME: folder,
        PAID_AGENT_TOOLS_URL: server.url,
        EVM_PRIVATE_KEY: world.buyer.base.privateKey,
      },
      timeout: 250_000,
    })

  test('every sample buys what it says', async () => {
    const before = (await world.balances()).base
    const out: string[] = []
    for (const nth of samples.keys()) out.push((await run([`sample-${nth}.js`])).stdout)
    expect(out).toHaveLength(4)
    expect(out[0]).toMatch(/^200 0x[0-9a-f]{64}\n/)
    expect(out[1]).toBe('200\n')
    expect(out[2]).toMatch(/^2 0x[0-9a-f]{64}\n$/)
    const [largest, ...found] = (out[3] ?? '').trim().split('\n')
    expect(largest).toMatch(/^[1-9]\d* \S/)
    expect(found.length).toBeGreaterThan(25)
    for (const line of found) expect(line).toMatch(/^20\d\d-\S+ .*window cleaning/i)
    expect((await world.balances()).base - before).toBe(PING + PING + UUID)
  })

  test('the command line says what there is', async () => {
    const { stdout } = await run(['node_modules/paid-agent-tools-client/dist/cli/main.js', 'tools'])
    expect(JSON.parse(stdout)).toHaveLength(tools.length)
  })
})
