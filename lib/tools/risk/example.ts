/** What the examples of both risk tools share. */
import type { Summary } from './summary.ts'

type Check = Summary['checks'][number]

/** The checks of an example, a row for each: code, state, and the reason where the state has one. */
export const checksOf = (...rows: [code: string, state: Check['state'], reason?: string][]): Check[] =>
  rows.map(([code, state, reason = null]) => ({ code, state, reason }))
