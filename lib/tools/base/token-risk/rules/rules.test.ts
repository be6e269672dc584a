import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_AGE } from '../../../risk/age.ts'
import { NO_LIQUIDITY_DATA } from '../../../risk/liquidity.ts'
import { summarise } from '../../../risk/summary.ts'
import { proxySlot, toAddress, toText } from '../chain.ts'
import type { BaseFacts } from '../facts.ts'
import { GoplusEvm } from '../goplus.ts'
import { HoneypotBody } from '../honeypot.ts'
import { toLp, toSecurity, toShares } from '../security.ts'
import { baseRules } from './index.ts'

const OWNER = '0x52908400098527886e0f7030069857d2e4169ee7'
const DEAD = '0x000000000000000000000000000000000000dead'
const list = { issuer: 'Example', by: 'our curated list', source: 'curated list' }

const flags = {
  ...{
    is_honeypot: '0',
    cannot_buy: '0',
    cannot_sell_all: '0',
    buy_tax: '0',
    sell_tax: '0',
    transfer_tax: '0',
    is_open_source: '1',
    is_proxy: '0',
  },
  ...{ is_mintable: '0', transfer_pausable: '0', is_blacklisted: '0', slippage_modifiable: '0', personal_slippage_modifiable: '0' },
  ...{ hidden_owner: '0', can_take_back_ownership: '0', owner_change_balance: '0', selfdestruct: '0', honeypot_with_same_creator: '0' },
  ...{ is_whitelisted: '0', is_anti_whale: '0', trading_cooldown: '0', external_call: '0', creator_percent: '0' },
  owner_address: OWNER,
}
const goplus = (over: object = {}) => GoplusEvm.parse({ ...flags, ...over })
const fine = {
  ...{ honeypot: false, buyTaxPct: 0, sellTaxPct: 0, transferTaxPct: 0, gas: 200_000, openSource: true },
  holderSales: { holders: 20, failed: 0, siphoned: 0, highTax: 0, highestTaxPct: 0 },
}

const clean = (over: Partial<BaseFacts> = {}): BaseFacts => ({
  goplus: goplus(),
  simulation: fine,
  prop: 'none',
  chain: {
    code: { delegatecall: false, selfdestruct: false, clone: false },
    name: 'Plain',
    symbol: 'PLN',
    totalSupply: '1',
    owner: 'none',
    paused: 'none',
    implementation: 'none',
    proxyAdmin: 'none',
    beacon: 'none',
  },
  trade: null,
  admin: null,
  roles: null,
  insiders: { insidersPct: null, creatorPct: 0, networks: null, source: 'goplus' },
  socials: 2,
  lp: null,
  liquidity: {
    ...NO_LIQUIDITY_DATA,
    usd: 90_000,
    uncountedUsd: 0,
    topPool: { address: 'x', dex: 'x', quoteSymbol: 'WETH', usd: 90_000, volume24hUsd: 1, createdAt: '2024-01-01T00:00:00Z' },
    exitUsd: 45_000,
    volume24hUsd: 5_000,
    poolCount: 2,
    trustedPoolCount: 2,
    buys24h: 80,
    sells24h: 60,
    lpStatus: 'not_applicable',
    source: 'dexscreener',
  },
  age: { ...NO_AGE, createdAt: '2024-01-01T00:00:00Z', ageSeconds: 9e6, source: 'pool' },
  concentration: {
    excludingPct: 12,
    excludingUpperPct: 12,
    contractsPct: 0,
    rawPct: 40,
    rawUpperPct: 40,
    largestWalletPct: 4,
    source: 'goplus',
  },
  imitation: 'none',
  trust: null,
  ...over,
})

const judge = (facts: BaseFacts) => summarise(baseRules, facts, facts.trust).summary
const codes = (facts: BaseFacts) => judge(facts).findings.map(({ code, severity }) => `${severity} ${code}`)
const stateOf = (facts: BaseFacts, wanted: string) => judge(facts).checks.find(({ code }) => code === wanted)?.state

test('a token without a fault is low, complete and without findings', () => {
  expect(judge(clean())).toMatchObject({ verdict: 'low', score: 0, completeness: 1, findings: [] })
})

describe('owner powers', () => {
  test.each<[string, object, string[]]>([
    ['mintable', { is_mintable: '1' }, ['high MINT_AUTHORITY']],
    ['blacklist', { is_blacklisted: '1' }, ['high BLACKLIST']],
    ['pausable', { transfer_pausable: '1' }, ['high BLACKLIST']],
    ['changes balances', { owner_change_balance: '1' }, ['critical CAN_TAKE_TOKENS']],
    ['changes the tax', { slippage_modifiable: '1' }, ['medium TAX_CHANGEABLE']],
    ['changes the tax of one', { personal_slippage_modifiable: '1' }, ['high TAX_CHANGEABLE']],
    ['self-destruct', { selfdestruct: '1' }, ['high HIDDEN_CONTROL']],
    ['unverified', { is_open_source: '0' }, ['high UNVERIFIED_SOURCE']],
    ['creator of honeypots', { honeypot_with_same_creator: '2' }, ['high SCAM_HISTORY']],
    ['tax of 5 %', { buy_tax: '0.05' }, ['medium TRANSFER_TAX']],
    ['tax of 10 %', { transfer_tax: '0.1' }, ['high TRANSFER_TAX']],
    ['airdrop scam', { is_airdrop_scam: '1' }, ['critical IMPERSONATION']],
  ])('%s', (_name, over, expected) => {
    expect(codes(clean({ goplus: goplus(over) }))).toEqual(expected)
  })

  test('are dead with the owner, alive with a hidden one or with roles, and fail when nobody names the owner', () => {
    const over = { is_mintable: '1', is_blacklisted: '1', owner_change_balance: '1', slippage_modifiable: '1' }
    expect(codes(clean({ goplus: goplus({ ...over, owner_address: DEAD }) }))).toEqual([])
    expect(codes(clean({ goplus: goplus({ ...over, owner_address: DEAD, hidden_owner: '1' }) }))).toContain('high MINT_AUTHORITY')
    expect(codes(clean({ goplus: goplus({ ...over, owner_address: DEAD }), roles: true }))).toContain('high MINT_AUTHORITY')
    for (const owner_address of ['', undefined])
      expect(judge(clean({ goplus: goplus({ is_mintable: '1', owner_address }) })).verdict).toBe('high')
  })

  test('nobody is left only when neither the contract nor GoPlus names anybody', () => {
    const dead = { ...clean().chain, owner: '0x0000000000000000000000000000000000000000' }
    expect(codes(clean({ goplus: goplus({ is_mintable: '1' }), chain: dead }))).toEqual(['high MINT_AUTHORITY'])
    expect(codes(clean({ goplus: goplus({ is_mintable: '1', owner_address: '' }), chain: dead }))).toEqual([])
  })

  test('absent flags are unread: no verdict, unless the powers of a known issuer are accepted unread', () => {
    const bare = GoplusEvm.parse({ is_honeypot: '0', buy_tax: '0', sell_tax: '0', is_open_source: '1' })
    expect(judge(clean({ goplus: bare }))).toMatchObject({ verdict: 'unknown', score: null })
    const known = clean({ goplus: bare, trust: list })
    expect(judge(known).verdict).toBe('low')
    for (const code of ['CAN_TAKE_TOKENS', 'MINT_AUTHORITY', 'BLACKLIST', 'HIDDEN_CONTROL']) expect(stateOf(known, code)).toBe('accepted')
  })
})

describe('selling', () => {
  const blocked = { ...fine, honeypot: true, sellTaxPct: 100 }

  test('a honeypot that nobody contradicts is critical', () => {
    for (const over of [{ is_honeypot: '1' }, { cannot_sell_all: '1' }, { sell_tax: '1' }, { sell_tax: '0.5' }])
      expect(judge(clean({ goplus: goplus(over), simulation: null })).verdict).toBe('critical')
    expect(judge(clean({ goplus: null, simulation: blocked })).verdict).toBe('critical')
  })

  test('sources that disagree leave it at high, and say so', () => {
    const one = judge(clean({ goplus: goplus({ is_honeypot: '1' }) }))
    const other = judge(clean({ simulation: blocked }))
    for (const summary of [one, other]) {
      expect(summary.verdict).toBe('high')
      expect(summary.findings.map(({ code }) => code)).toEqual(expect.arrayContaining(['CANNOT_SELL', 'SOURCES_DISAGREE']))
    }
  })

  test('trust never hides a honeypot or a pause', () => {
    expect(judge(clean({ goplus: goplus({ is_honeypot: '1' }), simulation: blocked, trust: list })).verdict).toBe('critical')
    expect(judge(clean({ chain: { ...clean().chain, paused: true }, simulation: null, trust: list })).verdict).toBe('critical')
  })

  test('a simulation that did not run says nothing', () => {
    const none = HoneypotBody.parse({ simulationSuccess: false, honeypotResult: { isHoneypot: false } }).simulation
    expect(none).toMatchObject({ honeypot: null, buyTaxPct: null, sellTaxPct: null, transferTaxPct: null })
    expect(stateOf(clean({ goplus: null, simulation: none }), 'CANNOT_SELL')).toBe('unread')
  })
})

describe('shares and liquidity tokens', () => {
  const row = (address: string, percent: string, over: object = {}) => ({
    address,
    percent,
    tag: '',
    is_contract: 0,
    is_locked: 0,
    ...over,
  })
  const at = (digit: string) => `0x${digit.repeat(40)}`

  test('pools, burn addresses, lockers, tags of exchanges and the v4 pool manager are no people', () => {
    const { holders } = GoplusEvm.parse({
      holders: [
        row(at('1'), '0.3'),
        row(DEAD, '0.2'),
        row(at('2'), '0.1', { is_locked: 1 }),
        row(at('3'), '0.1', { tag: 'UniswapV3', is_contract: 1 }),
        row('0x498581fF718922c3f8e6A244956aF099B2652b2b', '0.1', { is_contract: 1 }),
        row(at('4'), '0.05'),
      ],
    })
    expect(toShares(holders, null, new Set([at('1')]))).toMatchObject({ top10Pct: 85, excludingPct: 5, largestWalletPct: 5 })
  })

  test('fewer than ten rows bound the share from below, all of them settle it', () => {
    const { holders } = GoplusEvm.parse({ holders: [row(at('1'), '0.04'), row(at('2'), '0.03')] })
    expect(toShares(holders, 9_000, new Set()).excludingUpperPct).toBeCloseTo(31)
    expect(toShares(holders, 2, new Set()).excludingUpperPct).toBeCloseTo(7)
  })

  test('one unlocked wallet with most of a V2 pool can pull it; positions of concentrated pools say nothing', () => {
    const dex = [{ liquidity_type: 'UniV2', name: 'x', liquidity: '1', pair: at('9') }]
    const lp_holders = [row(at('5'), '0.9'), row(DEAD, '0.1')]
    const two = goplus({ dex, lp_holders })
    const facts = clean({ goplus: two, lp: toLp(two), liquidity: { ...clean().liquidity, lpStatus: null } })
    expect(codes(facts)).toEqual(['medium LP_REMOVABLE'])
    expect(toLp(goplus({ dex: [{ liquidity_type: 'UniV3' }], lp_holders }))).toBeNull()
    // What nobody can read is not unlocked, and no share of zero.
    const unread = goplus({ dex: [{ liquidity_type: 'UniV2' }], lp_holders: [['x']] })
    expect(toSecurity(unread, null, clean().chain, toShares([], null, new Set()), toLp(unread))?.lpBurnedOrLockedPct).toBeNull()
    expect(stateOf(clean(), 'LP_REMOVABLE')).toBe('not_applicable')
  })
})

test('words of a contract: addresses, text in two forms, the slots of EIP-1967', () => {
  expect(toAddress(`0x${'0'.repeat(24)}${OWNER.slice(2)}`).toLowerCase()).toBe(OWNER)
  expect(toAddress(`0x${'0'.repeat(64)}`)).toBe('none')
  expect(toAddress(`0x${'f'.repeat(64)}`)).toBe('none')
  expect(toText(`0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`)).toBe('MKR')
  expect(toText(`0x${'0'.repeat(62)}20${'0'.repeat(62)}03${Buffer.from('abc').toString('hex').padEnd(64, '0')}`)).toBe('abc')
  expect(proxySlot('eip1967.proxy.implementation')).toBe('0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc')
})

test('any words and any entry are read without a throw', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.dictionary(fc.constantFrom(...Object.keys(flags), 'holders', 'dex', 'lp_holders', 'fake_token'), fc.anything()),
      (bytes, entry) => {
        expect(typeof toText(`0x${Buffer.from(bytes).toString('hex')}`)).toBe('string')
        const read = GoplusEvm.safeParse(entry)
        if (!read.success) return
        const shares = toShares(read.data.holders, read.data.holder_count, new Set())
        toSecurity(read.data, null, clean().chain, shares, toLp(read.data))
        judge(clean({ goplus: read.data, lp: toLp(read.data) }))
      },
    ),
  )
})
