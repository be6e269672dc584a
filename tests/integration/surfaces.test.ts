/** What agents find on the built server: MCP as the official client meets it, every tool bought on both rails, and links that lead somewhere. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { VERSION } from '../../lib/catalogue/openapi.ts'
import { tools } from '../../lib/tools/registry.ts'
import { buyOverMcp } from '../../scripts/demo/mcp-purchase.ts'
import { rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { type Server, startServer } from '../support/server.ts'
import { type StandIns, startStandIns } from '../support/stand-ins.ts'

let world: LocalWorld
let standIns: StandIns
let mount: Server
let client: Client

beforeAll(async () => {
  world = await startLocalWorld()
  standIns = await startStandIns()
  mount = await startServer({ env: world.appEnv({ ...standIns.env, JOBS_DRIVER: 'runner' }) })
  await vi.waitFor(async () => expect((await fetch(`${mount.url}/v1/prices/gpu`)).status).toBe(402), { timeout: 90_000, interval: 250 })
  await fetch(`${mount.url}/api/jobs`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${world.operatorToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'ingest-tenders' }),
  })
  client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${mount.url}/mcp`)) as Parameters<typeof client.connect>[0])
})
afterAll(async () => {
  await client?.close()
  await mount?.stop()
  await standIns?.stop()
  await world?.stop()
})

describe.each(rails)('over MCP on %s', (rail) => {
  test.each(tools.map((tool) => [tool.id, tool] as const))('%s: 400, the terms, and an answer for exactly its price', async (_, tool) => {
    const purchase = await buyOverMcp(world, mount.url, tool, rail, standIns.pageUrl)
    expect(purchase).toMatchObject({ bad: 400, unpaid: 402, paid: 200, gained: BigInt(tool.amount), problems: [] })
  })
})

test('the server introduces itself and lists fifteen tools', async () => {
  expect(client.getServerVersion()).toMatchObject({ name: 'paid-agent-tools', version: VERSION })
  expect(client.getInstructions()).toContain('never sign anew')
  expect((await client.listTools()).tools).toHaveLength(tools.length + 3)
})

test('open tenders are searched for free: as many as the feed has, each still open', async () => {
  // The ingest goes on meanwhile: both are asked until they speak of the same data.
  await vi.waitFor(
    async () => {
      const result = await client.callTool({ name: 'search_tenders', arguments: { trade: 'cleaning', match: 'any', limit: 25 } })
      expect(result.isError, JSON.stringify(result.content)).toBeFalsy()
      const found = result.structuredContent as { returned: number; total_matching: number; notices: { deadline: string }[] }
      expect(found.returned).toBeGreaterThan(0)
      for (const { deadline } of found.notices) expect(Date.parse(deadline)).toBeGreaterThan(Date.now() - 60_000)
      const feed = (await (await fetch(`${mount.url}/api/uk-tenders/cleaning.json?match=any`)).json()) as { meta: { total_open: number } }
      expect(found.total_matching).toBe(feed.meta.total_open)
    },
    { timeout: 120_000, interval: 500 },
  )
})

test('every link of llms.txt, the Link header and the API catalog leads somewhere', async () => {
  const [llms, listing, catalog] = await Promise.all(
    ['/llms.txt', '/', '/.well-known/api-catalog'].map((path) => fetch(`${mount.url}${path}`)),
  )
  const links = [
    ...[...(await llms!.text()).matchAll(/\]\((http[^)]+)\)/g)].map(([, url]) => url!),
    ...[...listing!.headers.get('link')!.matchAll(/<([^>]+)>/g)].map(([, path]) => new URL(path!, mount.url).href),
    ...[...(await catalog!.text()).matchAll(/"href": "([^"]+)"/g)].map(([, url]) => url!),
  ]
  expect(links.length).toBeGreaterThan(30)
  expect(catalog!.headers.get('content-type')).toContain('application/linkset+json')
  for (const url of new Set(links)) {
    const response = await fetch(url, { method: url.endsWith('/mcp') ? 'OPTIONS' : 'GET', headers: { Accept: 'text/html, */*' } })
    await response.body?.cancel()
    expect([url, response.ok]).toEqual([url, true])
  }
})

test.each([
  '/docs',
  '/docs/payments',
  '/docs/errors',
  '/docs/errors/gone',
  '/docs/policy',
  '/docs/risk-rules',
  '/docs/tenders-feed',
  ...tools.map(({ id }) => `/docs/${id}`),
])('%s is a page for people and Markdown for programs that ask for it', async (path) => {
  const read = async (accept: string, at = path) => {
    const response = await fetch(`${mount.url}${at}`, { headers: { Accept: accept } })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      vary: response.headers.get('vary'),
      text: await response.text(),
    }
  }
  const page = await read('text/html,application/xhtml+xml,*/*;q=0.8')
  expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8'])
  const twin = await read('text/markdown, text/html;q=0.5')
  expect([twin.status, twin.type]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(twin.text).toMatch(/^# /)
  expect(twin.text).not.toContain('undefined')
  for (const { vary } of [page, twin]) expect(vary).toMatch(/\bAccept\b/)
  if (path !== '/docs') expect(await read('*/*', `${path}.md`)).toMatchObject({ status: 200, text: twin.text })
})
