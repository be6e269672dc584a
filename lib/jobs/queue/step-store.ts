/** Finished steps: what makes a run that was killed, or a step that is called twice, take effect once. */
import { type Core, part } from '../../core.ts'
import type { Queryable } from '../../db/index.ts'

/** The run must stop: it was cancelled, its lease went to another process, or this process shuts down. */
export class JobStopped extends Error {
  override name = 'JobStopped'
  readonly reason: 'cancelled' | 'lost' | 'shutdown'

  constructor(reason: JobStopped['reason']) {
    super(`The run was stopped (${reason}).`)
    this.reason = reason
  }
}

/** Names the steps of one run: the second step called `page` is `page:1`, as Inngest does it, so every step has a key of its own. */
export function stepKeys(): (name: string) => string {
  const seen = new Map<string, number>()
  return (name) => {
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    return count === 0 ? name : `${name}:${count}`
  }
}

const read = async (db: Queryable, jobId: string, key: string): Promise<{ result: unknown } | undefined> => {
  const [row] = await db.query<{ result: unknown }>('select result from job_steps where job_id = $1 and name = $2', [jobId, key])
  return row
}

/** Results of the steps that were finished before an instant (text of the database's clock), by key. */
export async function finishedBefore(core: Core, jobId: string, at: string): Promise<ReadonlyMap<string, { result: unknown }>> {
  const last = lastRead(core)
  const run = `${jobId} ${at}`
  if (last.run !== run) {
    const rows = await (await core.database()).query<{ name: string; result: unknown }>(
      'select name, result from job_steps where job_id = $1 and finished_at < $2::timestamptz',
      [jobId, at],
    )
    Object.assign(last, { run, steps: new Map(rows.map(({ name, result }) => [name, { result }])) })
  }
  return last.steps
}

/** What was finished before a moment stays so, and every call of a run asks: of a long job that is thousands of steps each time. */
const lastRead = part((): { run: string; steps: ReadonlyMap<string, { result: unknown }> } => ({ run: '', steps: new Map() }))

const running = part(() => new Map<string, Promise<unknown>>())

/**
 * Runs a step unless its result is stored, and stores the result if the job is still `owner`'s. Two calls at once in one program share one
 * run; over processes the first stored result counts. @throws JobStopped when the job is no longer the owner's.
 */
export async function runStepOnce<Result>(
  core: Core,
  { jobId, owner, key }: { jobId: string; owner: string; key: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const id = `${jobId}/${owner}/${key}`
  const underWay = running(core)
  const present = underWay.get(id)
  if (present) return present as Promise<Result>
  const run = (async () => {
    const db = await core.database()
    const before = await read(db, jobId, key)
    if (before) return before.result
    const result = await work()
    const [own] = await db.query<{ result: unknown }>(
      `insert into job_steps (job_id, name, result)
       select id, $2, $3::jsonb from jobs where id = $1 and owner = $4 and state = 'running' on conflict do nothing returning result`,
      [jobId, key, JSON.stringify(result ?? null), owner],
    )
    const stored = own ?? (await read(db, jobId, key))
    if (!stored) throw new JobStopped('lost')
    return stored.result
  })()
  underWay.set(id, run)
  try {
    return (await run) as Result
  } finally {
    underWay.delete(id)
  }
}
