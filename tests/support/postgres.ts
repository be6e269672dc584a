/** A throw-away PostgreSQL on a free loopback port; its data live in the temporary folder and go with `stop`. */
import { execFile, execFileSync } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgresBin } from './programs.ts'
import { freePort, startTied, untilReady } from './tied-process.ts'

export type TestPostgres = {
  /** For DATABASE_URL: the empty database `postgres`, user `postgres`, no password. */
  url: string
  /** Another empty database in the same server: its URL. */
  createDatabase(name: string): Promise<string>
  /** Ends the server as a power cut would (no checkpoint, connections dropped). The data stay. */
  crash(): Promise<void>
  /** Starts it again on the same port and data. */
  start(): Promise<void>
  /** Stops it in order and starts it again on the same port and data. */
  restart(): Promise<void>
  /** Its data go on as those of a standby that was promoted in its place. */
  promote(): Promise<void>
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/** The server refuses to run as root, so root lends it the account that Debian's package makes. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody'])
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such account: try the next.
    }
  throw new Error('PostgreSQL cannot run as root, and this machine has neither an account postgres nor nobody.')
}

/**
 * Starts a server. Nothing is written through to disk (the data are thrown away), unless `durable` asks for the real cost of a commit.
 * @throws Error when PostgreSQL is absent; guard the suite with `requires('postgres')`.
 */
export async function startPostgres(options: { durable?: boolean; settings?: Record<string, string> } = {}): Promise<TestPostgres> {
  const bin = findPostgresBin()
  if (!bin) throw new Error('There is no PostgreSQL on this machine.')
  const owner = account()
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid ?? owner.uid)
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions']
  await promisify(execFile)(join(bin, 'initdb'), initdb, { ...owner, cwd: folder })

  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...options.settings,
  }
  const args = ['-D', data, '-p', String(port), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]

  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }
  const launch = async () => {
    // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients to leave.
    const child = await startTied(join(bin, 'postgres'), args, { ...owner, cwd: folder, stopSignal: 'SIGINT' })
    await untilReady('PostgreSQL', child, async () => {
      await query('select 1')
      return true
    })
    return child
  }

  let server = await launch().catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  return {
    url,
    async createDatabase(name) {
      await query(`create database "${name.replaceAll('"', '""')}"`)
      return url.replace(/postgres$/, encodeURIComponent(name))
    },
    async crash() {
      // SIGQUIT is the immediate shutdown; SIGKILL on the parent would leave its backends holding the shared memory.
      process.kill(server.pid, 'SIGQUIT')
      while (!server.exited()) await new Promise((resolve) => setTimeout(resolve, 10))
    },
    async start() {
      if (server.exited()) server = await launch()
    },
    async restart() {
      await server.stop()
      server = await launch()
    },
    async promote() {
      await server.stop()
      await writeFile(join(data, 'standby.signal'), '')
      server = await launch()
      await query('select pg_promote()')
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
