/** Jupiter's token list: verification, first pool, holder share. Its search also matches names, so only the equal id counts. */
import { z } from 'zod'
import { cached } from '../../../egress/cached.ts'
import { callUpstream, UpstreamError } from '../../../egress/call-upstream.ts'
import type { Ask } from '../../../upstreams/ask.ts'
import { amount, count, flag, millis } from '../../../upstreams/values.ts'

const Row = z.object({
  id: z.string().min(32).max(44),
  isVerified: flag,
  tags: z.array(z.string()).nullish(),
  holderCount: count,
  audit: z.object({ topHoldersPercentage: amount, isSus: flag }).nullish(),
  firstPool: z.object({ createdAt: millis }).nullish(),
})

export type JupiterToken = {
  verified: boolean | null
  tags: string[]
  holderCount: number | null
  top10Pct: number | null
  firstPoolAtMs: number | null
  /** Its audit calls the token suspicious; null when it says nothing. */
  suspicious: boolean | null
}

const JupiterBody = z.array(z.unknown())

const Named = z.object({ id: z.string().min(32).max(44) })

/** The row of `mint`, or null when the list does not hold it. @throws UpstreamError when that row, or one that may be it, cannot be read */
export function toJupiterToken(rows: unknown[], mint: string): JupiterToken | null {
  const named = rows.map((row) => Named.safeParse(row).data?.id)
  const own = rows[named.indexOf(mint)]
  if (own === undefined && !named.includes(undefined)) return null
  const { data: row } = Row.safeParse(own)
  if (!row) throw new UpstreamError('jupiter', 'bad_body', 'a token that cannot be read')
  const share = row.audit?.topHoldersPercentage ?? null
  return {
    verified: row.isVerified,
    tags: row.tags ?? [],
    holderCount: row.holderCount,
    top10Pct: share !== null && share <= 100 ? share : null,
    firstPoolAtMs: row.firstPool?.createdAt ?? null,
    suspicious: row.audit?.isSus ?? null,
  }
}

/** What Jupiter knows of a mint; null when it does not know it. @throws UpstreamError */
export function jupiterToken({ core, signal, timeoutMs }: Ask, mint: string) {
  return cached({
    core,
    source: 'jupiter',
    key: mint,
    ageMs: 60_000,
    signal,
    load: async (signal) => {
      const url = `${core.env.JUPITER_URL}/tokens/v2/search?query=${mint}`
      return toJupiterToken(await callUpstream({ core, source: 'jupiter', url, schema: JupiterBody, timeoutMs, signal }), mint)
    },
  })
}
