/** What drives jobs and when each last ran and will run: for `/readyz` and `status.json`. From the database alone. */
import type { Core, Env } from '../core.ts'
import type { Job } from './define.ts'
import { registry } from './registry.ts'
import { nextDue } from './runner/schedule.ts'

type JobStatus = {
  name: string
  lastState: string | null
  lastFinishedAt: string | null
  /** The last run that succeeded in full. */
  lastSuccessAt: string | null
  /** null: nothing is scheduled. */
  nextRunAt: string | null
}

export type JobsStatus = { driver: Env['JOBS_DRIVER']; jobs: JobStatus[] }

/** How every job last ended and when it is due. @throws Error when the database is away */
export async function jobsStatus(core: Core, jobs: Job[] = registry): Promise<JobsStatus> {
  const driver = core.env.JOBS_DRIVER
  const database = await core.database()
  const rows = await database.query<
    Record<'next_run_at' | 'last_finished_at' | 'last_success_at', Date | null> & { name: string; last_state: string | null }
  >('select name, next_run_at, last_finished_at, last_success_at, last_state from job_schedules')
  return {
    driver,
    jobs: jobs.map(({ name, schedule }) => {
      const row = rows.find((candidate) => candidate.name === name)
      // Inngest keeps its own clock; ours is the same rule.
      const next =
        driver === 'off' || !schedule ? null : driver === 'inngest' ? new Date(nextDue(schedule, core.now())) : (row?.next_run_at ?? null)
      return {
        name,
        lastState: row?.last_state ?? null,
        lastFinishedAt: row?.last_finished_at?.toISOString() ?? null,
        lastSuccessAt: row?.last_success_at?.toISOString() ?? null,
        nextRunAt: next?.toISOString() ?? null,
      }
    }),
  }
}
