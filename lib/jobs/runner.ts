/**
 * Runs jobs in this process: scheduled ones and those asked for through the API. Any number of processes may do so on one database; each job
 * runs in one of them. Between runs it costs nothing: it looks at the clock every second and at the database only when something is due,
 * when this process enqueued a job, and every few seconds for what other processes did.
 */
import { randomUUID } from 'node:crypto'
import { type Database, db } from '../db/index.ts'
import { log } from '../log.ts'
import type { Job } from './define.ts'
import { dropForeignLeases, endLostJobs, ownerPrefix } from './end-lost.ts'
import { registry } from './registry.ts'
import { createScheduler, enqueueDue } from './scheduler.ts'
import { JobStopped } from './step-store.ts'
import { claimNext, putBack } from './store.ts'
import { onJob } from './wake.ts'
import { workJob } from './work.ts'

export type Running = {
  /** Aborts what runs, waits for it (at most `stopMs`), and gives the rest back to the queue, to go on from its last finished step. */
  stop(): Promise<void>
}

export type RunnerOptions = {
  database?: Database
  jobs?: Job[]
  /** false: only jobs asked for through the API run. Default true. */
  schedules?: boolean
  now?: () => number
  tickMs?: number
  /** Between two looks at the queue when this process knows of nothing new. Default 5,000. */
  pollMs?: number
  /** A job whose process has not been heard of for so long is taken over. Default 30,000. */
  leaseMs?: number
  stopMs?: number
  backoffBaseMs?: number
}

/** Starts a runner. A database that cannot be opened yet is tried again at every tick. */
export function startRunner(options: RunnerOptions = {}): Running {
  const { jobs = registry, schedules = true, now = Date.now, tickMs = 1_000, pollMs = 5_000, leaseMs = 30_000, stopMs = 10_000 } = options
  const owner = ownerPrefix() + randomUUID()
  const byName = new Map(jobs.map((job) => [job.name, job]))
  const active = new Map<string, { controller: AbortController; done: Promise<void> }>()
  const withBackoff = options.backoffBaseMs === undefined ? {} : { backoffBaseMs: options.backoffBaseMs }
  let scheduler: ReturnType<typeof createScheduler> | undefined
  let lookAt = 0
  let ticking: Promise<void> | undefined
  let stopped = false
  let begun = false

  const lookSoon = (delayMs = 0) => {
    lookAt = Math.min(lookAt, now() + delayMs)
  }
  const unsubscribe = [
    onJob('enqueued', () => {
      lookSoon()
      kick()
    }),
    onJob('cancelled', (id) => {
      if (id !== undefined) active.get(id)?.controller.abort(new JobStopped('cancelled'))
    }),
  ]

  const claimAll = async (database: Database) => {
    await endLostJobs(database, jobs, { deadRunsToo: false })
    for (let row = await claimNext(database, owner, leaseMs, [...byName.keys()]); row; ) {
      const job = byName.get(row.type)
      if (!job) throw new Error(`Claimed a job of the unknown type ${row.type}.`)
      const { id } = row
      const controller = new AbortController()
      const done = workJob(job, row, { database, owner, leaseMs, controller, ...withBackoff })
        .then((retryInMs) => {
          active.delete(id)
          // A job of the same type may have waited for this one.
          lookSoon(retryInMs)
          if (retryInMs === undefined) lookSoon()
        })
        .catch((error: unknown) => {
          // The record could not be written: the lease runs out and the job is taken up again.
          active.delete(id)
          log.error({ err: error, job: id }, 'job interrupted')
        })
      active.set(id, { controller, done })
      row = stopped ? undefined : await claimNext(database, owner, leaseMs, [...byName.keys()])
    }
  }

  const tick = async () => {
    const database = options.database ?? (await db())
    if (!begun) await dropForeignLeases(database)
    begun = true
    if (schedules) {
      scheduler ??= createScheduler({ database, jobs, now, fire: enqueueDue })
      if ((await scheduler.tick()) > 0) lookSoon()
    }
    if (now() < lookAt) return
    lookAt = now() + pollMs
    await claimAll(database)
  }
  const kick = () => {
    if (stopped || ticking) return
    ticking = tick()
      .catch((error: unknown) => log.error({ err: error }, 'job runner'))
      .finally(() => {
        ticking = undefined
      })
  }
  const timer = setInterval(kick, tickMs)
  kick()

  return {
    async stop() {
      if (stopped) return
      stopped = true
      clearInterval(timer)
      for (const end of unsubscribe) end()
      await ticking
      for (const { controller } of active.values()) controller.abort(new JobStopped('shutdown'))
      let timeout: NodeJS.Timeout | undefined
      await Promise.race([
        Promise.all([...active.values()].map(({ done }) => done)),
        new Promise<void>((resolve) => {
          timeout = setTimeout(resolve, stopMs)
        }),
      ])
      clearTimeout(timeout)
      if (active.size === 0) return
      // Work that does not listen: it can store nothing more once the job is back in the queue.
      const database = options.database ?? (await db())
      for (const id of active.keys()) await putBack(database, id, owner, { delayMs: 0 })
    },
  }
}
