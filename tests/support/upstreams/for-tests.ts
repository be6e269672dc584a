/** Fresh stand-ins of the sources for one test file, and a core that asks them for each test. Call at the top of the file. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Core } from '../../../lib/core.ts'
import { hastyClock, testCore } from '../core.ts'
import { OWN_CASES, startUpstreams, type Upstreams } from './server.ts'

type StandIns = {
  (): Upstreams
  /** The core of this test: its sources are the stand-ins, its clock that of fake timers, on which waiting takes no time, and it has asked nothing yet. */
  core(): Core
  /** From now on a new one, which has asked nobody. */
  forget(): void
}

/** Stand-ins for the file, from the project's own cases by default; healed, and with a core of its own for each test. */
export function standIns(casesRoot = OWN_CASES): StandIns {
  let upstreams: Upstreams | undefined
  let core: Core | undefined
  beforeAll(async () => {
    upstreams = await startUpstreams({ casesRoot })
  })
  beforeEach(() => {
    upstreams?.reset()
    core = undefined
  })
  afterAll(async () => upstreams?.stop())
  const started = () => {
    if (!upstreams) throw new Error('The stand-ins start in beforeAll.')
    return upstreams
  }
  return Object.assign(started, {
    core: () => {
      core ??= testCore(started().env, hastyClock())
      return core
    },
    forget: () => {
      core = undefined
    },
  })
}
