/** What today's agents and the checks of isitagentready look for, asked of the site itself. */
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { createSite } from '../../lib/site/table.ts'
import { testCore } from '../support/core.ts'
import { webOf } from '../support/endpoint.ts'

const BASE_URL = 'https://tools.test'
const core = testCore({ BASE_URL })
const site = createSite(core)
const web = webOf((_core, call) => site(call))
const get = (path: string, accept = '*/*') => web(new Request(`${BASE_URL}${path}`, { headers: { accept } }))
afterAll(() => core.closeDatabase())

test('robots.txt: every group, also of a named crawler, has its own signal and rules, the sitemap is named, and no line is unknown to auditors', async () => {
  const text = await (await get('/robots.txt')).text()
  const groups = text.split(/(?=^User-agent: )/m)
  expect(groups.map((group) => /^User-agent: (.+)$/m.exec(group)?.[1])).toEqual(
    expect.arrayContaining(['*', 'GPTBot', 'ClaudeBot', 'PerplexityBot']),
  )
  for (const group of groups) {
    expect(group).toMatch(/^Content-Signal: search=yes, ai-input=yes$/m)
    expect(group).toMatch(/^Disallow: \/v1\/$/m)
  }
  expect(text).toContain(`Sitemap: ${BASE_URL}/sitemap.xml`)
  const known = /^(User-agent|Content-Signal|Allow|Disallow|Sitemap): /
  expect(text.split('\n').filter((line) => line !== '' && !known.test(line))).toEqual([])
})

describe.each(['/', '/?utm_source=x', '/docs'])('%s', (path) => {
  test('answers Accept: text/markdown in Markdown, without mixing it into caches', async () => {
    const answer = await get(path, 'text/markdown')
    expect(answer.headers.get('content-type')).toMatch(/^text\/markdown/)
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('accept')
    expect(await answer.text()).toMatch(/^# /)
  })
})

test.each([
  ['application/json, text/markdown;q=0.9', 'application/json'],
  ['text/markdown;q=0.5, text/html', 'text/html'],
  ['text/markdown, text/html;q=0.9', 'text/markdown'],
  ['text/markdown;q=0', 'application/json'],
])('the root gives %s what it asks for most', async (accept, type) => {
  expect((await get('/', accept)).headers.get('content-type')).toContain(type)
})

test('the root links to what describes it, in every form', async () => {
  for (const accept of ['text/html', 'application/json', 'text/markdown'])
    for (const rel of ['api-catalog', 'service-desc', 'service-doc', 'status'])
      expect((await get('/', accept)).headers.get('link')).toContain(`rel="${rel}"`)
})

test('the MCP card, the skills and the catalog are there and say the truth', async () => {
  expect((await (await get('/.well-known/mcp/server-card.json')).json()).serverInfo.name).toBe('paid-agent-tools')
  const { skills } = await (await get('/.well-known/agent-skills/index.json')).json()
  const skill = await (await get(new URL(skills[0].url).pathname)).text()
  expect(skills[0].digest).toBe(`sha256:${createHash('sha256').update(skill).digest('hex')}`)
  const { specVersion, host, entries } = await (await get('/.well-known/ai-catalog.json')).json()
  expect([specVersion, host.displayName]).toEqual(['1.0', 'Paid Agent Tools'])
  for (const { identifier, url } of entries) {
    expect(identifier).toMatch(/^urn:air:tools\.test:/)
    // The feed has nothing to show before the first ingest.
    if (!url.includes('/api/uk-tenders/')) expect((await get(new URL(url).pathname)).status, url).toBe(200)
  }
})
