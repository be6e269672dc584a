import { type InngestFunction, NonRetriableError, RetryAfterError } from 'inngest'
import type { Core } from '../lib/core.ts'
import type { Job } from '../lib/jobs/define.ts'
import { toJobFailure } from '../lib/jobs/failure.ts'
import { failRun, mountJob } from '../lib/jobs/mount.ts'
import { getJob } from '../lib/jobs/queue/queries.ts'
import { JobStopped } from '../lib/jobs/queue/step-store.ts'
import { findJob, registry } from '../lib/jobs/registry.ts'
import { toCron } from '../lib/jobs/runner/schedule.ts'
import type { Step } from '../lib/steps.ts'
import { client } from './client.ts'
import { HANDED_ON, sendOn, sendWaiting } from './dispatch.ts'

/** An error in the words that Inngest retries by. */
function toInngestError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof JobStopped) return new NonRetriableError(message, { cause: error })
  const { retryable, retryAfterSeconds } = toJobFailure(error)
  if (!retryable) return new NonRetriableError(message, { cause: error })
  return retryAfterSeconds === undefined ? error : new RetryAfterError(message, Math.max(1, retryAfterSeconds) * 1_000, { cause: error })
}

/** The jobs as Inngest functions: all of the registry, unless told otherwise. `stepsMax`: how many steps a run does before it hands its job on. */
export const mountAll = (core: Core, jobs: Job[] = registry, limits: Limits = {}): InngestFunction.Any[] => [
  ...jobs.map((job) => mount(core, job, jobs, limits)),
  mountGoOn(core, jobs, limits),
]

type Limits = { stepsMax?: number }

/** Mounts a job as an Inngest function: its schedule as cron in its time zone, its event, one run at a time, its attempts. */
function mount(core: Core, job: Job, jobs: Job[], limits: Limits): InngestFunction.Any {
  const retries = Math.min(20, Math.max(0, job.attempts - 1)) as 4
  const onEvent = { event: job.event }
  const mounted = client(core).createFunction(
    {
      id: job.name,
      description: job.summary,
      triggers: job.schedule ? [{ cron: toCron(job.schedule) }, onEvent] : [onEvent],
      singleton: { mode: 'skip' },
      retries,
      onFailure: async ({ event, error, step }) => {
        await step.run('record-failure', () => failRun(core, job, { runId: event.data.run_id, error }))
        await step.run('send-waiting', () => sendWaiting(core, job.name, jobs))
      },
    },
    ({ event, step, runId }) => runJob(core, job, jobs, { event: event as RunEvent, step, runId, ...limits }),
  )
  return mounted
}

/**
 * Goes on with jobs of any type that were handed on. A function of its own, because Inngest drops events of a singleton until its run is over;
 * that one of a type runs at a time is kept by the database.
 */
function mountGoOn(core: Core, jobs: Job[], limits: Limits): InngestFunction.Any {
  const typeOf = async (jobId: unknown) =>
    (typeof jobId === 'string' ? (await getJob(await core.database(), jobId))?.type : undefined) ?? null
  const mounted = client(core).createFunction(
    {
      id: 'go-on',
      description: 'Goes on with a job that has more steps than one run may have.',
      triggers: [{ event: HANDED_ON }],
      retries: 4,
      onFailure: async ({ event, error, step }) => {
        const type = await step.run('find', () => typeOf(event.data.event.data?.jobId))
        const job = type === null ? undefined : findJob(type, jobs)
        if (job) await step.run('record-failure', () => failRun(core, job, { runId: event.data.run_id, error }))
      },
    },
    async ({ event, step, runId }) => {
      const type = await step.run('find', () => typeOf(event.data.jobId))
      const job = type === null ? undefined : findJob(type, jobs)
      return job ? runJob(core, job, jobs, { event: event as RunEvent, step, runId, ...limits }) : { skipped: 'no_such_job', jobId: null }
    },
  )
  return mounted
}

type RunEvent = { id?: string; name: string; data?: Record<string, unknown> }
type InngestStep = { run(id: string, work: () => Promise<unknown>): Promise<unknown> }

async function runJob(
  core: Core,
  job: Job,
  jobs: Job[],
  { event: { id, name, data }, step, runId, ...limits }: Limits & { event: RunEvent; step: InngestStep; runId: string },
) {
  // The results are JSON already, as every step's must be; only the SDK's type for that differs.
  const run: Step = (stepName, work) =>
    step.run(stepName, () =>
      work().catch((error: unknown) => {
        throw toInngestError(error)
      }),
    ) as ReturnType<typeof work>
  const result = await mountJob(core, job, { runId, event: { id, name, data }, step: run, ...limits }).catch((error: unknown) => {
    throw toInngestError(error)
  })
  if ('handedOn' in result) await step.run('send-on', () => sendOn(core, result.jobId))
  await step.run('send-waiting', () => sendWaiting(core, job.name, jobs))
  return result
}
