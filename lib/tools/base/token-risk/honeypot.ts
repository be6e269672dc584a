/** honeypot.is: a simulated buy and sell. Taxes are in percent here. It knows no owner powers. */
import { z } from 'zod'
import { env } from '../../../env.ts'
import { cached } from '../../../http/cached.ts'
import { callUpstream } from '../../../http/call-upstream.ts'
import { UpstreamError } from '../../../http/upstream-types.ts'
import { amount, flag, round } from '../../../upstreams/values.ts'

const Body = z.object({
  token: z.object({ address: z.string() }).nullish().catch(null),
  simulationSuccess: z.boolean(),
  honeypotResult: z.object({ isHoneypot: flag }).nullish().catch(null),
  simulationResult: z.object({ buyTax: amount, sellTax: amount, transferTax: amount }).nullish().catch(null),
})

/** A simulation that did not run says nothing: all null. */
export type Simulation = { honeypot: boolean | null; buyTaxPct: number | null; sellTaxPct: number | null; transferTaxPct: number | null }

const percent = (value: number | null | undefined): number | null => (value == null || value > 100 ? null : round(value, 4))

export const HoneypotBody = Body.transform(({ token, simulationSuccess, honeypotResult, simulationResult }) => ({
  address: token?.address ?? null,
  simulation: {
    honeypot: simulationSuccess ? (honeypotResult?.isHoneypot ?? null) : null,
    buyTaxPct: simulationSuccess ? percent(simulationResult?.buyTax) : null,
    sellTaxPct: simulationSuccess ? percent(simulationResult?.sellTax) : null,
    transferTaxPct: simulationSuccess ? percent(simulationResult?.transferTax) : null,
  } satisfies Simulation,
}))

/** What a simulated trade of the token on Base showed; null when the source knows no pair to trade it in. @throws UpstreamError */
export function honeypotSimulation(address: string, signal: AbortSignal, timeoutMs: number) {
  const key = address.toLowerCase()
  return cached<Simulation | null>({
    source: 'honeypot-is',
    key,
    ageMs: 60_000,
    signal,
    load: async (signal) => {
      const url = `${env().HONEYPOT_URL}/v2/IsHoneypot?address=${key}&chainID=8453`
      try {
        const body = await callUpstream({ source: 'honeypot-is', url, schema: HoneypotBody, timeoutMs, signal })
        if (body.address !== null && body.address.toLowerCase() !== key)
          throw new UpstreamError('honeypot-is', 'bad_body', 'answer about another token')
        return body.simulation
      } catch (error) {
        if (error instanceof UpstreamError && error.status === 404) return null
        throw error
      }
    },
  })
}
