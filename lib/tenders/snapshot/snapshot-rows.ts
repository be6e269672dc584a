/** Reading published notices into memory: a chunk at a time, matched to trades on the way, equal values kept once. */
import { z } from 'zod'
import type { Queryable } from '../../db/index.ts'
import type { StoredNotice } from '../notices/notice.ts'
import { MatchedNotice } from '../search/matched-notice.ts'
import type { Shards } from '../search/shards.ts'
import type { Vocabulary } from '../search/text/words.ts'
import { nextTurn, runInTurns, type Work } from '../search/turns.ts'
import { matchNotice } from '../trades/match.ts'

const CHUNK = 100

const Row = z.object({
  id: z.string(),
  live: z.boolean(),
  hidden_until: z.coerce.number().nullable(),
  sequence: z.number(),
  description: z.string(),
  places: z.array(z.string()).nullable(),
  // Written by this program from the schema of a notice; checked where it is written.
  notice: z.custom<StoredNotice>((value) => typeof value === 'object' && value !== null),
})

const interned = new Map<string, unknown>()
const INTERNED_MAX = 50_000

/** One object for all equal values of small variety: places, trades, what is unavailable. */
function intern<Value>(key: string, value: Value): Value {
  const known = interned.get(key)
  if (known !== undefined) return known as Value
  if (interned.size >= INTERNED_MAX) interned.clear()
  interned.set(key, value)
  return value
}

const list = (values: string[]) => intern(`[${values.join('\n')}`, values)

function toTrades(notice: StoredNotice, description: string): ReadonlyMap<string, 'title' | 'any'> {
  const { title, main_cpv, cpvs } = notice
  const found = [...matchNotice({ title, description, main_cpv, cpvs })].map(([slug, { match }]) => [slug, match] as const)
  return intern(`{${found.flat().join(' ')}`, new Map(found))
}

type Reading = { rows: Shards<MatchedNotice>; vocabulary: Vocabulary; now: number }

const SELECT = `
  select id, live, extract(epoch from hidden_until) * 1000 as hidden_until, sequence,
    description, places, notice
  from tender_published where version > $1 and id > $2 and ($1 >= 0 or live) order by id limit $3`

/** Puts the rows of a chunk into `rows` and takes those that are no longer live out. Returns the last id, and whether anything came or went. */
function* apply(chunk: readonly unknown[], { rows, vocabulary, now }: Reading): Work<{ last: string; isNew: boolean }> {
  let [last, isNew] = ['', false]
  const read: MatchedNotice[] = []
  for (const raw of chunk) {
    const { id, live, hidden_until, sequence, description, places, notice } = Row.parse(raw)
    last = id
    isNew ||= live || (rows.get(id)?.deadline ?? 0) > now
    if (live) {
      if (notice.unavailable) notice.unavailable = intern(JSON.stringify(notice.unavailable), notice.unavailable)
      const row = new MatchedNotice(notice, {
        trades: toTrades(notice, description),
        places: list(places ?? []),
        sequence,
        hiddenUntil: hidden_until,
      })
      vocabulary.read(row, notice)
      read.push(row)
      rows.set(id, row)
    } else rows.delete(id)
    yield
  }
  MatchedNotice.pack(read)
  return { last, isNew }
}

/**
 * Brings `rows` up to date with what was published after `version` (-1: everything live). Every few milliseconds others get their turn; the
 * caller reads within one repeatable-read transaction. Returns whether anything must be arranged anew: notices whose deadline has passed `now`
 * leave an arrangement by themselves.
 */
export async function readRows(tx: Queryable, version: number, reading: Reading): Promise<boolean> {
  let isNew = false
  for (let after = ''; ; ) {
    const chunk = await tx.query(SELECT, [version, after, CHUNK])
    const applied = await runInTurns(apply(chunk, reading))
    after = applied.last
    isNew ||= applied.isNew
    if (chunk.length < CHUNK) return isNew
    await nextTurn()
  }
}
