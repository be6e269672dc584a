/**
 * `npm run backup -- --to FILE [--data-dir DIR]`: writes the whole database as of one moment. FILE may end in .gz. PostgreSQL (DATABASE_URL)
 * may be in use meanwhile; the embedded database is for one process, so stop the server first.
 */
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { dump } from '../lib/db/backup/dump.ts'
import type { BackupFooter } from '../lib/db/backup/format.ts'
import { openDatabase } from '../lib/db/index.ts'
import { readEnv } from '../lib/env.ts'
import { totalLedger } from '../lib/payments/books/ledger.ts'
import { toUsd } from '../lib/payments/books/ledger-report.ts'
import { misused, readOptions } from './steps/options.ts'

const { values } = readOptions(import.meta.url, { options: { to: { type: 'string' }, 'data-dir': { type: 'string' } } })

/** Writes to a file beside it first, so that a failed backup never replaces a good one. */
async function main(to: string): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = readEnv()
  const folder = values['data-dir']
  const database = await openDatabase(folder === undefined ? { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } : { dataDir: folder })
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
