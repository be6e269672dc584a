/** The names that lists keep, in memory: loaded from the database in the background, never inside a request. */
import { z } from 'zod'
import { type Core, part } from '../../../core.ts'
import { log } from '../../../log.ts'
import { rowsOf } from '../../../upstreams/values.ts'
import { quoteKey } from '../quotes.ts'

const Name = z.object({ chain: z.enum(['solana', 'base']), address: z.string(), symbol: z.string(), name: z.string() })

/** A name and the lists that hold it at this address. */
export type ListedName = z.output<typeof Name> & { lists: string[] }

const RELOAD_MS = 900_000

const copy = part((): { names: readonly ListedName[] } => ({ names: [] }))

/** What the lists hold; empty until they were read once. They add to what the program ships with, and take nothing from it. */
export const listedNames = (core: Core): readonly ListedName[] => copy(core).names

/** Brings the copy up to date with the database. */
export async function loadNames(core: Core): Promise<void> {
  const rows = await (await core.database()).query<{ list: string; names: unknown }>('select list, names from token_names order by list')
  const names = new Map<string, ListedName>()
  for (const { list, names: kept } of rows)
    for (const name of rowsOf(Name, kept) ?? []) {
      const key = `${name.chain} ${quoteKey(name.chain, name.address)}`
      const before = names.get(key)
      if (before) before.lists.push(list)
      else names.set(key, { ...name, lists: [list] })
    }
  copy(core).names = [...names.values()]
}

const load = (core: Core): void => {
  loadNames(core).catch((error: unknown) => log.error({ err: error }, 'names of tokens could not be loaded'))
}

const timer = part((core) => setInterval(() => load(core), RELOAD_MS).unref())

/** Loads the names now and every quarter of an hour. Once per core. */
export function keepNames(core: Core): void {
  load(core)
  timer(core)
}
