/**
 * What every part of one running program shares: its settings, its clock, its way to the network, its database. Made once at the root and
 * handed down as the first argument, so that two of them can live in one process (tests do) and nothing is reached for behind a caller's back.
 */

import { type Database, openDatabase } from './db/index.ts'
import type { Transport } from './egress/transport.ts'
import type { Env } from './env.ts'
import { type Listeners, noListeners } from './listeners.ts'
import { wait } from './wait.ts'

export type { Env } from './env.ts'

export type Core = {
  readonly env: Env
  /** Unix milliseconds, by a clock that may be wrong and put right. */
  readonly now: () => number
  /** Milliseconds by a clock that nobody sets: how long something has lasted or is to last. Only differences mean anything. */
  readonly uptime: () => number
  /** Resolves after so many milliseconds of that clock; rejects with the signal's reason on abort. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Who is told of steps and calls (observe.ts). */
  readonly listeners: Listeners
  /** How sources are called; undefined: undici over the network. */
  readonly transport: Transport | undefined
  /** The database, opened and migrated on first use. A failed opening is tried again on the next call. */
  readonly database: () => Promise<Database>
  /** Closes the database, if it is open; the next call of `database` opens it again. */
  readonly closeDatabase: () => Promise<void>
}

export type CoreOptions = {
  now?: () => number
  uptime?: () => number
  wait?: Core['wait']
  transport?: Transport
  openDatabase?: () => Promise<Database>
}

/** The core of a program with these settings. Opens nothing yet. */
export function createCore(env: Env, options: CoreOptions = {}): Core {
  const open = options.openDatabase ?? (() => openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR }))
  let opening: Promise<Database> | undefined
  return {
    env,
    listeners: noListeners(),
    now: options.now ?? (() => Date.now()),
    uptime: options.uptime ?? options.now ?? (() => performance.now()),
    wait: options.wait ?? wait,
    transport: options.transport,
    database: () => {
      opening ??= open().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      return opening
    },
    closeDatabase: async () => {
      const opened = opening
      opening = undefined
      // What could not be opened is not there to be closed; whoever asked for it has been told why.
      await (await opened?.catch(() => undefined))?.close()
    },
  }
}

/**
 * State that a module keeps for as long as a program runs (a cache, a breaker, a pool): one per core, made when it is first asked for. It is
 * what a module variable would be, were there only one program in a process.
 */
export function part<Value>(make: (core: Core) => Value): (core: Core) => Value {
  const made = new WeakMap<Core, { value: Value }>()
  return (core) => {
    let holder = made.get(core)
    if (!holder) {
      holder = { value: make(core) }
      made.set(core, holder)
    }
    return holder.value
  }
}
