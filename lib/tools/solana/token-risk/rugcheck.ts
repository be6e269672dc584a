/**
 * RugCheck: what it warns of, its score, labels of known accounts, LP locks, insiders, creator, when it first saw the mint. Its percentages are
 * stale (a recorded report adds to 131 %): shares are computed from balances, and its holders are used only when nothing better answers and
 * they add to no more than 100.
 */
import { z } from 'zod'
import { cached } from '../../../egress/cached.ts'
import { callUpstream } from '../../../egress/call-upstream.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import type { Ask } from '../../../upstreams/ask.ts'
import { amount, count, everyRowOf, flag, millis, readRows, text } from '../../../upstreams/values.ts'
import { base58Address } from './extensions.ts'

const Known = z.object({ name: text, type: text })
const LpHolder = z.object({ owner: base58Address, pct: amount.pipe(z.number()) })
const MarketRow = z.object({
  pubkey: text,
  marketType: z.string().max(60),
  lp: z.object({ lpLockedPct: amount, quoteUSD: amount, baseUSD: amount, holders: z.unknown().optional() }).nullish(),
})
const HolderRow = z
  .object({ owner: base58Address, pct: amount, amount, insider: flag })
  .refine(({ pct, amount: held }) => pct !== null || held !== null)
/** Its levels; a warning of another may be the gravest. */
const RiskRow = z.object({
  name: z.string().max(200),
  level: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['danger', 'warn', 'info', 'good', 'none'])),
})
const NetworkRow = z.object({ tokenAmount: amount, size: count })
const list = <Row extends z.ZodType>(row: Row) =>
  z
    .array(z.unknown())
    .nullish()
    .transform((value) => readRows(row, value))

export const RugcheckReport = z
  .object({
    mint: z.string(),
    rugged: flag,
    detectedAt: millis,
    score_normalised: amount,
    risks: list(RiskRow),
    creator: text,
    creatorBalance: amount,
    creatorTokens: list(z.object({ mint: z.string().max(64) })),
    graphInsidersDetected: count,
    insiderNetworks: list(NetworkRow),
    knownAccounts: z.record(z.string(), z.unknown()).nullish(),
    markets: list(MarketRow).refine((markets) => markets?.whole !== false, 'a market that cannot be read'),
    topHolders: list(HolderRow),
  })
  .transform((report) => ({
    mint: report.mint,
    rugged: report.rugged,
    detectedAtMs: report.detectedAt,
    /** 0 to 100, more is worse. */
    score: report.score_normalised !== null && report.score_normalised <= 100 ? report.score_normalised : null,
    /** null when the report has no such list; `risksRead` is false when it lists what cannot be read. */
    risks: report.risks?.rows.map(({ name, level }) => ({ name, danger: level === 'danger' })),
    risksRead: report.risks?.whole ?? false,
    creator: report.creator,
    /** Raw units, as a number that may have lost its last digits. */
    creatorAmount: report.creatorBalance,
    creatorTokens: report.creatorTokens?.rows.filter(({ mint }) => mint !== report.mint).length ?? null,
    /** Networks of insiders that it lists, else insiders that it counts. */
    networks: report.insiderNetworks?.rows.length || report.graphInsidersDetected,
    /** null when a network is seen and not what it holds. */
    networkAmount: toNetworkAmount(report.insiderNetworks?.rows ?? null, report.graphInsidersDetected),
    known: Object.entries(report.knownAccounts ?? {}).flatMap(([address, value]) => {
      const known = Known.safeParse(value)
      return known.success && known.data.type !== null ? [{ address, type: known.data.type, name: known.data.name }] : []
    }),
    markets: (report.markets?.rows ?? []).map(({ pubkey, marketType, lp }) => ({
      address: pubkey,
      type: marketType,
      lockedPct: lp?.lpLockedPct !== null && lp?.lpLockedPct !== undefined && lp.lpLockedPct <= 100 ? lp.lpLockedPct : null,
      valueUsd: (lp?.quoteUSD ?? 0) + (lp?.baseUSD ?? 0),
      /** null when one of them cannot be read. */
      holders: everyRowOf(LpHolder, lp?.holders),
    })),
    // A row whose amount is zero is stale, whatever share it still shows.
    holders: (report.topHolders?.rows ?? []).filter(({ amount: held }) => held !== 0),
    holdersRead: report.topHolders?.whole ?? false,
  }))
function toNetworkAmount(networks: { tokenAmount: number | null }[] | null, counted: number | null): number | null {
  if (networks === null || networks.length === 0) return counted ? null : networks === null ? null : 0
  return networks.some(({ tokenAmount }) => tokenAmount === null) ? null : networks.reduce((sum, row) => sum + (row.tokenAmount ?? 0), 0)
}

export type RugcheckReport = z.output<typeof RugcheckReport>

/** A mint's report; null when RugCheck does not know the mint, which it says with HTTP 400. @throws UpstreamError */
export function rugcheckReport({ core, signal, timeoutMs }: Ask, mint: string) {
  return cached<RugcheckReport | null>({
    core,
    source: 'rugcheck',
    key: mint,
    ageMs: 60_000,
    signal,
    load: async (signal) => {
      try {
        const url = `${core.env.RUGCHECK_URL}/v1/tokens/${mint}/report`
        const report = await callUpstream({ core, source: 'rugcheck', url, schema: RugcheckReport, timeoutMs, signal })
        if (report.mint !== mint) throw new UpstreamError('rugcheck', 'bad_body', 'report of another mint')
        return report
      } catch (error) {
        if (error instanceof UpstreamError && (error.status === 400 || error.status === 404)) return null
        throw error
      }
    },
  })
}
