/** GoPlus on Solana: a second opinion on authorities, and a raw holder share when no node lists the largest accounts. */
import { z } from 'zod'
import { amount, count, everyRowOf, flag, text, usd } from '../../../upstreams/values.ts'
import { base58Address } from './extensions.ts'

const Person = z.object({ malicious_address: flag })
const people = z.array(Person).nullish()
const power = z.object({ status: flag, authority: people }).nullish()

/** A share that is none, or more than there is, makes the list none: that holder may be the largest. */
const HolderRow = z
  .object({ account: base58Address, percent: amount, balance: amount })
  .refine(({ percent, balance }) => balance === 0 || (percent !== null && percent <= 1))
const DexRow = z.object({ dex_name: text, type: text, tvl: usd, day: z.object({ volume: usd }).nullish() })

export const GoplusSolana = z
  .object({
    mintable: power,
    freezable: power,
    balance_mutable_authority: power,
    metadata_mutable: power,
    non_transferable: flag,
    creators: people,
    default_account_state: z.unknown().optional(),
    trusted_token: flag,
    holder_count: count,
    holders: z
      .array(z.unknown())
      .nullish()
      .transform((rows) => (rows ? { rows: everyRowOf(HolderRow, rows) } : null)),
    dex: z
      .array(z.unknown())
      .nullish()
      .refine((rows) => !rows || everyRowOf(DexRow, rows) !== null, 'a row has not the shape of a pool')
      .transform((rows) => everyRowOf(DexRow, rows)),
  })
  .transform((token) => ({
    mintable: token.mintable?.status ?? null,
    freezable: token.freezable?.status ?? null,
    permanentDelegate: token.balance_mutable_authority?.status ?? null,
    trusted: token.trusted_token,
    /** Creators and authorities that GoPlus knows as malicious. */
    malicious: [token.creators, token.mintable?.authority, token.freezable?.authority, token.balance_mutable_authority?.authority]
      .flatMap((rows) => rows ?? [])
      .filter((person) => person.malicious_address === true).length,
    holderCount: token.holder_count,
    /** Whether no row of holders stands in the way of the others. */
    holdersRead: token.holders?.rows !== null,
    /** Fractions become percent here. */
    holders: (token.holders?.rows ?? []).flatMap(({ account, percent, balance }) =>
      percent === null || percent > 1 || balance === 0 ? [] : [{ owner: account, pct: percent * 100 }],
    ),
    dex: (token.dex ?? []).map(({ dex_name, type, tvl, day }) => ({
      dex: dex_name ?? 'unknown',
      concentrated: type === null ? null : /concentrated/i.test(type),
      liquidityUsd: tvl,
      volume24hUsd: day?.volume ?? null,
    })),
  }))
export type GoplusSolana = z.output<typeof GoplusSolana>
