/** What the job API reads and changes. */
import type { Database, Queryable } from '../../db/index.ts'
import { FINAL_STATES, isUniqueViolation, type JobRow, type JobState, toJobRow } from './rows.ts'

const COLUMNS = '*, (select count(*)::int from job_steps s where s.job_id = jobs.id) as steps_done'

/** With `steps_done`. */
export async function getJob(db: Queryable, id: string): Promise<JobRow | undefined> {
  const [row] = await db.query(`select ${COLUMNS} from jobs where id = $1`, [id])
  return row === undefined ? undefined : toJobRow(row)
}

export type JobFilter = {
  types: readonly string[]
  state?: JobState | undefined
  /** Only jobs older than the one with this `seq`. */
  before?: string | undefined
  limit: number
}

/** Jobs, the newest first. */
export async function listJobs(db: Queryable, { types, state, before, limit }: JobFilter): Promise<JobRow[]> {
  const rows = await db.query(
    `select ${COLUMNS} from jobs where type = any($1::text[]) and ($2::text is null or state = $2) and ($3::bigint is null or seq < $3)
     order by seq desc limit $4::int`,
    [types, state ?? null, before ?? null, limit],
  )
  return rows.map(toJobRow)
}

/**
 * Cancels a job: a queued one at once, a running one when its process hears of it. undefined: there is none.
 * `changed` false: it had already ended.
 */
export async function requestCancel(db: Database, id: string): Promise<{ job: JobRow; changed: boolean } | undefined> {
  return db.tx(async (tx) => {
    const [found] = await tx.query('select * from jobs where id = $1 for update', [id])
    if (found === undefined) return undefined
    const before = toJobRow(found)
    if (FINAL_STATES.includes(before.state)) return { job: before, changed: false }
    await tx.query(
      before.state === 'queued'
        ? `update jobs set state = 'cancelled', finished_at = now() where id = $1`
        : 'update jobs set cancel_requested = true where id = $1',
      [id],
    )
    return { job: (await getJob(tx, id)) ?? before, changed: true }
  })
}

/**
 * Queues an ended job again, from its beginning: what went wrong may be among its finished steps. undefined: there is none.
 * `changed` false: its state does not allow it.
 */
export async function requeue(
  db: Database,
  id: string,
  allowed: readonly JobState[],
): Promise<{ job: JobRow; changed: boolean } | undefined> {
  return db.tx(async (tx) => {
    const [found] = await tx.query('select * from jobs where id = $1 for update', [id])
    if (found === undefined) return undefined
    const before = toJobRow(found)
    if (!allowed.includes(before.state)) return { job: before, changed: false }
    await tx.query('delete from job_steps where job_id = $1', [id])
    await tx.query(
      `update jobs set state = 'queued', attempt = 0, counts = '{}', data_through = null, error_code = null, error_detail = null, cancel_requested = false, run_key = null, dispatches = dispatches + 1,
         next_attempt_at = now(), started_at = null, finished_at = null where id = $1`,
      [id],
    )
    return { job: (await getJob(tx, id)) ?? before, changed: true }
  })
}

/** Queued jobs that nobody was told about, or so long ago that the word must have been lost; each is marked as told. */
export async function takeUndispatched(db: Queryable, types: string[], olderThanMs: number): Promise<JobRow[]> {
  const rows = await db.query(
    `update jobs set dispatches = dispatches + 1, next_attempt_at = now() + interval '1 minute'
     where state = 'queued' and type = any($1::text[]) and next_attempt_at <= now() and created_at <= now() - $2::int * interval '1 millisecond'
       and not exists (select 1 from jobs r where r.type = jobs.type and r.state = 'running')
     returning *`,
    [types, olderThanMs],
  )
  return rows.map(toJobRow)
}

/** Marks a queued job as running by `owner` on behalf of a run of Inngest. False: it is not queued, or its type is running. */
export async function claimForRun(db: Queryable, id: string, owner: string, runKey: string, leaseMs: number): Promise<boolean> {
  const rows = await db
    .query(
      `update jobs set state = 'running', owner = $2, run_key = $3, lease_until = now() + $4::int * interval '1 millisecond',
         attempt = attempt + 1, started_at = coalesce(started_at, now()), finished_at = null
       where id = $1 and state = 'queued' returning id`,
      [id, owner, runKey, leaseMs],
    )
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) return []
      throw error
    })
  return rows.length > 0
}

/** The job that a run of Inngest has taken. */
export async function findByRun(db: Queryable, runKey: string): Promise<JobRow | undefined> {
  const [row] = await db.query('select * from jobs where run_key = $1', [runKey])
  return row === undefined ? undefined : toJobRow(row)
}
