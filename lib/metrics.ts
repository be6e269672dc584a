/** Counts of what happened to calls, per tool: the funnel that `/metrics` and `/ops` show. Counts only, nobody's data. */
import { type Core, part } from './core.ts'

/** probed: a call without a payment, whatever it got. offered: a 402 went out. attempted: a payment reached the till. The rest are its outcomes. */
export type FunnelStep = 'probed' | 'offered' | 'attempted' | 'settled' | 'replayed' | 'refused' | 'failed'

const counts = part(() => new Map<string, number>())

/** Counts one call of a tool as having come so far. */
export function count(core: Core, step: FunnelStep, toolId: string): void {
  const key = `${step} ${toolId}`
  const all = counts(core)
  all.set(key, (all.get(key) ?? 0) + 1)
}

/** All counts since the process started. */
export const funnel = (core: Core): { step: FunnelStep; tool: string; count: number }[] =>
  [...counts(core)].map(([key, value]) => {
    const [step, tool] = key.split(' ') as [FunnelStep, string]
    return { step, tool, count: value }
  })
