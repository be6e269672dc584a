import { db } from '../lib/db/index.ts'
import { env } from '../lib/env.ts'
import { endLostJobs } from '../lib/jobs/end-lost.ts'
import { takeUndispatched } from '../lib/jobs/queries.ts'
import { findJob, registry } from '../lib/jobs/registry.ts'
import type { JobRow } from '../lib/jobs/rows.ts'
import { inngest } from './client.ts'

/** Asks Inngest to run a queued job. With any other driver there is nobody to ask: the job is found in the table. */
export async function dispatch(job: JobRow): Promise<void> {
  if (env().JOBS_DRIVER !== 'inngest') return
  const definition = findJob(job.type)
  if (!definition) throw new Error(`There is no job ${job.type}.`)
  // Inngest drops a second event of the same id for a day; a job that is sent again needs a new one.
  await inngest.send({ id: `${job.id}-${job.attempt}-${job.dispatches}`, name: definition.event, data: { jobId: job.id } })
}

/**
 * Sends the queued jobs of these types that nobody runs: their event was lost, or dropped because another was running. Jobs of any type whose
 * run has been silent for an hour are failed.
 */
export async function dispatchWaiting(types: string[], olderThanMs: number): Promise<{ sent: number }> {
  if (env().JOBS_DRIVER !== 'inngest') return { sent: 0 }
  const database = await db()
  await endLostJobs(database, registry, { deadRunsToo: true })
  const waiting = await takeUndispatched(database, types, olderThanMs)
  for (const job of waiting) await dispatch(job)
  return { sent: waiting.length }
}
