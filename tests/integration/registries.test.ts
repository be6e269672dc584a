/** What registries index: every tool, from the first second of a server whose tools have no data yet, and later. */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tools } from '../../lib/tools/registry.ts'
import { checkSeller } from '../../scripts/registries/check.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { startUpstreams, type Upstreams } from '../support/upstreams/server.ts'
import { startWholeApp, type WholeApp } from '../support/whole-app.ts'

let world: LocalWorld
let upstreams: Upstreams
beforeAll(async () => {
  world = await startLocalWorld()
  upstreams = await startUpstreams()
})
afterAll(async () => {
  await upstreams?.stop()
  await world?.stop()
})

let server: WholeApp
describe.each([
  ['cold: no source has ever answered', {}],
  ['signed offers', { signs: true }],
] as const)('%s', (_words, { signs = false }: { signs?: boolean }) => {
  beforeAll(async () => {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    server = await startWholeApp(world.appEnv({ ...upstreams.env, ...(signs ? { RECEIPT_SIGNING_KEY: pem } : {}) }))
  })
  afterAll(async () => {
    await server?.stop()
  })

  test('the Bazaar and x402scan would index every tool, under its path without a query', async () => {
    const listed = await checkSeller(server.url)
    expect(listed.map(({ remarks }) => remarks)).toEqual(tools.map(() => []))
    expect(listed.map(({ bazaar, x402scan }) => [bazaar, x402scan])).toEqual(tools.map(({ path }) => [`${server.url}${path}`, true]))
    expect(listed.map(({ priceUsd }) => Number(priceUsd))).toEqual(tools.map(({ price }) => Number(price)))
  })

  test('a tool without data is offered with a warning, and a payment for it costs nothing', async () => {
    const url = `${server.url}/v1/prices/gpu`
    const offer = await fetch(url)
    const required = JSON.parse(Buffer.from(offer.headers.get('PAYMENT-REQUIRED')!, 'base64').toString('utf8'))
    expect([offer.status, required.error]).toEqual([402, expect.stringContaining('not ready')])
    const before = await world.balances()
    const header = await world.buyer.signOnce(offer, 'base')
    const paid = await fetch(url, { headers: { 'PAYMENT-SIGNATURE': header } })
    expect([paid.status, ((await paid.json()) as { code: string }).code]).toEqual([503, 'warming_up'])
    expect(await world.balances()).toEqual(before)
  })
})
