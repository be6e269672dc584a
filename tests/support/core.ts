/** A program of the test's own: its settings and nothing of the environment, an in-memory database unless settings name one. */

import { type Core, type CoreOptions, createCore } from '../../lib/core.ts'
import { parseEnv } from '../../lib/env.ts'
import { memoryDatabase } from './database.ts'

/** A clock on which whoever waits for a time has it at once; it goes on with the real one. */
export function hastyClock(): Required<Pick<CoreOptions, 'now' | 'wait'>> {
  let skippedMs = 0
  const now = () => Date.now() + skippedMs
  return {
    now,
    wait: async (ms, signal) => {
      const until = now() + ms
      await Promise.resolve()
      signal.throwIfAborted()
      skippedMs = Math.max(skippedMs, until - Date.now())
    },
  }
}

export function testCore(variables: Record<string, string> = {}, options: CoreOptions = {}): Core {
  const env = parseEnv({ BASE_URL: 'http://tools.test', RATE_LIMIT_PER_MINUTE: '0', ...variables })
  const inMemory = !variables.DATABASE_URL && !variables.DATA_DIR
  // One clock for all, which a test may move.
  return createCore(env, { now: () => Date.now(), ...(inMemory ? { openDatabase: memoryDatabase } : {}), ...options })
}
