/** Points the program at fresh stand-ins for one test file. Call at the top of the file, before anything reads the configuration. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { resetBreakers } from '../../../lib/http/breaker.ts'
import { clearCache } from '../../../lib/http/cached.ts'
import { OWN_CASES, startUpstreams, type Upstreams } from './server.ts'

/** Stand-ins for the file (one set per file: the configuration is read once), from the project's own cases by default; healed, with empty caches and closed breakers before each test. */
export function standIns(casesRoot = OWN_CASES): () => Upstreams {
  let upstreams: Upstreams | undefined
  beforeAll(async () => {
    upstreams = await startUpstreams({ casesRoot })
    Object.assign(process.env, upstreams.env)
  })
  beforeEach(() => {
    upstreams?.reset()
    clearCache()
    resetBreakers()
  })
  afterAll(async () => {
    await upstreams?.stop()
  })
  return () => {
    if (!upstreams) throw new Error('The stand-ins have not started yet.')
    return upstreams
  }
}
