/** Writes a whole database as a backup, as of one moment. Plain SQL, so it is the same for PostgreSQL and the embedded engine. */
import { createHash } from 'node:crypto'
import type { Database } from '../database.ts'
import { type BackupFooter, type BackupHeader, FORMAT, isJson } from './format.ts'
import { readMigrations, readTables } from './schema.ts'

const BATCH = 200

/**
 * Reads everything in one repeatable-read transaction and hands out the lines, each with its line feed. Sales go on meanwhile on PostgreSQL;
 * the embedded engine has one connection, and they wait.
 */
export async function dump(database: Database, write: (line: string) => Promise<void> | void): Promise<BackupFooter> {
  const hash = createHash('sha256')
  const put = async (value: string) => {
    const line = `${value}\n`
    hash.update(line)
    await write(line)
  }
  const rows = await database.tx(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    // Instants are written in UTC with their microseconds, whatever the server's zone.
    await tx.query(`set local timezone to 'UTC'`)
    const tables = await readTables(tx)
    const header: BackupHeader = {
      format: FORMAT,
      version: 1,
      at: new Date().toISOString(),
      engine: database.engine,
      migrations: await readMigrations(tx),
      tables,
    }
    await put(JSON.stringify(header))
    const counts: Record<string, number> = {}
    for (const { name, columns } of tables) {
      const chosen = columns.map((column) => (isJson(column.type) ? `${column.name}::text as ${column.name}` : column.name))
      await tx.query(`declare backup cursor for select row_to_json(r)::text as row from (select ${chosen.join(', ')} from ${name}) as r`)
      let count = 0
      for (;;) {
        const batch = await tx.query<{ row: string }>(`fetch ${BATCH} from backup`)
        for (const { row } of batch) await put(`["${name}",${row}]`)
        count += batch.length
        if (batch.length < BATCH) break
      }
      await tx.query('close backup')
      counts[name] = count
    }
    return counts
  })
  const footer: BackupFooter = { end: true, rows, sha256: hash.digest('hex') }
  await write(`${JSON.stringify(footer)}\n`)
  return footer
}
