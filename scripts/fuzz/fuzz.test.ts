import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Core } from '../../lib/core.ts'
import { callUpstream } from '../../lib/egress/call-upstream.ts'
import { ApiError } from '../../lib/errors.ts'
import { defineTool, type Tool, type ToolContext } from '../../lib/tools/define.ts'
import { testCore } from '../../tests/support/core.ts'
import { fuzzBodies } from './bodies.ts'
import { fuzzInputs } from './inputs.ts'
import { damage } from './mutate.ts'
import { startTarget, type Target } from './target.ts'

/** A tool with room for a planted mistake. */
const makeTool = (parts: {
  parse?: (text: string) => string
  run?: (input: unknown, context: ToolContext) => Promise<{ value: string }>
}): Tool =>
  defineTool({
    path: '/v1/test/tool',
    price: '0.001000',
    summary: 'test',
    description: 'test',
    input: z.strictObject({
      q: z
        .string()
        .max(5, 'must be short')
        .transform((text) => parts.parse?.(text) ?? text)
        .describe('text')
        .meta({ example: 'a' }),
    }),
    output: z.object({ value: z.string() }),
    examples: [{ title: 'one', query: { q: 'a' }, output: { value: 'a' } }],
    run: parts.run ?? (async () => ({ value: 'a' })),
  })

let target: Target

beforeAll(async () => {
  target = await startTarget()
})

/** Every source says the same. */
const core = testCore(
  {},
  {
    transport: async () => ({
      status: 200,
      headers: { get: () => 'application/json' },
      body: (async function* () {
        yield Buffer.from('{"rows":[{"name":"one","count":2}]}')
      })(),
    }),
  },
)

afterAll(async () => {
  await target.stop()
})

const Rows = z.object({ rows: z.array(z.object({ name: z.string() })) })

const read = ({ core, signal }: ToolContext) =>
  callUpstream({ core, source: 'test', url: 'http://127.0.0.1:9/', schema: Rows, timeoutMs: 1_000, signal })

const bodies = (tool: Tool, runs = 300) =>
  fuzzBodies(
    core,
    { tool, run: async (core: Core, subject) => subject.run({ q: 'a' }, { core, signal: new AbortController().signal, requestId: 'x' }) },
    runs,
    1,
    target,
  )

test('a parser that throws is found, with the query that made it', () => {
  const throwing = makeTool({
    parse: (text) => {
      if (text.includes('0')) throw new TypeError('planted')
      return text
    },
  })
  expect(fuzzInputs(core, throwing, 5_000, 1).finding).toMatchObject({ phase: 'input', detail: expect.stringContaining('planted') })
  const sound = fuzzInputs(core, makeTool({}), 500, 1)
  expect(sound).toMatchObject({ runs: 500, finding: null })
  expect(sound.accepted).toBeGreaterThan(0)
  expect(sound.refused).toBeGreaterThan(0)
})

test('the same seed gives the same run', () => {
  expect({ ...fuzzInputs(core, makeTool({}), 300, 5), slowestMs: 0 }).toEqual({ ...fuzzInputs(core, makeTool({}), 300, 5), slowestMs: 0 })
})

test('a failure outside the error model is found', async () => {
  const careless = makeTool({ run: async (_, context) => ({ value: (await read(context)).rows[0]!.name }) })
  expect((await bodies(careless)).finding).toMatchObject({ phase: 'body' })
})

test('text that hides characters is found', async () => {
  const unwashed = makeTool({
    run: async (_, context) => {
      const rows = await read(context).then(
        (body) => body.rows,
        () => [],
      )
      return { value: rows.map(({ name }) => name).join() }
    },
  })
  expect((await bodies(unwashed, 2_000)).finding?.detail).toContain('hidden character')
})

test('a careful tool passes', async () => {
  const careful = makeTool({
    run: async (_, context) => {
      const rows = await read(context).then(
        (body) => body.rows,
        () => null,
      )
      if (!rows) throw new ApiError('upstream_failed', 'no', { retryAfterSeconds: 1 })
      return { value: String(rows.length) }
    },
  })
  const report = await bodies(careful)
  expect(report).toMatchObject({ runs: 300, finding: null })
  expect(report.sold).toBeGreaterThan(0)
  expect(report.refused.upstream_failed).toBeGreaterThan(0)
})

test('damage to a body that is not JSON is damage to its text', () => {
  expect(damage('plain', { kind: 'text', at: 2, insert: 'X', cut: true })).toBe('plX')
  expect(damage('plain', { kind: 'delete', at: 0, times: 0 })).not.toBe('plain')
  expect(damage('{"a":1}', { kind: 'value', at: 1, value: null })).toBe('{"a":null}')
})
