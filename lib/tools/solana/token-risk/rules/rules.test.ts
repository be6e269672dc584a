import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_AGE } from '../../../risk/age.ts'
import { NO_LIQUIDITY_DATA } from '../../../risk/liquidity.ts'
import { summarise } from '../../../risk/summary.ts'
import { imitated, listedAssets } from '../../../trust-list.ts'
import { decodeMint } from '../decode-mint.ts'
import { readExtensions } from '../extensions.ts'
import type { SolanaFacts } from '../facts.ts'
import { Account, type Mint } from '../mint.ts'
import { solanaRules } from './index.ts'
import { transferFee } from './powers.ts'

const KEY = 'BJE5MMbqXjVwjAF7oxwPYXnTXDyspzZyt4vwenNw5ruG'
const list = { issuer: 'Example', by: 'our curated list', source: 'curated list' }

const mintWith = (extensions: unknown, over: Partial<Mint> = {}): Mint => {
  const { list, facts } = readExtensions(extensions, (text) => text)
  return {
    program: 'token-2022',
    decimals: 6,
    supply: '1000',
    mintAuthority: null,
    freezeAuthority: null,
    extensions: list,
    facts,
    ...over,
  }
}

/** A token about which everything is known and nothing is wrong. */
const clean = (over: Partial<SolanaFacts> = {}): SolanaFacts => ({
  mint: mintWith([]),
  metadata: { mutable: false, updateAuthority: null, name: 'Plain', symbol: 'PLN', uri: null, standard: 'token-2022' },
  epoch: null,
  goplus: {
    mintable: false,
    freezable: false,
    permanentDelegate: false,
    trusted: null,
    malicious: 0,
    holderCount: 5_000,
    holdersRead: true,
    holders: [],
    dex: [],
  },
  rugcheck: {
    mint: 'x',
    rugged: false,
    detectedAtMs: null,
    score: 1,
    risks: [],
    risksRead: true,
    holdersRead: true,
    creator: null,
    creatorAmount: 0,
    creatorTokens: null,
    networks: 0,
    networkAmount: null,
    known: [],
    markets: [{ address: null, type: 'raydium', lockedPct: 100, valueUsd: 9, holders: null }],
    holders: [],
  },
  liquidity: {
    ...NO_LIQUIDITY_DATA,
    usd: 90_000,
    uncountedUsd: 0,
    topPool: { address: 'x', dex: 'x', quoteSymbol: 'SOL', usd: 90_000, volume24hUsd: 1, createdAt: '2024-01-01T00:00:00Z' },
    exitUsd: 45_000,
    volume24hUsd: 5_000,
    poolCount: 2,
    trustedPoolCount: 2,
    bondingCurve: false,
    buys24h: 80,
    sells24h: 60,
    source: 'dexscreener',
  },
  age: { ...NO_AGE, createdAt: '2024-01-01T00:00:00Z', ageSeconds: 9e6, source: 'pool' },
  concentration: {
    excludingPct: 12,
    excludingUpperPct: 12,
    contractsPct: null,
    rawPct: 40,
    rawUpperPct: 40,
    largestWalletPct: 4,
    source: 'solana-rpc',
  },
  imitation: 'none',
  prop: 'none',
  trust: null,
  curvePct: null,
  jupiter: null,
  insiders: { insidersPct: 0, creatorPct: 0, networks: 0, source: 'rugcheck' },
  socials: 2,
  isWallet: () => true,
  ...over,
})

const judge = (facts: SolanaFacts) => summarise(solanaRules, facts, facts.trust).summary
/** GoPlus of these facts knows of no power, so that it disagrees with every mint that has one: told apart below. */
const codes = (facts: SolanaFacts) => judge({ ...facts, goplus: null }).findings.map(({ code, severity }) => `${severity} ${code}`)
const ext = (extension: string, state: unknown) => ({ extension, state })
const fee = (older: number, newer: number, from = 700) => ({
  olderTransferFee: { epoch: 600, maximumFee: 0, transferFeeBasisPoints: older },
  newerTransferFee: { epoch: from, maximumFee: 0, transferFeeBasisPoints: newer },
  transferFeeConfigAuthority: null,
})

test('a token without a fault is low, complete and without findings', () => {
  expect(judge(clean())).toMatchObject({ verdict: 'low', score: 0, completeness: 1, findings: [] })
})

describe('each power is one finding', () => {
  test.each<[string, unknown[], string[]]>([
    ['non-transferable', [ext('nonTransferable', undefined)], ['critical CANNOT_SELL']],
    ['frozen by default', [ext('defaultAccountState', { accountState: 'frozen' })], ['critical CANNOT_SELL']],
    ['paused', [ext('pausableConfig', { authority: KEY, paused: true })], ['critical CANNOT_SELL']],
    ['pausable', [ext('pausableConfig', { authority: KEY, paused: false })], ['medium PAUSE_POSSIBLE']],
    ['permanent delegate', [ext('permanentDelegate', { delegate: KEY })], ['critical CAN_TAKE_TOKENS']],
    ['delegate unset', [ext('permanentDelegate', { delegate: null })], []],
    ['hook program', [ext('transferHook', { authority: KEY, programId: KEY })], ['high HIDDEN_CONTROL']],
    ['hook authority only', [ext('transferHook', { authority: KEY, programId: null })], ['low HOOK_POSSIBLE']],
    ['close authority is minor', [ext('mintCloseAuthority', { closeAuthority: KEY })], []],
    ['fee of 0', [ext('transferFeeConfig', fee(0, 0))], []],
    ['fee below 1 %', [ext('transferFeeConfig', fee(50, 50))], ['low TRANSFER_TAX']],
    ['fee of 1 %', [ext('transferFeeConfig', fee(100, 100))], ['medium TRANSFER_TAX']],
    ['fee of 5 %', [ext('transferFeeConfig', fee(500, 500))], ['high TRANSFER_TAX']],
    ['system program as authority is nobody', [ext('permanentDelegate', { delegate: '1'.repeat(32) })], []],
  ])('%s', (_name, extensions, expected) => {
    expect(codes(clean({ mint: mintWith(extensions) }))).toEqual(expected)
  })

  test('live authorities of an unknown issuer', () => {
    const mint = mintWith([], { mintAuthority: KEY, freezeAuthority: KEY })
    expect(judge(clean({ mint }))).toMatchObject({ verdict: 'high', score: 60 })
  })
})

test('the newer fee applies from its epoch on, and a higher one that is scheduled counts', () => {
  const config = fee(300, 9_900, 1_020)
  expect(transferFee(config, 1_018)).toEqual({ nowBps: 300, highestBps: 9_900 })
  expect(transferFee(config, 1_020)).toEqual({ nowBps: 9_900, highestBps: 9_900 })
  expect(transferFee(fee(9_900, 0, 900), 1_000)).toEqual({ nowBps: 0, highestBps: 0 })
  expect(transferFee(fee(9_900, 0, 900), null)).toEqual({ nowBps: null, highestBps: null })
})

test('an extension that cannot be read is unknown, not absent, and one we do not know is listed', () => {
  const mint = mintWith([ext('permanentDelegate', {}), ext('brandNewThing', { a: 1 })])
  expect(mint.extensions.map(({ name }) => name)).toEqual(['permanentDelegate', 'brandNewThing'])
  const opaque = mintWith([ext('unparseableExtension', undefined)])
  expect(judge(clean({ mint: opaque }))).toMatchObject({ verdict: 'unknown', score: null })
})

describe('scoring', () => {
  test('one isolated critical or high finding makes the verdict high: one power is enough to lose everything', () => {
    expect(judge(clean({ mint: mintWith([ext('permanentDelegate', { delegate: KEY })]) }))).toMatchObject({ verdict: 'high', score: 60 })
    expect(judge(clean({ mint: mintWith([], { freezeAuthority: KEY }) }))).toMatchObject({ verdict: 'high', score: 45 })
  })

  test('a token that cannot be sold is critical, whoever issued it', () => {
    const mint = mintWith([ext('nonTransferable', undefined)])
    for (const trust of [null, list]) expect(judge(clean({ mint, trust }))).toMatchObject({ verdict: 'critical', score: 90 })
  })

  test('two criticals are critical; many small things are not', () => {
    const imitation = { symbol: 'USDC', address: KEY, listed: false, source: 'x' }
    expect(judge(clean({ imitation, mint: mintWith([ext('permanentDelegate', { delegate: KEY })]) })).verdict).toBe('critical')
    expect(judge(clean({ imitation })).verdict).toBe('high')
    expect(judge(clean({ imitation: { ...imitation, listed: true } })).verdict).toBe('medium')
    expect(judge(clean({ imitation, mint: mintWith([], { mintAuthority: KEY }) })).verdict).toBe('critical')
    const noisy = clean({
      mint: mintWith([ext('transferHook', { authority: KEY, programId: KEY }), ext('transferFeeConfig', fee(900, 900))], {
        mintAuthority: KEY,
        freezeAuthority: KEY,
      }),
    })
    expect(judge(noisy)).toMatchObject({ verdict: 'high', score: 89 })
  })

  test('trust lowers the powers of an issuer and says so; it hides nothing', () => {
    const extensions = [
      ext('permanentDelegate', { delegate: KEY }),
      ext('transferHook', { authority: KEY, programId: null }),
      ext('pausableConfig', { authority: KEY, paused: false }),
    ]
    const summary = judge(clean({ mint: mintWith(extensions, { mintAuthority: KEY, freezeAuthority: KEY }), trust: list }))
    expect(summary).toMatchObject({ verdict: 'low', score: 4 })
    expect(summary.findings.map(({ code }) => code)).toEqual([
      'CAN_TAKE_TOKENS',
      'FREEZE_AUTHORITY',
      'HOOK_POSSIBLE',
      'MINT_AUTHORITY',
      'PAUSE_POSSIBLE',
      'SOURCES_DISAGREE',
      'TRUSTED_ISSUER',
    ])
    expect(summary.findings[0]).toMatchObject({ severity: 'low', evidence: { loweredFrom: 'critical', trustedBy: 'curated list' } })
  })

  test('clean flags with a dozen dollars of liquidity are not safety', () => {
    const dead = { ...clean().liquidity, usd: 12, exitUsd: 6, volume24hUsd: 0, buys24h: 0, sells24h: 0 }
    expect(judge(clean({ liquidity: dead })).verdict).toBe('high')
  })

  test('without liquidity data there is no verdict, unless danger was found', () => {
    expect(judge(clean({ liquidity: NO_LIQUIDITY_DATA }))).toMatchObject({ verdict: 'unknown', score: null })
    expect(judge(clean({ liquidity: NO_LIQUIDITY_DATA, mint: mintWith([], { mintAuthority: KEY }) })).verdict).toBe('high')
  })

  test('a raw share passes when low and is unread when high', () => {
    const raw = (pct: number) => ({
      excludingPct: null,
      excludingUpperPct: null,
      contractsPct: null,
      rawPct: pct,
      rawUpperPct: pct,
      largestWalletPct: null,
      source: 'goplus',
    })
    const state = (pct: number) => judge(clean({ concentration: raw(pct) })).checks.find(({ code }) => code === 'CONCENTRATED')?.state
    expect([state(25), state(95)]).toEqual(['pass', 'unread'])
  })

  test('a lower bound of the age proves only that a token is old', () => {
    const state = (ageSeconds: number) =>
      judge(clean({ age: { createdAt: null, ageSeconds, isLowerBound: true, source: 'signatures' } })).checks.find(
        ({ code }) => code === 'VERY_NEW',
      )?.state
    expect([state(90_000), state(30)]).toEqual(['pass', 'unread'])
  })

  test('the same facts give the same bytes, every fail has its finding, and the score fits the verdict', () => {
    const share = fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: null })
    const facts = fc.record({
      mintAuthority: fc.constantFrom(null, KEY),
      freezeAuthority: fc.constantFrom(null, KEY),
      extensions: fc.array(
        fc.constantFrom(
          ext('nonTransferable', null),
          ext('permanentDelegate', { delegate: KEY }),
          ext('transferHook', { authority: KEY, programId: KEY }),
          ext('transferFeeConfig', fee(0, 700)),
          ext('x', 1),
        ),
      ),
      usd: share,
      excludingPct: share,
      trust: fc.constantFrom(null, list),
    })
    fc.assert(
      fc.property(facts, ({ mintAuthority, freezeAuthority, extensions, usd, excludingPct, trust }) => {
        const one = clean({
          mint: mintWith(extensions, { mintAuthority, freezeAuthority }),
          liquidity: { ...clean().liquidity, usd },
          concentration: { ...clean().concentration, excludingPct },
          trust,
        })
        const summary = judge(one)
        expect(JSON.stringify(judge(one))).toBe(JSON.stringify(summary))
        const found = new Set(summary.findings.map(({ code }) => code))
        for (const { code, state } of summary.checks)
          expect(found.has(code), code).toBe(state === 'fail' || (state === 'accepted' && found.has(code)))
        if (summary.findings.some(({ severity }) => severity === 'high' || severity === 'critical'))
          expect(['high', 'critical']).toContain(summary.verdict)
        if (summary.verdict === 'critical') expect(summary.score).toBeGreaterThanOrEqual(90)
        else if (summary.score !== null) expect(summary.score).toBeLessThan(90)
      }),
    )
  })
})

test('imitations are found through spaces, case and letters of other alphabets, and never at the real address', () => {
  expect(imitated('solana', KEY, 'USD Coin', null)?.symbol).toBe('USDC')
  expect(imitated('solana', KEY, null, 'U S D С')?.symbol).toBe('USDC')
  expect(imitated('solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USD Coin', 'USDC')).toBeNull()
  expect(imitated('solana', KEY, 'Something', 'ELSE')).toBeNull()
})

test('any list of extensions is read without a throw and within bounds', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.array(
        fc.record({ extension: fc.oneof(fc.string(), fc.constantFrom('transferFeeConfig', 'tokenMetadata')), state: fc.jsonValue() }),
      ),
      (anything, rows) => {
        readExtensions(anything, (text) => text.slice(0, 200))
        expect(readExtensions(rows, (text) => text.slice(0, 200)).list.length).toBeLessThanOrEqual(40)
      },
    ),
  )
})

test('a byte of a mint that the program never writes is no answer', () => {
  const bytes = new Uint8Array(82)
  bytes[45] = 1
  expect(decodeMint(bytes)).toMatchObject({ mintAuthority: null, freezeAuthority: null, isInitialized: true })
  for (const [at, byte] of [
    [0, 2],
    [46, 255],
    [45, 3],
  ] as const)
    expect(() => decodeMint(bytes.with(at, byte))).toThrow(RangeError)
})

test('an account of a program that is no address is no account: its owner would pass for no person', () => {
  const owned = (owner: string) => Account.safeParse({ owner, data: ['', 'base64'] }).success
  expect([owned('1'.repeat(32)), owned(`${'1'.repeat(32)}%`), owned('0'.repeat(40))]).toEqual([true, false, false])
})

test('mints on the list are 32 bytes, and no address is listed twice', () => {
  const mints = listedAssets.filter(({ chain }) => chain === 'solana').map(({ address }) => address)
  for (const mint of mints) expect(base58.decode(mint), mint).toHaveLength(32)
  expect(new Set(mints).size).toBe(mints.length)
})
