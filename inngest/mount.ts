import { type InngestFunction, NonRetriableError, RetryAfterError } from 'inngest'
import type { Job } from '../lib/jobs/define.ts'
import { toJobFailure } from '../lib/jobs/failure.ts'
import { failRun, mountJob } from '../lib/jobs/mount.ts'
import { findJob, registry } from '../lib/jobs/registry.ts'
import { toCron } from '../lib/jobs/schedule.ts'
import { JobStopped } from '../lib/jobs/step-store.ts'
import type { Step } from '../lib/steps.ts'
import { inngest } from './client.ts'
import { dispatchWaiting } from './dispatch.ts'

/** An error in the words that Inngest retries by. */
function toInngestError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof JobStopped) return new NonRetriableError(message, { cause: error })
  const { retryable, retryAfterSeconds } = toJobFailure(error)
  if (!retryable) return new NonRetriableError(message, { cause: error })
  return retryAfterSeconds === undefined ? error : new RetryAfterError(message, Math.max(1, retryAfterSeconds) * 1_000, { cause: error })
}

/** Mounts a job as an Inngest function: its schedule as cron in its time zone, its event, one run at a time, its attempts. */
export function mount(given: string | Job): InngestFunction.Any {
  const job = typeof given === 'string' ? findJob(given) : given
  if (!job) throw new Error(`There is no job ${given}.`)
  const retries = Math.min(20, Math.max(0, job.attempts - 1)) as 4
  const onEvent = { event: job.event }
  const mounted = inngest.createFunction(
    {
      id: job.name,
      description: job.summary,
      triggers: job.schedule ? [{ cron: toCron(job.schedule) }, onEvent] : [onEvent],
      singleton: { mode: 'skip' },
      retries,
      onFailure: async ({ event, error, step }) => {
        await step.run('record-failure', () => failRun(job, { runId: event.data.run_id, error }))
      },
    },
    async ({ event, step, runId }) => {
      // The results are JSON already, as every step's must be; only the SDK's type for that differs.
      const run: Step = (name, work) =>
        step.run(name, () =>
          work().catch((error: unknown) => {
            throw toInngestError(error)
          }),
        ) as ReturnType<typeof work>
      const { id, name, data } = event as { id?: string; name: string; data?: Record<string, unknown> }
      const result = await mountJob(job, { runId, event: { id, name, data }, step: run }).catch((error: unknown) => {
        throw toInngestError(error)
      })
      await step.run('send-waiting', async () => {
        const own = await dispatchWaiting([job.name], 1_000)
        const lost = await dispatchWaiting(
          registry.map(({ name }) => name),
          60_000,
        )
        return own.sent + lost.sent
      })
      return result
    },
  )
  return mounted
}
