import { PAGE_LIMITS } from '../../../lib/egress/safe-fetch/index.ts'

/** For fetches whose outcome is not about time, so that it does not hang on how busy the machine is. */
export const UNHURRIED = { ...PAGE_LIMITS, totalMs: 250_000, connectMs: 250_000, headersMs: 250_000 }
