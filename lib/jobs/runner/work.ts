/** Runs one claimed job in this process to its end, a retry or its interruption. */
import type { Core } from '../../core.ts'
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

/**
 * Works a claimed job. Renews the lease meanwhile; a lost lease or a cancel aborts the work.
 * @returns milliseconds until the next attempt, or undefined when the job ended.
 */
export async function workJob(core: Core, job: Job, row: JobRow, options: WorkOptions): Promise<number | undefined> {
  const { owner, leaseMs, controller, backoffBaseMs } = options
  const { signal } = controller
  const database = await core.database()
  const { id } = row
  let counts: Record<string, number> = row.counts

  const beat = async () => {
    const lease = await renew(database, id, owner, leaseMs, counts)
    if (!lease) controller.abort(new JobStopped('lost'))
    else if (lease.cancelRequested) controller.abort(new JobStopped('cancelled'))
  }
  const heartbeat = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: error, job: id }, 'lease not renewed'))
  }, leaseMs / 3)

  const keyOf = stepKeys()
  let stepFailed = false
  const started = core.now()
  try {
    const result = await job.run(core, row.params, {
      step: (name, work) => {
        const key = keyOf(name)
        return runStepOnce(core, { jobId: id, owner, key }, async () => {
          signal.throwIfAborted()
          return work()
        }).catch((error: unknown) => {
          stepFailed = true
          throw error
        })
      },
      signal,
      progress: (now) => {
        counts = { ...counts, ...now }
      },
    })
    // A job may turn an aborted step into `partial`; the interruption still counts.
    signal.throwIfAborted()
    await end({ state: result.outcome, counts: { ...counts, ...result.counts }, dataThrough: result.dataThrough ?? null })
    return undefined
  } catch (error) {
    return await afterThrow(error)
  } finally {
    clearInterval(heartbeat)
  }

  async function end(ending: Ending): Promise<void> {
    const ended = await finish(database, id, owner, ending)
    const facts = { job: id, type: row.type, state: ending.state, attempt: row.attempt, ms: core.now() - started, counts: ending.counts }
    if (!ended) log.warn(facts, 'job ended after its lease was lost; its outcome is not recorded')
    else log.info(facts, 'job ended')
  }

  async function afterThrow(error: unknown): Promise<number | undefined> {
    const stopped = signal.aborted && signal.reason instanceof JobStopped ? signal.reason : error instanceof JobStopped ? error : undefined
    if (stopped?.reason === 'lost') {
      log.warn({ job: id, type: row.type }, 'job went on elsewhere: its lease was lost')
      return undefined
    }
    if (stopped?.reason === 'shutdown') {
      await putBack(database, id, owner, { delayMs: 0 })
      return undefined
    }
    if (stopped?.reason === 'cancelled') {
      await end({ state: 'cancelled', counts })
      return undefined
    }
    const failure = toJobFailure(error)
    if (failure.retryable && row.attempt < job.attempts) {
      const delayMs = backoffMs(row.attempt, failure.retryAfterSeconds, backoffBaseMs)
      log.warn({ err: error, job: id, type: row.type, attempt: row.attempt, delayMs }, 'job failed, will be tried again')
      await renew(database, id, owner, leaseMs, counts)
      // A failure outside every step was drawn from their results: only new ones can mend it.
      await putBack(database, id, owner, { delayMs, error: failure, fresh: !stepFailed })
      return delayMs
    }
    log.error({ err: error, job: id, type: row.type, attempt: row.attempt }, 'job failed')
    const ended = await finish(database, id, owner, { state: 'failed', counts, error: failure })
    if (ended)
      await alert(core, {
        kind: 'job_failed',
        subject: row.type,
        detail: failure.detail,
        facts: { job: id, code: failure.code, attempt: row.attempt },
      })
    return undefined
  }
}
