/**
 * Quote tokens whose worth does not hang on the token in question, by exact address. Liquidity against them counts at face value; liquidity
 * against any other token counts only as far as that token can itself be sold (read-pools.ts). Addresses by the issuers' own publications.
 */
import type { Chain } from '../../upstreams/pool.ts'

export const trustedQuotes: Record<Chain, Record<string, string>> = {
  solana: {
    So11111111111111111111111111111111111111112: 'SOL',
    EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
    Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
    USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzvEmuB: 'USD1',
    '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo': 'PYUSD',
    '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH': 'USDG',
    USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA: 'USDS',
    HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr: 'EURC',
    J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn: 'JitoSOL',
    mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So: 'mSOL',
    bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1: 'bSOL',
    jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v: 'jupSOL',
    cbbtcf3aa214zXHbiAZQwf4122FBYbraNdFqgw4iMij: 'cbBTC',
    '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh': 'WBTC',
    '7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs': 'WETH',
  },
  base: {
    '0x4200000000000000000000000000000000000006': 'WETH',
    '0x0000000000000000000000000000000000000000': 'ETH',
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': 'USDC',
    '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf': 'cbBTC',
    '0xfde4c96c8593536e31f229ea8f37b2ada2699bb2': 'USDT',
    '0x50c5725949a6f0c72e6c4a641f24049a917db0cb': 'DAI',
    '0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca': 'USDbC',
    '0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42': 'EURC',
    '0x820c137fa70c8691f0e44dc420a5e53c168921dc': 'USDS',
    '0x2ae3f1ec7f1f5012cfeab0185bfc7aa3cf0dec22': 'cbETH',
    '0xc1cba3fcea344f92d9239c08c0568f6f2f0ee452': 'wstETH',
    '0xb6fe221fe9eef5aba221c348ba20a1bf5e73624c': 'rETH',
    '0x04c0599ae5a44757c0af6f9ec3b93da8976c150a': 'weETH',
    '0x0b3e328455c4059eeb9e3f84b5543f74e24e7e1b': 'VIRTUAL',
    '0x1111111111166b7fe7bd91427724b487980afc69': 'ZORA',
    '0x940181a94a35a4569e4529a3cdfb74e38fd98631': 'AERO',
  },
}

/** As addresses are compared on this chain. */
export const quoteKey = (chain: Chain, address: string): string => (chain === 'base' ? address.toLowerCase() : address)

/** Symbol of a quote token that counts at face value; null for any other token, and for one that is not named. */
export function trustedQuote(chain: Chain, address: string | null): string | null {
  if (address === null) return null
  const quotes = trustedQuotes[chain]
  const key = quoteKey(chain, address)
  return Object.hasOwn(quotes, key) ? (quotes[key] ?? null) : null
}
