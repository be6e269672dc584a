/**
 * `npm run restore -- --from FILE [--data-dir DIR]`: reads a backup into an empty database (DATABASE_URL, else DATA_DIR), made if need be. All of
 * it or nothing; row counts and checksum are compared.
 */
import { createReadStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { load } from '../lib/db/backup/load.ts'
import { openDatabase } from '../lib/db/index.ts'
import { env } from '../lib/env.ts'
import { totalLedger } from '../lib/payments/ledger.ts'
import { toUsd } from '../lib/payments/ledger-report.ts'

const { values } = parseArgs({ options: { from: { type: 'string' }, 'data-dir': { type: 'string' } } })

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
  const dataDir = values['data-dir'] ?? env().DATA_DIR
  const database = await openDatabase({ databaseUrl: values['data-dir'] ? undefined : env().DATABASE_URL, dataDir })
  try {
    const { rows } = await load(database, linesOf(from))
    for (const [table, count] of Object.entries(rows)) process.stdout.write(`${table} ${count}\n`)
    const totals = await totalLedger(database, {})
    process.stdout.write(`restored from ${from}\nledger: ${totals.settled} settled, ${toUsd(totals.settled_micro_usd)} USD\n`)
  } finally {
    await database.close()
  }
}

if (!values.from) {
  process.stderr.write('Say from where: npm run restore -- --from FILE\n')
  process.exitCode = 1
} else {
  await main(values.from).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
}
