/**
 * A job as Inngest drives it, step by step and call by call. The same steps as in the runner, the same
 * record: a run begins, does its steps and ends in the jobs table, so any part of it may be repeated and takes effect once.
 */
import type { Core } from '../core.ts'
import type { Database } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import { log } from '../log.ts'
import type { JobContext, JobResult, Step } from '../steps.ts'
import { alert } from './alert.ts'
import type { Job } from './define.ts'
import { toJobFailure } from './failure.ts'
import { claimForRun, findByRun, getJob } from './queue/queries.ts'
import { FINAL_STATES } from './queue/rows.ts'
import { finishedBefore, JobStopped, runStepOnce, stepKeys } from './queue/step-store.ts'
import { enqueue, finish, handOn, noteFailure, renew } from './queue/store.ts'

type RunEvent = { id?: string | undefined; name: string; data?: Record<string, unknown> | undefined }

export type MountOptions = {
  runId: string
  event: RunEvent
  /** The queue's own step: calls `work` unless it knows the result. */
  step: Step
  /** Steps that this run may do before it hands the job on to another; Inngest's own limit is 1,000; each call carries all of them and grows slower by each. */
  stepsMax?: number
}

export type MountedResult = (JobResult & { jobId: string }) | { skipped: string; jobId: string | null } | { handedOn: true; jobId: string }

/** How long the record stays this run's without a step being worked on. */
const LEASE_MS = 120_000
/** The name under which Inngest delivers cron ticks. */
const CRON_EVENT = 'inngest/scheduled.timer'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ownerOf = (runId: string): string => `run:${runId}`

type Taken = { jobId: string; params: Record<string, unknown>; owner: string }
type Begun = (Taken & { at: string }) | { skipped: string; jobId: string | null }

/** Finds or makes the job of this run and takes it. A second run of the same event, or beside a running job, is skipped. */
async function begin(
  database: Database,
  job: Job,
  { runId, event }: { runId: string; event: RunEvent },
): Promise<Taken | { skipped: string; jobId: string | null }> {
  const known = await findByRun(database, runId)
  if (known) return { jobId: known.id, params: known.params, owner: ownerOf(runId) }
  const { jobId: asked, ...data } = event.name === CRON_EVENT ? {} : (event.data ?? {})
  if (typeof asked === 'string' && UUID.test(asked)) {
    const row = await getJob(database, asked)
    if (!row || row.type !== job.name) return { skipped: 'no_such_job', jobId: null }
    if (row.state !== 'queued') return { skipped: FINAL_STATES.includes(row.state) ? 'already_ended' : 'already_running', jobId: asked }
    const taken = await claimForRun(database, asked, ownerOf(runId), runId, LEASE_MS)
    return taken ? { jobId: asked, params: row.params, owner: ownerOf(runId) } : { skipped: 'already_running', jobId: asked }
  }
  const params = job.params.safeParse(Object.fromEntries(Object.entries(data).filter(([name]) => !name.startsWith('_'))))
  if (!params.success)
    throw new ApiError('invalid_input', `The event's data are not the parameters of ${job.name}.`, { cause: params.error })
  const cron = event.name === CRON_EVENT
  const idempotencyKey = cron || !event.id ? `run:${runId}` : `event:${job.name}:${event.id}`
  const { job: row, created } = await enqueue(database, {
    type: job.name,
    params: params.data,
    trigger: cron ? 'schedule' : 'event',
    idempotencyKey,
  })
  if (!created && row.state !== 'queued') return { skipped: 'duplicate_event', jobId: row.id }
  if (await claimForRun(database, row.id, ownerOf(runId), runId, LEASE_MS))
    return { jobId: row.id, params: row.params, owner: ownerOf(runId) }
  // A cron tick beside a running job is dropped; what somebody asked for stays queued and is sent again when the other has ended.
  if (cron) await database.query(`delete from jobs where id = $1 and state = 'queued'`, [row.id])
  return { skipped: 'already_running', jobId: cron ? null : row.id }
}

type Holding = {
  /** Aborted, with a JobStopped as its reason, when the job was cancelled or is another run's. */
  signal: AbortSignal
  progress: JobContext['progress']
  counts: () => Record<string, number>
  /** A step's work, once: the lease is held meanwhile, a failure noted. @throws what the work throws; JobStopped */
  once<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

/** Holds the record for this run, a step at a time. */
function hold(core: Core, database: Database, job: Job, { jobId, owner }: { jobId: string; owner: string }): Holding {
  const controller = new AbortController()
  let counts: Record<string, number> | undefined
  /** Keeps the lease; ends a cancelled job. @throws JobStopped */
  const keep = async () => {
    const lease = await renew(database, jobId, owner, LEASE_MS, counts)
    if (lease && !lease.cancelRequested) return
    if (lease) await finish(database, jobId, owner, { state: 'cancelled', ...(counts ? { counts } : {}) })
    controller.abort(new JobStopped(lease ? 'cancelled' : 'lost'))
    throw controller.signal.reason
  }
  return {
    signal: controller.signal,
    progress: (now) => {
      counts = { ...counts, ...now }
    },
    counts: () => counts ?? {},
    async once(key, work) {
      const heartbeat = setInterval(() => {
        keep().catch((error: unknown) => {
          if (!(error instanceof JobStopped)) log.warn({ err: error, job: jobId }, 'lease not renewed')
        })
      }, LEASE_MS / 4)
      try {
        const result = await runStepOnce(core, { jobId, owner, key }, async () => {
          await keep()
          return work()
        })
        // The next step may be called in another process: what this one reported is stored now.
        if (counts) await renew(database, jobId, owner, LEASE_MS, counts)
        return result
      } catch (error) {
        // The queue hands on an error's message only.
        if (!(error instanceof JobStopped)) await noteFailure(database, jobId, owner, toJobFailure(error), job.attempts)
        throw error
      } finally {
        clearInterval(heartbeat)
      }
    },
  }
}

/** Runs one call of a job's function. @throws what a step throws; JobStopped when the job was cancelled or went to another process. */
export async function mountJob(core: Core, job: Job, { runId, event, step, stepsMax = 100 }: MountOptions): Promise<MountedResult> {
  const database = await core.database()
  const begun = await step('begin', async (): Promise<Begun> => {
    const taken = await begin(database, job, { runId, event })
    if ('skipped' in taken) return taken
    // Instants travel as text: a Date has no microseconds.
    const [clock] = await database.query<{ at: string }>('select clock_timestamp()::text as at')
    return { ...taken, at: clock?.at ?? '' }
  })
  if ('skipped' in begun) return begun
  const { jobId, owner } = begun
  const { signal, progress, counts, once } = hold(core, database, job, begun)

  const keyOf = stepKeys()
  const before = await finishedBefore(core, jobId, begun.at)
  let steps = 0
  const full = Promise.withResolvers<'full'>()
  const running = job.run(core, begun.params, {
    signal,
    progress,
    step: <Result>(name: string, work: () => Promise<Result>) => {
      const key = keyOf(name)
      // What an earlier run of this job finished is no step of this run.
      const known = before.get(key)
      if (known) return Promise.resolve(known.result as Result)
      steps += 1
      if (steps <= stepsMax) return step(name, () => once(key, work))
      full.resolve('full')
      return new Promise<Result>(() => undefined)
    },
  })
  const result = await Promise.race([running, full.promise])
  /** @throws JobStopped where another run has the job, so that nothing was written */
  const requireOwn = async (written: unknown) => {
    if (!written && (await getJob(database, jobId))?.state === 'running') throw new JobStopped('lost')
    return null
  }
  if (result === 'full') {
    await step('hand-on', async () => requireOwn(await handOn(database, jobId, owner)))
    return { handedOn: true, jobId }
  }
  await step('end', async () => {
    const { outcome, dataThrough = null } = result
    return requireOwn(await finish(database, jobId, owner, { state: outcome, counts: { ...counts(), ...result.counts }, dataThrough }))
  })
  return { ...result, jobId }
}

/** Marks the job of a run that failed for good as failed, and raises an alert. May be repeated. */
export async function failRun(
  core: Core,
  job: Job,
  { runId, error }: { runId: string; error: unknown },
): Promise<{ jobId: string | null }> {
  const database = await core.database()
  const row = await findByRun(database, runId)
  const { detail, ...failure } = toJobFailure(error)
  const code = row?.error_code ?? failure.code
  if (!row) {
    await alert(core, { kind: 'job_failed', subject: job.name, detail, facts: { run: runId, code } })
    return { jobId: null }
  }
  const ended = await finish(database, row.id, ownerOf(runId), { state: 'failed', error: { code, detail } })
  if (ended) await alert(core, { kind: 'job_failed', subject: job.name, detail, facts: { job: row.id, code, attempt: row.attempt } })
  return { jobId: row.id }
}
