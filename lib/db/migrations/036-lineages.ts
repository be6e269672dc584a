import type { Migration } from './migration.ts'

export const lineages: Migration = {
  name: '036-lineages',
  sql: [
    // Which history of writes this database goes on with: a standby that is promoted begins a timeline of its own, a copy of the rows elsewhere has
    // another identifier. Where the engine does not tell, all is one.
    `create function books_lineage() returns text language plpgsql stable as $$
     begin
       return (select system_identifier from pg_control_system()) || ' ' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
     exception when insufficient_privilege or undefined_function or feature_not_supported or object_not_in_prerequisite_state then
       return 'not told';
     end $$`,
    // Those that the till has known: with any other one the books may have lost their last moments.
    'create table lineages (lineage text primary key)',
    'insert into lineages select books_lineage()',
  ],
}
