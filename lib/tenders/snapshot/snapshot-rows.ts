/** Reading published notices into memory: a chunk at a time, matched to trades on the way, equal values kept once. */
import { z } from 'zod'
import type { Queryable } from '../../db/index.ts'
import type { StoredNotice } from '../notices/notice.ts'
import type { Shards } from '../search/shards.ts'
import type { MatchedNotice } from '../search/trade-index.ts'
import { nextTurn, runInTurns, type Work } from '../search/turns.ts'
import { matchNotice } from '../trades/match.ts'

const CHUNK = 100

/** A published notice in memory. Instants in milliseconds. */
export type SnapshotRow = MatchedNotice & { deadline: number; hiddenUntil: number | null }

const Row = z.object({
  id: z.string(),
  live: z.boolean(),
  deadline: z.coerce.number(),
  hidden_until: z.coerce.number().nullable(),
  sequence: z.number(),
  description: z.string(),
  places: z.array(z.string()).nullable(),
  // Written by this program from the schema of a notice; checked where it is written.
  notice: z.custom<StoredNotice>((value) => typeof value === 'object' && value !== null),
})

const interned = new Map<string, unknown>()
const INTERNED_MAX = 50_000

/** One object for all equal values of small variety: buyers, procedures, lists of regions. */
function intern<Value>(key: string, value: Value): Value {
  const known = interned.get(key)
  if (known !== undefined) return known as Value
  if (interned.size >= INTERNED_MAX) interned.clear()
  interned.set(key, value)
  return value
}

const text = (value: string) => intern(value, value)
const list = (values: string[]) => intern(`[${values.join('\n')}`, values.map(text))

function toNotice(stored: StoredNotice): StoredNotice {
  return {
    ...stored,
    buyer: text(stored.buyer),
    procedure: text(stored.procedure),
    source: intern(stored.source, stored.source),
    published: text(stored.published),
    delivery_regions: list(stored.delivery_regions),
    cpvs: list(stored.cpvs),
    also_at: stored.also_at.length === 0 ? intern<StoredNotice['also_at']>('no twins', []) : stored.also_at,
  }
}

function toTrades(notice: StoredNotice, description: string): ReadonlyMap<string, 'title' | 'any'> {
  const { title, main_cpv, cpvs } = notice
  const found = [...matchNotice({ title, description, main_cpv, cpvs })].map(([slug, { match }]) => [slug, match] as const)
  return intern(`{${found.flat().join(' ')}`, new Map(found))
}

const SELECT = `
  select id, live, extract(epoch from deadline) * 1000 as deadline, extract(epoch from hidden_until) * 1000 as hidden_until, sequence,
    description, places, notice
  from tender_published where version > $1 and id > $2 and ($1 >= 0 or live) order by id limit $3`

/** Puts the rows of a chunk into `rows` and takes those that are no longer live out. Returns the last id, and whether anything came or went. */
function* apply(chunk: readonly unknown[], rows: Shards<SnapshotRow>, now: number): Work<{ last: string; isNew: boolean }> {
  let [last, isNew] = ['', false]
  for (const raw of chunk) {
    const { id, live, deadline, hidden_until, sequence, description, places, notice } = Row.parse(raw)
    last = id
    isNew ||= live || (rows.get(id)?.deadline ?? 0) > now
    if (live)
      rows.set(id, {
        notice: toNotice(notice),
        trades: toTrades(notice, description),
        places: list(places ?? []),
        sequence,
        deadline,
        hiddenUntil: hidden_until,
        // Filled in by the search; named here so that all rows are of one shape.
        words: undefined,
      })
    else rows.delete(id)
    yield
  }
  return { last, isNew }
}

/**
 * Brings `rows` up to date with what was published after `version` (-1: everything live). Every few milliseconds others get their turn; the
 * caller reads within one repeatable-read transaction. Returns whether anything must be arranged anew: notices whose deadline has passed `now`
 * leave an arrangement by themselves.
 */
export async function readRows(tx: Queryable, version: number, rows: Shards<SnapshotRow>, now: number): Promise<boolean> {
  let isNew = false
  for (let after = ''; ; ) {
    const chunk = await tx.query(SELECT, [version, after, CHUNK])
    const applied = await runInTurns(apply(chunk, rows, now))
    after = applied.last
    isNew ||= applied.isNew
    if (chunk.length < CHUNK) return isNew
    await nextTurn()
  }
}
