/**
 * The SQL of the jobs table. A running job belongs to an owner for as long as its lease is renewed; every change of a running row names the
 * owner, so a process that lost its lease can change nothing. Leases are measured by the database's clock alone.
 */
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../db/index.ts'
import { isUniqueViolation, type JobRow, type JobState, toJobRow } from './rows.ts'

const one = (rows: unknown[]): JobRow | undefined => (rows[0] === undefined ? undefined : toJobRow(rows[0]))

/** A run driven by Inngest rests between its steps; only this long after the last one, or after the rest it was told to take, is it dead. */
const LAPSED = `state = 'running' and lease_until < now() and (run_key is null or lease_until < now() - interval '1 hour')`

export type NewJob = {
  id?: string
  type: string
  params: Record<string, unknown>
  trigger: JobRow['trigger']
  /** A second job with the same key is the first one. */
  idempotencyKey?: string | undefined
}

/** Adds a queued job, or finds the one with the same idempotency key. */
export async function enqueue(db: Queryable, job: NewJob): Promise<{ job: JobRow; created: boolean }> {
  const inserted = await db.query(
    `insert into jobs (id, type, params, trigger, idempotency_key) values ($1, $2, $3::jsonb, $4, $5)
     on conflict (idempotency_key) do nothing returning *`,
    [job.id ?? randomUUID(), job.type, JSON.stringify(job.params), job.trigger, job.idempotencyKey ?? null],
  )
  const created = one(inserted)
  if (created) return { job: created, created: true }
  return { job: toJobRow((await db.query('select * from jobs where idempotency_key = $1', [job.idempotencyKey]))[0]), created: false }
}

/** Takes the oldest due job of these types for `owner`: a queued one whose type is not running. */
export const claimNext = (db: Queryable, owner: string, leaseMs: number, types: string[]): Promise<JobRow | undefined> =>
  claim(
    db,
    `select id from jobs where state = 'queued' and next_attempt_at <= now() and type = any($3::text[])
       and type not in (select type from jobs where state = 'running')
     order by next_attempt_at, seq limit 1 for update skip locked`,
    [owner, leaseMs, types],
  )

/** Takes over a running job of these types whose owner died. */
export const claimLapsed = (db: Queryable, owner: string, leaseMs: number, types: string[]): Promise<JobRow | undefined> =>
  claim(db, `select id from jobs where ${LAPSED} and type = any($3::text[]) limit 1 for update skip locked`, [owner, leaseMs, types])

async function claim(db: Queryable, which: string, params: unknown[]): Promise<JobRow | undefined> {
  const rows = await db
    .query(
      `update jobs set state = 'running', owner = $1, lease_until = now() + $2::int * interval '1 millisecond', attempt = attempt + 1,
         run_key = null, started_at = coalesce(started_at, now()), finished_at = null, error_code = null, error_detail = null
       where id = (${which}) returning *`,
      params,
    )
    .catch((error: unknown) => {
      // Another process took a job of the same type in the same instant.
      if (isUniqueViolation(error)) return []
      throw error
    })
  return one(rows)
}

/** Keeps the lease and adds the counts so far to those stored. undefined: the job is no longer this owner's. */
export async function renew(
  db: Queryable,
  id: string,
  owner: string,
  leaseMs: number,
  counts?: Record<string, number>,
): Promise<{ cancelRequested: boolean } | undefined> {
  const [row] = await db.query<{ cancel_requested: boolean }>(
    `update jobs set lease_until = now() + $3::int * interval '1 millisecond', counts = counts || coalesce($4::jsonb, '{}')
     where id = $1 and owner = $2 and state = 'running' returning cancel_requested`,
    [id, owner, leaseMs, counts ? JSON.stringify(counts) : null],
  )
  return row && { cancelRequested: row.cancel_requested }
}

/** The last run of a type, for `/readyz` and `status.json`; survives the pruning of old jobs. Of the rows in `ended`, one of each type. */
const NOTE_END = `
  insert into job_schedules as s (name, last_finished_at, last_success_at, last_state, last_job_id)
  select distinct on (type) type, now(), case when state = 'succeeded' then now() end, state, id from ended order by type, seq desc
  on conflict (name) do update set last_finished_at = excluded.last_finished_at, last_state = excluded.last_state,
    last_job_id = excluded.last_job_id, last_success_at = coalesce(excluded.last_success_at, s.last_success_at)`

export type Ending = {
  state: Extract<JobState, 'succeeded' | 'partial' | 'failed' | 'cancelled'>
  counts?: Record<string, number>
  dataThrough?: string | null
  error?: { code: string; detail: string }
}

/** Ends a running job. undefined: it was no longer this owner's, and nothing changed. */
export async function finish(db: Queryable, id: string, owner: string, ending: Ending): Promise<JobRow | undefined> {
  const row = one(
    await db.query(
      `with ended as (
         update jobs set state = $3, counts = counts || coalesce($4::jsonb, '{}'), data_through = coalesce($5, data_through), error_code = $6,
           error_detail = $7, finished_at = now(), owner = null, lease_until = null
         where id = $1 and owner = $2 and state = 'running' returning *
       ), noted as (${NOTE_END})
       select * from ended`,
      [
        id,
        owner,
        ending.state,
        ending.counts ? JSON.stringify(ending.counts) : null,
        ending.dataThrough ?? null,
        ending.error?.code ?? null,
        ending.error?.detail.slice(0, 500) ?? null,
      ],
    ),
  )
  if (row?.trigger === 'schedule') await prune(db, row.type)
  return row
}

/**
 * Puts a running job back in the queue: after a failure (with the error, counted as an attempt) or at shutdown (not counted).
 * `fresh` forgets its finished steps.
 */
export async function putBack(
  db: Queryable,
  id: string,
  owner: string,
  { delayMs, error, fresh = false }: { delayMs: number; error?: { code: string; detail: string }; fresh?: boolean },
): Promise<boolean> {
  const rows = await db.query(
    `update jobs set state = 'queued', owner = null, lease_until = null, next_attempt_at = now() + $3::int * interval '1 millisecond',
       error_code = $4, error_detail = $5, attempt = attempt - case when $4::text is null then 1 else 0 end
     where id = $1 and owner = $2 and state = 'running' returning id`,
    [id, owner, Math.round(delayMs), error?.code ?? null, error?.detail.slice(0, 500) ?? null],
  )
  if (fresh && rows.length > 0)
    await db.query(`delete from job_steps where job_id = $1 and exists (select 1 from jobs where id = $1 and state = 'queued')`, [id])
  return rows.length > 0
}

/** Gives a running job back, uncounted, for another run to go on from its last finished step. False: it was no longer this owner's. */
export async function handOn(db: Queryable, id: string, owner: string): Promise<boolean> {
  const rows = await db.query(
    `update jobs set state = 'queued', owner = null, lease_until = null, attempt = attempt - 1, dispatches = dispatches + 1,
       next_attempt_at = now() + interval '10 seconds'
     where id = $1 and owner = $2 and state = 'running' returning id`,
    [id, owner],
  )
  return rows.length > 0
}

/** Notes a failure that Inngest will try again, after the rest that the other side asked for; the record shows it meanwhile. */
export async function noteFailure(
  db: Queryable,
  id: string,
  owner: string,
  error: { code: string; detail: string; retryAfterSeconds?: number | undefined },
  attempts: number,
): Promise<void> {
  await db.query(
    `update jobs set error_code = $3, error_detail = $4, attempt = least(attempt + 1, $5::int),
       lease_until = greatest(lease_until, now() + $6::int * interval '1 second') where id = $1 and owner = $2 and state = 'running'`,
    [id, owner, error.code, error.detail.slice(0, 500), attempts, Math.ceil(error.retryAfterSeconds ?? 0)],
  )
}

/** Ends the jobs whose owner died and that must not run again: cancelled ones, and those that died as often as they may. */
export async function endLost(db: Queryable, attempts: Record<string, number>, deadRunsToo: boolean): Promise<JobRow[]> {
  const rows = await db.query(
    `with ended as (
       update jobs set state = case when cancel_requested then 'cancelled' else 'failed' end,
         error_code = case when cancel_requested then null else 'lost' end,
         error_detail = case when cancel_requested then null else 'The process that ran it ended without a word, ' || attempt || ' times.' end,
         finished_at = now(), owner = null, lease_until = null
       where ${LAPSED} and (cancel_requested or attempt >= coalesce(($1::jsonb ->> type)::int, 1) or ($2::boolean and run_key is not null))
       returning *
     ), noted as (${NOTE_END})
     select * from ended`,
    [JSON.stringify(attempts), deadRunsToo],
  )
  return rows.map(toJobRow)
}

/** Frequent scheduled jobs would fill the table; what was asked for by hand stays longer. */
async function prune(db: Queryable, type: string): Promise<void> {
  const ended = `state in ('succeeded', 'partial', 'failed', 'cancelled')`
  await db.query(
    `delete from jobs where trigger = 'schedule' and type = $1 and ${ended}
       and seq < (select seq from jobs where trigger = 'schedule' and type = $1 order by seq desc offset 100 limit 1)`,
    [type],
  )
  await db.query(`delete from jobs where finished_at < now() - interval '90 days' and ${ended}`)
}
