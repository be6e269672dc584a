/**
 * Who holds the supply. A node lists the largest token *accounts*; two further reads turn them into owners and say what each owner is, so
 * that a pool's vault is not mistaken for a whale.
 */
import { z } from 'zod'
import { round } from '../../../upstreams/values.ts'
import { base58Address } from './extensions.ts'
import { authorities, type HolderKind, programs, SYSTEM_PROGRAM } from './labels.ts'
import { isWalletAddress } from './metaplex.ts'
import type { Account } from './mint.ts'

export const LargestAccounts = z
  .object({ value: z.array(z.object({ address: base58Address, amount: z.string().regex(/^\d{1,20}$/) })).max(100) })
  .refine(({ value }) => new Set(value.map(({ address }) => address)).size === value.length, 'an account listed twice')
  .transform(({ value }) => value)
type LargestAccount = z.output<typeof LargestAccounts>[number]

export type Holder = { owner: string; pct: number; kind: HolderKind; label: string | null }

export type Holders = {
  top10Pct: number | null
  top10ExcludingPoolsPct: number | null
  /** The share cannot be more than this, though not all holders are listed; null when nothing bounds it. */
  excludingUpperPct: number | null
  rawUpperPct: number | null
  largestWalletPct: number | null
  /** The part of `top10ExcludingPoolsPct` that programs without a label hold. */
  programsPct: number | null
  holderCount: number | null
  source: string | null
  /** Fewer than ten holders were listed: the share is at least this. */
  atLeast: boolean
  top: Holder[]
}

/** Kinds that are no single person's holding. What a program without a label holds may be a treasury, or a hiding place: it counts apart. */
const NOT_PEOPLE: ReadonlySet<HolderKind> = new Set(['pool', 'burn', 'locker'])

/** Part of the whole in percent, from raw amounts, exact to ten decimals; null when the whole is zero. */
function percentOf(part: bigint, whole: bigint): number | null {
  return whole <= 0n ? null : Math.min(100, Number((part * 1_000_000_000_000n) / whole) / 1e10)
}

const TokenAccount = z.object({
  parsed: z.object({ type: z.literal('account'), info: z.object({ owner: base58Address, mint: z.string() }) }),
})

/** Owner of each token account of `mint`, in order; null where the node did not say. */
export function toOwners(accounts: readonly Account[], mint: string): (string | null)[] {
  return accounts.map((account) => {
    const parsed = TokenAccount.safeParse(account?.data)
    return parsed.success && parsed.data.parsed.info.mint === mint ? parsed.data.parsed.info.owner : null
  })
}

/** What an owner is, by its address, by its account (undefined = not read) and by third-party labels. */
export function toKind(
  owner: string,
  account: Account | undefined,
  known: ReadonlyMap<string, { kind: HolderKind; label: string }>,
): { kind: HolderKind; label: string | null } {
  const labelled = authorities[owner] ?? (account ? programs[account.owner] : undefined) ?? known.get(owner)
  if (labelled) return labelled
  if (account === undefined) return { kind: 'unknown', label: null }
  if (account !== null && account.owner !== SYSTEM_PROGRAM) return { kind: 'program', label: null }
  return { kind: isWalletAddress(owner) ? 'wallet' : 'program', label: null }
}

/**
 * Shares from the largest accounts, added up by owner.
 * @param owners of the first accounts; rows without an owner count for themselves in the raw share only
 * @param kinds by owner; a pool's vault can be told from a person's holding only when `kindsKnown`
 * @param complete whether these are all accounts there are
 */
export function toHolders(
  largest: readonly LargestAccount[],
  owners: readonly (string | null)[],
  kinds: ReadonlyMap<string, { kind: HolderKind; label: string | null }>,
  supply: bigint,
  kindsKnown: boolean,
  complete = largest.length < 20,
): Holders {
  const held = new Map<string, { amount: bigint; resolved: boolean }>()
  for (const [index, { address, amount }] of largest.entries()) {
    const owner = owners[index] ?? null
    const key = owner ?? address
    held.set(key, { amount: (held.get(key)?.amount ?? 0n) + BigInt(amount), resolved: owner !== null })
  }
  const rows = [...held]
    .map(([owner, { amount, resolved }]) => ({
      owner,
      amount,
      resolved,
      ...(kinds.get(owner) ?? { kind: 'unknown' as const, label: null }),
    }))
    .filter(({ amount }) => amount > 0n)
    .sort((left, right) => (left.amount === right.amount ? (left.owner < right.owner ? -1 : 1) : left.amount < right.amount ? 1 : -1))
  const sum = (some: typeof rows) => some.reduce((total, { amount }) => total + amount, 0n)
  const judged = kindsKnown && rows.some(({ resolved }) => resolved)
  const people = rows.filter(({ resolved, kind }) => resolved && !NOT_PEOPLE.has(kind)).slice(0, 10)
  const wallets = people.filter(({ kind }) => kind === 'wallet')
  const bound = (some: typeof rows) => {
    const smallest = rows.at(-1)?.amount ?? 0n
    return percentOf(sum(some) + (complete ? 0n : BigInt(10 - some.length) * smallest), supply)
  }
  return {
    top10Pct: round(percentOf(sum(rows.slice(0, 10)), supply), 2),
    top10ExcludingPoolsPct: judged ? round(percentOf(sum(people), supply), 2) : null,
    // What an account holds whose owner was not read may be a person's.
    excludingUpperPct: judged ? bound(rows.filter(({ kind }) => !NOT_PEOPLE.has(kind)).slice(0, 10)) : null,
    rawUpperPct: bound(rows.slice(0, 10)),
    largestWalletPct: judged && wallets[0] ? round(percentOf(wallets[0].amount, supply), 2) : null,
    programsPct: judged ? round(percentOf(sum(people.filter(({ kind }) => kind === 'program')), supply), 2) : null,
    holderCount: null,
    source: 'solana-rpc',
    atLeast: rows.length < 10 && !complete,
    top: rows.slice(0, 10).map(({ owner, amount, kind, label }) => ({ owner, pct: round(percentOf(amount, supply), 2) ?? 0, kind, label })),
  }
}

export const NO_HOLDERS: Holders = {
  top10Pct: null,
  top10ExcludingPoolsPct: null,
  excludingUpperPct: null,
  rawUpperPct: null,
  largestWalletPct: null,
  programsPct: null,
  holderCount: null,
  source: null,
  atLeast: false,
  top: [],
}

/** A raw share that another source states in percent. */
export function toRawShare(source: string, shares: readonly { owner: string; pct: number | null }[]): Holders {
  const sorted = shares
    .flatMap(({ owner, pct }) => (pct === null ? [] : [{ owner, pct }]))
    .sort((left, right) => right.pct - left.pct || (left.owner < right.owner ? -1 : 1))
    .slice(0, 10)
  const total = sorted.reduce((sum, { pct }) => sum + pct, 0)
  // Rows that add to more than everything are stale or double: not a share.
  if (sorted.length === 0 || total > 100.5) return NO_HOLDERS
  const smallest = sorted.at(-1)?.pct ?? 0
  return {
    ...NO_HOLDERS,
    top10Pct: round(Math.min(total, 100), 2),
    rawUpperPct: Math.min(100, total + (10 - sorted.length) * smallest),
    source,
    atLeast: sorted.length < 10,
    top: sorted.map(({ owner, pct }) => ({ owner, pct: round(pct, 2), kind: 'unknown', label: null })),
  }
}
