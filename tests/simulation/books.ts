/** The books of a simulation: a real database whose clock is the simulation's, whose statements happen one by one, and of which backups are made. */
import type { Database } from '../../lib/db/index.ts'
import { markLost } from '../../lib/payments/books/lost-moments.ts'
import { memoryDatabase } from '../support/database.ts'
import type { Timeline } from './timeline.ts'

const KEPT = ['claims', 'ledger', 'unpaid_runs']
/** What a server keeps of its facilitators is beside the point: every one starts without. */
const BESIDE = /facilitator_supported/

/** What a statement ends with where the run says that its connection is lost. */
export class LostConnection extends Error {}

export type Books = Awaited<ReturnType<typeof openBooks>>

/** Opens it. `now()` within is the time of the timeline that `begin` was given last. */
export async function openBooks() {
  const real = await memoryDatabase()
  let timeline: Timeline | undefined
  let told = 0
  await real.query('create schema if not exists sim')
  await real.query(`create or replace function sim.now() returns timestamptz language sql stable as
    $$ select to_timestamp(current_setting('sim.now')::float8 / 1000) $$`)
  await real.query(`create or replace function sim.books_lineage() returns text language sql stable as
    $$ select 'server ' || current_setting('sim.server') $$`)
  await real.query('set search_path = sim, public, pg_catalog')
  for (const column of ['claims.created_at', 'claims.updated_at', 'ledger.at', 'lost_moments.at']) {
    const [table, name] = column.split('.')
    await real.query(`alter table ${table} alter column ${name} set default sim.now()`)
  }
  for (const table of KEPT) await real.query(`create table if not exists sim.${table}_kept as table public.${table} with no data`)

  /** From here on the books are on another server, of that number. */
  const moveTo = (server: number) => real.query(`select set_config('sim.server', $1, false)`, [String(server)])
  let server = 0

  const tellTime = async () => {
    const now = timeline!.now()
    if (now === told) return
    await real.query(`select set_config('sim.now', $1, false)`, [String(now)])
    told = now
  }
  /** Way 1: the connection is lost after the statement, way 2 before it. */
  const happening =
    <Args extends [string, ...unknown[]], Found>(work: (...args: Args) => Promise<Found>, none: Found) =>
    (...args: Args): Promise<Found> => {
      if (BESIDE.test(args[0])) return Promise.resolve(none)
      return timeline!.ask(
        `books ${/\b(insert into \w+|update \w+|delete from \w+|select)/.exec(args[0])?.[1] ?? 'statement'}`,
        3,
        async (way) => {
          if (way === 2) throw new LostConnection('the connection was lost')
          await tellTime()
          const found = await work(...args)
          if (way === 1) throw new LostConnection('the connection was lost after the statement')
          return found
        },
      )
    }
  return {
    /** Empty books on another timeline. */
    async begin(next: Timeline): Promise<void> {
      timeline = next
      told = 0
      for (const table of [...KEPT, 'lost_moments', 'lineages']) await real.query(`delete from public.${table}`)
      server = 0
      await moveTo(server)
      await real.query(`insert into public.lineages select sim.books_lineage()`)
      for (const table of KEPT) await real.query(`delete from sim.${table}_kept`)
    },
    /** As a server has it. */
    opened: (): Database => ({
      engine: 'postgres',
      query: happening(real.query, []) as Database['query'],
      run: happening(real.run, 0),
      tx: () => Promise.reject(new Error('a sale has no transactions')),
      close: async () => {},
    }),
    /** Looks at it from outside, at once. */
    async read<Found>(text: string, params?: unknown[]): Promise<Found[]> {
      await tellTime()
      return real.query<Found>(text, params)
    },
    /** Keeps a copy of what is in it now. */
    async backUp(): Promise<void> {
      for (const table of KEPT) {
        await real.query(`delete from sim.${table}_kept`)
        await real.query(`insert into sim.${table}_kept select * from public.${table}`)
      }
    },
    /** It is what it was when the copy was made. `isSaid`: whoever put it back says so; else another server steps in. */
    async restore(isSaid: boolean): Promise<void> {
      await tellTime()
      for (const table of KEPT) {
        await real.query(`delete from public.${table}`)
        await real.query(`insert into public.${table} overriding system value select * from sim.${table}_kept`)
      }
      if (isSaid) await markLost(real)
      else {
        server += 1
        await moveTo(server)
      }
    },
    async close(): Promise<void> {
      for (const column of ['claims.created_at', 'claims.updated_at', 'ledger.at', 'lost_moments.at']) {
        const [table, name] = column.split('.')
        await real.query(`alter table public.${table} alter column ${name} set default pg_catalog.now()`)
      }
      await real.query('delete from public.lineages')
      await real.query('drop schema sim cascade')
      await real.query('reset search_path')
      await real.query('insert into lineages select books_lineage()')
      await real.close()
    },
  }
}
