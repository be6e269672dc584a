/** The 402 to the letter of x402 version 2: what is asked for on the main and on the test networks, and that no request header has a say in it. */
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { parsePaymentRequired } from '@x402/core/schemas'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Tool } from '../../lib/tools/define.ts'
import { tools } from '../../lib/tools/registry.ts'
import published from '../contract/v1.snapshot.json' with { type: 'json' }
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { offerOf } from '../support/ticket.ts'
import { startUpstreams, type Upstreams } from '../support/upstreams/server.ts'

const BASE_URL = 'https://tools.example.com'
/** Price in atomic units, as it was published, and a working query of every tool. */
const SOLD = tools.map(({ path, examples }): [path: string, amount: string, query: string] => [
  path,
  published.paths[path].price.replace(/^0\.0*/, ''),
  `?${new URLSearchParams(examples[0].query)}`,
])
/** Section 2 of the protocol notes, both pairs of networks. */
const NETWORKS = {
  main: {
    base: ['eip155:8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USD Coin'],
    solana: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  },
  test: {
    base: ['eip155:84532', '0x036CbD53842c5426634e7929541eC2318f3dCF7e', 'USDC'],
    solana: ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'],
  },
} as const
const HOSTILE: Record<string, string> = {
  Host: 'evil.example',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'ftp',
  'X-Forwarded-Port': '1',
  'X-Forwarded-Prefix': '/evil',
  Forwarded: 'for=6.6.6.6;host=evil.example;proto=ftp',
  'X-Original-URL': '/evil',
  'X-Rewrite-URL': '/evil',
  'X-Original-Host': 'evil.example',
  Origin: 'https://evil.example',
  Referer: 'https://evil.example/',
}

describe.each(['main', 'test'] as const)('on the %s networks', (pair) => {
  let world: LocalWorld
  let upstreams: Upstreams
  let app: TestGate
  beforeAll(async () => {
    world = await startLocalWorld({ testnet: pair === 'test' })
    upstreams = await startUpstreams()
    app = await startGate(world.appEnv({ ...upstreams.env, BASE_URL, TOOLS_URL: 'https://tenders.example.com' }))
    // GPU prices are sold from a table that a job fills; here it stays empty, so the tool must not say it is warming up.
    const { toolByPath } = await import('../../lib/tools/registry.ts')
    const gpu = toolByPath.get('/v1/prices/gpu') as Required<Pick<Tool, 'ready'>>
    vi.spyOn(gpu, 'ready').mockImplementation(() => undefined)
  })
  afterAll(async () => {
    await app?.close()
    await upstreams?.stop()
    await world?.stop()
  })
  const headerOf = async (target: string, headers: Record<string, string> = {}) => {
    const response = await app.fetch(target, { headers })
    expect(response.status).toBe(402)
    return { header: response.headers.get('PAYMENT-REQUIRED')!, body: (await response.json()) as Record<string, unknown>, response }
  }

  describe.each(SOLD)('%s', (path, amount, query) => {
    test(`costs ${amount} atomic units on either network, exactly as specified`, async () => {
      const { header, body } = await headerOf(path + query)
      const required = JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
      const { base, solana } = NETWORKS[pair]
      expect(required.x402Version).toBe(2)
      expect(required.accepts).toEqual([
        {
          scheme: 'exact',
          network: base[0],
          amount,
          asset: base[1],
          payTo: world.payTo.base,
          maxTimeoutSeconds: 120,
          extra: { name: base[2], version: '2', ticket: expect.stringMatching(/^[\w-]{24}$/) },
        },
        {
          scheme: 'exact',
          network: solana[0],
          amount,
          asset: solana[1],
          payTo: world.payTo.solana,
          maxTimeoutSeconds: 120,
          extra: { feePayer: world.facilitator.addresses.solana, ticket: expect.stringMatching(/^[\w-]{24}$/) },
        },
      ])
      expect(required.resource).toEqual({
        url: `${BASE_URL}${path}`,
        description: expect.stringMatching(/^[\s\S]{120,500}$/),
        mimeType: 'application/json',
        serviceName: expect.stringMatching(/^[\x20-\x7e]{1,32}$/),
        tags: expect.arrayContaining([expect.stringMatching(/^[\x20-\x7e]{1,32}$/)]),
        iconUrl: expect.stringMatching(/^https:\/\/tools\.example\.com\/.{1,2000}$/),
      })
      expect(required.resource.tags.length).toBeLessThanOrEqual(5)
      for (const tag of required.resource.tags) expect(tag).toMatch(/^[\x20-\x7e]{1,32}$/)
      expect(Object.keys(required.extensions).sort()).toEqual(['bazaar', 'payment-identifier'])
      expect(required.extensions.bazaar.info.input).toMatchObject({ type: 'http', method: 'GET' })
      // The body says the same and helps a reader who has no header.
      const { links, price, charged, ...terms } = body
      expect(terms).toEqual(required)
      expect([price, charged]).toEqual([{ amount: (Number(amount) / 1e6).toFixed(6), currency: 'USD' }, false])
      expect(links).toMatchObject({ openapi: `${BASE_URL}/openapi.json`, example: expect.stringContaining(`${BASE_URL}${path}`) })
    })

    test('its header is standard base64 of at most 8 kB that the SDK reads', async () => {
      const { header } = await headerOf(path + query)
      expect(header).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
      expect(header.length % 4).toBe(0)
      expect(header.length).toBeLessThanOrEqual(8192)
      const decoded = decodePaymentRequiredHeader(header)
      expect(parsePaymentRequired(decoded).success).toBe(true)
    })

    test('no header of a request changes a byte of it, its ticket aside', async () => {
      const plain = offerOf((await headerOf(path + query)).header)
      expect(offerOf((await headerOf(path + query, HOSTILE)).header)).toBe(plain)
      const elsewhere = await app.fetch(new Request(`http://evil.example:8080${path}${query}`))
      expect(offerOf(elsewhere.headers.get('PAYMENT-REQUIRED') ?? '')).toBe(plain)
    })
  })
})
