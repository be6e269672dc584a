/**
 * The app as a function at Vercel: the files of its trace alone, without the sources, under the Node flags that Vercel sets, so that nothing it
 * loads, workers included, may `require()` an ESM-only package.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdf } from '../../packages/extractor/src/testing/pdf.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { type Server, startServer } from '../support/server.ts'

const FLAGS = '--no-experimental-require-module --no-experimental-detect-module'
const TEXT = 'The sea rises and falls twice a day, because the moon pulls at it, and the earth turns below.'
const files: Record<string, { type: string; body: string | Uint8Array }> = {
  '/tides': {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><head><title>Tides</title></head><body><main><h1>Tides</h1><p>${TEXT}</p></main></body></html>`,
  },
  '/tides.pdf': { type: 'application/pdf', body: pdf([[{ text: TEXT, x: 50, y: 700 }]]) },
}
const site = createServer((request, response) => {
  const { type, body } = files[request.url ?? ''] ?? { type: 'text/plain', body: '' }
  response.writeHead(200, { 'content-type': type }).end(body)
})

let world: LocalWorld
let target: string
let server: Server

beforeAll(async () => {
  world = await startLocalWorld()
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
  target = `127.0.0.1:${(site.address() as AddressInfo).port}`
  const env = { NODE_OPTIONS: FLAGS, VERCEL: '1', FETCH_ALLOW_TARGETS: target, LOG_LEVEL: 'error' }
  server = await startServer({ mount: 'vercel function', env: world.appEnv({ JOBS_DRIVER: 'off', ...env }) })
})
afterAll(async () => {
  await server?.stop()
  await world?.stop()
  site.close()
})

test.each(Object.keys(files))('%s is bought and converted in a worker', async (path) => {
  const page = encodeURIComponent(`http://${target}${path}`)
  const answer = await world.buyer.payingFetch('base')(`${server.url}/v1/web/markdown?url=${page}`)
  const body = (await answer.json()) as { markdown: string }
  expect([answer.status, body.markdown]).toEqual([200, expect.stringContaining(TEXT)])
})

test('what is read from files when it is asked for is there', async () => {
  for (const path of ['/', '/changelog', '/docs/policy', '/samples/util/ping.json', '/openapi.json'])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200])
  expect((await fetch(`${server.url}/api/site`)).status).toBe(404)
})
