/**
 * Names of well-known tokens as two lists keep them: Jupiter's verified list (Solana) and CoinGecko's largest coins with the addresses of
 * its platform list. Only tokens with a real market are taken: a name of nobody is no loss to carry.
 */
import { z } from 'zod'
import { isEvmAddress } from '../../../chain/evm-address.ts'
import { isSolanaAddress } from '../../../chain/is-solana-address.ts'
import type { Core } from '../../../core.ts'
import { callUpstream, UpstreamError } from '../../../egress/call-upstream.ts'
import { atCoingecko } from '../../../upstreams/coingecko.ts'
import type { Chain } from '../../../upstreams/pool.ts'
import { amount, flag, rowsOf } from '../../../upstreams/values.ts'
import type { KnownName } from '../../known-names.ts'
import { cleanUpstreamText } from '../../text.ts'

/** Below this market value nobody is worth imitating. */
const MIN_MARKET_USD = 50_000_000
const MAX_NAMES = 1_000
/** A list that holds fewer is broken, or not the list. */
const MIN_NAMES = 10
const TIMEOUT_MS = 20_000

const Names = z.object({ symbol: z.string().min(1).max(60), name: z.string().min(1).max(200) })

function toName(chain: Chain, address: string, { symbol, name }: z.output<typeof Names>): KnownName | null {
  const shown = { symbol: cleanUpstreamText(symbol, 30), name: cleanUpstreamText(name, 100) }
  const isAddress = chain === 'base' ? isEvmAddress(address) : isSolanaAddress(address)
  return isAddress && shown.symbol && shown.name ? { chain, address, ...shown } : null
}

function bounded(source: string, names: readonly (KnownName | null)[]): KnownName[] {
  const read = names.filter((name) => name !== null).slice(0, MAX_NAMES)
  if (read.length < MIN_NAMES) throw new UpstreamError(source, 'bad_body', `only ${read.length} readable names`)
  return read
}

const JupiterRow = Names.extend({ id: z.string(), isVerified: flag, mcap: amount })

/** Jupiter's verified tokens, the largest first. @throws UpstreamError */
async function jupiterNames(core: Core, signal: AbortSignal): Promise<KnownName[]> {
  const source = 'jupiter-list'
  const url = `${core.env.JUPITER_URL}/tokens/v2/tag?query=verified`
  const body = await callUpstream({ core, source, url, schema: z.array(z.unknown()), timeoutMs: TIMEOUT_MS, maxBytes: 32_000_000, signal })
  const rows = (rowsOf(JupiterRow, body) ?? []).filter(({ isVerified, mcap }) => isVerified === true && (mcap ?? 0) >= MIN_MARKET_USD)
  const ranked = rows.sort((one, other) => (other.mcap ?? 0) - (one.mcap ?? 0))
  return bounded(
    source,
    ranked.map((row) => toName('solana', row.id, row)),
  )
}

const CoinRow = Names.extend({ id: z.string(), market_cap: amount })
const PlatformRow = z.object({ id: z.string(), platforms: z.record(z.string(), z.unknown()) })
const PAGES = [1, 2]

/** CoinGecko's largest coins where they live on Solana or Base. @throws UpstreamError */
async function coingeckoNames(core: Core, signal: AbortSignal): Promise<KnownName[]> {
  const source = 'coingecko-list'
  const read = (path: string) =>
    callUpstream({
      core,
      source,
      ...atCoingecko(core, `coins/${path}`),
      schema: z.array(z.unknown()),
      timeoutMs: TIMEOUT_MS,
      maxBytes: 16_000_000,
      signal,
    })
  const coins = new Map<string, z.output<typeof CoinRow>>()
  for (const page of PAGES)
    for (const coin of rowsOf(CoinRow, await read(`markets?vs_currency=usd&order=market_cap_desc&per_page=250&page=${page}`)) ?? [])
      if ((coin.market_cap ?? 0) >= MIN_MARKET_USD) coins.set(coin.id, coin)
  const platforms = new Map((rowsOf(PlatformRow, await read('list?include_platform=true')) ?? []).map((row) => [row.id, row.platforms]))
  const at = (chain: Chain) =>
    [...coins.values()].map((coin) => {
      const address = platforms.get(coin.id)?.[chain]
      return typeof address === 'string' ? toName(chain, address, coin) : null
    })
  return bounded(source, [...at('solana'), ...at('base')])
}

/** By the name under which a list is kept. */
export const nameLists: Record<string, (core: Core, signal: AbortSignal) => Promise<KnownName[]>> = {
  jupiter: jupiterNames,
  coingecko: coingeckoNames,
}
