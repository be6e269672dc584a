/** Starts whatever drives jobs in this process, by JOBS_DRIVER; once, however many copies of this module there are. */
import { env } from '../env.ts'
import { log } from '../log.ts'
import { shared } from '../shared.ts'
import { startExecutor } from './executor.ts'
import { registry } from './registry.ts'
import { type Running, startRunner } from './runner.ts'

export type StartOptions = {
  /** With the driver `inngest`: sends queued jobs whose event was lost, once a minute (inngest/dispatch.ts). */
  dispatchWaiting?: (types: string[], olderThanMs: number) => Promise<unknown>
}

/**
 * runner: jobs run in this process. executor: the Inngest functions, driven from this process. inngest: Inngest's service calls us; this
 * process only makes sure that no queued job is forgotten. off: nothing is scheduled; jobs asked for through the API still run here.
 */
export function startJobs(options: StartOptions = {}): Running {
  const slot = shared('jobs-running', (): { running: Running | undefined } => ({ running: undefined }))
  slot.running ??= start(options)
  const { running } = slot
  return {
    async stop() {
      if (slot.running === running) slot.running = undefined
      await running.stop()
    },
  }
}

function start({ dispatchWaiting }: StartOptions): Running {
  const driver = env().JOBS_DRIVER
  log.info({ driver, jobs: registry.map(({ name }) => name) }, 'jobs')
  if (driver === 'runner') return startRunner()
  if (driver === 'off') return startRunner({ schedules: false })
  if (driver === 'executor') return startExecutor()
  const types = registry.map(({ name }) => name)
  const timer = setInterval(() => {
    dispatchWaiting?.(types, 60_000).catch((error: unknown) => log.error({ err: error }, 'queued jobs not sent'))
  }, 60_000)
  return { stop: async () => clearInterval(timer) }
}
