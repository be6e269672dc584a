import type { Migration } from './migration.ts'

/** Last good GPU prices: one row per source and model (`*` = one answer for all models), with when it was tried and when it last succeeded. */
export const gpu: Migration = {
  name: '020-gpu',
  sql: [
    `create table gpu_readings (
      source text not null,
      model text not null,
      data jsonb,
      attempted_at timestamptz not null,
      observed_at timestamptz,
      primary key (source, model),
      check ((data is null) = (observed_at is null))
    )`,
  ],
}
