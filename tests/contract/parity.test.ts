/** Price, path, schema and words of every tool, on every surface: they are read from one registry, and this says that they still are. */
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { tools as clientTools } from '../../clients/typescript/src/generated.ts'
import { makeApiCatalog } from '../../lib/catalogue/links.ts'
import { makeListing } from '../../lib/catalogue/listing.ts'
import { docsMarkdown, llmsFullTxt, llmsTxt } from '../../lib/catalogue/markdown/docs.ts'
import { makeOpenApi, operationId } from '../../lib/catalogue/openapi.ts'
import { makeWellKnown } from '../../lib/catalogue/well-known.ts'
import { type Env, parseEnv } from '../../lib/env.ts'
import { listTools } from '../../lib/mcp/server.ts'
import { makeServerCard, makeStaticCard } from '../../lib/mcp/server-card.ts'
import { exampleUrl, makeTerms } from '../../lib/payments/offer/terms.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { tools } from '../../lib/tools/registry.ts'
import { inputSchema, type JsonSchema, outputSchema } from '../../lib/tools/schema.ts'

const accepts = (tool: Tool) => [
  {
    scheme: 'exact',
    network: 'eip155:8453' as const,
    amount: tool.amount,
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    payTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    maxTimeoutSeconds: 120,
    extra: { name: 'USD Coin', version: '2' },
  },
]
type Operation = {
  operationId: string
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; description: string; schema: JsonSchema }[]
  'x-payment-info': { price: { amount: string } }
  responses: { 200: { content: { 'application/json': { schema: JsonSchema } } } }
}
const without = (schema: JsonSchema, ...names: string[]): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)))

let settings: Env
let openapi: { paths: Record<string, { get: Operation }> }
beforeAll(() => {
  settings = parseEnv({})
  openapi = makeOpenApi(tools, settings) as unknown as typeof openapi
})

describe.each(tools.map((tool) => [tool.id, tool] as const))('every surface says the same of %s:', (id, tool) => {
  const operation = () => openapi.paths[tool.path]!.get
  const overMcp = () => listTools(settings).find(({ name }) => name === operationId(tool))!

  test('price', () => {
    const { BASE_URL } = settings
    expect({
      terms: makeTerms(tool, accepts(tool), settings).accepts.map(({ amount }) => amount),
      body: (JSON.parse(makeTerms(tool, accepts(tool), settings).body('a ticket')) as { price: unknown }).price,
      openapi: operation()['x-payment-info'].price.amount,
      listing: makeListing(tools, settings).endpoints.find(({ url }) => url === `${BASE_URL}${tool.path}`)?.price,
      wellKnown: makeWellKnown(tools, settings, accepts).items.find(({ path }) => path === tool.path)?.price,
      mcp: overMcp()._meta?.price,
      client: clientTools[id as keyof typeof clientTools].price,
    }).toEqual({
      terms: [tool.amount],
      body: { amount: tool.price, currency: 'USD' },
      openapi: tool.price,
      listing: `$${tool.price}`,
      wellKnown: tool.price,
      mcp: { amount: tool.price, currency: 'USD' },
      client: tool.price,
    })
    const line = `\`GET ${tool.path}\` costs $${tool.price} per answer`
    expect(docsMarkdown(`/docs/${id}`, settings)).toContain(line)
    expect(llmsFullTxt(settings)).toContain(line)
    expect(llmsTxt(settings)).toContain(`- [${id}](${BASE_URL}/docs/${id}.md): $${tool.price}, \`GET ${tool.path}\``)
  })

  test('path and name', () => {
    expect(operation().operationId).toBe(overMcp().name)
    expect(makeTerms(tool, accepts(tool), settings).required.resource.url).toBe(`${settings.BASE_URL}${tool.path}`)
    expect(overMcp()._meta).toMatchObject({ path: tool.path })
    expect(clientTools[id as keyof typeof clientTools].path).toBe(tool.path)
    expect(makeWellKnown(tools, settings, accepts).resources).toContain(exampleUrl(tool, settings))
  })

  test('description', () => {
    const { description } = tool
    expect([
      operation().description,
      overMcp().description,
      makeTerms(tool, accepts(tool), settings).required.resource.description,
      makeWellKnown(tools, settings, accepts).items.find(({ path }) => path === tool.path)?.description,
      makeListing(tools, settings).endpoints.find(({ route }) => route === `GET ${tool.path}`)?.description,
      clientTools[id as keyof typeof clientTools].description,
    ]).toEqual([description, description, description, description, description, description])
    expect(docsMarkdown(`/docs/${id}`, settings)).toContain(description)
    expect(llmsTxt(settings)).toContain(description)
    expect([operation().summary, overMcp().title, clientTools[id as keyof typeof clientTools].summary]).toEqual([
      tool.summary,
      tool.summary,
      tool.summary,
    ])
  })

  test('input', () => {
    const published = without(inputSchema(tool), '$schema')
    expect(overMcp().inputSchema).toEqual(published)
    expect(makeWellKnown(tools, settings, accepts).items.find(({ path }) => path === tool.path)?.input).toEqual(published)
    const { properties = {}, required = [] } = published
    const inQuery = operation().parameters.filter((parameter) => parameter.in === 'query')
    const ofOpenApi = inQuery.map(({ name, description, schema, required: needed }) => [
      name,
      needed,
      { ...without(schema, 'example'), description },
    ])
    expect(ofOpenApi).toEqual(
      Object.entries(properties).map(([name, schema]) => [name, required.includes(name), without(schema, 'example')]),
    )
    expect(clientTools[id as keyof typeof clientTools].parameters).toEqual(
      Object.keys(properties).map((name) => ({ name, required: required.includes(name) })),
    )
    for (const name of Object.keys(properties)) expect(docsMarkdown(`/docs/${id}`, settings)).toContain(`| \`${name}\` |`)
  })

  test('output: over MCP the same members, and room for the terms of an unpaid call', () => {
    const published = without(outputSchema(tool), '$schema')
    expect(without(operation().responses[200].content['application/json'].schema, 'example')).toEqual(published)
    const schema = { ...overMcp().outputSchema } as JsonSchema & { anyOf: unknown[] }
    expect(without(schema, 'anyOf')).toEqual(without(published, 'required'))
    expect(schema.anyOf[0]).toMatchObject({ required: published.required })
    // The dialect and options of the official SDK's client.
    const validate = formats.default(new Ajv({ strict: false, validateSchema: false, allErrors: true })).compile(schema)
    const { extensions: _, ...terms } = makeTerms(tool, accepts(tool), settings).required
    for (const good of [terms, ...tool.examples.map(({ output }) => output)])
      expect([validate(good), validate.errors]).toEqual([true, null])
    expect(validate({})).toBe(false)
    for (const name of Object.keys(published.properties ?? {})) expect(docsMarkdown(`/docs/${id}`, settings)).toContain(`| \`${name}\` |`)
  })
})

test('registries that read a server card see the same tools', () => {
  expect(makeStaticCard(settings).tools.map(({ name, description }) => [name, description])).toEqual(
    listTools(settings).map(({ name, description }) => [name, description]),
  )
  const card = makeServerCard(settings)
  expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  expect(card.description.length).toBeLessThanOrEqual(100)
  expect(card.remotes).toEqual([{ type: 'streamable-http', url: `${settings.BASE_URL}/mcp` }])
})

test('the API catalog is a linkset: anchors and relations with targets', () => {
  const link = { type: 'object', properties: { href: { type: 'string', format: 'uri' } }, required: ['href'] }
  const schema = {
    type: 'object',
    properties: {
      linkset: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: { anchor: { type: 'string', format: 'uri' } },
          required: ['anchor'],
          additionalProperties: { type: 'array', items: link, minItems: 1 },
        },
      },
    },
    required: ['linkset'],
    additionalProperties: false,
  }
  const validate = formats.default(new Ajv2020({ strict: false })).compile(schema)
  expect([validate(makeApiCatalog(settings)), validate.errors]).toEqual([true, null])
})
