/**
 * Runs jobs in this process: scheduled ones and those asked for through the API. Any number of processes may do so on one database; each job
 * runs in one of them. Between runs it costs nothing: it looks at the clock every second and at the database only when something is due,
 * when this process enqueued or ended a job, and every few seconds for what other processes did.
 */
import { randomUUID } from 'node:crypto'
import type { Core } from '../../core.ts'
import { log } from '../../log.ts'
import type { Job } from '../define.ts'
import { dropForeignLeases, ownerPrefix } from '../queue/end-lost.ts'
import { onJob } from '../queue/wake.ts'
import { registry } from '../registry.ts'
import { holdJobs } from './in-hand.ts'
import { lookAtQueue } from './look.ts'
import { createScheduler, enqueueDue } from './scheduler.ts'

export type Running = {
  /** Aborts what runs, waits for it (at most `stopMs`), and gives the rest back to the queue, to go on from its last finished step. */
  stop(): Promise<void>
}

export type RunnerOptions = {
  jobs?: Job[]
  /** false: only jobs asked for through the API run. Default true. */
  schedules?: boolean
  tickMs?: number
  /** Between two looks at the queue when this process knows of nothing new. Default 5,000. */
  pollMs?: number
  /** A job whose process has not been heard of for so long is taken over. Default 30,000. */
  leaseMs?: number
  stopMs?: number
  /** First wait after a failure. Default 10,000. */
  backoffBaseMs?: number
}

/** Starts a runner. A database that cannot be opened yet is tried again at every tick. */
export function startRunner(core: Core, options: RunnerOptions): Running {
  const { jobs = registry, schedules = true, tickMs = 1_000, pollMs = 5_000, leaseMs = 30_000, stopMs = 10_000 } = options
  const owner = ownerPrefix() + randomUUID()
  let scheduler: ReturnType<typeof createScheduler> | undefined
  /** Something to look for turned up while a look was under way. */
  let again = false
  let ticking: Promise<void> | undefined
  let stopped = false
  let begun = false

  const inHand = holdJobs(core, { owner, leaseMs, backoffBaseMs: options.backoffBaseMs ?? 10_000 }, (retryInMs) => {
    look.soon(retryInMs)
    // A job of the same type may have waited for this one. The embedded database never leaves the event loop: others get their turn.
    if (retryInMs === undefined) setImmediate(kick)
  })
  const look = lookAtQueue(core, { owner, jobs, pollMs, leaseMs }, inHand)
  const unsubscribe = [
    onJob(core, 'enqueued', () => {
      look.soon()
      kick()
    }),
    onJob(core, 'cancelled', (id) => inHand.cancel(id)),
  ]

  const tick = async () => {
    const database = await core.database()
    if (!begun) await dropForeignLeases(core)
    begun = true
    if (schedules) {
      scheduler ??= createScheduler({ database, jobs, now: core.now, fire: enqueueDue })
      if ((await scheduler.tick()) > 0) look.soon()
    }
    await look.ifDue(database)
  }
  const kick = () => {
    again = ticking !== undefined
    if (stopped || again) return
    ticking = tick()
      .catch((error: unknown) => log.error({ err: error }, 'job runner'))
      .finally(() => {
        ticking = undefined
        if (again) setImmediate(kick)
      })
  }
  const timer = setInterval(kick, tickMs)
  kick()

  return {
    async stop() {
      if (stopped) return
      stopped = true
      look.stop()
      clearInterval(timer)
      for (const end of unsubscribe) end()
      await ticking
      await inHand.stop(stopMs)
    },
  }
}
