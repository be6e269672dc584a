/** All the SQL of GPU prices: one row per source and model, the last good reading and the last attempt; and a row per day of history. */
import type { Core } from '../../../core.ts'
import type { UpstreamReason } from '../../../egress/upstream-types.ts'

export type ReadingSource = 'vast' | 'vast-names' | 'vast-metrics' | 'runpod' | 'skypilot-catalog'

/** `model` of readings that cover all models. Of a catalogue it is the cloud. */
export const ALL = '*'

/** A reading without what it gave; `failure` = why the last attempt gave nothing, `offers` = how many offers of one model it held. */
export type Attempt = {
  source: ReadingSource
  model: string
  attemptedAt: Date
  observedAt: Date | null
  failure: UpstreamReason | null
  offers: number | null
}
export type Reading = Attempt & { data: unknown }

const COLUMNS = `source, model, attempted_at as "attemptedAt", observed_at as "observedAt", failure, (data->>'offers')::int as offers`

/** Every reading, in a stable order, without what was read. */
export const allAttempts = async (core: Core): Promise<Attempt[]> =>
  (await core.database()).query<Attempt>(`select ${COLUMNS} from gpu_readings order by source, model`)

/** The moments at which the first marketplace was asked, some of them more than once. */
export const vastMoments = async (core: Core): Promise<Pick<Attempt, 'source' | 'attemptedAt'>[]> =>
  (await core.database()).query(`select distinct source, attempted_at as "attemptedAt" from gpu_readings where source like 'vast%'`)

/** The readings of these sources and models, complete. */
export async function readingsOf(core: Core, wanted: readonly Attempt[]): Promise<Reading[]> {
  if (wanted.length === 0) return []
  return (await core.database()).query<Reading>(
    `select ${COLUMNS}, data from gpu_readings join unnest($1::text[], $2::text[]) as wanted (source, model) using (source, model)`,
    [wanted.map(({ source }) => source), wanted.map(({ model }) => model)],
  )
}

/** Notes that a request for these models is about to be made, all at one moment: it counts against the rate whatever becomes of it. */
export async function noteAttempt(core: Core, source: ReadingSource, models: readonly string[]): Promise<void> {
  await (await core.database()).query(
    `insert into gpu_readings (source, model, attempted_at) select $1, model, $3 from unnest($2::text[]) as asked (model)
     on conflict (source, model) do update set attempted_at = excluded.attempted_at`,
    [source, models, new Date(core.now())],
  )
}

/** Keeps why a request gave nothing. */
export async function noteFailure(core: Core, source: ReadingSource, models: readonly string[], failure: UpstreamReason): Promise<void> {
  await (await core.database()).query(`update gpu_readings set failure = $3 where source = $1 and model = any($2::text[])`, [
    source,
    models,
    failure,
  ])
}

/** Keeps what a request gave for its models, in their order. */
export async function storeReadings(core: Core, source: ReadingSource, models: readonly string[], read: readonly unknown[]): Promise<void> {
  await (await core.database()).query(
    `insert into gpu_readings (source, model, data, attempted_at, observed_at)
     select $1, model, data::jsonb, $4, $4 from unnest($2::text[], $3::text[]) as given (model, data)
     on conflict (source, model) do update set data = excluded.data, observed_at = excluded.observed_at, failure = null`,
    [source, models, models.map((_, at) => JSON.stringify(read[at])), new Date(core.now())],
  )
}

export const HISTORY_DAYS = 30

/** What is remembered of a price. */
export type Sample = { provider: string; gpu: string; vramGb: number | null; spot: boolean; min: number | null; median: number | null }

/** Adds prices just read to today's (UTC): the lowest counts always, a median once an hour, so that a day's are spread over it. */
export async function addHistory(core: Core, samples: readonly Sample[]): Promise<void> {
  if (samples.length === 0) return
  await (await core.database()).query(
    `with past as (delete from gpu_history where day <= ($7::timestamptz at time zone 'UTC')::date - $8::int)
     insert into gpu_history (day, provider, gpu, vram_gb, spot, min_usd, medians, sampled_at)
     select ($7::timestamptz at time zone 'UTC')::date, provider, gpu, vram_gb, spot, min_usd, array_remove(array[median], null), $7
     from unnest($1::text[], $2::text[], $3::float8[], $4::boolean[], $5::float8[], $6::float8[]) as seen (provider, gpu, vram_gb, spot, min_usd, median)
     on conflict (day, provider, gpu, vram_gb, spot) do update set
       min_usd = least(gpu_history.min_usd, excluded.min_usd),
       medians = case when gpu_history.sampled_at <= $7 - interval '1 hour' then gpu_history.medians || excluded.medians else gpu_history.medians end,
       sampled_at = case when gpu_history.sampled_at <= $7 - interval '1 hour' then $7 else gpu_history.sampled_at end`,
    [
      samples.map(({ provider }) => provider),
      samples.map(({ gpu }) => gpu),
      samples.map(({ vramGb }) => vramGb ?? 0),
      samples.map(({ spot }) => spot),
      samples.map(({ min }) => min),
      samples.map(({ median }) => median),
      new Date(core.now()),
      HISTORY_DAYS,
    ],
  )
}

/** A day of a model at a provider. */
export type Day = Sample & { day: string }

/** The days from `since` (YYYY-MM-DD; null = all that is kept), oldest first. */
export async function historySince(core: Core, since: string | null): Promise<Day[]> {
  return (await core.database()).query<Day>(
    `select to_char(day, 'YYYY-MM-DD') as day, provider, gpu, nullif(vram_gb, 0) as "vramGb", spot, min_usd as min,
       (select percentile_cont(0.5) within group (order by one) from unnest(medians) as one) as median
     from gpu_history where $1::date is null or day >= $1::date order by day`,
    [since],
  )
}
