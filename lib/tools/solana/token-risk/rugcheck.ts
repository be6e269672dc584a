/**
 * RugCheck: labels of known accounts, LP locks, its verdict "rugged", when it first saw the mint. Its holder percentages are stale rows (a
 * recorded report adds to 131 %) and are used only when nothing better answers and they add to no more than 100.
 */
import { z } from 'zod'
import { env } from '../../../env.ts'
import { cached } from '../../../http/cached.ts'
import { callUpstream } from '../../../http/call-upstream.ts'
import { UpstreamError } from '../../../http/upstream-types.ts'
import { amount, flag, millis, rowsOf, text } from '../../../upstreams/values.ts'
import { base58Address } from './extensions.ts'

const Known = z.object({ name: text, type: text })
const LpHolder = z.object({ owner: z.string().max(64), pct: amount })
const MarketRow = z.object({
  marketType: z.string().max(60),
  lp: z.object({ lpLockedPct: amount, quoteUSD: amount, baseUSD: amount, holders: z.unknown().optional() }).nullish().catch(null),
})
const HolderRow = z.object({ owner: base58Address, pct: amount })

export const RugcheckReport = z
  .object({
    mint: z.string(),
    rugged: flag,
    detectedAt: millis,
    knownAccounts: z.record(z.string(), z.unknown()).nullish().catch(null),
    markets: z
      .unknown()
      .optional()
      .transform((value) => rowsOf(MarketRow, value)),
    topHolders: z
      .unknown()
      .optional()
      .transform((value) => rowsOf(HolderRow, value)),
  })
  .transform((report) => ({
    mint: report.mint,
    rugged: report.rugged,
    detectedAtMs: report.detectedAt,
    known: Object.entries(report.knownAccounts ?? {}).flatMap(([address, value]) => {
      const known = Known.safeParse(value)
      return known.success && known.data.type !== null ? [{ address, type: known.data.type, name: known.data.name }] : []
    }),
    markets: (report.markets ?? []).map(({ marketType, lp }) => ({
      type: marketType,
      lockedPct: lp?.lpLockedPct !== null && lp?.lpLockedPct !== undefined && lp.lpLockedPct <= 100 ? lp.lpLockedPct : null,
      valueUsd: (lp?.quoteUSD ?? 0) + (lp?.baseUSD ?? 0),
      holders: rowsOf(LpHolder, lp?.holders)?.flatMap(({ owner, pct }) => (pct === null ? [] : [{ owner, pct }])) ?? null,
    })),
    holders: (report.topHolders ?? []).flatMap(({ owner, pct }) => (pct === null ? [] : [{ owner, pct }])),
  }))
export type RugcheckReport = z.output<typeof RugcheckReport>

/** A mint's report; null when RugCheck does not know the mint, which it says with HTTP 400. @throws UpstreamError */
export function rugcheckReport(mint: string, signal: AbortSignal, timeoutMs: number) {
  return cached<RugcheckReport | null>({
    source: 'rugcheck',
    key: mint,
    ageMs: 60_000,
    signal,
    load: async (signal) => {
      try {
        const url = `${env().RUGCHECK_URL}/v1/tokens/${mint}/report`
        const report = await callUpstream({ source: 'rugcheck', url, schema: RugcheckReport, timeoutMs, signal })
        if (report.mint !== mint) throw new UpstreamError('rugcheck', 'bad_body', 'report of another mint')
        return report
      } catch (error) {
        if (error instanceof UpstreamError && (error.status === 400 || error.status === 404)) return null
        throw error
      }
    },
  })
}
