/** The image of the Dockerfile, as far as no engine is needed: its folder has what the server and its commands load. */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { type Server, startServer } from '../support/server.ts'

let world: LocalWorld
let server: Server

beforeAll(async () => {
  world = await startLocalWorld()
  server = await startServer({ mount: 'image', env: world.appEnv({ JOBS_DRIVER: 'off', LOG_LEVEL: 'error' }) })
})
afterAll(async () => {
  await server?.stop()
  await world?.stop()
})

test('it sells', async () => {
  expect((await world.buyer.payingFetch('base')(`${server.url}/v1/util/ping`)).status).toBe(200)
})

test('what is read from files when it is asked for is there', async () => {
  for (const path of ['/', '/changelog', '/docs/policy', '/samples/util/ping.json', '/openapi.json', '/og/tools.png', '/icon.svg'])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200])
})

test.each(['backup', 'ingest', 'ledger', 'notices', 'restore'])('the command %s starts', (name) => {
  expect(readdirSync(join(server.folder, 'scripts'))).toContain(`${name}.ts`)
  expect(execFileSync(process.execPath, [join(server.folder, 'scripts', `${name}.ts`), '--help'], { encoding: 'utf8' })).toContain(name)
})
