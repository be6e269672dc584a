import type { Migration } from './migration.ts'

/** Why a reading failed last, and a row per day and model of what GPUs cost: the lowest price seen, and medians, one an hour at most. */
export const gpuHistory: Migration = {
  name: '021-gpu-history',
  sql: [
    `alter table gpu_readings add column failure text`,
    // vram_gb 0 = unknown, so that it can be part of the key.
    `create table gpu_history (
      day date not null,
      provider text not null,
      gpu text not null,
      vram_gb double precision not null,
      spot boolean not null,
      min_usd double precision,
      medians double precision[] not null,
      sampled_at timestamptz not null,
      primary key (day, provider, gpu, vram_gb, spot)
    )`,
  ],
}
