/**
 * `npm run restore -- --from FILE [--data-dir DIR]`: reads a backup into an empty database (DATABASE_URL, else DATA_DIR), made if need be. All of
 * it or nothing; row counts and checksum are compared. Sales since the backup are not in it: docs/runbook.md says what to do about them.
 */
import { createReadStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { load } from '../lib/db/backup/load.ts'
import { openDatabase } from '../lib/db/index.ts'
import { readEnv } from '../lib/env.ts'
import { totalLedger } from '../lib/payments/books/ledger.ts'
import { toUsd } from '../lib/payments/books/ledger-report.ts'
import { CLOSED_SECONDS, markLost } from '../lib/payments/books/lost-moments.ts'
import { misused, readOptions } from './steps/options.ts'

const { values } = readOptions(import.meta.url, { options: { from: { type: 'string' }, 'data-dir': { type: 'string' } } })

/** The file's lines, cut at line feeds alone: readline would also cut at U+2028, which a row may hold. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const parts = path.endsWith('.gz') ? [createReadStream(path), createGunzip()] : [createReadStream(path)]
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  const text = new PassThrough()
  const reading = pipeline([...parts, text])
  // Its failure is thrown by the loop below, which reads the same stream.
  reading.catch(() => undefined)
  for await (const chunk of text) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  await reading
  if (rest !== '') yield rest
}

async function main(from: string): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = readEnv()
  const folder = values['data-dir']
  const database = await openDatabase(folder === undefined ? { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } : { dataDir: folder })
  try {
    const { rows, at } = await load(database, linesOf(from))
    await markLost(database)
    for (const [table, count] of Object.entries(rows)) process.stdout.write(`${table} ${count}\n`)
    const totals = await totalLedger(database, {})
    process.stdout.write(`restored from ${from}, as of ${at}\nledger: ${totals.settled} settled, ${toUsd(totals.settled_micro_usd)} USD\n`)
    process.stdout.write('What was sold after that is on the chains alone; docs/runbook.md (Restore) says what to do about it.\n')
    process.stdout.write(`New payments are taken again in ${CLOSED_SECONDS / 60} minutes, when every payment of before has run out.\n`)
  } finally {
    await database.close()
  }
}

await main(values.from ?? misused('Say from where: npm run restore -- --from FILE')).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
