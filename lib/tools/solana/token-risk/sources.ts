/** The questions asked about a mint besides the mint account itself, each answered or failed on its own. */
import { z } from 'zod'
import type { Ask } from '../../../upstreams/ask.ts'
import { goplusToken } from '../../../upstreams/goplus.ts'
import { solanaAccounts } from '../../../upstreams/solana-accounts.ts'
import { solanaRpc } from '../../../upstreams/solana-rpc.ts'
import { type Gathered, gather } from '../../risk/gather.ts'
import { oldestPool } from '../../risk/liquidity.ts'
import type { MarketFacts } from '../../risk/market-rules.ts'
import { findProp } from '../../risk/prop.ts'
import { type PoolsRead, readPools } from '../../risk/read-pools.ts'
import { missing } from '../../tail.ts'
import { GoplusSolana } from './goplus.ts'
import { LargestAccounts, toOwners } from './holders.ts'
import { type JupiterToken, jupiterToken } from './jupiter.ts'
import { Accounts, type Mint } from './mint.ts'
import { type RugcheckReport, rugcheckReport } from './rugcheck.ts'

/** GoPlus is a second opinion here: a call that would have to wait goes without, and leaves the turn to those who need it. */
const GOPLUS_WAIT_MS = 1_000
const SIGNATURE_PAGE = 1_000

export type Side = {
  pools: PoolsRead
  goplus: Gathered<GoplusSolana>
  jupiter: Gathered<JupiterToken>
  rugcheck: Gathered<RugcheckReport>
}

export const askLargest = (ask: Ask, mint: string) =>
  solanaRpc(ask, {
    method: 'getTokenLargestAccounts',
    params: [mint, { commitment: 'confirmed' }],
    result: LargestAccounts,
  })

export async function readSide(ask: Ask, mint: string): Promise<Side> {
  const [pools, goplus, jupiter, rugcheck] = await Promise.all([
    readPools(ask, 'solana', mint),
    gather('goplus', 'summary.checks', goplusToken(ask, 'solana', mint, GoplusSolana, GOPLUS_WAIT_MS)),
    gather('jupiter', 'summary.checks', jupiterToken(ask, mint)),
    gather('rugcheck', 'summary.checks', rugcheckReport(ask, mint)),
  ])
  return { pools, goplus, jupiter, rugcheck }
}

/** Second and third hop of the holders: owners of the accounts, then the owners' own accounts. */
export async function readOwners(ask: Ask, mint: string, largest: readonly { address: string }[]) {
  if (largest.length === 0) return null
  const read = (addresses: string[], options: object) => solanaAccounts(ask, { addresses, options, result: Accounts })
  const field = 'holders.top10ExcludingPoolsPct'
  const accounts = await gather(
    'solana-rpc-holders',
    field,
    read(
      largest.slice(0, 20).map(({ address }) => address),
      { encoding: 'jsonParsed' },
    ),
  )
  if (accounts.value === null) return { owners: [], kinds: null, parts: [accounts.part] }
  const owners = toOwners(accounts.value, mint)
  // A row of which nobody says whose it is may be a person's: the shares are then only the least that they can be.
  const unowned = owners.includes(null) ? [missing(field, { source: 'solana-rpc-holders', reason: 'bad_body' })] : []
  const unique = [...new Set(owners.filter((owner) => owner !== null))]
  if (unique.length === 0) return { owners, kinds: null, parts: [accounts.part, ...unowned] }
  const kinds = await gather('solana-rpc-holders', field, read(unique, { encoding: 'base64', dataSlice: { offset: 0, length: 0 } }))
  return {
    owners,
    kinds: kinds.value === null ? null : new Map(unique.map((owner, index) => [owner, kinds.value?.[index]])),
    parts: [accounts.part, kinds.part, ...unowned],
  }
}

/** Whether the liquidity hangs on another token of the same creator. Asks nothing where it hangs on none. */
export const readProp = (ask: Ask, { pools, rugcheck }: Side): Promise<MarketFacts['prop']> =>
  findProp(pools.found?.worth, 'rugcheck', async (quote) => {
    const creator = rugcheck.value?.creator ?? null
    const { value } = await gather('rugcheck', 'summary.checks', rugcheckReport(ask, quote))
    if (value === null || creator === null) return null
    return { same: value.creator === null ? null : value.creator === creator, unsellable: value.rugged === true }
  })

export type OwnersRead = Awaited<ReturnType<typeof readOwners>>

/** The epoch matters only while two different fees are on record. */
export function needsEpoch({ facts: { transferFeeConfig } }: Mint): boolean {
  if (typeof transferFeeConfig === 'string') return false
  return transferFeeConfig.olderTransferFee.transferFeeBasisPoints !== transferFeeConfig.newerTransferFee.transferFeeBasisPoints
}

export const readEpoch = (ask: Ask) =>
  gather(
    'solana-rpc',
    'summary.checks',
    solanaRpc(ask, {
      method: 'getEpochInfo',
      params: [],
      result: z.object({ epoch: z.number().int().min(0) }).transform(({ epoch }) => epoch),
    }),
  )

export const hasAge = ({ pools, jupiter, rugcheck }: Side): boolean =>
  oldestPool(pools.found?.pools ?? []) !== null || jupiter.value?.firstPoolAtMs != null || rugcheck.value?.detectedAtMs != null

/** Oldest transaction of a page; a full page may not reach the beginning. */
export const Signatures = z
  .array(z.object({ blockTime: z.number().int().positive().nullish() }))
  .transform((rows) => ({ oldestMs: toOldest(rows), full: rows.length >= SIGNATURE_PAGE }))

const toOldest = (rows: readonly { blockTime?: number | null | undefined }[]): number | null => {
  const times = rows.flatMap(({ blockTime }) => (blockTime ? [blockTime * 1000] : []))
  return times.length === 0 ? null : Math.min(...times)
}

export const readSignatures = (ask: Ask, mint: string) =>
  gather(
    'solana-rpc',
    'age',
    solanaRpc(ask, {
      method: 'getSignaturesForAddress',
      params: [mint, { limit: SIGNATURE_PAGE, commitment: 'confirmed' }],
      result: Signatures,
    }),
  )
