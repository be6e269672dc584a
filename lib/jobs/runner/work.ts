/** Runs one claimed job in this process to its end, a retry or its interruption. */
import type { Core } from '../../core.ts'
import type { Database } from '../../db/index.ts'
import { log } from '../../log.ts'
import { alert } from '../alert.ts'
import type { Job } from '../define.ts'
import { backoffMs, toJobFailure } from '../failure.ts'
import type { JobRow } from '../queue/rows.ts'
import { JobStopped, runStepOnce, stepKeys } from '../queue/step-store.ts'
import { type Ending, finish, putBack, renew } from '../queue/store.ts'

export type WorkOptions = {
  owner: string
  leaseMs: number
  /** Aborted with a JobStopped as its reason: cancel or shutdown. */
  controller: AbortController
  /** First wait after a failure. */
  backoffBaseMs: number
}

/** A claimed job while it is worked. */
type Run = {
  core: Core
  database: Database
  job: Job
  row: JobRow
  options: WorkOptions
  counts: Record<string, number>
  /** Whether a step threw, and not what came of their results. */
  stepFailed: boolean
  startedAt: number
}

/** Keeps the lease and stores the counts; a lost lease or a cancel aborts the work. */
async function beat({ database, row, options: { owner, leaseMs, controller }, counts }: Run): Promise<void> {
  const lease = await renew(database, row.id, owner, leaseMs, counts)
  if (!lease) controller.abort(new JobStopped('lost'))
  else if (lease.cancelRequested) controller.abort(new JobStopped('cancelled'))
}

async function end({ core, database, row, options, startedAt }: Run, ending: Ending): Promise<void> {
  const ended = await finish(database, row.id, options.owner, ending)
  const facts = {
    job: row.id,
    type: row.type,
    state: ending.state,
    attempt: row.attempt,
    ms: core.now() - startedAt,
    counts: ending.counts,
  }
  if (!ended) log.warn(facts, 'job ended after its lease was lost; its outcome is not recorded')
  else log.info(facts, 'job ended')
}

/** Interrupted: another process has it, or will; or it was cancelled. */
async function endStopped(run: Run, { reason }: JobStopped): Promise<undefined> {
  const { database, row, options, counts } = run
  if (reason === 'lost') log.warn({ job: row.id, type: row.type }, 'job went on elsewhere: its lease was lost')
  else if (reason === 'shutdown') await putBack(database, row.id, options.owner, { delayMs: 0 })
  else await end(run, { state: 'cancelled', counts })
}

/** @returns milliseconds until the next attempt, or undefined when there is none */
async function endFailed(run: Run, error: unknown): Promise<number | undefined> {
  const { core, database, job, row, options, counts, stepFailed } = run
  const failure = toJobFailure(error)
  const facts = { err: error, job: row.id, type: row.type, attempt: row.attempt }
  if (failure.retryable && row.attempt < job.attempts) {
    const delayMs = backoffMs(row.attempt, failure.retryAfterSeconds, options.backoffBaseMs)
    log.warn({ ...facts, delayMs }, 'job failed, will be tried again')
    await renew(database, row.id, options.owner, options.leaseMs, counts)
    // A failure outside every step was drawn from their results: only new ones can mend it.
    await putBack(database, row.id, options.owner, { delayMs, error: failure, fresh: !stepFailed })
    return delayMs
  }
  log.error(facts, 'job failed')
  const ended = await finish(database, row.id, options.owner, { state: 'failed', counts, error: failure })
  if (ended)
    await alert(core, {
      kind: 'job_failed',
      subject: row.type,
      detail: failure.detail,
      facts: { job: row.id, code: failure.code, attempt: row.attempt },
    })
  return undefined
}

/**
 * Works a claimed job. Renews the lease meanwhile; a lost lease or a cancel aborts the work.
 * @returns milliseconds until the next attempt, or undefined when the job ended.
 */
export async function workJob(core: Core, job: Job, row: JobRow, options: WorkOptions): Promise<number | undefined> {
  const { signal } = options.controller
  const database = await core.database()
  const run: Run = { core, database, job, row, options, counts: row.counts, stepFailed: false, startedAt: core.now() }
  const heartbeat = setInterval(() => {
    beat(run).catch((error: unknown) => log.warn({ err: error, job: row.id }, 'lease not renewed'))
  }, options.leaseMs / 3)

  const keyOf = stepKeys()
  try {
    const result = await job.run(core, row.params, {
      step: (name, work) => {
        const key = keyOf(name)
        return runStepOnce(core, { jobId: row.id, owner: options.owner, key }, async () => {
          signal.throwIfAborted()
          return work()
        }).catch((error: unknown) => {
          run.stepFailed = true
          throw error
        })
      },
      signal,
      progress: (now) => {
        run.counts = { ...run.counts, ...now }
      },
    })
    // A job may turn an aborted step into `partial`; the interruption still counts.
    signal.throwIfAborted()
    await end(run, { state: result.outcome, counts: { ...run.counts, ...result.counts }, dataThrough: result.dataThrough ?? null })
    return undefined
  } catch (error) {
    const stopped = signal.aborted && signal.reason instanceof JobStopped ? signal.reason : error instanceof JobStopped ? error : undefined
    return await (stopped ? endStopped(run, stopped) : endFailed(run, error))
  } finally {
    clearInterval(heartbeat)
  }
}
