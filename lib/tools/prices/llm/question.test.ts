/** Questions about one model, against the stand-ins. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { standIns } from '../../../../tests/support/upstreams/for-tests.ts'
import tool from './tool.ts'

const upstreams = standIns()

afterEach(() => {
  vi.useRealTimers()
})

type Answer = {
  cost_usd: number | null
  cost: { lines: { kind: string; rateUsd: string; overInputTokens: number | null }[]; notes: string[]; exactUsd: string } | null
  resolved: { provider: string; model: string; matchedBy: string; source: string; schedule: object[]; deprecated: boolean | null }
  comparison: { agree: boolean | null; sources: { source: string }[]; differences: string[] }
  models: { id: string }[]
  sources: { name: string; ok: boolean; as_of: string | null }[]
  unavailable: { field: string; source: string; reason: string }[]
}

const ask = async (query: Record<string, string>): Promise<Answer> =>
  tool.output.parse(
    await tool.run(tool.input.parse(query), { core: upstreams.core(), signal: new AbortController().signal, requestId: 'test' }),
  ) as never

const costOf = async (model: string, input: number, output: number, cached?: number) =>
  (
    await ask({
      model,
      input_tokens: `${input}`,
      output_tokens: `${output}`,
      ...(cached === undefined ? {} : { cached_tokens: `${cached}` }),
    })
  ).cost_usd

/** Said of the stand-in's list, which holds a row without an id. */
const UNREAD = { field: 'comparison', source: 'openrouter', reason: 'bad_body' }

describe('a cost', () => {
  test('is that of the tier the whole input falls in, with its working', async () => {
    const answer = await ask({ model: 'claude-example', input_tokens: '250000', cached_tokens: '100000', output_tokens: '1000' })
    expect(answer).toMatchObject({
      cost_usd: 0.9825,
      cost: {
        exactUsd: '0.9825',
        notes: [],
        lines: [
          { kind: 'input', rateUsd: '6', overInputTokens: 200_000 },
          { kind: 'cache_read', rateUsd: '0.6' },
          { kind: 'output', rateUsd: '22.5' },
        ],
      },
      resolved: { provider: 'anthropic', model: 'claude-example', matchedBy: 'id', source: 'genai-prices' },
      unavailable: [UNREAD],
    })
    expect(answer.sources.every(({ as_of }) => as_of !== null)).toBe(true)
    expect(await costOf('claude-example', 200_000, 1_000)).toBe(0.615)
  })

  test('follows the clock, where the source has times of day', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z'), toFake: ['Date'] })
    expect(await costOf('example/day-rate', 1_000_000, 1_000_000)).toBe(2.74)
    vi.setSystemTime(Date.parse('2026-11-22T16:30:00Z'))
    expect(await costOf('example/day-rate', 1_000_000, 1_000_000)).toBe(0.685)
    expect(await costOf('example/night-rate', 1_000_000, 1_000_000)).toBe(6)
    vi.setSystemTime(Date.parse('2026-11-22T20:00:00Z'))
    expect(await costOf('example/night-rate', 1_000_000, 1_000_000)).toBe(3)
  })

  test('follows the date; a period that names no price of cached tokens has none', async () => {
    const answer = await ask({ model: 'price-cut-2025-06-10', input_tokens: '1000000', cached_tokens: '1000000', output_tokens: '0' })
    expect(answer).toMatchObject({ cost_usd: 2, cost: { notes: [expect.stringContaining('cached')] }, resolved: { deprecated: true } })
  })

  test('of a batch is made of batch prices, and of nothing else', async () => {
    expect(
      await ask({ model: 'anthropic/claude-example', batch: 'true', input_tokens: '1000000', output_tokens: '1000000' }),
    ).toMatchObject({
      cost_usd: 9,
      resolved: { source: 'openrouter' },
    })
    expect((await ask({ model: 'anthropic/claude-example:batch', input_tokens: '1000000' })).cost_usd).toBe(1.5)
    await expect(ask({ model: 'example/day-rate', batch: 'true', input_tokens: '1' })).rejects.toMatchObject({ status: 404 })
  })

  test('names a difference between the sources', async () => {
    upstreams().setFault('models-dev', {
      mode: 'body',
      body: JSON.stringify({ anthropic: { models: { 'claude-example': { cost: { input: 4, output: 15 } } } } }),
    })
    expect((await ask({ model: 'claude-example', input_tokens: '1000' })).comparison).toMatchObject({
      agree: false,
      differences: expect.arrayContaining(['inputUsdPer1M: 3 at genai-prices, 4 at models.dev, 3 at openrouter']),
    })
  })

  test('of a source that states a part of it in a form nobody can read, agrees with nobody', async () => {
    const data = [{ id: 'anthropic/claude-example', name: 'Claude Example', pricing: { prompt: 'three', completion: '0.000015' } }]
    upstreams().setFault('openrouter', { mode: 'body', body: JSON.stringify({ data }) })
    const { comparison } = await ask({ model: 'claude-example', input_tokens: '1000' })
    expect(comparison).toMatchObject({ agree: null, differences: [] })
    expect(comparison.sources.map(({ source }) => source)).toContain('openrouter')
  })

  test.each([
    [
      'genai-prices',
      [
        {
          id: 'anthropic',
          models: [
            { id: 'claude-example', prices: 'three' },
            { id: 'm', prices: { input_mtok: 1 } },
          ],
        },
      ],
    ],
    [
      'genai-prices',
      [
        { id: 'anthropic', models: 'none' },
        { id: 'a', models: [{ id: 'm', prices: { input_mtok: 1 } }] },
      ],
    ],
    ['models-dev', { anthropic: { models: { 'claude-example': 7 } }, a: { models: { m: {} } } }],
  ])('of a list in which a model cannot be read, says that it may be missing there: %s', async (source, body) => {
    upstreams().setFault(source, { mode: 'body', body: JSON.stringify(body) })
    const gaps = new Set([source, 'openrouter'].map((name) => name.replace('models-dev', 'models.dev')))
    const { unavailable } = await ask({ model: 'claude-example', input_tokens: '1000' })
    expect(unavailable).toEqual([...gaps].map((name) => ({ ...UNREAD, source: name })))
  })

  test('is given by the other sources when one fails, which is said', async () => {
    upstreams().setFault('genai-prices', { mode: 'down' })
    expect(await ask({ model: 'claude-example', input_tokens: '250000' })).toMatchObject({
      cost_usd: 1.5,
      resolved: { source: 'models.dev' },
      unavailable: [UNREAD, { field: 'comparison', source: 'genai-prices', reason: 'http_error' }],
    })
    for (const source of ['models-dev', 'openrouter']) upstreams().setFault(source, { mode: 'down' })
  })

  test('is not sold when every source fails', async () => {
    for (const source of ['genai-prices', 'models-dev', 'openrouter']) upstreams().setFault(source, { mode: 'html' })
    await expect(ask({ model: 'claude-example', input_tokens: '1' })).rejects.toMatchObject({ status: 502 })
  })
})

describe('a name', () => {
  test.each([
    ['claude-example', 'anthropic', 'claude-example'],
    ['Claude Example', 'anthropic', 'claude-example'],
    ['claude_example', 'anthropic', 'claude-example'],
    ['anthropic/claude-example', 'anthropic', 'claude-example'],
    ['anthropic:claude-example', 'anthropic', 'claude-example'],
    ['claude-example-20260101', 'anthropic', 'claude-example'],
    ['claude-example-latest', 'anthropic', 'claude-example'],
    ['claude-1-example', 'anthropic', 'claude-example'],
    ['openrouter/anthropic/claude-example', 'openrouter', 'anthropic/claude-example'],
    ['exact-chat', 'openrouter', 'example/exact-chat'],
    ['example/exact-chat', 'example', 'exact-chat'],
    ['host-b/open-9b', 'host-b', 'open-9b'],
  ])('%s is %s %s', async (name, provider, model) => {
    expect((await ask({ model: name })).resolved).toMatchObject({ provider, model })
  })

  test.each(['claude-example-mini', 'claude-exampl', 'claude', 'gpt-99', 'groq/claude-example', 'price-cut-8b', 'openrouter/auto-x'])(
    '%s is unknown, and nobody is charged',
    async (name) => {
      await expect(ask({ model: name, input_tokens: '1' })).rejects.toMatchObject({ code: 'subject_not_found', status: 404 })
    },
  )

  test('that several hosts sell at different prices is no price', async () => {
    await expect(ask({ model: 'open-9b', input_tokens: '1' })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('host-a/open-9b, host-b/open-9b'),
    })
  })

  test('with a price nobody states gives its facts, and no cost', async () => {
    expect(await ask({ model: 'openrouter/auto' })).toMatchObject({ cost_usd: null, models: [{ id: 'openrouter/auto', variable: true }] })
    await expect(ask({ model: 'openrouter/auto', input_tokens: '1' })).rejects.toMatchObject({ status: 404 })
  })
})

test.each([
  { input_tokens: '5' },
  { batch: 'true' },
  { model: 'a', q: 'b' },
  { model: 'a', cached_tokens: '5' },
  { model: 'a', input_tokens: '4', cached_tokens: '5' },
  { model: 'a', cache_write_tokens: '1' },
  { model: 'a', input_tokens: '4', cached_tokens: '2', cache_write_tokens: '2', cache_write_1h_tokens: '1' },
  { cache_write_tokens: '0' },
  { model: 'a', input_tokens: '-1' },
  { model: 'a', input_tokens: '1.5' },
  { model: 'a', input_tokens: '1e3' },
  { model: 'a', input_tokens: '01' },
  { model: 'a', input_tokens: '12345678901' },
  { model: 'a', batch: 'yes' },
  { model: '' },
])('%j is refused before any payment', (query) => {
  expect(tool.input.safeParse(query).success).toBe(false)
})

test('cache writes are billed by their lifetime', async () => {
  const count = { input_tokens: '1000000', cache_write_tokens: '400000' }
  // The first source prices no writes: 1,000,000 x 6, and it says so.
  expect(await ask({ model: 'claude-example', ...count })).toMatchObject({
    cost_usd: 6,
    cost: { notes: [expect.stringContaining('writes')] },
  })
  // Through the router: 600,000 x 3 + 400,000 x 3.75.
  expect((await ask({ model: 'openrouter/anthropic/claude-example', ...count })).cost_usd).toBe(3.3)
})

test('q with a token count is read as a model', async () => {
  expect((await ask({ q: 'claude-example', input_tokens: '1000000' })).cost_usd).toBe(6)
})

test('an answer about one model stays below 30 kB', async () => {
  const tiers = Array.from({ length: 50 }, (_, start) => ({ start: start + 1, price: start / 7 }))
  const prices = Object.fromEntries(['input', 'output', 'cache_read', 'cache_write'].map((kind) => [`${kind}_mtok`, { base: 1, tiers }]))
  const models = [{ id: 'm'.repeat(200), name: 'n'.repeat(200), prices }]
  upstreams().setFault('genai-prices', { mode: 'body', body: JSON.stringify([{ id: 'example', models }]) })
  const answer = await ask({ model: `example/${'m'.repeat(192)}` }).catch(() => ask({ model: 'm'.repeat(200) }))
  expect(JSON.stringify(answer).length).toBeLessThan(30_000)
})

describe('a schedule of which a condition cannot be read', () => {
  const bill = async (pricing: object) => {
    const row = { id: 'solitary/only-here', name: 'Only here', pricing: { prompt: '0.000003', completion: '0.000015', ...pricing } }
    upstreams().setFault('openrouter', { mode: 'body', body: JSON.stringify({ data: [row] }) })
    return costOf('solitary/only-here', 1_000_000, 0)
  }

  test.each([
    ['no discount', { discount: 0, overrides: [] }],
    ['a discount of zero as text', { discount: '0', overrides: null }],
  ])('%s changes nothing', async (_name, pricing) => {
    expect(await bill(pricing)).toBe(3)
  })

  test.each([
    ['a discount as text', { discount: '0.5' }],
    ['a discount of another form', { discount: { rate: 0.5 } }],
    ['overrides that are no list', { overrides: { min_prompt_tokens: 200_000, prompt: '0.000006' } }],
  ])('makes no bill: %s', async (_name, pricing) => {
    await expect(bill(pricing)).rejects.toMatchObject({ code: 'subject_not_found' })
  })
})
