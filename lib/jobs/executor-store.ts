/** Runs of the built-in executor as rows: all that is needed to go on with a run after a restart. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Queryable } from '../db/index.ts'
import { isUniqueViolation } from './rows.ts'

const RunSchema = z.object({
  id: z.string(),
  function_id: z.string(),
  event: z.looseObject({ id: z.string(), name: z.string(), data: z.record(z.string(), z.unknown()), ts: z.number() }),
  /** Finished steps by hashed id, as the protocol carries them. */
  steps: z.record(z.string(), z.unknown()),
  /** Ids of finished steps, in the order in which they finished. */
  stack: z.array(z.string()),
  /** Ids of steps that were found side by side and have not been called yet. */
  planned: z.array(z.string()),
  /** Failed calls since the last finished step. */
  attempt: z.int(),
  max_attempts: z.int(),
  state: z.enum(['queued', 'running', 'succeeded', 'failed']),
})

export type ExecutorRun = z.output<typeof RunSchema>
export type ExecutorEvent = ExecutorRun['event']

/** Asks for a run. False: this function has run, or is to run, for an event of the same id. */
export async function addRun(
  db: Queryable,
  { functionId, event, maxAttempts }: { functionId: string; event: ExecutorEvent; maxAttempts: number },
): Promise<boolean> {
  const rows = await db.query(
    `insert into executor_runs (id, function_id, event_id, event, max_attempts) values ($1, $2, $3, $4::jsonb, $5)
     on conflict (function_id, event_id) do nothing returning id`,
    [randomUUID(), functionId, event.id, JSON.stringify(event), maxAttempts],
  )
  return rows.length > 0
}

/** Takes the next run that is due: one of a function that has no other running, or one whose process died. */
export async function claimRun(db: Queryable, owner: string, leaseMs: number): Promise<ExecutorRun | undefined> {
  const rows = await db
    .query(
      `update executor_runs set state = 'running', owner = $1, lease_until = now() + $2::int * interval '1 millisecond'
       where id = (
         select id from executor_runs e where next_call_at <= now() and (
           (state = 'running' and (owner is null or lease_until < now()))
           or (state = 'queued' and not exists (select 1 from executor_runs r where r.function_id = e.function_id and r.state = 'running')))
         order by (state = 'running') desc, next_call_at, created_at limit 1 for update skip locked)
       returning *`,
      [owner, leaseMs],
    )
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) return []
      throw error
    })
  return rows[0] === undefined ? undefined : RunSchema.parse(rows[0])
}

export type RunChange = {
  state?: ExecutorRun['state']
  steps?: ExecutorRun['steps']
  stack?: string[]
  planned?: string[]
  attempt?: number
  result?: unknown
  error?: unknown
  /** The next call is not due before this; the run is let go until then. */
  waitMs?: number
}

/** Writes what a call brought. False: the run belongs to another process by now. */
export async function saveRun(db: Queryable, id: string, owner: string, change: RunChange): Promise<boolean> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  const letGo = change.waitMs !== undefined || change.state !== undefined
  const rows = await db.query(
    `update executor_runs set state = coalesce($3, state), steps = coalesce($4::jsonb, steps), stack = coalesce($5::jsonb, stack),
       planned = coalesce($6::jsonb, planned), attempt = coalesce($7::int, attempt), result = coalesce($8::jsonb, result),
       error = coalesce($9::jsonb, error), next_call_at = now() + coalesce($10::float8, 0) * interval '1 millisecond',
       owner = case when $11::boolean then null else owner end, lease_until = case when $11::boolean then null else lease_until end,
       finished_at = case when $3 in ('succeeded', 'failed') then now() end
     where id = $1 and owner = $2 and state = 'running' returning id`,
    [
      id,
      owner,
      change.state ?? null,
      json(change.steps),
      json(change.stack),
      json(change.planned),
      change.attempt ?? null,
      json(change.result),
      json(change.error),
      change.waitMs ?? null,
      letGo,
    ],
  )
  return rows.length > 0
}

/** Keeps the lease during a long call. */
export async function renewRun(db: Queryable, id: string, owner: string, leaseMs: number): Promise<boolean> {
  const rows = await db.query(
    `update executor_runs set lease_until = now() + $3::int * interval '1 millisecond' where id = $1 and owner = $2 and state = 'running' returning id`,
    [id, owner, leaseMs],
  )
  return rows.length > 0
}

/** True while a run of this function waits or runs. */
export async function hasActiveRun(db: Queryable, functionId: string, onlyQueued: boolean): Promise<boolean> {
  const rows = await db.query(
    `select 1 from executor_runs where function_id = $1 and (state = 'queued' or (state = 'running' and not $2::boolean)) limit 1`,
    [functionId, onlyQueued],
  )
  return rows.length > 0
}

/** Removes what ended more than a day ago: by then no event of the same id is expected again. */
export async function pruneRuns(db: Queryable): Promise<void> {
  await db.query(`delete from executor_runs where finished_at < now() - interval '1 day'`)
}
