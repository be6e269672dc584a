import type { Core } from '../core.ts'
import { log } from '../log.ts'
import { registry } from './registry.ts'
import { type Running, startRunner } from './runner/runner.ts'

/**
 * Starts whatever drives jobs in this program, by JOBS_DRIVER. runner: jobs run in this process. inngest: Inngest's service calls us, and every
 * call sends what waits (inngest/mount.ts), so nothing runs between calls. off: nothing is scheduled; jobs asked for through the API still run here.
 */
export function startJobs(core: Core): Running {
  const driver = core.env.JOBS_DRIVER
  log.info({ driver, jobs: registry.map(({ name }) => name) }, 'jobs')
  if (driver === 'inngest') return { stop: async () => undefined }
  return startRunner(core, { schedules: driver === 'runner' })
}
