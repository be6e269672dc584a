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
import { APP_ID, type Job } from './define.ts'
import { dropForeignLeases, endLostJobs, ownerPrefix } from './end-lost.ts'
import { type DriveOptions, driveRun } from './executor-drive.ts'
import { addRun, claimRun, hasActiveRun, pruneRuns } from './executor-store.ts'
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
  makeCall?: DriveOptions['makeCall']
}

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
  const { backoffBaseMs } = options
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
      const driving = driveRun(run, {
        database,
        owner,
        leaseMs,
        serveUrl,
        key,
        signal: stopping.signal,
        backoffBaseMs,
        unreachable,
        makeCall,
      })
        .then((waitMs) => {
          if (waitMs !== undefined) lookSoon(waitMs)
        })
        .catch((error: unknown) => log.error({ err: error, run: id }, 'executor run interrupted'))
        .finally(() => {
          active.delete(id)
          // Another run of the same function may have waited for this one.
          lookSoon()
        })
      active.set(id, driving)
    }
    // After the claims: a run that waited while this process was away is alive again.
    await endLostJobs(database, jobs, { deadRunsToo: true })
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
