import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { costOf } from './cost.ts'
import { roundHalfUp, toDecimal, toText } from './decimal.ts'
import { toEntries } from './genai-prices.ts'
import { holds, type Rate, rateOf, toRates } from './rates.ts'

const tiered: Rate[] = [
  { kind: 'input', usd: '3' },
  { kind: 'input', usd: '6', when: { over: 200_000 } },
  { kind: 'cache_read', usd: '0.3' },
  { kind: 'cache_read', usd: '0.6', when: { over: 200_000 } },
  { kind: 'output', usd: '15' },
  { kind: 'output', usd: '22.5', when: { over: 200_000 } },
]
const usage = (inputTokens: number, outputTokens: number, cachedTokens = 0, writtenTokens = 0, writtenHourTokens = 0) => ({
  ...{ inputTokens, outputTokens, cachedTokens, writtenTokens, writtenHourTokens },
})
const usd = (rates: Rate[], ...counts: Parameters<typeof usage>): number | null => {
  const cost = costOf(rates, usage(...counts), 0)
  return 'unpriced' in cost ? null : cost.usd
}

describe('a bill', () => {
  test.each<[name: string, usd: number, input: number, output: number, cached: number]>([
    ['at the edge of a tier', 0.6, 200_000, 0, 0],
    ['one token over it: every token costs the tier', 1.200006, 200_001, 0, 0],
    ['output too', 1.222506, 200_001, 1_000, 0],
    ['cached tokens are part of the input and choose the tier with it', 0.9825, 250_000, 1_000, 100_000],
    ['nothing asked', 0, 0, 0, 0],
    ['only output', 0.015, 0, 1_000, 0],
  ])('%s', (_name, expected, input, output, cached) => {
    expect(usd(tiered, input, output, cached)).toBe(expected)
  })

  test('is rounded once, half up, at the end', () => {
    const half: Rate[] = [
      { kind: 'input', usd: '0.25' },
      { kind: 'output', usd: '0.25' },
    ]
    // 0.0000005 and 0.0000005: rounded apart they would be 0.000002.
    expect(usd(half, 2, 2)).toBe(0.000001)
    expect(usd(half, 2, 0)).toBe(0.000001)
    expect(usd([{ kind: 'input', usd: '0.2499999' }], 2, 0)).toBe(0)
  })

  test('does not pass through floating point', () => {
    expect(usd([{ kind: 'input', usd: '0.1' }], 3_000_000, 0)).toBe(0.3)
    expect(usd([{ kind: 'input', usd: '0.08333333333333334' }], 9_999_999_999, 0)).toBe(833.333333)
    expect(costOf([{ kind: 'input', usd: '1.005' }], usage(1_000_001, 0), 0)).toMatchObject({ exact: '1.005001005' })
  })

  test('without the prices it needs is none; what is not used needs none', () => {
    expect(costOf([{ kind: 'input', usd: '1' }], usage(1, 1), 0)).toEqual({ unpriced: ['output'] })
    expect(usd([{ kind: 'input', usd: '1' }], 1_000_000, 0)).toBe(1)
    expect(costOf([], usage(0, 0), 0)).toEqual({ unpriced: ['input'] })
    expect(costOf([{ kind: 'output', usd: '1' }], usage(5, 0, 5), 0)).toEqual({ unpriced: ['cache_read'] })
  })

  test('charges cached tokens as input where no discount is stated, and says so', () => {
    expect(costOf([{ kind: 'input', usd: '2' }], usage(1_000_000, 0, 500_000), 0)).toMatchObject({
      usd: 2,
      notes: [expect.stringContaining('cached')],
    })
  })

  describe('with cache writes', () => {
    const write: Rate[] = [
      { kind: 'cache_write', usd: '3.75' },
      { kind: 'cache_write', usd: '7.5', when: { over: 200_000 } },
    ]
    const hour: Rate = { kind: 'cache_write_1h', usd: '6' }

    test.each<[name: string, rates: Rate[], usd: number | null, ...counts: Parameters<typeof usage>]>([
      // 50,000 x 3 + 20,000 x 0.3 + 30,000 x 3.75 + 1,000 x 15
      ['of the usual lifetime', write, 0.2835, 100_000, 1_000, 20_000, 30_000],
      // 40,000 x 3 + 20,000 x 0.3 + 30,000 x 3.75 + 10,000 x 6
      ['of both lifetimes', [...write, hour], 0.2985, 100_000, 0, 20_000, 30_000, 10_000],
      // 200,001 tokens in all, of which 200,000 are written: 1 x 6 + 200,000 x 7.5
      ['that choose the tier with the rest', write, 1.500006, 200_001, 0, 0, 200_000],
      // no price of writes at all: 100,000 x 3
      ['where none are priced: as input', [], 0.3, 100_000, 0, 0, 40_000, 60_000],
      ['for an hour, where only the other lifetime is priced: unknown', write, null, 100_000, 0, 0, 0, 1],
    ])('%s', (_name, rates, expected, ...counts) => {
      expect(usd([...tiered, ...rates], ...counts)).toBe(expected)
    })
  })

  test('holds the price of a request', () => {
    expect(
      usd(
        [
          { kind: 'input', usd: '1' },
          { kind: 'request', usd: '12' },
        ],
        1_000,
        0,
      ),
    ).toBe(0.013)
  })
})

const price = fc.tuple(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 9 })).map(([digits, scale]) => {
  const text = String(digits).padStart(scale + 1, '0')
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
})
const count = fc.integer({ min: 0, max: 9_999_999_999 })

/** Micro-dollars by whole numbers: prices have at most nine decimals here. */
const microDollars = (lines: [string, number][]): bigint => {
  const nano = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(9, '0'))
  }
  const total = lines.reduce((sum, [text, tokens]) => sum + nano(text) * BigInt(tokens), 0n)
  // Price x tokens / 10^6, of nano-dollars: in micro-dollars that is / 10^9.
  return (total + 500_000_000n) / 1_000_000_000n
}

test('any bill is the one whole numbers give', () => {
  fc.assert(
    fc.property(price, price, price, price, count, count, fc.double({ min: 0, max: 1, noNaN: true }), count, (...drawn) => {
      const [input, tier, output, cache, inputTokens, outputTokens, share, over] = drawn
      const cachedTokens = Math.floor(inputTokens * share)
      const rates: Rate[] = [
        { kind: 'input', usd: input },
        { kind: 'input', usd: tier, when: { over } },
        { kind: 'cache_read', usd: cache },
        { kind: 'output', usd: output },
      ]
      const cost = costOf(rates, usage(inputTokens, outputTokens, cachedTokens), 0)
      const micro = microDollars([
        [inputTokens > over ? tier : input, inputTokens - cachedTokens],
        [cache, cachedTokens],
        [output, outputTokens],
      ])
      expect('unpriced' in cost ? null : cost.usd).toBe(Number(`${micro}e-6`))
    }),
  )
})

test('decimals come back as they were, and rounding is to the nearest, a half upwards', () => {
  fc.assert(
    fc.property(price, fc.integer({ min: 0, max: 9 }), (text, decimals) => {
      const decimal = toDecimal(text)!
      expect(Number(toText(decimal))).toBe(Number(text))
      const rounded = roundHalfUp(decimal, decimals)
      const scale = 10n ** BigInt(20)
      const at = ({ digits, scale: own }: typeof decimal) => digits * 10n ** BigInt(20 - own)
      const difference = at(rounded) - at(decimal)
      const half = scale / 10n ** BigInt(decimals) / 2n
      expect(difference > -half && difference <= half).toBe(true)
    }),
  )
})

describe('conditions', () => {
  const at = (time: string) => Date.parse(`2026-11-22T${time}Z`) // a Sunday
  test.each<[when: Parameters<typeof holds>[0], tokens: number, time: string, held: boolean]>([
    [{ over: 10 }, 10, '00:00:00', false],
    [{ over: 10 }, 11, '00:00:00', true],
    [{ upTo: 10 }, 10, '00:00:00', true],
    [{ upTo: 10 }, 11, '00:00:00', false],
    [{ from: '2026-11-22' }, 0, '00:00:00', true],
    [{ from: '2026-11-23' }, 0, '23:59:59', false],
    [{ utc: ['00:30', '16:30'] }, 0, '00:29:59', false],
    [{ utc: ['00:30', '16:30'] }, 0, '00:30:00', true],
    [{ utc: ['00:30', '16:30'] }, 0, '16:29:59', true],
    [{ utc: ['00:30', '16:30'] }, 0, '16:30:00', false],
    [{ utc: ['16:30', '00:30'] }, 0, '23:00:00', true],
    [{ utc: ['16:30', '00:30'] }, 0, '00:10:00', true],
    [{ utc: ['16:30', '00:30'] }, 0, '12:00:00', false],
    [{ days: [1, 2, 3, 4, 5] }, 0, '12:00:00', false],
    [{ days: [0] }, 0, '12:00:00', true],
  ])('%j with %d tokens at %s: %s', (when, tokens, time, held) => {
    expect(holds(when, tokens, at(time))).toBe(held)
  })

  test('the last that holds wins; none stated is none', () => {
    const rates: Rate[] = [
      { kind: 'input', usd: '1' },
      { kind: 'input', usd: null, when: { from: '2026-01-01' } },
    ]
    expect(rateOf(rates, 'input', 0, Date.parse('2025-12-31'))?.usd).toBe('1')
    expect(rateOf(rates, 'input', 0, Date.parse('2026-01-01'))).toBeNull()
  })
})

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
    expect(toEntries([{ id: 'a', models: [{ id: 'm', prices }] }])).toMatchObject({ entries: [{ uncertain: true }], unread: false })
  })
})
