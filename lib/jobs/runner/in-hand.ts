/** The jobs that this process is working on. */
import type { Core } from '../../core.ts'
import { log } from '../../log.ts'
import { atMost } from '../../wait.ts'
import type { Job } from '../define.ts'
import type { JobRow } from '../queue/rows.ts'
import { JobStopped } from '../queue/step-store.ts'
import { putBack } from '../queue/store.ts'
import { type WorkOptions, workJob } from './work.ts'

export type InHand = {
  /** Works a claimed job beside the others. */
  begin(job: Job, row: JobRow): void
  /** Types that are being worked on. */
  types(): Set<string>
  cancel(id: string): void
  /** Aborts all, waits for them (at most `stopMs`), and gives what does not listen back to the queue. */
  stop(stopMs: number): Promise<void>
}

/** `ended` is told when a job has ended, or milliseconds until it is to be tried again. */
export function holdJobs(core: Core, options: Omit<WorkOptions, 'controller'>, ended: (retryInMs: number | undefined) => void): InHand {
  const active = new Map<string, { type: string; controller: AbortController; done: Promise<void> }>()
  return {
    begin(job, row) {
      const { id, type } = row
      const controller = new AbortController()
      const done = workJob(core, job, row, { ...options, controller })
        .then((retryInMs) => {
          active.delete(id)
          ended(retryInMs)
        })
        .catch((error: unknown) => {
          // The record could not be written: the lease runs out and the job is taken up again.
          active.delete(id)
          log.error({ err: error, job: id }, 'job interrupted')
        })
      active.set(id, { type, controller, done })
    },
    types: () => new Set([...active.values()].map(({ type }) => type)),
    cancel: (id) => active.get(id)?.controller.abort(new JobStopped('cancelled')),
    async stop(stopMs) {
      for (const { controller } of active.values()) controller.abort(new JobStopped('shutdown'))
      await atMost(stopMs, Promise.all([...active.values()].map(({ done }) => done)))
      if (active.size === 0) return
      // Work that does not listen: it can store nothing more once the job is back in the queue.
      try {
        const database = await core.database()
        for (const id of active.keys()) await putBack(database, id, options.owner, { delayMs: 0 })
      } catch (error) {
        // Whoever stops us does not wait for a database that is away: the leases run out.
        log.warn({ err: error, jobs: [...active.keys()] }, 'jobs not given back')
      }
    },
  }
}
