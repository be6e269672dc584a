/** Ends, with an alert, the jobs whose process died for good: no job stays `running` with nobody at work. */
import { hostname } from 'node:os'
import type { Core } from '../../core.ts'
import { alert } from '../alert.ts'
import type { Job } from '../define.ts'
import { endLost } from './store.ts'

/** Names this process as an owner of leases, with a suffix of its own for every runner in it. */
export const ownerPrefix = (): string => `${hostname()}:${process.pid}:`

/** @param deadRunsToo also runs of Inngest that have been silent for an hour (a runner takes those over instead). */
export async function endLostJobs(core: Core, jobs: Job[], { deadRunsToo }: { deadRunsToo: boolean }): Promise<void> {
  const attempts = Object.fromEntries(jobs.map((job) => [job.name, job.attempts]))
  for (const lost of await endLost(await core.database(), attempts, deadRunsToo))
    if (lost.state === 'failed')
      await alert(core, {
        kind: 'job_failed',
        subject: lost.type,
        detail: lost.error_detail ?? '',
        facts: { job: lost.id, code: lost.error_code },
      })
}

/** An embedded database has one process: at its start, leases of any other are known to be dead and need not be waited for. */
export async function dropForeignLeases(core: Core): Promise<void> {
  const database = await core.database()
  if (database.engine !== 'pglite') return
  await database.query(
    `update jobs set lease_until = now() - interval '1 millisecond' where state = 'running' and owner not like $1 || '%' and run_key is null`,
    [ownerPrefix()],
  )
}
