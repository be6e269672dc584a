/** Run by db-lock.test.ts and killed by it: opens the embedded database, writes a row and says so with its process id. */
import { openDatabase } from '../../lib/db/index.ts'

const [dataDir = ''] = process.argv.slice(2)
try {
  const database = await openDatabase({ dataDir })
  await database.query('create table if not exists starts (n integer generated always as identity)')
  await database.query('insert into starts default values')
  const [row] = await database.query<{ count: string }>('select count(*) from starts')
  process.stdout.write(`open ${process.pid} ${row?.count}\n`)
  setInterval(() => undefined, 60_000)
} catch (error) {
  process.stdout.write(`refused ${error instanceof Error ? error.message : String(error)}\n`)
}
