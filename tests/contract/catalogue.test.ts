/** What every tool promises, swept over the registry: all surfaces say the same, and every example keeps its own schema. */

import { extractDiscoveryInfo, validateDiscoveryExtension } from '@x402/extensions/bazaar'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { makeListing } from '../../lib/catalogue/listing.ts'
import { makeOpenApi } from '../../lib/catalogue/openapi.ts'
import { makeWellKnown } from '../../lib/catalogue/well-known.ts'
import { createCore } from '../../lib/core.ts'
import { parseEnv } from '../../lib/env.ts'
import { discoveryExtension, exampleUrl, issueTerms, makeTerms } from '../../lib/payments/offer/terms.ts'
import { newTicket } from '../../lib/payments/offer/ticket.ts'
import { MAX_TIMEOUT_SECONDS, rails } from '../../lib/payments/protocol/networks.ts'
import { siteRows } from '../../lib/site/table.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { parseInput } from '../../lib/tools/parse.ts'
import { toolByPath, tools } from '../../lib/tools/registry.ts'
import { outputSchema } from '../../lib/tools/schema.ts'

const settings = parseEnv({
  BASE_URL: 'https://tools.example.com',
  FACILITATOR_URL: 'https://facilitator.example.com',
  PAYTO_BASE: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  PAYTO_SOLANA: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
})
const core = createCore(settings)
/** The specification's own table of endpoints. */
const requirements = (tool: Tool) => [
  {
    scheme: 'exact',
    network: 'eip155:8453' as const,
    amount: tool.amount,
    asset: rails.base.assets['eip155:8453']!.address,
    payTo: settings.PAYTO_BASE!,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    extra: { name: 'USD Coin', version: '2' },
  },
  {
    scheme: 'exact',
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const,
    amount: tool.amount,
    asset: rails.solana.assets['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']!.address,
    payTo: settings.PAYTO_SOLANA!,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    extra: { feePayer: 'FeePayer11111111111111111111111111111111111' },
  },
]
const openapi = makeOpenApi(tools, settings) as { paths: Record<string, { get: Record<string, never> }>; info: Record<string, string> }
const listing = makeListing(tools, settings)
const wellKnown = makeWellKnown(tools, settings, requirements)
const ajv = formats.default(new Ajv2020({ strict: false }))

describe.each(tools.map((tool): [string, Tool] => [tool.id, tool]))('%s', (_id, tool) => {
  const terms = makeTerms(tool, requirements(tool), settings)

  test('its amount is its price in atomic USDC', () => {
    expect(BigInt(tool.amount)).toBe(BigInt(tool.price.replace('.', '')))
  })

  test('every example passes its own parser and its own published schemas', () => {
    const validate = ajv.compile(outputSchema(tool))
    for (const { query, output } of tool.examples) {
      expect(() => parseInput(core, tool, `?${new URLSearchParams(query)}`)).not.toThrow()
      expect(tool.output.safeParse(output).error).toBeUndefined()
      validate(output)
      expect(validate.errors).toBeNull()
    }
  })

  test('price, path, schema and description are the same on every surface', () => {
    const operation = openapi.paths[tool.path]!.get as unknown as {
      description: string
      'x-payment-info': object
      responses: { 200: { content: { 'application/json': { schema: Record<string, unknown> } } } }
    }
    expect(operation['x-payment-info']).toEqual({
      price: { mode: 'fixed', currency: 'USD', amount: tool.price },
      protocols: [{ x402: {} }],
    })
    const { example: _example, ...schema } = operation.responses[200].content['application/json'].schema
    const { $schema: _dialect, ...published } = outputSchema(tool)
    expect(schema).toEqual(published)
    expect(listing.endpoints.find(({ route }) => route === `GET ${tool.path}`)).toEqual({
      route: `GET ${tool.path}`,
      url: `https://tools.example.com${tool.path}`,
      price: `$${tool.price}`,
      description: tool.description,
    })
    const item = wellKnown.items.find(({ path }) => path === tool.path)
    expect(item).toMatchObject({ price: tool.price, description: tool.description, resource: exampleUrl(tool, settings) })
    expect(operation.description).toBe(tool.description)
    expect(terms.required.resource).toMatchObject({
      url: `https://tools.example.com${tool.path}`,
      description: tool.description,
      mimeType: 'application/json',
    })
    expect(terms.accepts.map(({ amount }) => amount)).toEqual([tool.amount, tool.amount])
    expect(toolByPath.get(tool.path)).toBe(tool)
  })

  test('its 402 header is at most 8 kB and its discovery metadata satisfies its own schema', () => {
    expect(terms.header(newTicket()).length).toBeLessThanOrEqual(8 * 1024)
    const extension = discoveryExtension(tool).bazaar as Parameters<typeof validateDiscoveryExtension>[0]
    expect(validateDiscoveryExtension(extension)).toEqual({ valid: true })
    const payload = {
      x402Version: 2,
      accepted: terms.accepts[0]!,
      payload: {},
      resource: terms.required.resource,
      extensions: terms.required.extensions!,
    }
    expect(extractDiscoveryInfo(payload, terms.accepts[0]!)).toMatchObject({ resourceUrl: terms.required.resource.url })
  })

  test('its 402 body repeats the header and links to what resolves', () => {
    const issued = issueTerms(terms, undefined, settings)
    const body = JSON.parse(issued.body) as Record<string, unknown>
    expect(body).toMatchObject(JSON.parse(Buffer.from(issued.header, 'base64').toString()) as object)
    const { PaymentRequired } = (openapi as unknown as { components: { schemas: Record<string, { properties: object }> } }).components
      .schemas
    const isDescribed = ajv.compile(PaymentRequired!)
    expect([isDescribed(body), isDescribed.errors]).toEqual([true, null])
    for (const member of Object.keys(PaymentRequired!.properties)) expect(body).toHaveProperty(member)
    for (const wrong of [{ amount: '999' }, { network: 'base' }, { extra: {} }, { scheme: 'upto' }])
      expect(isDescribed({ ...body, accepts: [{ ...(body.accepts as object[])[0], ...wrong }] }), JSON.stringify(wrong)).toBe(false)
    expect(body.links).toMatchObject({ docs: `https://tools.example.com/docs/${tool.id}`, example: exampleUrl(tool, settings) })
  })

  test('unknown, repeated and malformed parameters are refused by name, with a call that works', () => {
    const refuse = (search: string) => {
      try {
        parseInput(core, tool, search)
      } catch (error) {
        return error as { code: string; param?: string; message: string; extra: Record<string, unknown> }
      }
      throw new Error(`${search} was accepted`)
    }
    const working = new URLSearchParams(tool.examples[0].query)
    const unknown = refuse(`?${working}${working.size ? '&' : ''}nonsense=1`)
    expect(unknown).toMatchObject({ code: 'invalid_input', param: 'nonsense', extra: { example: exampleUrl(tool, settings) } })
    expect(unknown.extra.allowed).toEqual(Object.keys(tool.input.shape))
    for (const name of Object.keys(tool.input.shape)) {
      expect(refuse(`?${name}=&${name}=`)).toMatchObject({ code: 'invalid_input' })
    }
    const ignored = parseInput(core, tool, `?${working}&_cachebuster=1`)
    expect(ignored).toEqual(parseInput(core, tool, `?${working}`))
  })
})

test('guidance fits a registry’s budget', () => {
  expect(openapi.info['x-guidance']!.length).toBeLessThan(4000)
})

test('OpenAPI describes every free data address of the site table that is a template', () => {
  const described = Object.keys(openapi.paths).map((path) => path.replace(/\{\w+\}/g, '*'))
  const files = siteRows().flatMap(({ path }) => (/^\/api\/uk-tenders\//.test(path) ? [path.replace(/:\w+/g, '*')] : []))
  expect(files).toContain('/api/uk-tenders/renewals/*')
  expect(files.filter((path) => !described.includes(path))).toEqual([])
})
