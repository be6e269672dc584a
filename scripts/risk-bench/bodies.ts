/** A token without a fault on each chain, as its sources describe it. Made up, in the shapes that the real sources send. */

export const TOKENS = {
  solana: '3z8zUNmrL7bf5UbX94EQtPCQoZSXVF1JfKqTLoDfthdn',
  base: '0x5a3e6a77ba2f983ec0d371ea3b475f8bc0811ad5',
} as const

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const WETH = '0x4200000000000000000000000000000000000006'
const SOL = 'So11111111111111111111111111111111111111112'
const DAY_MS = 86_400_000

const pair = (chain: 'solana' | 'base', address: string, nowMs: number): Json => ({
  chainId: chain,
  dexId: chain === 'base' ? 'uniswap' : 'raydium',
  pairAddress: chain === 'base' ? '0x7777777777777777777777777777777777777777' : 'CaVBJjJxypah8KaHRDBR9qJP3udbTmhqHZdMPt9ekBja',
  labels: ['v2'],
  baseToken: { address, name: 'Harbour Lantern', symbol: 'HLNT' },
  quoteToken:
    chain === 'base' ? { address: WETH, name: 'Wrapped Ether', symbol: 'WETH' } : { address: SOL, name: 'Wrapped SOL', symbol: 'SOL' },
  priceNative: '0.001',
  priceUsd: chain === 'base' ? '3' : '0.2',
  txns: { h24: { buys: 400, sells: 350 } },
  volume: { h24: 60_000 },
  liquidity: { usd: 500_000, base: chain === 'base' ? 83_333 : 1_250_000, quote: 83 },
  pairCreatedAt: nowMs - 200 * DAY_MS,
  info: { websites: [{ url: 'https://example.com' }], socials: [{ type: 'twitter', url: 'https://example.com' }] },
})

/** `abi.encode(string)` of a text of at most 32 bytes. */
const word = (text: string): string =>
  `0x${'20'.padStart(64, '0')}${Buffer.from(text).length.toString(16).padStart(64, '0')}${Buffer.from(text).toString('hex').padEnd(64, '0')}`

const holder = (digit: string, percent: string): Json => ({
  address: `0x${digit.repeat(40)}`,
  tag: '',
  is_contract: 0,
  is_locked: 0,
  balance: '1000',
  percent,
})

const NO: Json = { status: '0', authority: [] }

const baseBodies = (address: string): Record<string, Json> => ({
  goplus: {
    ...{ is_open_source: '1', is_proxy: '0', is_honeypot: '0', cannot_buy: '0', cannot_sell_all: '0', buy_tax: '0', sell_tax: '0' },
    ...{ is_mintable: '0', transfer_pausable: '0', is_blacklisted: '0', is_whitelisted: '0', is_anti_whale: '0', trading_cooldown: '0' },
    ...{ slippage_modifiable: '0', personal_slippage_modifiable: '0', hidden_owner: '0', can_take_back_ownership: '0' },
    ...{ owner_change_balance: '0', selfdestruct: '0', external_call: '0', honeypot_with_same_creator: '0', anti_whale_modifiable: '0' },
    ...{ token_name: 'Harbour Lantern', token_symbol: 'HLNT', holder_count: '4000', transfer_tax: '', trust_list: '' },
    ...{ owner_address: '0x0000000000000000000000000000000000000000', creator_address: `0x${'c'.repeat(40)}`, creator_percent: '0.01' },
    holders: ['1', '2', '3', '4', '5', '6', '8', '9', 'a', 'b'].map((digit) => holder(digit, '0.012')),
    lp_holders: [{ address: '0x000000000000000000000000000000000000dead', is_contract: 0, is_locked: 1, percent: '1', NFT_list: null }],
    dex: [{ liquidity_type: 'UniV2', name: 'UniswapV2', liquidity: '500000', pair: `0x${'7'.repeat(40)}` }],
  },
  honeypot: {
    token: { address, name: 'Harbour Lantern', symbol: 'HLNT' },
    simulationSuccess: true,
    honeypotResult: { isHoneypot: false },
    simulationResult: { buyTax: 0, sellTax: 0, transferTax: 0, buyGas: '150000', sellGas: '130000' },
    holderAnalysis: { holders: '20', successful: '20', failed: '0', siphoned: '0', averageTax: 0, highestTax: 0, highTaxWallets: '0' },
    contractCode: { openSource: true, isProxy: false },
  },
  info: { coingecko_coin_id: null },
  chain: {
    token: {
      code: '0x6080604052',
      calls: {
        '0x06fdde03': word('Harbour Lantern'),
        '0x95d89b41': word('HLNT'),
        '0x18160ddd': `0x${'0'.repeat(48)}00000000ffffffff`,
        '0x8da5cb5b': `0x${'0'.repeat(64)}`,
      },
    },
  },
})

const solanaBodies = (address: string, nowMs: number): Record<string, Json> => ({
  goplus: {
    ...{ mintable: NO, freezable: NO, balance_mutable_authority: NO, closable: NO, metadata_mutable: NO },
    ...{ non_transferable: '0', default_account_state: '1', transfer_fee: {}, transfer_hook: [], trusted_token: 0, holder_count: '4000' },
    creators: [],
    holders: [
      '2h1hTB4W7XJxQamQdeijjhfS8ythBwwTqACjAySRANNb',
      '5e4rmAYCtcEtUkhVQqKLsq9yvJbQzCLdek317gv7EnFA',
      ...['9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', 'FzXft5We3oT7x3e1n4Vg2CfKSVyJXg5qR84jnjiFZmXK'],
      ...['Bi4rd5FH5bYEN8scZ7wevxNZyNmKHdaBcvewdPFxYdLt', 'Gg3ska7ScdMZX5nPgsM7wBfprRhNp6cuS2zuG7UFXcDv'],
      ...['UDuxGmpRGSRWVay9s5Yh6iZ5CgQs2JGUgyQSiqL5jxX', 'DvUwV7HQ3fQ5bwDTXGqzRkjrSgVnwAsfJfDFF6hyhbPo'],
      ...['A8iRorb4ok8udf8wprcbADEXGM1MbeXNUh9TjWpZ2HXk', 'CT8oBbYuz4Dd6HLFpk2PNk5DT11tee6hQHeur3k3nM2'],
    ].map((account) => ({ account, balance: '1000', percent: '0.02', is_locked: 0 })),
    dex: [],
  },
  rugcheck: {
    mint: address,
    rugged: false,
    score: 101,
    score_normalised: 1,
    risks: [],
    creator: '29yFzeBZgxf5zqrAkKXwgZtQehRf4pL8WbV2nRJikbw8',
    creatorBalance: 1_000,
    creatorTokens: null,
    graphInsidersDetected: 0,
    insiderNetworks: null,
    detectedAt: new Date(nowMs - 200 * DAY_MS).toISOString(),
    knownAccounts: {},
    markets: [{ marketType: 'raydium', lp: { lpLockedPct: 100, quoteUSD: 250_000, baseUSD: 250_000, holders: null } }],
    topHolders: [
      { address: 'x', owner: '2h1hTB4W7XJxQamQdeijjhfS8ythBwwTqACjAySRANNb', pct: 2, amount: 20_000_000_000_000, insider: false },
    ],
  },
  jupiter: {
    id: address,
    isVerified: false,
    tags: [],
    holderCount: 4_000,
    audit: { topHoldersPercentage: 20 },
    firstPool: { id: 'x', createdAt: new Date(nowMs - 200 * DAY_MS).toISOString() },
  },
  info: { coingecko_coin_id: null },
  holders: [],
  mint: {
    owner: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    data: {
      parsed: {
        type: 'mint',
        info: {
          decimals: 6,
          supply: '1000000000000000',
          mintAuthority: null,
          freezeAuthority: null,
          isInitialized: true,
          extensions: [
            {
              extension: 'tokenMetadata',
              state: { name: 'Harbour Lantern', symbol: 'HLNT', uri: 'https://example.com', updateAuthority: null },
            },
          ],
        },
      },
    },
  },
})

export const cleanBodies = (chain: 'solana' | 'base', address: string, nowMs: number): Record<string, Json> => ({
  ...(chain === 'base' ? baseBodies(address) : solanaBodies(address, nowMs)),
  pair: pair(chain, address, nowMs),
})
