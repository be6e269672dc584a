import type { Migration } from './migration.ts'

/** Names of well-known tokens, a row for each list that keeps them, as last read. */
export const tokenNames: Migration = {
  name: '022-token-names',
  sql: [`create table token_names (list text primary key, names jsonb not null, read_at timestamptz not null)`],
}
