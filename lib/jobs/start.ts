/** Starts whatever drives jobs in this program, by JOBS_DRIVER; once, however often it is asked. */
import { type Core, part } from '../core.ts'
import { log } from '../log.ts'
import { registry } from './registry.ts'
import { type Running, startRunner } from './runner/runner.ts'

const slots = part((): { running: Running | undefined } => ({ running: undefined }))

/**
 * runner: jobs run in this process. inngest: Inngest's service calls us, and every call sends what waits (inngest/mount.ts), so nothing runs
 * between calls. off: nothing is scheduled; jobs asked for through the API still run here.
 */
export function startJobs(core: Core): Running {
  const slot = slots(core)
  slot.running ??= start(core)
  const { running } = slot
  return {
    async stop() {
      if (slot.running === running) slot.running = undefined
      await running.stop()
    },
  }
}

function start(core: Core): Running {
  const driver = core.env.JOBS_DRIVER
  log.info({ driver, jobs: registry.map(({ name }) => name) }, 'jobs')
  if (driver === 'inngest') return { stop: async () => undefined }
  return startRunner(core, { schedules: driver === 'runner' })
}
