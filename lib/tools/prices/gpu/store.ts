/** All the SQL of GPU prices: one row per source and model, the last good reading and the last attempt. */
import type { Core } from '../../../core.ts'

export type ReadingSource = 'vast' | 'vast-names' | 'vast-metrics' | 'runpod'

/** `model` of readings that cover all models. */
export const ALL = '*'

export type Reading = { source: ReadingSource; model: string; data: unknown; attemptedAt: Date; observedAt: Date | null }

/** Every reading, in a stable order. */
export async function allReadings(core: Core): Promise<Reading[]> {
  return (await core.database()).query<Reading>(
    `select source, model, data, attempted_at as "attemptedAt", observed_at as "observedAt" from gpu_readings order by source, model`,
  )
}

/** Notes that a request is about to be made: it counts against the rate whatever becomes of it. */
export async function noteAttempt(core: Core, source: ReadingSource, model: string): Promise<void> {
  await (await core.database()).query(
    `insert into gpu_readings (source, model, attempted_at) values ($1, $2, now())
     on conflict (source, model) do update set attempted_at = now()`,
    [source, model],
  )
}

/** Keeps what a request gave. */
export async function storeReading(core: Core, source: ReadingSource, model: string, data: unknown): Promise<void> {
  await (await core.database()).query(
    `insert into gpu_readings (source, model, data, attempted_at, observed_at) values ($1, $2, $3, now(), now())
     on conflict (source, model) do update set data = excluded.data, observed_at = now()`,
    [source, model, JSON.stringify(data)],
  )
}
