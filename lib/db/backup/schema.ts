/** What the database holds, from its own catalogue. */
import type { Queryable } from '../database.ts'
import type { BackupTable } from './format.ts'

/** Where the applied migrations are written: made by migrating, never copied. */
export const MIGRATIONS = 'migrations'

/** Which server it is: never copied either. */
const LINEAGES = 'lineages'

/** All tables of ours with their stored columns, parents before children. */
export async function readTables(db: Queryable): Promise<BackupTable[]> {
  const columns = await db.query<{ table: string; column: string; type: string }>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and c.relname <> all($1::text[])
     order by c.relname, a.attnum`,
    [[MIGRATIONS, LINEAGES]],
  )
  const parents = await db.query<{ child: string; parent: string }>(
    `select c.relname as child, p.relname as parent from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
     where k.contype = 'f' and c.relnamespace = 'public'::regnamespace`,
  )
  const tables = new Map<string, BackupTable>()
  for (const { table, column, type } of columns) {
    const known = tables.get(table) ?? { name: table, columns: [] }
    known.columns.push({ name: column, type })
    tables.set(table, known)
  }
  const ordered = new Set<BackupTable>()
  const place = (name: string, above: readonly string[]): void => {
    const table = tables.get(name)
    if (!table || ordered.has(table)) return
    if (above.includes(name)) throw new Error(`Tables refer to each other in a circle: ${[...above, name].join(', ')}.`)
    for (const { child, parent } of parents) if (child === name && parent !== name) place(parent, [...above, name])
    ordered.add(table)
  }
  for (const name of tables.keys()) place(name, [])
  return [...ordered]
}

/** The names of what has been applied, in their order. */
export async function readMigrations(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(`select name from ${MIGRATIONS} order by name`)
  return rows.map(({ name }) => name)
}
