/** What a source leaves out, renames or contradicts, and what a token says of itself, is never the reason why a check passes. */
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { cleanBodies, TOKENS } from './bodies.ts'
import { runCase } from './run.ts'
import type { Case, Json } from './world.ts'

const address = (digit: string): string => `0x${digit.repeat(40)}`
const word = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`
const key = (number: number): string => base58.encode(new Uint8Array(32).fill(number))

const rowsOf = (chain: 'base' | 'solana', source: string, list: string): Json[] => {
  const body = cleanBodies(chain, TOKENS[chain], Date.now())[source] as { [key: string]: Json } // both are in bodies.ts
  return body[list] as Json[]
}
const holders = rowsOf('base', 'goplus', 'holders')
const burned = rowsOf('base', 'goplus', 'lp_holders')
const solanaHolders = rowsOf('solana', 'goplus', 'holders')

/** An upgradeable token of a day and a half, whose admin is a contract that answers `calls`. */
const upgradeable = (calls: { [selector: string]: string }): Record<string, Json> => ({
  pair: { pairCreatedAt: '@-1.5' },
  goplus: { is_proxy: '1' },
  chain: {
    token: {
      slots: {
        '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a33df8c5d6d6d0d2bd': word(address('e')),
        '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc': word(address('e')),
        '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103': word(address('d')),
      },
    },
    [address('d')]: { code: '0x6080', calls },
  },
})

const extension = (name: string, state: Json): Json => ({ extension: name, state })
const mint = (...extensions: Json[]): Json => ({ data: { parsed: { info: { extensions } } } })
const named = extension('tokenMetadata', { name: 'Harbour Lantern', symbol: 'HLNT', uri: '', updateAuthority: null })

type Row = [what: string, chain: 'base' | 'solana', code: string, state: string, patch: Record<string, Json>]
const rows: Row[] = [
  [
    'a holder of more than there is',
    'base',
    'CONCENTRATED',
    'unread',
    { goplus: { holders: [...holders, { address: address('e'), percent: '1.2', balance: '9' }] } },
  ],
  [
    'a holder without a share',
    'base',
    'CONCENTRATED',
    'unread',
    { goplus: { holders: [...holders, { address: address('e'), balance: '9' }] } },
  ],
  ['a holder that is none', 'base', 'CONCENTRATED', 'unread', { goplus: { holders: [...holders, null] } }],
  [
    'a provider without a share',
    'base',
    'LP_REMOVABLE',
    'unread',
    { goplus: { lp_holders: [...burned, { address: address('e'), is_contract: 0 }] } },
  ],
  [
    'a contract without a label that holds the liquidity',
    'base',
    'LP_REMOVABLE',
    'unread',
    { goplus: { lp_holders: [{ address: address('e'), is_contract: 1, is_locked: 0, percent: '0.9', tag: '' }] } },
  ],
  [
    'a pool of a kind that is not stated',
    'base',
    'LP_REMOVABLE',
    'unread',
    { goplus: { dex: [{ name: 'Uniswap', liquidity: '500000', pair: address('7') }], lp_holders: [] } },
  ],
  [
    'sales of holders of which a part is not told',
    'base',
    'HOLDERS_BLOCKED',
    'unread',
    { honeypot: { holderAnalysis: { siphoned: null } } },
  ],
  [
    'a honeypot whose simulation broke off',
    'base',
    'CANNOT_SELL',
    'fail',
    { honeypot: { simulationSuccess: false, honeypotResult: { isHoneypot: true } } },
  ],
  ['a live owner whose share is not stated', 'base', 'INSIDER_SHARE', 'unread', { goplus: { owner_address: address('e') } }],
  [
    'an owner that the contract denies and GoPlus names',
    'base',
    'MINT_AUTHORITY',
    'fail',
    { goplus: { is_mintable: '1', owner_address: address('e') } },
  ],
  [
    'a name that is not to be read',
    'base',
    'IMPERSONATION',
    'unread',
    { goplus: { token_name: null }, chain: { token: { calls: { '0x06fdde03': null } } } },
  ],
  ['another name for us than for GoPlus', 'base', 'IMPERSONATION', 'fail', { goplus: { token_name: 'USD Coin', token_symbol: 'USDC' } }],
  [
    'another symbol for us than on exchanges',
    'base',
    'IMPERSONATION',
    'fail',
    { pair: { baseToken: { symbol: 'USDC', address: TOKENS.base } } },
  ],
  [
    'another symbol on the chain than on exchanges',
    'solana',
    'IMPERSONATION',
    'fail',
    { pair: { baseToken: { symbol: 'USDC', address: TOKENS.solana } } },
  ],
  ['an admin that says that nobody owns it', 'base', 'UPGRADEABLE', 'fail', upgradeable({ '0x8da5cb5b': word(address('0')) })],
  [
    'a permanent delegate under another name',
    'solana',
    'CAN_TAKE_TOKENS',
    'unread',
    { mint: mint(named, extension('permanentDelegate', {})) },
  ],
  [
    'a warning of an unknown level',
    'solana',
    'REPORTED_DANGER',
    'unread',
    { rugcheck: { risks: [{ name: 'Something else', level: 'grave' }] } },
  ],
  ['a warning without a name', 'solana', 'SCAM_HISTORY', 'unread', { rugcheck: { risks: [{ level: 'danger' }] } }],
  ['insiders that are not counted', 'solana', 'INSIDER_SHARE', 'unread', { rugcheck: { graphInsidersDetected: null } }],
  [
    'a holder of more than there is',
    'solana',
    'CONCENTRATED',
    'unread',
    { jupiter: { audit: null }, goplus: { holders: [...solanaHolders, { account: key(9), balance: '9', percent: '1.2' }] } },
  ],
  ['a name that is not to be read', 'solana', 'IMPERSONATION', 'unread', { mint: mint() }],
  [
    'a locked pool against a token of no worth beside the one that counts',
    'solana',
    'LP_REMOVABLE',
    'fail',
    {
      rugcheck: {
        markets: [
          { pubkey: key(8), marketType: 'raydium', lp: { lpLockedPct: 100, quoteUSD: 9e6, baseUSD: 9e6 } },
          {
            pubkey: 'CaVBJjJxypah8KaHRDBR9qJP3udbTmhqHZdMPt9ekBja',
            marketType: 'raydium',
            lp: { lpLockedPct: 0, quoteUSD: 1, baseUSD: 1, holders: [{ owner: '29yFzeBZgxf5zqrAkKXwgZtQehRf4pL8WbV2nRJikbw8', pct: 100 }] },
          },
        ],
      },
    },
  ],
  ['providers of which one is no row', 'base', 'LP_REMOVABLE', 'unread', { goplus: { lp_holders: [...burned, ['x']] } }],
  [
    'an owner of whom nobody says what it holds',
    'base',
    'INSIDER_SHARE',
    'unread',
    { goplus: { owner_address: '' }, chain: { token: { calls: { '0x8da5cb5b': word(address('e')) } } } },
  ],
  [
    'extensions that are null',
    'solana',
    'CANNOT_SELL',
    'unread',
    { mint: { space: 400, data: { parsed: { info: { extensions: null } } } } },
  ],
  [
    'a delegate without a name',
    'solana',
    'CAN_TAKE_TOKENS',
    'unread',
    { mint: mint(named, extension('permanentDelegate', { delegate: '' })) },
  ],
  [
    'two delegates, of whom one is nobody',
    'solana',
    'CAN_TAKE_TOKENS',
    'unread',
    { mint: mint(named, extension('permanentDelegate', { delegate: null }), extension('permanentDelegate', { delegate: key(9) })) },
  ],
  [
    'more extensions than are read',
    'solana',
    'CAN_TAKE_TOKENS',
    'unread',
    { mint: mint(named, ...Array.from({ length: 40 }, () => extension('metadataPointer', {}))) },
  ],
  ['a creator of whom nobody says what he holds', 'solana', 'INSIDER_SHARE', 'unread', { rugcheck: { creatorBalance: null } }],
  ['people that cannot be read', 'solana', 'SCAM_HISTORY', 'unread', { goplus: { creators: [7] } }],
  ['a suspicion that cannot be read', 'solana', 'REPORTED_DANGER', 'unread', { jupiter: { audit: { isSus: 'perhaps' } } }],
  [
    'the largest account, whose owner no node says',
    'solana',
    'CONCENTRATED',
    'unread',
    {
      holders: Array.from({ length: 20 }, (_, at) => ({
        account: key(40 + at),
        amount: at === 0 ? '600000000000000' : '1000000000000',
        owner: at === 0 ? '' : key(80 + at),
      })),
    },
  ],
]

test.each(rows)('%s (%s, %s is %s)', async (what, chain, code, state, patch) => {
  const one: Case = { id: what, chain, class: 'silence', label: 'good', patch }
  const { checks } = await runCase(one)
  expect(checks.find((check) => check.code === code)?.state).toBe(state)
})

test('a flag in another form than the source writes is no flag that is not set: without that source there is no verdict', async () => {
  for (const is_blacklisted of [['0'], 'no', 7]) {
    const { answer } = await runCase({ id: 'flag', chain: 'base', class: 'silence', label: 'gap', patch: { goplus: { is_blacklisted } } })
    expect(answer).toBe('refused')
  }
})

test('how many must sign is the word of the admin: a young token is not low for it', async () => {
  const calls = { '0xe75235b8': `0x${'3'.padStart(64, '0')}` }
  const { findings } = await runCase({ id: 'multisig', chain: 'base', class: 'silence', label: 'good', patch: upgradeable(calls) })
  expect(findings).toContain('medium UPGRADEABLE')
})
