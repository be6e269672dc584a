/** honeypot.is: a simulated buy and sell. Taxes are in percent here. It knows no owner powers. */
import { z } from 'zod'
import { cached } from '../../../egress/cached.ts'
import { callUpstream } from '../../../egress/call-upstream.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import type { Ask } from '../../../upstreams/ask.ts'
import { amount, count, flag, round } from '../../../upstreams/values.ts'

const Holders = z.object({ holders: count, successful: count, failed: count, siphoned: count, highestTax: amount, highTaxWallets: count })

const Body = z.object({
  token: z.object({ address: z.string() }).nullish(),
  simulationSuccess: z.boolean(),
  honeypotResult: z.object({ isHoneypot: flag }).nullish(),
  simulationResult: z.object({ buyTax: amount, sellTax: amount, transferTax: amount, buyGas: amount, sellGas: amount }).nullish(),
  holderAnalysis: Holders.nullish(),
  contractCode: z.object({ openSource: flag, isProxy: flag }).nullish(),
})

/** Sales simulated for real holders; `siphoned` are those whose tokens went elsewhere. */
export type HolderSales = { holders: number; failed: number; siphoned: number; highTax: number; highestTaxPct: number | null }

/** A simulation that did not run says nothing, unless that it is a honeypot: else all null. */
export type Simulation = {
  honeypot: boolean | null
  buyTaxPct: number | null
  sellTaxPct: number | null
  transferTaxPct: number | null
  /** Gas of the dearer of both trades. */
  gas: number | null
  /** null when no holder was tried. */
  holderSales: HolderSales | null
  openSource: boolean | null
}

const percent = (value: number | null | undefined): number | null => (value == null ? null : round(Math.min(value, 100), 4))

/** null unless both are measured: zero is what a trade costs that did not run. */
const dearer = (buy: number | null | undefined, sell: number | null | undefined): number | null =>
  buy && sell ? Math.max(buy, sell) : null

function toSales(found: z.output<typeof Holders> | null | undefined): HolderSales | null {
  if (!found?.holders) return null
  const { holders, failed, siphoned, highTaxWallets, highestTax } = found
  const told = [failed, siphoned, highTaxWallets]
  if (told.includes(null) && !told.some(Boolean)) return null
  return { holders, failed: failed ?? 0, siphoned: siphoned ?? 0, highTax: highTaxWallets ?? 0, highestTaxPct: percent(highestTax) }
}

export const HoneypotBody = Body.transform(
  ({ token, simulationSuccess, honeypotResult, simulationResult, holderAnalysis, contractCode }) => ({
    address: token?.address ?? null,
    simulation: {
      honeypot: simulationSuccess || honeypotResult?.isHoneypot ? (honeypotResult?.isHoneypot ?? null) : null,
      buyTaxPct: simulationSuccess ? percent(simulationResult?.buyTax) : null,
      sellTaxPct: simulationSuccess ? percent(simulationResult?.sellTax) : null,
      transferTaxPct: simulationSuccess ? percent(simulationResult?.transferTax) : null,
      gas: simulationSuccess ? dearer(simulationResult?.buyGas, simulationResult?.sellGas) : null,
      holderSales: toSales(holderAnalysis),
      openSource: contractCode?.openSource ?? null,
    } satisfies Simulation,
  }),
)

/** What a simulated trade of the token on Base showed; null when the source knows no pair to trade it in. @throws UpstreamError */
export function honeypotSimulation({ core, signal, timeoutMs }: Ask, address: string) {
  const key = address.toLowerCase()
  return cached<Simulation | null>({
    core,
    source: 'honeypot-is',
    key,
    ageMs: 60_000,
    signal,
    load: async (signal) => {
      const url = `${core.env.HONEYPOT_URL}/v2/IsHoneypot?address=${key}&chainID=8453`
      try {
        const body = await callUpstream({ core, source: 'honeypot-is', url, schema: HoneypotBody, timeoutMs, signal })
        if (body.address?.toLowerCase() !== key) throw new UpstreamError('honeypot-is', 'bad_body', 'answer about another token')
        return body.simulation
      } catch (error) {
        if (error instanceof UpstreamError && error.status === 404) return null
        throw error
      }
    },
  })
}
