import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { toChecksumAddress } from '../chain/evm-address.ts'
import { knownNames } from './known-names.ts'
import { trustedQuotes } from './risk/quotes.ts'
import { skeletons } from './skeleton.ts'
import { imitated, listedAssets } from './trust-list.ts'

const named = [...listedAssets, ...knownNames()]

test.each(named)('$symbol on $chain: $address is an address as its chain writes them', ({ chain, address }) => {
  if (chain === 'base') expect(toChecksumAddress(address)).toBe(address)
  else expect(base58.decode(address)).toHaveLength(32)
})

test('no address stands twice, and a quote token is called what the lists call it', () => {
  const keys = named.map(({ chain, address }) => `${chain} ${chain === 'base' ? address.toLowerCase() : address}`)
  expect(new Set(keys).size).toBe(keys.length)
  const onBoth = Object.entries(trustedQuotes).flatMap(([chain, quotes]) =>
    Object.entries(quotes).flatMap(([address, symbol]) => {
      const known = named.find((one) => one.chain === chain && one.address.toLowerCase() === address.toLowerCase())
      return known ? [{ symbol, listed: known.symbol }] : []
    }),
  )
  expect(onBoth.length).toBeGreaterThan(3)
  for (const { symbol, listed } of onBoth) expect(symbol).toBe(listed)
})

const recorded = path.join(import.meta.dirname, '../../../shared/fixtures/upstreams')

test.skipIf(!existsSync(recorded))('recorded bodies call no listed address by another symbol', () => {
  let seen = 0
  for (const file of globSync('{dexscreener,jupiter-tokens,goplus-*,geckoterminal}/*.json', { cwd: recorded })) {
    const text = readFileSync(path.join(recorded, file), 'utf8')
    for (const [, address = '', symbol = ''] of text.matchAll(
      /"(?:address|id)":\s*"([^"]{32,44})",\s*"name":\s*"[^"]*",\s*"symbol":\s*"([^"]*)"/g,
    )) {
      const known = named.find((one) => one.address.toLowerCase() === address.toLowerCase())
      if (known) seen++
      if (known) expect(skeletons(symbol), `${file}: ${address}`).toContain(skeletons(known.symbol)[0])
    }
  }
  expect(seen).toBeGreaterThan(3)
})

test.each([
  ['base', 'Jito Staked SOL', 'JitoSOL', 'JitoSOL'],
  ['base', 'x', 'USDC.e', 'USDC'],
  ['base', 'x', '$VIRTUAL', 'VIRTUAL'],
  ['base', 'x', 'VVETH', 'WETH'],
  ['base', 'Bitcoin', 'x1', 'BTC'],
  ['solana', 'x', 'USD₮', 'USDT'],
  ['solana', 'USD Coin (Portal)', 'x1', 'USDC'],
] as const)('on %s %s (%s) passes itself off as %s', (chain, name, symbol, real) => {
  expect(imitated(chain, 'nowhere', name, symbol)?.symbol).toBe(real)
})

test('names that only contain a known one imitate nobody', () => {
  for (const [name, symbol] of [
    ['USD Cat', 'USDCAT'],
    ['Virtual Reality Dog', 'VRDOG'],
    ["Jupiter's Dog", 'JDOG'],
  ] as const)
    for (const chain of ['base', 'solana'] as const) expect(imitated(chain, 'nowhere', name, symbol)).toBeNull()
})
