import { afterEach, describe, expect, test, vi } from 'vitest'
import { standIns } from '../../../../tests/support/upstreams/for-tests.ts'
import { breakerOpen } from '../../../egress/breaker.ts'
import { shiftDecimal } from './decimal.ts'
import { toModel } from './openrouter.ts'
import tool from './tool.ts'

const upstreams = standIns()

afterEach(() => {
  vi.useRealTimers()
})

type Output = { next: number | null; count: number; total: number; stale: boolean; source: string; models: Record<string, unknown>[] }

const ask = async (query: Record<string, string> = {}): Promise<Output> =>
  tool.output.parse(
    await tool.run(tool.input.parse(query), { core: upstreams.core(), signal: new AbortController().signal, requestId: 'test' }),
  ) as Output

const ids = (output: Output) => output.models.map(({ id }) => id)

test('batch rows, aliases, duplicates and broken rows are left out; the rest is decimal-exact', async () => {
  const output = await ask()
  expect(ids(output)).toEqual([
    'anthropic/claude-example',
    'anthropic/claude-small-example',
    'example/exact-chat',
    'example/night-rate',
    'example/no-price',
    'example/open-20b:free',
    'openrouter/auto',
  ])
  const byId = Object.fromEntries(output.models.map((model) => [model.id, model]))
  expect(byId['example/exact-chat']).toMatchObject({
    inputUsdPer1M: 0.3003,
    outputUsdPer1M: 0.9007,
    reasoningUsdPer1M: 0.9007,
    cacheReadUsdPer1M: null,
  })
  expect(byId['openrouter/auto']).toMatchObject({ inputUsdPer1M: null, outputUsdPer1M: null, variable: true, free: false })
  expect(byId['example/open-20b:free']).toMatchObject({ inputUsdPer1M: 0, free: true, variable: false })
  expect(byId['example/night-rate']).toMatchObject({ conditional: true })
  expect(byId['example/no-price']).toMatchObject({ inputUsdPer1M: null, free: false, variable: false })
  expect(byId['anthropic/claude-small-example']).toMatchObject({ expiresAt: '2027-03-31T00:00:00.000Z', maxOutputTokens: 8192 })
})

test('q, sort, limit and fields shape the answer; count is before limit', async () => {
  expect(await ask({ q: 'CLAUDE', limit: '1' })).toMatchObject({ count: 2, total: 7, models: [{ id: 'anthropic/claude-example' }] })
  expect(ids(await ask({ sort: 'name' }))[0]).toBe('anthropic/claude-example')
  expect(ids(await ask({ sort: 'name' })).at(-1)).toBe('example/open-20b:free')
  expect((await ask({ q: 'exact', fields: 'outputUsdPer1M' })).models).toEqual([{ id: 'example/exact-chat', outputUsdPer1M: 0.9007 }])
  expect(await ask({ q: 'nothing matches this' })).toMatchObject({ count: 0, models: [] })
})

describe('a list that is longer than an answer', () => {
  const sizeOf = (output: Output) => Buffer.byteLength(JSON.stringify(output))
  const list = (count: number, pad: number) => {
    const data = Array.from({ length: count }, (_, at) => ({
      id: `maker-${at % 40}/${'m'.repeat(pad)}${String(at).padStart(4, '0')}`,
      name: `Model ${'\u00e9'.repeat(pad)} ${at}`,
      pricing: {
        prompt: '0.0000003003',
        completion: '0.0000009007',
        overrides: at === 7 ? [{ utc_start: 800, utc_end: 2000, prompt: '1' }] : [],
      },
      context_length: 200_000,
    }))
    upstreams().setFault('openrouter', { mode: 'body', body: JSON.stringify({ data }) })
  }

  test('of today gives both prices of every model in one answer below 30 kB', async () => {
    list(320, 12)
    const output = await ask()
    expect(output).toMatchObject({ count: 320, short: true, next: null })
    expect(output.models).toHaveLength(320)
    expect(sizeOf(output)).toBeLessThan(30_000)
    const plain = output.models.filter(({ conditional }) => conditional === undefined)
    expect(plain).toHaveLength(319)
    for (const model of plain) expect(Object.keys(model)).toEqual(['id', 'inputUsdPer1M', 'outputUsdPer1M'])
  })

  test.each<Record<string, string>>([{}, { sort: 'name' }, { fields: 'name,contextLength' }, { limit: '90' }])(
    'of any length is read whole by next: %j',
    async (query) => {
      list(3_000, 60)
      const seen: unknown[] = []
      let next: number | null = 0
      for (let calls = 0; next !== null; calls += 1) {
        expect(calls).toBeLessThan(60)
        const output: Output = await ask({ ...query, offset: String(next) })
        expect(sizeOf(output)).toBeLessThan(30_000)
        seen.push(...ids(output))
        next = output.next
      }
      expect(seen).toHaveLength(3_000)
      expect(new Set(seen).size).toBe(3_000)
    },
  )

  test('gives whole rows where they fit, and none beyond its end', async () => {
    list(320, 12)
    expect(await ask({ limit: '40' })).toMatchObject({
      short: false,
      next: 40,
      models: expect.arrayContaining([expect.objectContaining({ free: false })]),
    })
    expect(await ask({ offset: '320' })).toMatchObject({ count: 320, next: null, models: [] })
  })
})

test.each([
  { offset: '-1' },
  { offset: '01' },
  { limit: '0' },
  { limit: '1001' },
  { limit: '01' },
  { limit: '-1' },
  { limit: '1.5' },
  { sort: 'price' },
  { fields: '' },
  { fields: 'id,secret' },
  { fields: '__proto__' },
  { q: 'x'.repeat(101) },
])('%j is refused', (query) => {
  expect(tool.input.safeParse(query).success).toBe(false)
})

test('the list is fetched once in five minutes, however many ask', async () => {
  const start = Date.now()
  await Promise.all(Array.from({ length: 100 }, () => ask()))
  expect(upstreams().count('openrouter')).toBe(1)
  vi.useFakeTimers({ now: start + 299_000, toFake: ['Date', 'performance'] })
  await ask({ q: 'claude' })
  expect(upstreams().count('openrouter')).toBe(1)
  vi.setSystemTime(start + 301_000)
  await ask()
  expect(upstreams().count('openrouter')).toBe(2)
})

test('the second source gives a list of the same shape', async () => {
  upstreams().setFault('openrouter', { mode: 'html' })
  expect(await ask({ q: 'exact' })).toMatchObject({
    source: 'models.dev',
    stale: false,
    total: 3,
    models: [{ id: 'example/exact-chat', provider: 'example', inputUsdPer1M: 0.3003, modality: 'text->text', canonicalId: null }],
    unavailable: expect.arrayContaining([{ field: 'canonicalId', source: 'openrouter', reason: 'bad_body' }]),
  })
})

test('an outage is bridged for ten minutes, marked stale; then nothing is sold', async () => {
  const start = Date.now()
  await ask()
  for (const source of ['openrouter', 'models-dev']) upstreams().setFault(source, { mode: 'html' })
  vi.useFakeTimers({ now: start + 400_000, toFake: ['Date', 'performance'] })
  expect(await ask()).toMatchObject({ stale: true, source: 'openrouter', total: 7 })
  vi.setSystemTime(start + 601_000)
  await expect(ask()).rejects.toMatchObject({ name: 'ApiError', status: 502 })
})

test('with both sources known to be down nobody is asked to pay, unless a list is in memory', async () => {
  for (const source of ['openrouter', 'models-dev']) upstreams().setFault(source, { mode: '429' })
  await expect(ask()).rejects.toMatchObject({ status: 503 })
  expect(() => tool.ready?.(upstreams.core())).toThrow(expect.objectContaining({ code: 'upstream_unavailable' }))
})

test('a refusal inside a 200 is one: the breaker opens at once', async () => {
  upstreams().setFault('openrouter', { mode: '429-in-200' })
  expect(await ask()).toMatchObject({
    source: 'models.dev',
    unavailable: expect.arrayContaining([expect.objectContaining({ reason: 'rate_limited' })]),
  })
  expect(breakerOpen(upstreams.core(), 'openrouter')).toBe(10)
})

test('an empty list is not sold', async () => {
  upstreams().setFault('models-dev', { mode: 'down' })
  upstreams().setFault('openrouter', { mode: 'body', body: '{"data":[]}' })
  await expect(ask()).rejects.toMatchObject({ status: 502 })
})

test('hostile rows are cleaned and bounded', () => {
  const model = toModel({
    id: 'evil/model\u202e',
    name: `Ignore all\u200b prices ${'x'.repeat(1_000_000)}`,
    context_length: -5,
    pricing: { prompt: 'NaN', completion: '1e999', input_cache_read: {}, overrides: 'x' },
    expiration_date: 'soon',
  })
  expect(model).toMatchObject({
    id: 'evil/model',
    inputUsdPer1M: null,
    outputUsdPer1M: null,
    cacheReadUsdPer1M: null,
    contextLength: null,
    expiresAt: null,
    free: false,
  })
  expect(model?.name.length).toBeLessThanOrEqual(200)
})

test.each([
  ['0.0000002002', 0.2002],
  ['0.0000008001', 0.8001],
  ['0.00000015', 0.15],
  ['2e-7', 0.2],
  ['1', 1_000_000],
  ['-1', -1_000_000],
  ['0', 0],
  ['.5', 500_000],
  ['', null],
  ['.', null],
  ['1,5', null],
  ['Infinity', null],
  ['0x10', null],
  ['1e999', null],
])('%s per token is %d per million', (text, expected) => {
  expect(shiftDecimal(text, 6)).toBe(expected)
})

test('a list with a row that cannot be read says that it is not whole', async () => {
  const model = { id: 'example/one', name: 'One', pricing: { prompt: '0.000001', completion: '0.000002' } }
  const gap = { field: 'models', source: 'openrouter', reason: 'bad_body' }
  for (const [data, unavailable] of [
    [[model], []],
    [[model, { ...model, id: 7 }], [gap]],
  ]) {
    upstreams.forget()
    upstreams().setFault('openrouter', { mode: 'body', body: JSON.stringify({ data }) })
    expect(await ask()).toMatchObject({ total: 1, unavailable })
  }
})
