import type { Core } from '../lib/core.ts'
import { endLostJobs } from '../lib/jobs/queue/end-lost.ts'
import { getJob, takeUndispatched } from '../lib/jobs/queue/queries.ts'
import type { JobRow } from '../lib/jobs/queue/rows.ts'
import { findJob, registry } from '../lib/jobs/registry.ts'
import { client } from './client.ts'

/** The event by which a run that had all the steps it may have asks for another to go on with its job. */
export const HANDED_ON = 'jobs/handed-on'

/** Asks Inngest to run a queued job. With any other driver there is nobody to ask: the job is found in the table. */
export async function dispatch(core: Core, job: JobRow, jobs = registry): Promise<void> {
  const definition = findJob(job.type, jobs)
  if (!definition) throw new Error(`There is no job ${job.type}.`)
  await send(core, job, definition.event)
}

/** Asks for a run that goes on with a job which was handed on. May be repeated. */
export async function sendOn(core: Core, jobId: string): Promise<void> {
  const job = await getJob(await core.database(), jobId)
  if (job?.state === 'queued') await send(core, job, HANDED_ON)
}

async function send(core: Core, job: JobRow, name: string): Promise<void> {
  if (core.env.JOBS_DRIVER !== 'inngest') return
  // Inngest drops a second event of the same id for a day; a job that is sent again needs a new one.
  await client(core).send({ id: `${job.id}-${job.attempt}-${job.dispatches}`, name, data: { jobId: job.id } })
}

/** The event of a queued job older than this was lost, or dropped because another of its type was running. */
const LOST_AFTER_MS = 10_000

/**
 * Sends the queued jobs that nobody runs, and fails those whose run has been silent for an hour. Every run ends with it, failed ones too;
 * `refresh-prices` runs each minute, so no job waits for long. Jobs of the run's own type are left to another: Inngest drops the event of a
 * singleton until the run is over, which it is not yet.
 */
export async function sendWaiting(core: Core, own: string, jobs = registry): Promise<{ sent: number }> {
  if (core.env.JOBS_DRIVER !== 'inngest') return { sent: 0 }
  const database = await core.database()
  await endLostJobs(core, jobs, { deadRunsToo: true })
  const others = jobs.map(({ name }) => name).filter((name) => name !== own)
  const waiting = await takeUndispatched(database, others, LOST_AFTER_MS)
  for (const job of waiting) await dispatch(core, job, jobs)
  return { sent: waiting.length }
}
