import type { Migration } from './migration.ts'

export const oneRunner: Migration = {
  name: '003-one-runner',
  // Runs that are not of our own runner are remembered by Inngest's service alone.
  sql: ['drop table executor_runs'],
}
