/** What this process needs to sell and to serve, and what of it is missing. */
import { db } from './db/index.ts'
import { env, missingPaymentSettings } from './env.ts'
import { front } from './front.ts'
import { breakerStates } from './http/breaker.ts'
import { type JobsStatus, jobsStatus } from './jobs/status.ts'
import { log } from './log.ts'
import { currentOffers, facilitatorDataAge } from './payments/offers.ts'
import { currentSnapshot, feedStatus } from './tenders/snapshot.ts'
import { tools } from './tools/registry.ts'

export type Readiness = {
  ready: boolean
  /** Plain names of what is missing; empty when ready. */
  missing: string[]
  /** Who drives jobs, and how each last ended; null jobs: the database did not say. */
  jobs: { driver: JobsStatus['driver']; jobs: JobsStatus['jobs'] | null }
  /** Old tenders are served and said to be old, so they make nobody unready. Ages in seconds; null before the first publish. */
  tenders: { dataThrough: string | null; publishedAgeSeconds: number | null; stale: boolean }
  facilitator: { ageSeconds: number | null; rails: string[] }
  /** Tools that answer 503 before any 402 now. */
  toolsDown: { tool: string; code: string }[]
  breakers: ReturnType<typeof breakerStates>
}

const DATABASE_WAIT_MS = 3_000

/** The jobs, which is also the proof that the database answers: undefined when it does not, or not soon. */
async function askDatabase(): Promise<JobsStatus | undefined> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${DATABASE_WAIT_MS} ms`)), DATABASE_WAIT_MS)
  })
  try {
    return await Promise.race([db().then((database) => jobsStatus({ database })), patience])
  } catch (error) {
    log.warn({ err: error }, 'the database is not ready')
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Checks database, payment settings, facilitator data and each tool. */
export async function readiness(now = Date.now()): Promise<Readiness> {
  const missing = missingPaymentSettings().map((name) => `setting ${name}`)
  if (front().draining) missing.push('time: this process is stopping')
  const offers = currentOffers()
  if (missingPaymentSettings().length === 0 && !offers) missing.push('facilitator data')
  const jobs = await askDatabase()
  if (!jobs) missing.push('database')
  const toolsDown = tools.flatMap(({ id, ready }) => {
    try {
      ready?.()
      return []
    } catch (error) {
      return [{ tool: id, code: (error as { code?: string }).code ?? 'internal_error' }]
    }
  })
  for (const { tool, code } of toolsDown) if (code === 'warming_up') missing.push(`first data of ${tool}`)
  const snapshot = currentSnapshot(now)
  const feed = snapshot && feedStatus(snapshot, now)
  return {
    ready: missing.length === 0,
    missing,
    jobs: { driver: env().JOBS_DRIVER, jobs: jobs?.jobs ?? null },
    tenders: {
      dataThrough: feed?.data_through ?? null,
      publishedAgeSeconds: snapshot ? Math.round((now - snapshot.publishedAt) / 1000) : null,
      stale: feed?.stale ?? true,
    },
    facilitator: { ageSeconds: facilitatorDataAge() ?? null, rails: offers?.liveRails ?? [] },
    toolsDown,
    breakers: breakerStates(),
  }
}
