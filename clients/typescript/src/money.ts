/** USDC amounts: strings of atomic units on the wire, dollars for people, bigint in between. */

/** USDC has six decimals on every network that is accepted. */
const DECIMALS = 6

type Token = {
  address: string
  /** The token's EIP-712 domain, on EVM networks. Ours, never a seller's: a signature under another one would not be for this token. */
  domain?: { name: string; version: string }
}

/** The only tokens paid with unless others are allowed, by CAIP-2 network: an offer that names another is not USDC, whatever it says. */
export const USDC: Readonly<Record<string, Token>> = {
  'eip155:8453': { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', domain: { name: 'USD Coin', version: '2' } },
  'eip155:84532': { address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', domain: { name: 'USDC', version: '2' } },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': { address: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU' },
}

/** The EIP-712 domain to sign for a token: of one that is known ours, else what the seller says of it. */
export function domainOf(network: string, asset: string, extra: unknown): { name: string; version: string } {
  const token = USDC[network]
  if (token?.domain && token.address.toLowerCase() === asset.toLowerCase()) return token.domain
  const { name, version } = (extra ?? {}) as { name?: unknown; version?: unknown }
  return { name: String(name), version: String(version) }
}

/** Dollars as atomic units: `0.002` is 2000n. @throws RangeError when it is no amount, or finer than a millionth */
export function toAtomic(usd: string | number): bigint {
  const match = /^(\d{1,12})(?:\.(\d{1,6})0*)?$/.exec(String(usd))
  if (!match) throw new RangeError(`${JSON.stringify(usd)} is not an amount in US dollars with at most ${DECIMALS} decimals.`)
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(DECIMALS, '0')}`)
}

/** Atomic units as dollars: 2000n is `0.002000`. */
export function toUsd(atomic: bigint): string {
  const digits = atomic.toString().padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`
}

/** An amount of the wire: a positive decimal integer as text, no more digits than any token has units; else undefined. */
export const parseAmount = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^[1-9][0-9]{0,30}$/.test(value) ? BigInt(value) : undefined
