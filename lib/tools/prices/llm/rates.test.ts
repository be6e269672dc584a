import { describe, expect, test } from 'vitest'
import { toEntries } from './genai-prices.ts'
import { toRates } from './rates.ts'

describe('stated prices', () => {
  test('are rates in their order; what is not stated is none', () => {
    expect(
      toRates(
        [
          ['input', 3],
          ['input', '6', { over: 200_000 }],
          ['cache_read', null],
          ['output', undefined],
        ],
        false,
      ),
    ).toEqual({
      rates: [
        { kind: 'input', usd: '3' },
        { kind: 'input', usd: '6', when: { over: 200_000 } },
      ],
      uncertain: false,
    })
    expect(toRates([['input', '0.000003']], true).rates).toEqual([{ kind: 'input', usd: '3' }])
    expect(toRates([['request', '0.012']], true).rates).toEqual([{ kind: 'request', usd: '12' }])
  })

  test.each([
    ['text', 'abc'],
    ['empty', ''],
    ['negative', -1],
    ['beyond any number', 1e300],
    ['per million where per token is meant', '3'],
    ['an object', {}],
    ['a list', [3]],
  ])('one that cannot be read (%s) leaves all of them uncertain: a bill without it would be wrong', (_name, value) => {
    expect(
      toRates(
        [
          ['input', '0.000003'],
          ['cache_read', value],
        ],
        true,
      ),
    ).toEqual({ rates: [{ kind: 'input', usd: '3' }], uncertain: true })
  })

  test('the same stated twice and differently is uncertain; twice the same is not', () => {
    const tier = { over: 200_000 }
    expect(
      toRates(
        [
          ['input', 6, tier],
          ['input', 7, tier],
        ],
        false,
      ).uncertain,
    ).toBe(true)
    expect(
      toRates(
        [
          ['input', 6, tier],
          ['input', 6, tier],
        ],
        false,
      ).uncertain,
    ).toBe(false)
    expect(
      toRates(
        [
          ['input', 6],
          ['input', 7, tier],
        ],
        false,
      ).uncertain,
    ).toBe(false)
  })

  test('a tier that cannot be read is not left out of a schedule', () => {
    const prices = { input_mtok: { base: 3, tiers: [{ start: 200_000, price: 1e300 }] }, output_mtok: 15 }
    expect(toEntries([{ id: 'a', models: [{ id: 'm', prices }] }])).toMatchObject([{ uncertain: true }])
  })
})
