/** What a correct reading of recorded bodies gives. The bodies are not part of this repository; without them these tests are skipped. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { base58, base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { dexscreenerBody, toPools } from '../../upstreams/dexscreener.ts'
import { GeckoInfoBody, GeckoPoolsBody, toGeckoPools } from '../../upstreams/geckoterminal.ts'
import { entryOf, GoplusBody, inspectGoplus } from '../../upstreams/goplus.ts'
import { toIso } from '../../upstreams/values.ts'
import type { BaseFacts } from '../base/token-risk/facts.ts'
import { GoplusEvm } from '../base/token-risk/goplus.ts'
import { HoneypotBody } from '../base/token-risk/honeypot.ts'
import { baseRules } from '../base/token-risk/rules/index.ts'
import { toLp, toSecurity, toShares } from '../base/token-risk/security.ts'
import { toGroups } from '../prices/gpu/listing.ts'
import { OffersBody, toListings } from '../prices/gpu/offers.ts'
import { RunpodBody } from '../prices/gpu/runpod.ts'
import { MetricsBody } from '../prices/gpu/vast.ts'
import { decodeMint } from '../solana/token-risk/decode-mint.ts'
import { GoplusSolana } from '../solana/token-risk/goplus.ts'
import { LargestAccounts, toHolders, toKind, toOwners, toRawShare } from '../solana/token-risk/holders.ts'
import { toJupiterToken } from '../solana/token-risk/jupiter.ts'
import { decodeMetaplex, metaplexAddress } from '../solana/token-risk/metaplex.ts'
import { Account, Accounts, type Mint, readMint } from '../solana/token-risk/mint.ts'
import { RugcheckReport } from '../solana/token-risk/rugcheck.ts'
import { NO_AGE } from './age.ts'
import { oldestPool, toLiquidity } from './liquidity.ts'
import { NO_INSIDERS } from './market-rules.ts'
import { summarise } from './summary.ts'

const root = path.resolve(import.meta.dirname, '../../../../shared/fixtures/upstreams')
const absent = !existsSync(root)
if (absent) process.stderr.write(`readings.test.ts: no recorded bodies at ${root}, skipped\n`)
const body = (name: string) => JSON.parse(readFileSync(path.join(root, name), 'utf8'))
const rpc = (name: string) => body(`solana-rpc/${name}`).result
const clean = (text: string) => text

const CONCENTRATED = '3LzGkjiKoDbHCQpghMXY6VLPJWGRmfH7QvDTSmjJpump'
const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const AERO = '0x940181a94A35A4569E4529A3CDfB74e38FD98631'

const liquidityOf = (chain: 'solana' | 'base', token: string, name: string) => {
  const { pools, capped } = toPools(dexscreenerBody(chain).parse(body(name)), chain, token)
  return { pools, liquidity: toLiquidity(chain, token, pools, capped, 'dexscreener') }
}

const goplusOf = (name: string, address: string) =>
  GoplusEvm.parse(entryOf(GoplusBody.parse(body(`goplus-evm/${name}`)).result, address, true))

const noChain: BaseFacts['chain'] = {
  code: { delegatecall: false, selfdestruct: false, clone: false },
  name: 'unread',
  symbol: 'unread',
  totalSupply: 'unread',
  owner: 'unread',
  paused: 'unread',
  implementation: 'unread',
  proxyAdmin: 'unread',
  beacon: 'unread',
}

describe.skipIf(absent)('recorded bodies', () => {
  test('DexScreener, BONK: 30 pools, 23 that count', () => {
    const { pools, liquidity } = liquidityOf('solana', BONK, 'dexscreener/latest-dex-tokens-bonk.json')
    expect(liquidity).toMatchObject({ poolCount: 30, capped: true, trustedPoolCount: 23, usd: 661_742.59, volume24hUsd: 274_957.16 })
    expect(liquidity.exitUsd).toBeCloseTo(187_057, -1)
    expect(toIso(oldestPool(pools)!)).toBe('2022-12-20T21:03:51Z')
  })

  test('DexScreener, AERO on Base', () => {
    const { liquidity } = liquidityOf('base', AERO, 'dexscreener/token-pairs-v1-base-aero.json')
    expect(liquidity.usd).toBe(1_017_969.4)
    expect(liquidity.exitUsd).toBeCloseTo(344_707, -1)
  })

  test('DexScreener, others: not indexed, launch curve, another chain', () => {
    expect(liquidityOf('solana', BONK, 'dexscreener/latest-dex-tokens-not-indexed.json').pools).toEqual([])
    expect(liquidityOf('base', AERO, 'dexscreener/token-pairs-v1-empty.json').pools).toEqual([])
    expect(liquidityOf('base', AERO, 'dexscreener/latest-dex-pairs-ethereum-weth-usdc.json').pools).toEqual([])
    const curve = liquidityOf(
      'solana',
      'pu1AJ8fUgUhRYh6Y2dHq3pTGmkQTRmyVJnpJNPYpump',
      'dexscreener/latest-dex-tokens-pumpfun-no-liquidity.json',
    )
    expect(curve.liquidity).toMatchObject({ usd: null, bondingCurve: true, volume24hUsd: 14_780.31, buys24h: 268, sells24h: 172 })
  })

  test('GeckoTerminal: pools with the token as quote, holders in percent', () => {
    const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7'
    const { pools } = toGeckoPools(GeckoPoolsBody.parse(body('geckoterminal/token-pools-eth-usdt.json')), 'base', usdt)
    expect(pools).toMatchObject([{ quote: { symbol: 'USDT' }, liquidityUsd: 545_933_958.0815, buys24h: 1062 }])
    expect(GeckoInfoBody.parse(body('geckoterminal/token-info-solana-pippin.json'))).toEqual({
      coingeckoId: 'pippin',
      holderCount: 47_911,
      top10Pct: 73.7977,
    })
    expect(GeckoPoolsBody.safeParse(body('geckoterminal/rate-limited-429.json')).success).toBe(false)
  })

  describe('holders of the concentrated mint', () => {
    const supply = 1_000_000_000_000_000n
    const read = (rows: number) => {
      const largest = LargestAccounts.parse(rpc('getTokenLargestAccounts-ok.json'))
      const owners = toOwners(Accounts.parse(rpc('getMultipleAccounts-top10-token-accounts.json').value), CONCENTRATED)
      const all = rows === 10 ? owners : [...owners, ...largest.slice(10).map(({ address }) => `owner of ${address}`)]
      const accounts = Accounts.parse(rpc('getMultipleAccounts-top10-owner-accounts.json').value)
      const wallet = accounts[1]!
      const kinds = new Map(all.map((owner, index) => [owner!, toKind(owner!, accounts[index] ?? wallet, new Map())]))
      const vault = 'owner of HvVaunoCYdbfSg9mzr8K372cJYeBBkcB5LGWppKt4HgC'
      if (kinds.has(vault)) kinds.set(vault, toKind('HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC', undefined, new Map()))
      for (const owner of all.slice(10)) if (owner !== vault) kinds.set(owner!, { kind: 'wallet', label: null })
      return toHolders(largest, all, kinds, supply, true)
    }

    test('a pool vault is no whale: 93.07 % raw, 21.19 % from ten resolved rows', () => {
      const holders = read(10)
      expect(holders).toMatchObject({ top10Pct: 93.07, top10ExcludingPoolsPct: 21.19, largestWalletPct: 10.85 })
      expect(holders.top[0]).toMatchObject({ kind: 'pool', label: 'PumpSwap', pct: 71.88 })
    })

    test('21.66 % when rows 11 to 20 are resolved too', () => {
      expect(read(20)).toMatchObject({ top10Pct: 93.07, top10ExcludingPoolsPct: 21.66, largestWalletPct: 10.85 })
    })

    test('RugCheck says 131 % and is not believed; its labels are', () => {
      const report = RugcheckReport.parse(body('rugcheck/report-concentrated.json'))
      expect(toRawShare('rugcheck', report.holders)).toMatchObject({ top10Pct: null, source: null })
      expect(report.known.find(({ address }) => address.startsWith('4iGx'))).toMatchObject({ type: 'AMM' })
      expect(report.rugged).toBe(false)
      expect(toIso(report.detectedAtMs!)).toBe('2026-06-21T17:44:03Z')
    })
  })

  test('Solana mints: jsonParsed and base64 say the same', () => {
    for (const name of ['usdc', 'pyusd-token2022', 'pumpfun-token2022']) {
      const parsed = readMint(Account.parse(rpc(`getAccountInfo-${name}-mint.json`).value), clean) as Mint
      const raw = readMint(Account.parse(rpc(`getAccountInfo-${name}-mint-base64.json`).value), clean) as Mint
      expect({ ...raw, supply: '', extensions: raw.extensions.map((one) => one.name).sort() }).toMatchObject({
        program: parsed.program,
        decimals: parsed.decimals,
        mintAuthority: parsed.mintAuthority,
        freezeAuthority: parsed.freezeAuthority,
        extensions: parsed.extensions.map((one) => one.name).sort(),
      })
      expect(raw.facts.tokenMetadata).toEqual(parsed.facts.tokenMetadata)
      expect(raw.facts.permanentDelegate).toEqual(parsed.facts.permanentDelegate)
      expect(raw.facts.transferHook).toEqual(parsed.facts.transferHook)
    }
  })

  test('Solana accounts: BONK is revoked, a token account is no mint, nothing is nothing', () => {
    const bonk = readMint(Account.parse(rpc('getAccountInfo-mint.json').value), clean) as Mint
    expect(bonk).toMatchObject({ mintAuthority: null, freezeAuthority: null, supply: '8799459800561340155', decimals: 5 })
    expect(readMint(Account.parse(rpc('getAccountInfo-token-account.json').value), clean)).toBe('not-a-mint')
    expect(readMint(Account.parse(rpc('getAccountInfo-nonexistent.json').value), clean)).toBe('no-account')
    expect(decodeMint(new Uint8Array(165))).toBeNull()
  })

  test('Metaplex: America Party, immutable, at its derived address', () => {
    const bytes = base64.decode(rpc('metaplex-metadata-immutable.json').value.data[0])
    const mint = base58.encode(bytes.subarray(33, 65))
    expect(decodeMetaplex(bytes, CONCENTRATED)).toBeNull()
    expect(decodeMetaplex(bytes, mint)).toMatchObject({
      name: 'America Party',
      symbol: 'AMEP',
      sellerFeeBps: 0,
      creators: 1,
      mutable: false,
    })
    expect(metaplexAddress(mint)).toBe('8cLn6M9okgtTmDL9jesh8ZngtpYMASa4HF7W6k135ox8')
  })

  test('GoPlus, TROE: 31.73 % raw, 22.41 % without the pair, LP burned, blacklist inert', () => {
    const goplus = goplusOf('troe-ethereum-full.json', '0x2264927271f2d60b2fcd0f571728a9753b9f4cbd')
    const shares = toShares(goplus.holders, goplus.holder_count, new Set([goplus.dex[0]!.pair!]))
    const lp = toLp(goplus)
    expect(shares).toMatchObject({ top10Pct: 31.73, excludingPct: 22.41, largestWalletPct: 5 })
    expect(lp).toMatchObject({ burnedPct: 100, largestFreeWalletPct: 0 })
    const security = toSecurity(goplus, null, noChain, shares, lp)
    expect(security).toMatchObject({
      honeypot: false,
      blacklist: true,
      ownerRenounced: true,
      transferTaxPct: null,
      lpBurnedOrLockedPct: 100,
    })
    const rule = baseRules.find(({ code }) => code === 'BLACKLIST')!
    expect(rule.judge(factsOf({ goplus, lp }))).toEqual({ state: 'pass' })
  })

  test('GoPlus, USDC behind a proxy: absent flags stay unknown, and the verdict is low', () => {
    const goplus = goplusOf('usdc-ethereum-excerpt.json', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')
    expect(toSecurity(goplus, null, noChain, toShares(goplus.holders, goplus.holder_count, new Set()), null)).toMatchObject({
      proxy: true,
      mintable: null,
      hiddenOwner: null,
      cannotSellAll: null,
      owner: null,
      ownerRenounced: null,
      lpBurnedOrLockedPct: null,
      trusted: true,
    })
    const trust = { issuer: 'Circle', by: 'our curated list', source: 'curated list' }
    const { summary } = summarise(baseRules, factsOf({ goplus, trust, imitation: 'none' }), trust)
    expect(summary).toMatchObject({ verdict: 'low', score: 0 })
  })

  test('GoPlus: a refusal inside 200 is a failure, not a clean token; an empty result is unknown', () => {
    for (const name of ['goplus-evm/rate-limited-http200.json', 'goplus-solana/rate-limited-http200.json'])
      expect(() => inspectGoplus(body(name))).toThrow(expect.objectContaining({ reason: 'rate_limited' }))
    for (const name of ['goplus-evm/not-found-empty-result.json', 'goplus-solana/not-found.json'])
      expect(entryOf(GoplusBody.parse(body(name)).result, 'x', true)).toBeNull()
  })

  test('GoPlus, USDC on Solana: five holders, at least 26.36 %', () => {
    const goplus = GoplusSolana.parse(body('goplus-solana/usdc.json').result.EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v)
    expect(toRawShare('goplus', goplus.holders)).toMatchObject({ top10Pct: 26.36, atLeast: true })
    expect(goplus).toMatchObject({ trusted: true, mintable: true, freezable: true, permanentDelegate: false })
  })

  test('honeypot.is: percent, not fractions', () => {
    expect(HoneypotBody.parse(body('honeypot-is/ishoneypot-nitro-true.json')).simulation).toEqual({
      honeypot: true,
      buyTaxPct: 0,
      sellTaxPct: 100,
      transferTaxPct: 0,
      gas: null,
      holderSales: { holders: 6, failed: 0, siphoned: 0, highTax: 6, highestTaxPct: 97.97 },
      openSource: null,
    })
  })

  test('Jupiter: the first pool, not createdAt; names do not match', () => {
    const jup = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'
    const token = toJupiterToken(body('jupiter-tokens/search-jup.json'), jup)!
    expect(toIso(token.firstPoolAtMs!)).toBe('2024-01-29T17:33:29Z')
    expect(token).toMatchObject({ top10Pct: 15.45, verified: true })
    expect(toJupiterToken(body('jupiter-tokens/search-jup.json'), BONK)).toBeNull()
  })

  test('Vast.ai: verified hosts only, three machines, 1.7339 both ways', () => {
    const rows = body('vast/bundles-h100-sxm-6.json').offers
    const groups = (offers: object[]) =>
      toGroups(toListings('H100 SXM', OffersBody.parse({ offers }).offers).listings).filter(({ spot }) => !spot)
    expect(groups(rows)).toMatchObject([{ machines: 3, min: 1.7339, median: 1.7339, vramGb: 80, thin: false }])
    expect(groups(rows.map((row: object) => ({ ...row, verification: 'verified' })))).toMatchObject([
      { machines: 6, min: 1.6011, median: 1.7614 },
    ])
    expect(MetricsBody.parse(body('vast/metrics-gpu-current.json'))).toEqual([
      { gpu: 'RTX 4090', median: 0.36, p25: 0.3, p75: 0.45, offers: 200 },
    ])
    expect(RunpodBody.parse(body('runpod/gpu-types.json'))).toMatchObject([
      { gpu: 'RTX 4090', vramGb: 24, usd: 0.34, spot: false, vcpus: 6, memoryGb: 30 },
      { gpu: 'RTX 4090', vramGb: 24, usd: 0.2, spot: true },
    ])
  })
})

function factsOf(over: Partial<BaseFacts>): BaseFacts {
  const { liquidity } = liquidityOf('base', AERO, 'dexscreener/token-pairs-v1-base-aero.json')
  return {
    goplus: null,
    simulation: null,
    trade: null,
    admin: null,
    roles: null,
    insiders: NO_INSIDERS,
    socials: null,
    chain: noChain,
    lp: null,
    liquidity,
    age: { ...NO_AGE, createdAt: '2023-10-04T13:09:45Z', ageSeconds: 90_000_000, source: 'pool' },
    concentration: {
      excludingPct: null,
      excludingUpperPct: null,
      contractsPct: null,
      rawPct: null,
      rawUpperPct: null,
      largestWalletPct: null,
      source: null,
    },
    imitation: 'none',
    prop: 'none',
    trust: null,
    ...over,
  }
}
