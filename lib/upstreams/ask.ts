import type { Core } from '../core.ts'

/** On whose behalf a source is asked, how long one question may take, and when its caller gives up. */
export type Ask = { core: Core; signal: AbortSignal; timeoutMs: number }
