/** Pools of a token: DexScreener first; GeckoTerminal when DexScreener fails or knows none. */

import type { UpstreamError } from '../../http/upstream-types.ts'
import { dexscreenerPools } from '../../upstreams/dexscreener.ts'
import { geckoPools } from '../../upstreams/geckoterminal.ts'
import type { Chain, Pool } from '../../upstreams/pool.ts'
import type { TailPart } from '../tail.ts'
import { gather } from './gather.ts'

export type PoolsRead = {
  /** null when neither source answered; an empty list when one did and none knew a pool. */
  found: { pools: Pool[]; capped: boolean; source: string } | null
  parts: TailPart[]
  errors: UpstreamError[]
}

/** Never throws an UpstreamError: what failed is in `parts` and `errors`. */
export async function readPools(chain: Chain, address: string, signal: AbortSignal, timeoutMs: number): Promise<PoolsRead> {
  const first = await gather('dexscreener', 'liquidity', dexscreenerPools(chain, address, signal, timeoutMs))
  if (first.value && first.value.pools.length > 0)
    return { found: { ...first.value, source: 'dexscreener' }, parts: [first.part], errors: [] }
  const second = await gather('geckoterminal', 'liquidity', geckoPools(chain, address, signal, timeoutMs))
  const errors = [first.error, second.error].filter((error) => error !== null)
  const parts = [first.part, second.part]
  if (second.value && second.value.pools.length > 0) return { found: { ...second.value, source: 'geckoterminal' }, parts, errors }
  const empty = first.value ? 'dexscreener' : second.value ? 'geckoterminal' : null
  return { found: empty === null ? null : { pools: [], capped: false, source: empty }, parts, errors }
}
