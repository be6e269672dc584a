/** The built server under the Node flags that Vercel sets: nothing it loads may `require()` an ESM-only package, workers included. */

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../../scripts/faults/server-process.ts'
import { ensureBuild } from '../../scripts/steps/build.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'

const FLAGS = '--no-experimental-require-module --no-experimental-detect-module'
const PAGE =
  '<!doctype html><html lang="en"><head><title>Tides</title></head><body><main><h1>Tides</h1><p>The sea rises and falls twice a day, because the moon pulls at it, and the earth turns below.</p></main></body></html>'

let world: LocalWorld
let server: ServerProcess
let target: string
const folder = mkdtempSync(join(tmpdir(), 'flags-'))
const site = createServer((_request, response) => void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE))

beforeAll(async () => {
  expect(await ensureBuild()).toBe(0)
  world = await startLocalWorld()
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
  target = `127.0.0.1:${(site.address() as AddressInfo).port}`
  server = await startServer(
    world.appEnv({
      NODE_OPTIONS: FLAGS,
      DATA_DIR: folder,
      BASE_URL: 'http://tools.test',
      JOBS_DRIVER: 'off',
      FETCH_ALLOW_TARGETS: target,
      LOG_LEVEL: 'error',
    }),
    join(folder, 'server.log'),
  )
}, 240_000)
afterAll(async () => {
  await server?.stop()
  await world?.stop()
  site.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a page is bought and converted', async () => {
  const answer = await world.buyer.payingFetch('base')(`${server.url}/v1/web/markdown?url=${encodeURIComponent(`http://${target}/tides`)}`)
  const body = (await answer.json()) as { title: string; markdown: string }
  expect([answer.status, body.title]).toEqual([200, 'Tides'])
  expect(body.markdown).toContain('The sea rises and falls twice a day')
})
