/** Decides when scheduled jobs are due and makes them queued, once over all processes. Looks at the database only when one is due. */
import type { Database, Queryable } from '../../db/index.ts'
import type { Job } from '../define.ts'
import { enqueue } from '../queue/store.ts'
import { nextDue } from './schedule.ts'

export type Scheduler = {
  /** Fires what is due. @returns the number of runs asked for. */
  tick(): Promise<number>
}

/**
 * @param fire asks for a run of a due job, once per due instant (ISO text).
 * @param now milliseconds since 1970.
 */
export function createScheduler({
  database,
  jobs,
  fire,
  now = Date.now,
}: {
  database: Database
  jobs: Job[]
  fire: (tx: Queryable, job: Job, dueAt: string) => Promise<boolean>
  now?: () => number
}): Scheduler {
  let due: Map<string, number> | undefined

  /** Reads when each job is next due. A job never seen, and one whose time passed while nothing ran, is due now. */
  const load = async (): Promise<Map<string, number>> => {
    const found = new Map<string, number>()
    for (const { name, schedule } of jobs) {
      if (!schedule) continue
      const at = now()
      const [row] = await database.query<{ next_run_at: Date }>(
        `insert into job_schedules as s (name, next_run_at) values ($1, $2)
         on conflict (name) do update set next_run_at = least(coalesce(s.next_run_at, excluded.next_run_at), $3) returning next_run_at`,
        // The stored time cannot lie behind the schedule's own next time, or the schedule has changed since.
        [name, new Date(at), new Date(nextDue(schedule, at))],
      )
      found.set(name, row?.next_run_at.getTime() ?? at)
    }
    return found
  }

  return {
    async tick() {
      // A time later than its own schedule gives from now on was written by a clock that was ahead.
      const isTooLate = ({ name, schedule }: Job) => schedule !== null && (due?.get(name) ?? 0) > nextDue(schedule, now())
      if (due === undefined || jobs.some(isTooLate)) due = await load()
      let fired = 0
      for (const job of jobs) {
        const at = due.get(job.name)
        if (!job.schedule || at === undefined || at > now()) continue
        const next = nextDue(job.schedule, now())
        // In one transaction, so that a crash between the two loses no run.
        const won = await database.tx(async (tx) => {
          const taken = await tx.query(
            'update job_schedules set next_run_at = $2, last_run_at = $3 where name = $1 and next_run_at <= $3 returning name',
            [job.name, new Date(next), new Date(now())],
          )
          if (taken.length > 0 && (await fire(tx, job, new Date(at).toISOString()))) fired += 1
          return taken.length > 0
        })
        if (won) due.set(job.name, next)
        else {
          const [row] = await database.query<{ next_run_at: Date }>('select next_run_at from job_schedules where name = $1', [job.name])
          due.set(job.name, row?.next_run_at.getTime() ?? next)
        }
      }
      return fired
    },
  }
}

/**
 * Queues a scheduled run. An interval job that is still queued or running is not queued again; a daily one only if it already waits, since a
 * day must not be skipped because yesterday's run is late.
 */
export async function enqueueDue(tx: Queryable, job: Job, dueAt: string): Promise<boolean> {
  const daily = job.schedule !== null && 'dailyAt' in job.schedule
  const active = await tx.query(
    `select 1 from jobs where type = $1 and (state = 'queued' or (state = 'running' and not $2::boolean)) limit 1`,
    [job.name, daily],
  )
  if (active.length > 0) return false
  const idempotencyKey = `schedule:${job.name}:${dueAt}`
  const { created } = await enqueue(tx, { type: job.name, params: job.params.parse({}), trigger: 'schedule', idempotencyKey })
  return created
}
