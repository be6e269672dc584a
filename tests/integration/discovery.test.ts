/** Found by those who look: the registries' own library and linter on the built server, and a registration replayed as a registry does it. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  checkEndpointSchema,
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  discoverOriginSchema,
  getOpenAPI,
  getWarningsFor402Body,
  getWarningsForFavicon,
  getWarningsForL2,
  getWarningsForL3,
  getWarningsForL4,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
  validatePaymentRequiredDetailed,
} from '@agentcash/discovery'
import { extractDiscoveryInfo } from '@x402/extensions/bazaar'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { VERSION } from '../../lib/catalogue/openapi.ts'
import { tools } from '../../lib/tools/registry.ts'
import { root } from '../../scripts/steps/run.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { originsOf } from '../support/ocds-source/index.ts'
import { type Server, startServer } from '../support/server.ts'
import { startUpstreams, type Upstreams } from '../support/upstreams/server.ts'

type Schema = Record<string, unknown>
type Parameter = { name: string; in: string; required: boolean; schema: Schema & { examples?: unknown[]; enum?: unknown[] } }
type Operation = {
  operationId: string
  parameters: Parameter[]
  security?: unknown[]
  'x-payment-info'?: { price: { mode: string; currency: string; amount: string }; protocols: object[] }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type OpenApi = { openapi: string; info: Record<string, never>; paths: Record<string, { get?: Operation }>; components: object }

let world: LocalWorld
let upstreams: Upstreams
let mount: Server
let openapi: OpenApi
let wellKnown: { version: number; resources: string[]; items: Record<string, unknown>[] }

beforeAll(async () => {
  world = await startLocalWorld()
  upstreams = await startUpstreams()
  // The runner fills the price tables; nothing is ingested from a port where nobody listens.
  const jobs = { JOBS_DRIVER: 'runner', ...originsOf(() => 'http://127.0.0.1:9') }
  mount = await startServer({ env: world.appEnv({ ...upstreams.env, ...jobs }) })
  openapi = (await (await fetch(`${mount.url}/openapi.json`)).json()) as OpenApi
  wellKnown = (await (await fetch(`${mount.url}/.well-known/x402`)).json()) as typeof wellKnown
  await vi.waitFor(async () => expect((await fetch(`${mount.url}/v1/prices/gpu`)).status).toBe(402), { timeout: 90_000, interval: 250 })
})
afterAll(async () => {
  await mount?.stop()
  await upstreams?.stop()
  await world?.stop()
})

const paid = () => Object.entries(openapi.paths).flatMap(([path, { get }]) => (get?.['x-payment-info'] ? [{ path, get }] : []))
const ids = tools.map(({ id }) => id)

describe('GET /openapi.json', () => {
  test('has no error and no warning for the linter', async () => {
    const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js')
    const { stdout } = await promisify(execFile)(process.execPath, [cli, 'lint', `${mount.url}/openapi.json`, '--format', 'json'], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    expect((JSON.parse(stdout) as { totals: object }).totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
  })

  test('says what version 3.1 must say, and what registries look for', () => {
    expect(openapi.openapi).toMatch(/^3\.1\.\d$/)
    expect(openapi.info).toMatchObject({
      title: expect.any(String),
      version: VERSION,
      contact: { url: expect.stringContaining(mount.url) },
    })
    const guidance = String(openapi.info['x-guidance'])
    expect(guidance.length).toBeGreaterThan(200)
    expect(guidance.length).toBeLessThan(4000)
    expect((openapi as unknown as { servers: object[] }).servers).toEqual([{ url: mount.url }])
    const operations = Object.values(openapi.paths).flatMap(({ get }) => (get ? [get] : []))
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const { responses } of operations) expect(Object.keys(responses)).toContain('200')
    expect(paid().map(({ path }) => path.replace('/v1/', ''))).toEqual(ids)
    for (const [path, { get }] of Object.entries(openapi.paths))
      if (!path.startsWith('/v1/')) expect([path, get!.security]).toEqual([path, []])
  })

  test('every reference in it leads somewhere, and every schema is one', () => {
    const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }))
    const follow = (reference: string) =>
      reference
        .slice(2)
        .split('/')
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name.replaceAll('~1', '/')], openapi)
    const references = [...JSON.stringify(openapi).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!)
    expect(references.length).toBeGreaterThan(12)
    for (const reference of references) expect([reference, typeof follow(reference)]).toEqual([reference, 'object'])
    for (const { get } of paid()) {
      const { schema } = get.responses['200']!.content!['application/json']!
      expect(ajv.validateSchema(schema)).toBe(true)
      const { example, ...rest } = schema
      expect(ajv.validate(rest, example), ajv.errorsText()).toBe(true)
      for (const parameter of get.parameters) expect(ajv.validateSchema(parameter.schema)).toBe(true)
    }
  })
})

describe('@agentcash/discovery', () => {
  test('finds every paid route with its price, and has nothing to warn of', async () => {
    const found = await discoverOriginSchema({ target: mount.url })
    if (!found.found) throw new Error(found.cause)
    const priced = found.endpoints.filter(({ authMode }) => authMode === 'paid')
    expect(priced.map(({ path, method, protocols }) => [path, method, protocols])).toEqual(tools.map(({ path }) => [path, 'GET', ['x402']]))
    expect(priced.map(({ price }) => price)).toEqual(tools.map(({ price }) => `${price} USD`))
    expect(found.endpoints.filter(({ authMode }) => authMode !== 'paid').map(({ authMode }) => authMode)).not.toContain(undefined)
    const document = (await getOpenAPI(mount.url)).unwrapOr(null)
    if (!document || isOpenApiParseFailure(document)) throw new Error('it did not read openapi.json')
    const warnings = [
      ...getWarningsForOpenAPI(document),
      ...getWarningsForL2(checkL2ForOpenAPI(document)),
      ...getWarningsForL4(checkL4ForOpenAPI(document)),
      ...(await getWarningsForFavicon(mount.url)).unwrapOr([]),
    ]
    expect(warnings).toEqual([])
  })

  test.each(ids.map((id, index) => [id, index] as const))('checks %s without an error, by document and by probe', async (id, index) => {
    const url = wellKnown.resources[index]!
    expect(new URL(url).pathname).toBe(`/v1/${id}`)
    for (const probe of [false, true]) {
      const checked = await checkEndpointSchema({ url, probe })
      if (!checked.found) throw new Error(checked.cause)
      const advisory = checked.advisories.find(({ method }) => method === 'GET')!
      expect(advisory.authMode).toBe('paid')
      expect(getWarningsForL3(advisory)).toEqual([])
      if (probe) {
        expect(advisory.paymentOptions).toHaveLength(2)
        expect(getWarningsFor402Body(advisory.paymentRequiredBody)).toEqual([])
      }
    }
  })

  test.each(ids.map((id, index) => [id, index] as const))('accepts the terms of %s', async (_id, index) => {
    const response = await fetch(wellKnown.resources[index]!)
    const { valid, summary } = validatePaymentRequiredDetailed(await response.json())
    expect([valid, summary.errorCount]).toEqual([true, 0])
  })
})

describe('GET /.well-known/x402', () => {
  test('is version 1 with working example URLs', async () => {
    expect(wellKnown.version).toBe(1)
    expect(wellKnown.resources).toHaveLength(ids.length)
    expect(wellKnown.items.map(({ resource }) => resource)).toEqual(wellKnown.resources)
    for (const url of wellKnown.resources) expect([url, (await fetch(url)).status]).toEqual([url, 402])
    for (const { accepts } of wellKnown.items) expect(accepts).toHaveLength(2)
  })
})

describe('a registration, replayed', () => {
  /** How one registry fills a required query parameter. */
  const sampleOf = ({ const: constant, default: fallback, example, examples, enum: choices }: Parameter['schema']): unknown =>
    [constant, fallback, example, examples?.[0], choices?.[0]].find((value) => value !== undefined) ?? 'sample'
  const sampleUrl = (path: string, parameters: Parameter[]) => {
    const query = new URLSearchParams(
      parameters
        .filter(({ in: where, required }) => where === 'query' && required)
        .map(({ name, schema }) => [name, String(sampleOf(schema))]),
    ).toString()
    return `${mount.url}${path}${query && `?${query}`}`
  }

  test('finds every paid route at its published price, although missing parameters are 400', async () => {
    let needing = 0
    for (const { path, get } of paid()) {
      const response = await fetch(sampleUrl(path, get.parameters))
      expect([path, response.status]).toEqual([path, 402])
      const required = JSON.parse(Buffer.from(response.headers.get('PAYMENT-REQUIRED')!, 'base64').toString())
      const { price, protocols } = get['x-payment-info']!
      expect(price).toMatchObject({ mode: 'fixed', currency: 'USD', amount: expect.stringMatching(/^\d\.\d{6}$/) })
      expect(protocols).toEqual([{ x402: {} }])
      for (const { amount } of required.accepts) expect(Number(amount)).toBe(Math.round(Number(price.amount) * 1e6))
      if (!get.parameters.some((parameter) => parameter.required)) continue
      needing += 1
      expect([path, (await fetch(`${mount.url}${path}`)).status]).toEqual([path, 400])
    }
    expect(needing).toBe(7)
  })

  test('survives the probes of every method', async () => {
    for (const { path, get } of paid()) {
      const url = sampleUrl(path, get.parameters)
      const statuses = await Promise.all(
        ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].map(async (method) => (await fetch(url, { method })).status),
      )
      expect([path, ...statuses]).toEqual([path, 204, 402, 402, 405, 405, 405, 405])
    }
    expect(world.facilitator.counters).toMatchObject({ verify: 0, settle: 0 })
  })

  test('reads the discovery extension that is echoed on a settle', async () => {
    for (const url of wellKnown.resources) {
      const response = await fetch(url)
      const required = JSON.parse(Buffer.from(response.headers.get('PAYMENT-REQUIRED')!, 'base64').toString())
      const [accepted] = required.accepts
      const found = extractDiscoveryInfo(
        { x402Version: 2, resource: required.resource, accepted, payload: {}, extensions: required.extensions } as never,
        accepted,
      )
      expect(found).toMatchObject({ method: 'GET', discoveryInfo: { input: { type: 'http' }, output: { example: expect.any(Object) } } })
    }
  })
})
