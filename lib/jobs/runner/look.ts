/**
 * When this process looks at the queue, and what it takes from there: at once for what it knows of, every few seconds for what other processes
 * did and for what the dead left.
 */
import type { Core } from '../../core.ts'
import type { Database } from '../../db/index.ts'
import type { Job } from '../define.ts'
import { endLostJobs } from '../queue/end-lost.ts'
import { claimLapsed, claimNext } from '../queue/store.ts'
import type { InHand } from './in-hand.ts'

export type Look = {
  /** Something is there to be taken, in so many milliseconds. */
  soon(delayMs?: number): void
  /** Begins what may begin, where it is time to look. */
  ifDue(database: Database): Promise<void>
  /** From now on nothing is taken. */
  stop(): void
}

export type LookOptions = { owner: string; jobs: Job[]; pollMs: number; leaseMs: number }

export function lookAtQueue(core: Core, { owner, jobs, pollMs, leaseMs }: LookOptions, inHand: InHand): Look {
  let lookAt = 0
  let pollAt = 0
  let stopped = false

  /** One of a type at a time. */
  const claimAll = async (database: Database, claim: typeof claimNext) => {
    const busy = inHand.types()
    for (let free = jobs.filter(({ name }) => !busy.has(name)); free.length > 0 && !stopped; ) {
      const names = free.map(({ name }) => name)
      const row = await claim(database, owner, leaseMs, names)
      if (!row) break
      inHand.begin(free.find(({ name }) => name === row.type)!, row)
      free = free.filter(({ name }) => name !== row.type)
    }
  }
  return {
    soon(delayMs = 0) {
      lookAt = Math.min(lookAt, core.uptime() + delayMs)
    },
    async ifDue(database) {
      if (core.uptime() < lookAt) return
      // Between two polls only what this process knows of is looked for: the dead need not be sought after every job.
      lookAt = core.uptime() + pollMs
      if (core.uptime() >= pollAt) {
        pollAt = core.uptime() + pollMs
        await endLostJobs(core, jobs, { deadRunsToo: false })
        await claimAll(database, claimLapsed)
      }
      await claimAll(database, claimNext)
    },
    stop() {
      stopped = true
    },
  }
}
