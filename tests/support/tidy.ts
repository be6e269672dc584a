/** At the end of each file of a process that several share: what it has put in the place of something else goes. */
import { afterAll, vi } from 'vitest'

afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
