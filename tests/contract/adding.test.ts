/** What somebody does who adds a tool: a folder and a line of the registry. Every surface is asked for one that exists in memory alone. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { inWords } from '../../lib/catalogue/in-words.ts'
import { listTools } from '../../lib/mcp/server.ts'
import { issueTerms, makeTerms } from '../../lib/payments/offer/terms.ts'
import { createSite } from '../../lib/site/table.ts'
import { defineTool, type Tool } from '../../lib/tools/define.ts'
import { tools } from '../../lib/tools/registry.ts'
import { GENERATED, SKILL } from '../../scripts/docs/client-types.ts'
import { derivedFiles } from '../../scripts/docs/derived.ts'
import { testCore } from '../support/core.ts'
import { getCall } from '../support/endpoint.ts'

vi.mock('../../lib/tools/registry.ts', async (original) => {
  const real = await original<typeof import('../../lib/tools/registry.ts')>()
  const { defineTool: define } = await import('../../lib/tools/define.ts')
  const fake = define({
    path: '/v1/birds/count',
    price: '0.004200',
    summary: 'How many birds there are',
    description: 'Counts birds, for a test. Use it never. Costs {price} USD; a failed call is not charged. Takes 1 second.',
    input: z.strictObject({ wing: z.string().describe('Which wing.').meta({ example: 'left' }) }),
    output: z.object({ feathers: z.int().describe('Feathers of that wing.') }),
    examples: [{ title: 'A left wing', query: { wing: 'left' }, output: { feathers: 1 } }],
    run: () => ({ feathers: 1 }),
  })
  return { ...real, tools: [...real.tools, fake], toolByPath: new Map([...real.toolByPath, [fake.path, fake]]) }
})

const core = testCore({ BASE_URL: 'https://tools.example.com' })
const { env } = core
const site = createSite(core)
const fake: Tool = tools.at(-1)!
const HTML = { accept: 'text/html' }

const textOf = async (path: string, headers: Record<string, string> = {}) => {
  const { body } = await site(getCall(path, headers))
  return String(body)
}

test.each<[surface: string, read: () => Promise<string> | string, words: string[]]>([
  ['400', () => textOf('/v1/birds/count?colour=blue'), ['/v1/birds/count?wing=left', '0.004200']],
  ['listing', () => textOf('/discovery'), ['/v1/birds/count', '$0.004200']],
  ['landing page', () => textOf('/', HTML), ['/docs/birds/count', '$0.0042', `${inWords(tools.length)} tools`]],
  [
    'OpenAPI',
    () => textOf('/openapi.json'),
    ['/v1/birds/count', '0.004200', 'Feathers of that wing.', `${inWords(tools.length)} read-only`],
  ],
  ['x402 resources', () => textOf('/.well-known/x402'), ['/v1/birds/count?wing=left', '0.004200']],
  ['llms.txt', () => textOf('/llms.txt'), ['/docs/birds/count.md', '$0.004200']],
  ['llms-full.txt', () => textOf('/llms-full.txt'), ['GET /v1/birds/count', 'Feathers of that wing.']],
  ['documentation', () => textOf('/docs', HTML), ['/docs/birds/count', 'How many birds there are']],
  ['page', () => textOf('/docs/birds/count', HTML), ['Costs 0.0042 USD', 'feathers', 'A left wing']],
  ['page in Markdown', () => textOf('/docs/birds/count.md'), ['Costs 0.0042 USD', 'feathers']],
  ['site map', () => textOf('/sitemap.xml'), ['/docs/birds/count']],
  ['server card', () => textOf('/.well-known/mcp/server-card.json'), ['birds_count']],
  ['skill', () => textOf('/.well-known/agent-skills/paid-agent-tools/SKILL.md'), ['birds/count', '0.0042']],
  ['tools over MCP', () => JSON.stringify(listTools(env)), ['birds_count', '0.004200', 'Feathers of that wing.']],
])('a further tool stands on the %s', async (_, read, words) => {
  const text = await read()
  for (const word of words) expect(text).toContain(word)
})

test('a further tool is offered for its price', () => {
  const offer = {
    scheme: 'exact',
    network: 'eip155:8453',
    amount: fake.amount,
    asset: '0x',
    payTo: '0x',
    maxTimeoutSeconds: 120,
    extra: {},
  } as const
  const { body } = issueTerms(makeTerms(fake, [offer], env), undefined, env)
  expect(JSON.parse(body)).toMatchObject({ accepts: [{ amount: '4200' }], price: { amount: '0.004200' } })
})

test('the one command that writes what is derived writes it, and without it the check names the files', () => {
  const root = join(import.meta.dirname, '../..')
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const stale = derivedFiles(read).filter(([path, text]) => text !== read(path))
  for (const path of [GENERATED, SKILL, 'README.md', 'tests/contract/v1.snapshot.json'])
    expect(new Map(stale).get(path), path).toContain('birds/count')
})

test('another price is another value on every surface', () => {
  const { price, ...rest } = fake
  const dearer = defineTool({ ...rest, price: '0.009900', description: 'Costs {price} USD.' })
  expect([price, dearer.amount, dearer.description]).toEqual(['0.004200', '9900', 'Costs 0.0099 USD.'])
})
