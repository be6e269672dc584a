/** Samples are what they say: recorded, marked, and valid by the schemas that are published. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { makeOpenApi } from '../../lib/catalogue/openapi.ts'
import { BASE_URL_MARK, findSample, PRICE_MARK, sampleFile, sampleKinds, sampleText } from '../../lib/catalogue/samples.ts'
import { problems } from '../../lib/errors.ts'
import { toResponse } from '../../lib/http/reply.ts'
import { createSite } from '../../lib/site/table.ts'
import { toolByPath, tools } from '../../lib/tools/registry.ts'
import { outputSchema } from '../../lib/tools/schema.ts'
import { testCore } from '../support/core.ts'
import { getCall } from '../support/endpoint.ts'

const root = join(import.meta.dirname, '../..')
const core = testCore()
const site = createSite(core)
const get = async (path: string) => toResponse(await site(getCall(path)))
const ajv = formats.default(new Ajv2020({ strict: false }))

describe.each(tools.map((tool) => [tool.id, tool] as const))('%s', (id, tool) => {
  test('has a recorded answer that is valid by its published schema (else: npm run samples)', () => {
    expect(existsSync(join(root, sampleFile(tool, 'answer')))).toBe(true)
    const [sample] = findSample(tool, 'answer', core.env)
    expect(sample).toMatchObject({ sample: true, tool: id, status: 200, request: { method: 'GET', path: tool.path } })
    const validate = ajv.compile(outputSchema(tool))
    expect([validate(sample!.body), validate.errors]).toEqual([true, null])
    expect(Object.keys(sample!.body)).not.toContain('sample')
  })

  test('has recorded errors, each a problem document of a known code that charged nothing', () => {
    const { components } = makeOpenApi(tools, core.env) as { components: { schemas: { Problem: object } } }
    const validate = ajv.compile(components.schemas.Problem)
    const samples = findSample(tool, 'errors', core.env)
    expect(samples.length).toBeGreaterThan(0)
    for (const { status, body } of samples) {
      expect([validate(body), validate.errors]).toEqual([true, null])
      expect(body).toMatchObject({ status, charged: false })
      expect(problems[body.code as keyof typeof problems].status).toBe(status)
    }
    expect(samples.map(({ body }) => body.code)).toContain('invalid_input')
    // A target that is down is an answer of web/status, not an error.
    if ((tool.sources ?? []).length > 0 && id !== 'web/status') expect(samples.some(({ status }) => status >= 404)).toBe(true)
  })

  test('its links are those of the server that shows it', () => {
    for (const kind of sampleKinds) {
      const text = sampleText(tool, kind, { BASE_URL: 'https://tools.example.com' })
      for (const mark of [BASE_URL_MARK, PRICE_MARK]) expect(text).not.toContain(mark)
      expect(text).not.toMatch(/127\.0\.0\.1:|base-url\.invalid/)
    }
  })

  test('is served to every origin; what no tool has is 404', async () => {
    const response = await get(`/${sampleFile(tool, 'answer')}`)
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(await response.json()).toMatchObject({ sample: true })
    expect((await get(`/samples/${id}`)).status).toBe(404)
    expect((await get(`/samples/../${sampleFile(tool, 'answer')}x`)).status).toBe(404)
  })
})

test('no sample is left of a tool that is gone', () => {
  const files = readdirSync(join(root, 'samples'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.json'))
  for (const name of files) expect(toolByPath.has(`/v1/${name.replaceAll('\\', '/').replace(/(\.errors)?\.json$/, '')}`)).toBe(true)
})
