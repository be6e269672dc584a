import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dexscreenerBody, toPools } from '../../upstreams/dexscreener.ts'
import { GeckoInfoBody, GeckoPoolsBody, toGeckoPools } from '../../upstreams/geckoterminal.ts'
import { oldestPool, toLiquidity } from './liquidity.ts'

const TOKEN = '0xAbCdEf0123456789abcdef0123456789ABCDEF01'
const BODY = dexscreenerBody('base')
const WETH = '0x4200000000000000000000000000000000000006'
const OTHER = '0x1111111111111111111111111111111111111111'

const pair = (over: object) => ({
  chainId: 'base',
  dexId: 'uniswap',
  pairAddress: '0x2222222222222222222222222222222222222222',
  baseToken: { address: TOKEN, symbol: 'TKN' },
  quoteToken: { address: WETH, symbol: 'WETH' },
  priceUsd: '2',
  txns: { h24: { buys: 7, sells: 3 } },
  volume: { h24: 100 },
  liquidity: { usd: 1_000, base: 300, quote: 0.2 },
  pairCreatedAt: 1_700_000_000_000,
  ...over,
})

const read = (body: unknown) => {
  const { pools, capped } = toPools(BODY.parse(body), 'base', TOKEN.toLowerCase())
  return { pools, liquidity: toLiquidity('base', TOKEN, pools, capped, 'dexscreener') }
}

describe('DexScreener', () => {
  test('an unknown token is an empty list in either shape: no pool, and no dollar amount', () => {
    for (const body of [[], { schemaVersion: '1.0.0', pairs: null }, { pairs: [] }])
      expect(read(body).liquidity).toMatchObject({ poolCount: 0, usd: null, volume24hUsd: null })
  })

  test('a body of another shape is refused', () => {
    for (const body of [{}, null, 'x', { error: { code: 429 } }, [{ a: 1 }]]) expect(BODY.safeParse(body).success).toBe(false)
  })

  test('rows of other chains and tokens do not count; letter case of addresses does not matter', () => {
    const { pools } = read([pair({}), pair({ chainId: 'ethereum' }), pair({ baseToken: { address: OTHER, symbol: 'TKN' } })])
    expect(pools).toHaveLength(1)
  })

  test('sellers can take out the quote side when the token is base, the base side when it is quote', () => {
    expect(read([pair({})]).liquidity.exitUsd).toBe(400)
    const asQuote = pair({
      baseToken: { address: WETH },
      quoteToken: { address: TOKEN },
      priceUsd: '3000',
      liquidity: { usd: 1_000, base: 0.1 },
    })
    expect(read([asQuote]).liquidity).toMatchObject({ exitUsd: 300, priceUsd: null, buys24h: 3, sells24h: 7 })
  })

  test('only trusted quotes count, by address and never by symbol', () => {
    const fake = pair({ quoteToken: { address: OTHER, symbol: 'WETH' }, liquidity: { usd: 9e9, base: 1 } })
    expect(read([fake]).liquidity).toMatchObject({ poolCount: 1, trustedPoolCount: 0, usd: 0, exitUsd: 0 })
  })

  test('a pool against a token that is not named is worth something unknown: not zero, and never counted', () => {
    for (const quoteToken of [{ address: null, name: null, symbol: null }, { address: '', symbol: '' }, {}]) {
      const unnamed = pair({ quoteToken, liquidity: { usd: 9e6, base: 1 } })
      expect(read([unnamed]).liquidity).toMatchObject({ poolCount: 1, trustedPoolCount: 0, usd: null, exitUsd: null, sells24h: null })
      expect(read([unnamed, pair({ pairAddress: OTHER })]).liquidity).toMatchObject({ trustedPoolCount: 1, usd: 1_000, uncountedUsd: 9e6 })
    }
  })

  test('a row of another chain may look like anything; it still fills the list', () => {
    const others = Array.from({ length: 29 }, () => ({ chainId: 'ton', pairAddress: 7, quoteToken: null }))
    expect(read([...others, pair({})]).liquidity).toMatchObject({ poolCount: 1, usd: 1_000, capped: true })
    expect(BODY.safeParse([{ chainId: 'base', pairAddress: 7 }]).success).toBe(false)
    expect(BODY.safeParse([{ pairAddress: 7 }]).success).toBe(false)
  })

  test('a launch curve has no liquidity, which is not zero', () => {
    const { liquidity: _gone, ...curve } = pair({ dexId: 'pumpfun' })
    expect(read([curve]).liquidity).toMatchObject({ usd: null, exitUsd: null, bondingCurve: true, volume24hUsd: 100 })
  })

  test('a pool that is listed twice is one pool, the poorer of the two', () => {
    const twice = [
      pair({}),
      pair({
        pairAddress: '0x2222222222222222222222222222222222222222'.toUpperCase().replace('0X', '0x'),
        liquidity: { usd: 900, base: 300 },
      }),
    ]
    expect(read(twice).liquidity).toMatchObject({ poolCount: 1, usd: 900, exitUsd: 300, buys24h: 7 })
  })

  test('a list of which one row cannot be read is none; what a row does not state is unknown', () => {
    for (const over of [
      { priceUsd: '2 USD' },
      { liquidity: 'much' },
      { txns: { h24: [7, 3] } },
      { volume: { h24: {} } },
      { pairCreatedAt: 'long ago' },
    ])
      expect(BODY.safeParse([pair({}), pair({ pairAddress: OTHER, ...over })]).success).toBe(false)
    expect(read([pair({ liquidity: undefined, txns: null, volume: {} })]).liquidity).toMatchObject({
      usd: null,
      volume24hUsd: null,
      buys24h: null,
    })
  })

  test('more dollars than there are, and a pool older than its chain, are not believed', () => {
    const { liquidity, pools } = read([
      pair({ liquidity: { usd: 7.77e300, base: 1 }, volume: { h24: 2e12 }, pairCreatedAt: Date.UTC(2022, 0, 1), priceUsd: '7e300' }),
    ])
    expect(liquidity).toMatchObject({ usd: null, volume24hUsd: null, priceUsd: null, topPool: { createdAt: null } })
    expect(oldestPool(pools)).toBeNull()
  })

  test('thirty rows may be more', () => {
    const rows = Array.from({ length: 30 }, (_, at) => pair({ pairAddress: `0x${String(at).padStart(40, '0')}` }))
    expect(read(rows).liquidity).toMatchObject({ capped: true, usd: 30_000 })
  })

  test('concentrated pools have no liquidity tokens to burn', () => {
    expect(read([pair({ labels: ['v3'] })]).liquidity.lpStatus).toBe('not_applicable')
    expect(read([pair({ labels: ['v3'] }), pair({ labels: ['v2'], pairAddress: OTHER })]).liquidity.lpStatus).toBeNull()
  })
})

test('GeckoTerminal: numbers are text, the token may be the quote, missing parts are unknown', () => {
  const row = {
    attributes: {
      address: '0x3',
      base_token_price_usd: '1.5',
      reserve_in_usd: '2000.5',
      pool_created_at: '2024-01-02T03:04:05Z',
      volume_usd: { h24: '10.5' },
    },
    relationships: { base_token: { data: { id: `base_${WETH}` } }, quote_token: { data: { id: `base_${TOKEN.toLowerCase()}` } } },
  }
  const { pools } = toGeckoPools(GeckoPoolsBody.parse({ data: [row] }), 'base', TOKEN)
  expect(toLiquidity('base', TOKEN, pools, false, 'geckoterminal')).toMatchObject({
    usd: 2000.5,
    volume24hUsd: 10.5,
    exitUsd: null,
    buys24h: null,
  })
  expect(oldestPool(pools)).toBe(Date.UTC(2024, 0, 2, 3, 4, 5))
  expect(GeckoInfoBody.parse({ data: { attributes: {} } })).toEqual({ coingeckoId: null, holderCount: null, top10Pct: null })
})

test('any JSON is read or refused, and what is read adds up to finite numbers', () => {
  const rows = fc.array(
    fc.record(
      { liquidity: fc.jsonValue(), volume: fc.jsonValue(), txns: fc.jsonValue(), priceUsd: fc.jsonValue(), labels: fc.jsonValue() },
      { requiredKeys: [] },
    ),
  )
  fc.assert(
    fc.property(rows, fc.jsonValue(), (overs, anything) => {
      BODY.safeParse(anything)
      GeckoPoolsBody.safeParse(anything)
      const body = overs.map((over, at) => pair({ ...over, pairAddress: `pool ${at}` }))
      const { liquidity } = BODY.safeParse(body).success ? read(body) : read([pair({})])
      for (const value of Object.values(liquidity)) if (typeof value === 'number') expect(Number.isFinite(value) && value >= 0).toBe(true)
    }),
  )
})
