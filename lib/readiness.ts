/** What this process needs to sell and to serve, and what of it is missing. */
import { db } from './db/index.ts'
import { env, missingPaymentSettings } from './env.ts'
import { breakerStates } from './http/breaker.ts'
import { currentOffers, facilitatorDataAge } from './payments/offers.ts'
import { tools } from './tools/registry.ts'

export type Readiness = {
  ready: boolean
  /** Plain names of what is missing; empty when ready. */
  missing: string[]
  jobs: string
  facilitator: { ageSeconds: number | null; rails: string[] }
  /** Tools that answer 503 before any 402 now. */
  toolsDown: { tool: string; code: string }[]
  breakers: ReturnType<typeof breakerStates>
}

/** Checks database, payment settings, facilitator data and each tool. */
export async function readiness(): Promise<Readiness> {
  const missing = missingPaymentSettings().map((name) => `setting ${name}`)
  const offers = currentOffers()
  if (missing.length === 0 && !offers) missing.push('facilitator data')
  const database = await db()
    .then((store) => store.query('select 1'))
    .then(
      () => true,
      () => false,
    )
  if (!database) missing.push('database')
  const toolsDown = tools.flatMap(({ id, ready }) => {
    try {
      ready?.()
      return []
    } catch (error) {
      return [{ tool: id, code: (error as { code?: string }).code ?? 'internal_error' }]
    }
  })
  for (const { tool, code } of toolsDown) if (code === 'warming_up') missing.push(`first data of ${tool}`)
  return {
    ready: missing.length === 0,
    missing,
    jobs: env().JOBS_DRIVER,
    facilitator: { ageSeconds: facilitatorDataAge() ?? null, rails: offers?.liveRails ?? [] },
    toolsDown,
    breakers: breakerStates(),
  }
}
