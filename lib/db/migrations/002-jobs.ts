import type { Migration } from './migration.ts'

export const jobs: Migration = {
  name: '002-jobs',
  sql: [
    // One row per job ever asked for: the record that `GET /api/jobs/{id}` is answered from, whoever drives it.
    `create table jobs (
      id uuid primary key,
      seq bigint generated always as identity unique,
      type text not null,
      params jsonb not null,
      trigger text not null check (trigger in ('schedule', 'api', 'event')),
      state text not null default 'queued' check (state in ('queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled')),
      attempt integer not null default 0,
      counts jsonb not null default '{}',
      data_through text,
      error_code text,
      error_detail text,
      idempotency_key text unique,
      run_key text unique,
      dispatches integer not null default 0,
      owner text,
      lease_until timestamptz,
      cancel_requested boolean not null default false,
      created_at timestamptz not null default now(),
      next_attempt_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz
    )`,
    // At most one run of each type, in any number of processes: the database refuses a second.
    `create unique index jobs_one_running on jobs (type) where state = 'running'`,
    `create index jobs_waiting on jobs (next_attempt_at) where state in ('queued', 'running')`,
    'create index jobs_by_type on jobs (type, seq desc)',
    // What a finished step returned, so that a run that was killed does not do it again.
    `create table job_steps (
      job_id uuid not null references jobs (id) on delete cascade,
      name text not null,
      result jsonb not null,
      finished_at timestamptz not null default now(),
      primary key (job_id, name)
    )`,
    `create table job_schedules (
      name text primary key,
      next_run_at timestamptz,
      last_run_at timestamptz,
      last_finished_at timestamptz,
      last_success_at timestamptz,
      last_state text,
      last_job_id uuid
    )`,
    // Runs of the built-in executor: what Inngest's service would remember of them.
    `create table executor_runs (
      id uuid primary key,
      function_id text not null,
      event_id text not null,
      event jsonb not null,
      steps jsonb not null default '{}',
      stack jsonb not null default '[]',
      planned jsonb not null default '[]',
      attempt integer not null default 0,
      max_attempts integer not null,
      state text not null default 'queued' check (state in ('queued', 'running', 'succeeded', 'failed')),
      result jsonb,
      error jsonb,
      owner text,
      lease_until timestamptz,
      next_call_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      unique (function_id, event_id)
    )`,
    `create unique index executor_one_running on executor_runs (function_id) where state = 'running'`,
    `create index executor_waiting on executor_runs (next_call_at) where state in ('queued', 'running')`,
  ],
}
