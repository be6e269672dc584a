/** The built app under the Node flags that Vercel sets: nothing it loads may `require()` an ESM-only package, workers included. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { mounts, startMount } from '../support/mounts.ts'

const FLAGS = '--no-experimental-require-module --no-experimental-detect-module'
const PAGE =
  '<!doctype html><html lang="en"><head><title>Tides</title></head><body><main><h1>Tides</h1><p>The sea rises and falls twice a day, because the moon pulls at it, and the earth turns below.</p></main></body></html>'

let world: LocalWorld
let target: string
const site = createServer((_request, response) => void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE))

beforeAll(async () => {
  world = await startLocalWorld()
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
  target = `127.0.0.1:${(site.address() as AddressInfo).port}`
}, 240_000)
afterAll(async () => {
  await world?.stop()
  site.close()
})

test.each(mounts)('behind %s a page is bought and converted', async (name) => {
  const server = await startMount(name, world.appEnv({ NODE_OPTIONS: FLAGS, FETCH_ALLOW_TARGETS: target, LOG_LEVEL: 'error' }))
  try {
    const answer = await world.buyer.payingFetch('base')(
      `${server.url}/v1/web/markdown?url=${encodeURIComponent(`http://${target}/tides`)}`,
    )
    const body = (await answer.json()) as { title: string; markdown: string }
    expect([answer.status, body.title]).toEqual([200, 'Tides'])
    expect(body.markdown).toContain('The sea rises and falls twice a day')
  } finally {
    await server.stop()
  }
})
