/** What this process needs to sell and to serve, and what of it is missing. */
import { type Core, part } from './core.ts'
import { breakerStates } from './egress/breaker.ts'
import { missingPaymentSettings } from './env.ts'
import type { ProblemCode } from './errors.ts'
import { type JobsStatus, jobsStatus } from './jobs/status.ts'
import { missingOperatorSettings } from './operator.ts'
import { currentOffers, facilitatorDataAge } from './payments/offer/offers.ts'
import { paymentWarnings } from './payments/warnings.ts'
import { currentSnapshot, feedStatus } from './tenders/snapshot/snapshot.ts'
import { refusalOf } from './tools/define.ts'
import { tools } from './tools/registry.ts'
import { ifInTime } from './wait.ts'

export type Readiness = {
  ready: boolean
  /** Plain names of what is missing; empty when ready. */
  missing: string[]
  /** Who drives jobs, and how each last ended; null jobs: the database did not say. */
  jobs: { driver: JobsStatus['driver']; jobs: JobsStatus['jobs'] | null }
  /** Old tenders are served and said to be old, so they make nobody unready. Ages in seconds; null before the first publish. */
  tenders: { dataThrough: string | null; publishedAgeSeconds: number | null; stale: boolean }
  facilitator: { ageSeconds: number | null; rails: string[] }
  /** What an operator should mend although this process sells: callers that cannot be told apart, a wrong clock. */
  warnings: string[]
  /** Tools that answer 503 before any 402 now. */
  toolsDown: { tool: string; code: ProblemCode }[]
  breakers: ReturnType<typeof breakerStates>
}

/** Whether the program has been told to stop: it finishes what is in hand and begins nothing new. */
export const lifecycle = part(() => ({ stopping: false }))

const DATABASE_WAIT_MS = 3_000

/** The jobs, which is also the proof that the database answers, and whether it takes writes. @throws Error when it does not answer */
async function askDatabase(core: Core): Promise<{ jobs: JobsStatus; takesWrites: boolean }> {
  const database = await core.database()
  const [mode] = await database.query<{ writable: boolean }>(`select current_setting('transaction_read_only') = 'off' as writable`)
  return { jobs: await jobsStatus(core), takesWrites: mode?.writable === true }
}

/** Checks database, payment settings, facilitator data and each tool. */
export async function readiness(core: Core): Promise<Readiness> {
  const missing = [...missingPaymentSettings(core.env), ...missingOperatorSettings(core.env)].map((name) => `setting ${name}`)
  if (lifecycle(core).stopping) missing.push('time: this process is stopping')
  const offers = currentOffers(core)
  if (missingPaymentSettings(core.env).length === 0 && !offers) missing.push('facilitator data')
  const database = await ifInTime(DATABASE_WAIT_MS, askDatabase(core), 'the database is not ready')
  if (!database) missing.push('database')
  else if (!database.takesWrites) missing.push('database: it takes no writes')
  const toolsDown = tools.flatMap((tool) => {
    const code = refusalOf(core, tool)
    return code === undefined ? [] : [{ tool: tool.id, code }]
  })
  for (const { tool, code } of toolsDown) if (code === 'warming_up') missing.push(`first data of ${tool}`)
  const now = core.now()
  const snapshot = currentSnapshot(core, now)
  const feed = snapshot && feedStatus(snapshot, now)
  return {
    ready: missing.length === 0,
    missing,
    jobs: { driver: core.env.JOBS_DRIVER, jobs: database?.jobs.jobs ?? null },
    tenders: {
      dataThrough: feed?.data_through ?? null,
      publishedAgeSeconds: snapshot ? Math.round((now - snapshot.publishedAt) / 1000) : null,
      stale: feed?.stale ?? true,
    },
    facilitator: { ageSeconds: facilitatorDataAge(core) ?? null, rails: offers?.liveRails ?? [] },
    warnings: paymentWarnings(core),
    toolsDown,
    breakers: breakerStates(core),
  }
}
