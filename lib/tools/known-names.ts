/**
 * Tokens that others are named after. Nobody vouches for an issuer here: a token of this list is judged like any other, and one that carries
 * its name at another address is an imitation. This is what the program ships with; risk/names adds what lists of others hold, and takes
 * nothing away.
 */
import type { Chain } from '../upstreams/pool.ts'

export type KnownName = { chain: Chain; address: string; symbol: string; name: string }

type Row = [address: string, symbol: string, name: string]

const solana: Row[] = [
  ['JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', 'JUP', 'Jupiter'],
  ['jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL', 'JTO', 'Jito'],
  ['DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', 'BONK', 'Bonk'],
  ['EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm', 'WIF', 'dogwifhat'],
  ['HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3', 'PYTH', 'Pyth Network'],
  ['4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R', 'RAY', 'Raydium'],
  ['orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE', 'ORCA', 'Orca'],
  ['rndrizKT3MK1iimdxRdWabcF7Zg7AR5T4nud4EkHBof', 'RENDER', 'Render Token'],
  ['hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux', 'HNT', 'Helium Network Token'],
  ['85VBFQZC9TZkfaptBWjvUw7YbZjy52A6mjtPGjstQAmQ', 'W', 'Wormhole Token'],
  ['7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr', 'POPCAT', 'Popcat'],
  ['6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN', 'TRUMP', 'OFFICIAL TRUMP'],
  ['2zMMhcVQEXDtdE6vsFS7S7D5oUodfJHE8vd1gnBouauv', 'PENGU', 'Pudgy Penguins'],
  ['9BB6NFEcjBCtnNLFko2FqVQBq8HHM13kCyYcdQbgpump', 'FARTCOIN', 'Fartcoin'],
  ['pumpCmXqMfrsAkQ5r49WcJnRayYRqmXz6ae8H7H9Dfn', 'PUMP', 'Pump'],
  ['MEW1gQWJ3nEXg2qgERiKu7FAFj79PHvQVREQUzScPP5', 'MEW', 'cat in a dogs world'],
  ['KMNo3nJsBXfcpJTVhZcXLW7RmTwTt4GVFE7suUBo9sS', 'KMNO', 'Kamino'],
]

const base: Row[] = [
  ['0x0b3e328455c4059EEb9e3f84b5543F74E24e7E1b', 'VIRTUAL', 'Virtual Protocol'],
  ['0x1111111111166b7FE7bd91427724B487980aFc69', 'ZORA', 'Zora'],
  ['0x940181a94A35A4569E4529A3CDfB74e38FD98631', 'AERO', 'Aerodrome'],
  ['0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed', 'DEGEN', 'Degen'],
  ['0x532f27101965dd16442E59d40670FaF5eBB142E4', 'BRETT', 'Brett'],
  ['0xAC1Bd2486aAf3B5C0fc3Fd868558b082a531B2B4', 'TOSHI', 'Toshi'],
  ['0x1bc0c42215582d5A085795f4baDbaC3ff36d1Bcb', 'CLANKER', 'tokenbot'],
  ['0x98d0baa52b2D063E780DE12F615f963Fe8537553', 'KAITO', 'KAITO'],
  ['0xBAa5CC21fd487B8Fcc2F632f3F4E8D37262a0842', 'MORPHO', 'Morpho Token'],
]

const embedded: readonly KnownName[] = [
  ...solana.map(([address, symbol, name]) => ({ chain: 'solana' as const, address, symbol, name })),
  ...base.map(([address, symbol, name]) => ({ chain: 'base' as const, address, symbol, name })),
]

/** Coins of networks of their own: what carries their name here is a bridged form at best. */
export const elsewhere: readonly { symbol: string; name: string; address: string }[] = [
  ['BTC', 'Bitcoin'],
  ['ETH', 'Ethereum'],
  ['ETH', 'Ether'],
  ['SOL', 'Solana'],
  ['XRP', 'XRP'],
  ['BNB', 'BNB'],
  ['DOGE', 'Dogecoin'],
  ['ADA', 'Cardano'],
  ['TRX', 'TRON'],
  ['AVAX', 'Avalanche'],
  ['LTC', 'Litecoin'],
  ['XMR', 'Monero'],
  ['HYPE', 'Hyperliquid'],
].map(([symbol = '', name = '']) => ({ symbol, name, address: 'not on this chain' }))

export const knownNames = (): readonly KnownName[] => embedded
