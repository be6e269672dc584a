import type { Migration } from './migration.ts'

/** What keeps the look-ups of the job queue short however many jobs wait or have ended. */
export const jobsDrain: Migration = {
  name: '004-jobs-drain',
  sql: [
    'create index jobs_queue on jobs (next_attempt_at, seq) where state = $$queued$$',
    'create index jobs_scheduled on jobs (type, seq desc) where trigger = $$schedule$$',
    'create index jobs_finished on jobs (finished_at)',
    'drop index jobs_waiting',
  ],
}
