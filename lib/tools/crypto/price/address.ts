/** Tokens named by where they live: `chain:address`. Decided from the text alone. */
import { toChecksumAddress } from '../../../chain/evm-address.ts'
import { isSolanaAddress } from '../../../chain/is-solana-address.ts'

/** Chains both sources know: our name (that of DefiLlama), and CoinGecko's name of the platform. */
const platforms: Record<string, string> = {
  base: 'base',
  ethereum: 'ethereum',
  solana: 'solana',
  polygon: 'polygon-pos',
  arbitrum: 'arbitrum-one',
  optimism: 'optimistic-ethereum',
  bsc: 'binance-smart-chain',
  avax: 'avalanche',
}
export const chains = Object.keys(platforms)

const aliases: Record<string, string> = {
  eth: 'ethereum',
  sol: 'solana',
  arb: 'arbitrum',
  op: 'optimism',
  matic: 'polygon',
  avalanche: 'avax',
}

export type TokenAddress = { chain: string; platform: string; address: string }

/** A token's address from a term; null when the term is no such thing. EVM addresses get their checksum form. */
export function toTokenAddress(term: string): TokenAddress | null {
  const at = term.indexOf(':')
  if (at < 0) return null
  const named = term.slice(0, at).toLowerCase()
  const chain = Object.hasOwn(aliases, named) ? (aliases[named] ?? named) : named
  const platform = Object.hasOwn(platforms, chain) ? platforms[chain] : undefined
  const text = term.slice(at + 1)
  if (platform === undefined) return null
  if (chain !== 'solana')
    return /^0x[0-9a-fA-F]{40}$/i.test(text) ? { chain, platform, address: toChecksumAddress(`0x${text.slice(2)}`) } : null
  return isSolanaAddress(text) ? { chain, platform, address: text } : null
}

/** One spelling of a term: tickers and ids without letter case, addresses in their own. */
export function foldTerm(term: string): string {
  const token = toTokenAddress(term)
  return token ? `${token.chain}:${token.address}` : term.toLowerCase()
}
