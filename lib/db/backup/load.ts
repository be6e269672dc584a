/** Reads a backup into an empty database: all of it or nothing. */
import { createHash } from 'node:crypto'
import type { Database, Queryable } from '../database.ts'
import { type BackupFooter, type BackupTable, Footer, Header, isJson } from './format.ts'
import { readMigrations, readTables } from './schema.ts'

/** A backup that cannot be restored here; the message says why. */
export class RestoreError extends Error {
  override name = 'RestoreError'
}

const BATCH = 200
/** The one row that migrating makes; replaced while nothing was ever published. */
const SEEDED = 'tender_state'

/**
 * @returns the footer, whose counts were compared with what was read, and the moment (ISO text) that the backup shows.
 * @throws RestoreError; nothing was changed then
 */
export async function load(database: Database, lines: AsyncIterable<string>): Promise<BackupFooter & { at: string }> {
  return database.tx(async (tx) => {
    const hash = createHash('sha256')
    const loader = await start(tx, lines[Symbol.asyncIterator](), hash)
    const footer = await loader.rest()
    for (const table of loader.tables) await resetSequences(tx, table)
    return { ...footer, at: loader.at }
  })
}

async function start(tx: Queryable, lines: AsyncIterator<string>, hash: ReturnType<typeof createHash>) {
  const first = await lines.next()
  const header = Header.safeParse(first.done ? undefined : toJson(first.value))
  if (!header.success) throw new RestoreError('This is not a backup of this program: its first line is no header.')
  hash.update(`${first.value}\n`)
  const { at, migrations, tables } = header.data
  const here = await readMigrations(tx)
  if (migrations.join() !== here.join())
    throw new RestoreError(
      `The backup has the schema [${migrations.join(', ')}], this program has [${here.join(', ')}]. Restore with the version that made it, then upgrade.`,
    )
  const present = await readTables(tx)
  if (JSON.stringify(present) !== JSON.stringify(tables)) throw new RestoreError('The tables of the backup are not those of this database.')
  await requireEmpty(tx, tables)

  return {
    at,
    tables,
    async rest(): Promise<BackupFooter> {
      const counts: Record<string, number> = Object.fromEntries(tables.map(({ name }) => [name, 0]))
      let waiting: { table: BackupTable; rows: string[] } | undefined
      const flush = async () => {
        if (waiting && waiting.rows.length > 0) await insert(tx, waiting.table, waiting.rows)
        waiting = undefined
      }
      for (let next = await lines.next(); !next.done; next = await lines.next()) {
        const line = next.value
        const name = /^\["([a-z_][a-z0-9_]*)",/.exec(line)?.[1]
        if (name === undefined) {
          const footer = Footer.safeParse(toJson(line))
          if (!footer.success) throw new RestoreError('The backup holds a line that is neither a row nor its end.')
          await flush()
          return check(footer.data, counts, hash.digest('hex'))
        }
        hash.update(`${line}\n`)
        const table = tables.find((candidate) => candidate.name === name)
        if (!table) throw new RestoreError(`The backup holds a row of the unknown table ${name}.`)
        if (waiting?.table !== table || waiting.rows.length >= BATCH) await flush()
        waiting ??= { table, rows: [] }
        waiting.rows.push(line.slice(`["${name}",`.length, -1))
        counts[name]! += 1
      }
      throw new RestoreError('The backup ends in the middle: its last line is missing.')
    },
  }
}

function toJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new RestoreError('The backup holds a line that is not JSON.', { cause: error })
  }
}

function check(footer: BackupFooter, counts: Record<string, number>, sha256: string): BackupFooter {
  for (const [name, count] of Object.entries(counts))
    if (footer.rows[name] !== count) throw new RestoreError(`The backup says ${footer.rows[name]} rows of ${name} and holds ${count}.`)
  if (footer.sha256 !== sha256) throw new RestoreError('The checksum of the backup is wrong: it was changed or damaged.')
  return footer
}

async function requireEmpty(tx: Queryable, tables: BackupTable[]): Promise<void> {
  for (const { name } of tables) {
    const where = name === SEEDED ? 'where version <> 0' : ''
    const [row] = await tx.query(`select 1 from ${name} ${where} limit 1`)
    if (row) throw new RestoreError(`This database is not empty: ${name} has rows. Restore into a new one.`)
  }
  await tx.query(`delete from ${SEEDED}`)
}

async function insert(tx: Queryable, { name, columns }: BackupTable, rows: string[]): Promise<void> {
  const names = columns.map((column) => column.name).join(', ')
  const values = columns.map((column) => (isJson(column.type) ? `r.${column.name}::${column.type}` : `r.${column.name}`)).join(', ')
  const record = columns.map((column) => `${column.name} ${isJson(column.type) ? 'text' : column.type}`).join(', ')
  await tx.query(
    `insert into ${name} (${names}) overriding system value select ${values} from json_to_recordset($1::json) as r(${record})`,
    [`[${rows.join(',')}]`],
  )
}

/** The next row gets the next number. */
async function resetSequences(tx: Queryable, { name, columns }: BackupTable): Promise<void> {
  for (const { name: column } of columns) {
    const [row] = await tx.query<{ sequence: string | null }>('select pg_get_serial_sequence($1, $2) as sequence', [name, column])
    if (row?.sequence)
      await tx.query(
        `select setval($1::regclass, greatest(1, (select coalesce(max(${column}), 0) from ${name})), exists (select 1 from ${name}))`,
        [row.sequence],
      )
  }
}
