/**
 * `npm run backup -- --to FILE [--data-dir DIR]`: writes the whole database as of one moment. FILE may end in .gz. PostgreSQL (DATABASE_URL)
 * may be in use meanwhile, also by an older version of the program: the schema stays as it is. The embedded database is for one process, so
 * stop the server first. Where there is no database of this program, nothing is made and nothing written.
 */
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { dump } from '../lib/db/backup/dump.ts'
import type { BackupFooter } from '../lib/db/backup/format.ts'
import { connectDatabase, type Database } from '../lib/db/index.ts'
import { readEnv } from '../lib/env.ts'
import { totalLedger } from '../lib/payments/books/ledger.ts'
import { toUsd } from '../lib/payments/books/ledger-report.ts'
import { misused, readOptions } from './steps/options.ts'

const { values } = readOptions(import.meta.url, { options: { to: { type: 'string' }, 'data-dir': { type: 'string' } } })

const NOTHING = 'Name the database with DATABASE_URL, DATA_DIR or --data-dir, as the server has it.'

/** The database that is there. Its schema stays: a backup before an update must be one that the version before it can restore. @throws Error: there is none */
async function openPresent(): Promise<Database> {
  const { DATABASE_URL, DATA_DIR } = readEnv()
  const folder = values['data-dir'] ?? (DATABASE_URL ? undefined : DATA_DIR)
  if (folder !== undefined && !existsSync(join(folder, 'db', 'PG_VERSION')))
    throw new Error(`There is no database in ${folder}. ${NOTHING}`)
  const database = await connectDatabase(folder === undefined ? { databaseUrl: DATABASE_URL } : { dataDir: folder })
  const [found] = await database.query<{ ours: boolean }>(`select to_regclass('claims') is not null as ours`)
  if (found?.ours) return database
  await database.close()
  throw new Error(`This database holds nothing of this program. ${NOTHING}`)
}

/** Writes to a file beside it first, so that a failed backup never replaces a good one. */
async function main(to: string): Promise<void> {
  const database = await openPresent()
  const part = `${to}.part`
  try {
    const source = new Readable({ read() {}, highWaterMark: 1 << 20 })
    // It holds payments' stored answers: for the owner's eyes alone.
    const file = createWriteStream(part, { mode: 0o600 })
    const written = to.endsWith('.gz') ? pipeline(source, createGzip(), file) : pipeline(source, file)
    const waitForRoom = async () => {
      while (source.readableLength > 1 << 20 && !source.destroyed) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const dumping = dump(database, (line) => {
      if (!source.push(line)) return waitForRoom()
    }).then(
      (footer) => {
        source.push(null)
        return footer
      },
      (error: Error) => {
        source.destroy(error)
        throw error
      },
    )
    const [footer] = await Promise.all([dumping, written])
    renameSync(part, to)
    report(footer, to)
    const totals = await totalLedger(database, {})
    process.stdout.write(`ledger: ${totals.settled} settled, ${toUsd(totals.settled_micro_usd)} USD\n`)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    await database.close()
  }
}

const report = ({ rows }: BackupFooter, to: string): void => {
  for (const [table, count] of Object.entries(rows)) process.stdout.write(`${table} ${count}\n`)
  process.stdout.write(`written to ${to}\n`)
}

await main(values.to ?? misused('Say where to: npm run backup -- --to FILE')).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
