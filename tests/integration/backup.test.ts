/** What is backed up comes back: every row, to the byte, on either engine and from one to the other. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { dump } from '../../lib/db/backup/dump.ts'
import { load, RestoreError } from '../../lib/db/backup/load.ts'
import { readTables } from '../../lib/db/backup/schema.ts'
import { type Database, openDatabase } from '../../lib/db/index.ts'
import { totalLedger } from '../../lib/payments/books/ledger.ts'
import { childFlags } from '../support/child-env.ts'
import { dataFolder, memoryDatabase } from '../support/database.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { requires } from '../support/requires.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
/** A command as a process of its own. */
const run = (env: Record<string, string>, script: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [...childFlags(), join('scripts', script), ...args], { env: { ...process.env, ...env } })

/** Rows that a careless copy would bend: big numbers, microseconds, byte-true json, JSON null, separators of lines, children before parents. */
async function fill(database: Database): Promise<void> {
  await database.query(
    `insert into claims (payment_key, fingerprint, tool, network, amount, state, owner, lease_until, request_id, payment, result_body, payment_response, created_at)
     select 'key-' || n, 'f', 'util/ping', 'eip155:8453', 9007199254740993, 'settled', gen_random_uuid(), '2026-03-04 05:06:07.890123+02', 'r',
       '{"b":1,"a":null}', E'line\\u2028sep \\r\\n "quoted" \\\\ \\U0001F600', '{"z": 1,  "a":2}', 'infinity'
     from generate_series(1, 450) as n`,
  )
  await database.query(
    `insert into ledger (request_id, tool, network, payment_key, price_micro_usd, outcome, status, transaction)
     select 'r', 'util/ping', case when n % 2 = 0 then 'eip155:8453' else 'solana:x' end, 'key-' || n, 1000 + n, case when n % 5 = 0 then 'failed' else 'settled' end, 200, 't' || n
     from generate_series(1, 450) as n`,
  )
  const [job] = await database.query<{ id: string }>(
    `insert into jobs (id, type, params, trigger) values (gen_random_uuid(), 'ingest-tenders', '{}', 'api') returning id`,
  )
  await database.query(`insert into job_steps (job_id, name, result) values ($1, 'plan', 'null'::jsonb), ($1, 'read', '[1,2]'::jsonb)`, [
    job!.id,
  ])
  await database.query(`update tender_state set version = 7, published_at = now(), sources = '[{"source":"x"}]'`)
  await database.query(
    `insert into gpu_readings (source, model, data, attempted_at, observed_at) values ('vast', '*', '{"n":1.50}', now(), now())`,
  )
}

/** Every row of every table as text, as the server itself writes it. */
async function whole(database: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const { name } of await readTables(database)) {
    const rows = await database.query<{ row: string }>(`select r::text as row from ${name} as r order by 1`)
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

async function* each(lines: string[]): AsyncGenerator<string> {
  yield* lines
}

async function linesOf(database: Database): Promise<string[]> {
  const lines: string[] = []
  await dump(database, (line) => void lines.push(line.slice(0, -1)))
  return lines
}

const engines = ['pglite', 'postgres'] as const
requires('postgres')('backup and restore', () => {
  let postgres: TestPostgres
  let made = 0
  const opened: Database[] = []
  const open = async (engine: (typeof engines)[number]): Promise<Database> => {
    made += 1
    const database = await (engine === 'postgres'
      ? openDatabase({ databaseUrl: await postgres.createDatabase(`copy${made}`) })
      : memoryDatabase())
    opened.push(database)
    return database
  }
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(async () => {
    for (const database of opened) await database.close()
    await postgres?.stop()
  })

  describe.each(engines)('from %s', (source) => {
    test.each(engines)('into %s gives equal rows and ledger totals, and the next row its own number', async (target) => {
      const [from, to] = [await open(source), await open(target)]
      for (const database of [from, to]) await database.query(`set timezone to 'UTC'`)
      await fill(from)
      const footer = await load(to, each(await linesOf(from)))
      expect(footer.rows).toMatchObject({ claims: 450, ledger: 450, jobs: 1, job_steps: 2, tender_state: 1 })
      expect(await whole(to)).toEqual(await whole(from))
      const totals = await totalLedger(to, {})
      expect(totals).toEqual(await totalLedger(from, {}))
      expect(totals.settled).toBe(360)
      const [row] = await to.query<{ id: string }>(
        `insert into ledger (request_id, tool, network, payment_key, price_micro_usd, outcome, status) values ('n', 't', 'n', 'new', 1, 'failed', 500) returning id`,
      )
      expect(row!.id).toBe('451')
    })
  })

  test('a backup that is cut, changed, or of another schema is refused and leaves nothing behind', async () => {
    const from = await open('pglite')
    await fill(from)
    const lines = await linesOf(from)
    const to = await open('postgres')
    const before = await whole(to)
    const changed = lines.map((line) => line.replace('"key-7"', '"key-x"'))
    const header = JSON.parse(lines[0]!) as { migrations: string[] }
    const older = [JSON.stringify({ ...header, migrations: header.migrations.slice(1) }), ...lines.slice(1)]
    const cases: [string[], RegExp][] = [
      [lines.slice(0, -1), /ends in the middle/],
      [lines.slice(0, 100), /ends in the middle/],
      [[...lines.slice(0, 10), ...lines.slice(11)], /says 450 rows of claims and holds 449/],
      [changed, /checksum/],
      [older, /Restore with the version that made it/],
      [[], /no header/],
      [['{}'], /no header/],
      [[lines[0]!, 'drop table ledger'], /not JSON/],
      [[lines[0]!, '["pg_user",{"a":1}]'], /unknown table pg_user/],
    ]
    for (const [text, message] of cases) await expect(load(to, each(text))).rejects.toThrow(message)
    await expect(load(to, each(lines.slice(0, 5)))).rejects.toBeInstanceOf(RestoreError)
    expect(await whole(to)).toEqual(before)
  })

  test('a database that holds something is never overwritten', async () => {
    const [from, to] = [await open('pglite'), await open('pglite')]
    await fill(from)
    await fill(to)
    const before = await whole(to)
    await expect(load(to, each(await linesOf(from)))).rejects.toThrow(/not empty/)
    expect(await whole(to)).toEqual(before)
  })

  test('the commands write a file for the owner alone and read it back', async () => {
    const source = await dataFolder('backup-source')
    const cut = await dataFolder('backup-cut')
    onTestFinished(() => {
      for (const made of [source, cut]) rmSync(made, { recursive: true, force: true })
    })
    const database = await openDatabase({ dataDir: source })
    await fill(database)
    const expected = await whole(database)
    await database.close()
    const [file, target] = [join(folder, 'backup.jsonl.gz'), join(folder, 'restored')]
    const node = (script: string, ...args: string[]) => run({ DATABASE_URL: '' }, script, ...args)
    const written = await node('backup.ts', '--to', file, '--data-dir', source)
    expect(written.stdout).toMatch(/ledger 450\n[\s\S]*ledger: 360 settled/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const read = await node('restore.ts', '--from', file, '--data-dir', target)
    expect(read.stdout).toContain(written.stdout.match(/^ledger: .*$/m)![0])
    const { at } = JSON.parse(gunzipSync(readFileSync(file)).toString().split('\n')[0]!) as { at: string }
    expect(read.stdout).toContain(`as of ${at}`)
    expect(read.stdout).toContain('docs/runbook.md')
    const restored = await openDatabase({ dataDir: target })
    // That it was put back is what it holds besides.
    expect(await whole(restored)).toEqual({ ...expected, lost_moments: [expect.any(String)] })
    await restored.close()
    writeFileSync(file, readFileSync(file).subarray(0, 2_000))
    await expect(node('restore.ts', '--from', file, '--data-dir', cut)).rejects.toThrow(/unexpected end of file/)
  })

  test('the command leaves the schema of an older version as it is, so that this version can restore what it wrote', async () => {
    const url = await postgres.createDatabase('older')
    const older = await openDatabase({ databaseUrl: url })
    const names = async () => (await older.query<{ name: string }>('select name from migrations order by name')).map(({ name }) => name)
    await older.run(`drop table token_names`)
    await older.run(`delete from migrations where name = '022-token-names'`)
    const before = await names()
    const file = join(folder, 'older.jsonl')
    await run({ DATABASE_URL: url }, 'backup.ts', '--to', file)
    expect(await names()).toEqual(before)
    expect(JSON.parse(readFileSync(file, 'utf8').split('\n')[0]!)).toMatchObject({ migrations: before })
    await older.close()
  })

  test('where there is no database the command says so and writes nothing', async () => {
    const file = join(folder, 'nothing.jsonl')
    const [missing, empty] = [join(folder, 'missing'), await postgres.createDatabase('nothing')]
    const backup = (DATABASE_URL: string) => run({ DATABASE_URL, DATA_DIR: missing }, 'backup.ts', '--to', file)
    await expect(backup('')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(`There is no database in ${missing}.`) })
    await expect(backup(empty)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('holds nothing of this program') })
    expect([existsSync(file), existsSync(missing)]).toEqual([false, false])
  })
})
