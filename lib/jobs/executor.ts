/**
 * A scheduler for the Inngest functions without Inngest's service: it speaks the SDK's call protocol to this server's own /api/inngest and
 * signs its calls. What the service would do it does itself: cron in local time, one run per function, retries, `onFailure`, one run per
 * event id. State is in the database, so another process, or the next start, goes on with a run where it stood.
 * Not offered: waiting for events, invoking functions, concurrency keys. A function that asks for them fails loudly.
 */
import { randomUUID } from 'node:crypto'
import { type Database, db, type Queryable } from '../db/index.ts'
import { env } from '../env.ts'
import { log } from '../log.ts'
import { alert } from './alert.ts'
import { APP_ID, type Job } from './define.ts'
import { dropForeignLeases, endLostJobs, ownerPrefix } from './end-lost.ts'
import { addRun, claimRun, type ExecutorRun, hasActiveRun, pruneRuns, renewRun, saveRun } from './executor-store.ts'
import { backoffMs } from './failure.ts'
import { type Answer, call, type Outcome, ProtocolError, readAnswer } from './protocol.ts'
import { takeUndispatched } from './queries.ts'
import { registry } from './registry.ts'
import type { Running } from './runner.ts'
import { toCron } from './schedule.ts'
import { createScheduler } from './scheduler.ts'
import { signingKey } from './signing-key.ts'
import { onJob } from './wake.ts'

export type ExecutorOptions = {
  database?: Database
  jobs?: Job[]
  /** Where the functions are served. Default: this server, over loopback. */
  serveUrl?: string
  key?: string
  schedules?: boolean
  now?: () => number
  tickMs?: number
  pollMs?: number
  leaseMs?: number
  backoffBaseMs?: number
  stopMs?: number
  /** Makes one call; tests repeat calls here. */
  makeCall?: (run: ExecutorRun, stepId: string, send: () => Promise<Answer>) => Promise<Answer>
}

const FAILURE = '-failure'
const functionId = (job: Job): string => `${APP_ID}-${job.name}`

/** Asks for a run of a job's function by an event; an event id that was seen before starts nothing. */
export const sendEvent = (
  database: Queryable,
  job: Job,
  event: { id: string; name?: string; data?: Record<string, unknown> },
  now = Date.now(),
): Promise<boolean> =>
  addRun(database, {
    functionId: functionId(job),
    maxAttempts: job.attempts,
    event: { name: job.event, data: {}, ts: now, ...event },
  })

export function startExecutor(options: ExecutorOptions = {}): Running {
  const { jobs = registry, schedules = true, now = Date.now, tickMs = 500, pollMs = 5_000, leaseMs = 60_000, stopMs = 10_000 } = options
  const serveUrl = options.serveUrl ?? `http://127.0.0.1:${env().PORT}/api/inngest`
  const makeCall = options.makeCall ?? ((_run, _stepId, send) => send())
  const key = options.key ?? signingKey()
  if (!key) throw new Error('The executor needs a signing key.')
  const owner = ownerPrefix() + randomUUID()
  const types = jobs.map(({ name }) => name)
  const active = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const unreachable = new Map<string, number>()
  let scheduler: ReturnType<typeof createScheduler> | undefined
  let lookAt = 0
  let prunedAt = 0
  let ticking: Promise<void> | undefined
  let begun = false

  const lookSoon = (delayMs = 0) => {
    lookAt = Math.min(lookAt, now() + delayMs)
  }
  const unsubscribe = onJob('enqueued', () => {
    lookSoon()
    kick()
  })

  /** A scheduled run, unless one is there already: at Inngest that is `singleton: skip`. */
  const fire = async (tx: Queryable, job: Job, dueAt: string) => {
    if (!job.schedule || (await hasActiveRun(tx, functionId(job), 'dailyAt' in job.schedule))) return false
    return sendEvent(tx, job, { id: `${job.name}-${dueAt}`, name: 'inngest/scheduled.timer', data: { cron: toCron(job.schedule) } }, now())
  }

  /** Turns jobs queued through the API into runs. */
  const takeJobs = (database: Database) =>
    database.tx(async (tx) => {
      for (const row of await takeUndispatched(tx, types, 0)) {
        const job = jobs.find(({ name }) => name === row.type)
        if (job) await sendEvent(tx, job, { id: `job-${row.id}-${row.dispatches}`, data: { jobId: row.id } }, now())
      }
    })

  const tick = async () => {
    const database = options.database ?? (await db())
    if (!begun) await dropForeignLeases(database)
    begun = true
    if (schedules) {
      scheduler ??= createScheduler({ database, jobs, now, fire })
      if ((await scheduler.tick()) > 0) lookSoon()
    }
    if (now() < lookAt) return
    lookAt = now() + pollMs
    await takeJobs(database)
    if (now() - prunedAt > 3_600_000) {
      prunedAt = now()
      await pruneRuns(database)
    }
    for (
      let run = await claimRun(database, owner, leaseMs);
      run;
      run = stopping.signal.aborted ? undefined : await claimRun(database, owner, leaseMs)
    ) {
      const { id } = run
      const driving = drive(database, run)
        .catch((error: unknown) => log.error({ err: error, run: id }, 'executor run interrupted'))
        .finally(() => {
          active.delete(id)
          lookSoon()
        })
      active.set(id, driving)
    }
    // After the claims: a run that waited while this process was away is alive again.
    await endLostJobs(database, jobs, { deadRunsToo: true })
  }

  /** Calls a run's function until it ends, has to wait, or this process stops. */
  const drive = async (database: Database, run: ExecutorRun) => {
    const heartbeat = setInterval(() => {
      renewRun(database, run.id, owner, leaseMs).catch((error: unknown) => log.warn({ err: error, run: run.id }, 'lease not renewed'))
    }, leaseMs / 3)
    try {
      for (let current: ExecutorRun | undefined = run; current; ) {
        if (stopping.signal.aborted) return void (await saveRun(database, run.id, owner, { waitMs: 0 }))
        current = await advance(database, current)
      }
    } finally {
      clearInterval(heartbeat)
    }
  }

  const outcomeOf = async (run: ExecutorRun, stepId: string): Promise<Outcome> => {
    let answer: Answer
    try {
      answer = await makeCall(run, stepId, () => call(serveUrl, run, stepId, key, stopping.signal))
    } catch (error) {
      return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) }
    }
    try {
      return readAnswer(answer)
    } catch (error) {
      const message = error instanceof ProtocolError ? error.message : 'The SDK sent an answer that cannot be read.'
      log.error({ err: error, run: run.id, function: run.function_id }, 'executor: unknown answer')
      return { kind: 'failed', error: { name: 'ProtocolError', message } }
    }
  }

  /** One call. @returns the run as it stands, or undefined when this process is done with it for now. */
  const advance = async (database: Database, run: ExecutorRun): Promise<ExecutorRun | undefined> => {
    const stepId = run.planned.find((id) => !(id in run.steps)) ?? 'step'
    const outcome = await outcomeOf(run, stepId)
    const save = (change: Parameters<typeof saveRun>[3]) => saveRun(database, run.id, owner, change)

    if (outcome.kind === 'unreachable') {
      if (stopping.signal.aborted) return void (await save({ waitMs: 0 }))
      const times = (unreachable.get(run.id) ?? 0) + 1
      unreachable.set(run.id, times)
      const waitMs = Math.min(30_000, 250 * 2 ** Math.min(times, 8))
      log.warn({ run: run.id, function: run.function_id, reason: outcome.reason, waitMs }, 'executor: endpoint not reached')
      await save({ waitMs })
      return void lookSoon(waitMs)
    }
    unreachable.delete(run.id)

    if (outcome.kind === 'progress') {
      const finished = Object.keys(outcome.steps)
      const steps = { ...run.steps, ...outcome.steps }
      const change = {
        steps,
        stack: [...run.stack, ...finished.filter((id) => !run.stack.includes(id))],
        planned: [...new Set([...run.planned, ...outcome.planned])].filter((id) => id !== stepId && !(id in steps)),
        attempt: 0,
      }
      const { waitMs } = outcome
      const kept = await save(waitMs > 0 ? { ...change, waitMs } : change)
      if (waitMs > 0) lookSoon(waitMs)
      return kept && waitMs === 0 ? { ...run, ...change } : undefined
    }
    if (outcome.kind === 'succeeded') return void (await save({ state: 'succeeded', result: outcome.result }))
    if (outcome.kind === 'retry' && run.attempt + 1 < run.max_attempts) {
      const waitMs = backoffMs(run.attempt + 1, outcome.retryAfterSeconds, options.backoffBaseMs)
      await save({ attempt: run.attempt + 1, waitMs })
      return void lookSoon(waitMs)
    }
    return void (await fail(database, run, outcome.error))
  }

  const fail = async (database: Database, run: ExecutorRun, error: unknown) => {
    await database.tx(async (tx) => {
      if (!(await saveRun(tx, run.id, owner, { state: 'failed', error: error ?? null })) || run.function_id.endsWith(FAILURE)) return
      await addRun(tx, {
        functionId: run.function_id + FAILURE,
        maxAttempts: 2,
        event: {
          id: `${run.id}${FAILURE}`,
          name: 'inngest/function.failed',
          ts: now(),
          data: {
            function_id: run.function_id,
            run_id: run.id,
            error: error ?? { name: 'Error', message: 'Unknown error' },
            event: run.event,
          },
        },
      })
    })
    log.error({ run: run.id, function: run.function_id, error }, 'executor run failed')
    if (run.function_id.endsWith(FAILURE))
      await alert({
        kind: 'job_failed',
        subject: run.function_id,
        detail: 'The failure of a job could not be recorded.',
        facts: { run: run.id },
      })
  }

  const kick = () => {
    if (stopping.signal.aborted || ticking) return
    ticking = tick()
      .catch((error: unknown) => log.error({ err: error }, 'executor'))
      .finally(() => {
        ticking = undefined
      })
  }
  const timer = setInterval(kick, tickMs)
  kick()

  return {
    async stop() {
      if (stopping.signal.aborted) return
      clearInterval(timer)
      unsubscribe()
      stopping.abort()
      await ticking
      let timeout: NodeJS.Timeout | undefined
      await Promise.race([
        Promise.all(active.values()),
        new Promise<void>((resolve) => {
          timeout = setTimeout(resolve, stopMs)
        }),
      ])
      clearTimeout(timeout)
    },
  }
}
