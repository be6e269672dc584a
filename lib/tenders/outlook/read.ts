/** Awards that end and procurements that are planned, in memory: read again when the data version changes, in turns, the last good reading kept. */
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Core, part } from '../../core.ts'
import { log } from '../../log.ts'
import { buyerKey } from '../notices/duplicates.ts'
import type { StoredNotice } from '../notices/notice.ts'
import { Award, type OutlookItem, Planned } from '../notices/outlook.ts'
import { ALL_TRADES } from '../search/trade-index.ts'
import { nextTurn } from '../search/turns.ts'
import { freshSnapshot } from '../snapshot/snapshot.ts'
import { matchNotice } from '../trades/match.ts'
import { addDays, londonDay } from '../words/london.ts'
import { againOf, type Renewal } from './again.ts'
import { type LastTime, wonLastTime } from './last-time.ts'

type Listed<Item> = { item: Item; trades: ReadonlySet<string>; due: string | null; published: string }
type Reading = { version: number; day: string; award: Listed<Award>[]; planned: Listed<Planned>[] }
type Holder = { current: Reading | undefined; loading: Promise<void> | undefined }

/** The soonest so many of each kind; more would be no list for anybody. */
const KEPT_MAX = 30_000
/** A plan without a date is listed for so long; UK1 speaks of the coming 18 months. */
const PLANNED_DAYS = 550
/** A year ahead, and the day after that of the reading, for which files are written beforehand. */
const AHEAD_DAYS = 368
const MATCHED_A_TURN = 100

const holder = part((): Holder => ({ current: undefined, loading: undefined }))

const AWARDS = `select item, published::date::text as published from tender_outlook where kind = 'award' and due >= $1::date and due <= $2::date order by due, id limit ${KEPT_MAX}`
const PLANS = `select item, published::date::text as published from tender_outlook where kind = 'planned' and published >= $1::date and (due is null or due >= $2::date)
  order by published desc, id limit ${KEPT_MAX}`

async function list<Item extends OutlookItem>(
  rows: unknown[],
  schema: z.ZodType<Item>,
  dueOf: (item: Item) => string | null,
): Promise<Listed<Item>[]> {
  const listed: Listed<Item>[] = []
  for (const [index, row] of rows.entries()) {
    if (index % MATCHED_A_TURN === 0) await nextTurn()
    const read = z.object({ item: schema, published: z.string() }).safeParse(row)
    if (!read.success) {
      // One that this program cannot read hides no other.
      log.error({ err: read.error, row }, 'an award or plan could not be read')
      continue
    }
    const { item, published } = read.data
    const found = matchNotice({ title: item.title, main_cpv: item.main_cpv, cpvs: item.cpvs })
    const trades = new Set([...found].flatMap(([slug, { match }]) => (match === 'title' ? [slug] : [])))
    listed.push({ item, trades, due: dueOf(item), published })
  }
  return listed
}

async function readAll(core: Core, version: number, day: string): Promise<Reading> {
  const database = await core.database()
  const awards = await database.query(AWARDS, [day, addDays(day, AHEAD_DAYS)])
  const plans = await database.query(PLANS, [addDays(day, -PLANNED_DAYS), day])
  return {
    version,
    day,
    award: await list(awards, Award, ({ contract_end }) => contract_end),
    planned: await list(plans, Planned, ({ expected }) => expected),
  }
}

/** The reading as of `now`, or undefined before the first ingest or while the database has never answered. */
async function current(core: Core, now: number): Promise<Reading | undefined> {
  const snapshot = await freshSnapshot(core, now)
  if (!snapshot) return undefined
  const slot = holder(core)
  const day = londonDay(now)
  const { version, day: read } = slot.current ?? {}
  if (version === snapshot.version && read !== undefined && (day === read || day === addDays(read, 1))) return slot.current
  slot.loading ??= readAll(core, snapshot.version, day)
    .then((reading) => {
      slot.current = reading
    })
    .catch((error: unknown) => log.warn({ err: error }, 'tenders outlook not read; the last one stays'))
    .finally(() => {
      slot.loading = undefined
    })
  await slot.loading
  return slot.current
}

const monthsAfter = (day: string, months: number): string => {
  const date = new Date(`${day}T00:00:00Z`)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, Math.min(date.getUTCDate(), last)))
    .toISOString()
    .slice(0, 10)
}

const inTrade =
  (slug: string) =>
  ({ trades }: { trades: ReadonlySet<string> }) =>
    slug === ALL_TRADES || trades.has(slug)

/** Contracts of a trade that end within so many months of today, soonest first; undefined: nothing was ever read. */
export async function renewalsOf(core: Core, slug: string, months: number, now: number): Promise<Renewal[] | undefined> {
  const reading = await current(core, now)
  const [today, last] = [londonDay(now), monthsAfter(londonDay(now), months)]
  const isDue = ({ due }: Listed<Award>) => due !== null && due >= today && due <= last
  return reading?.award.filter((each) => inTrade(slug)(each) && isDue(each)).map(({ item }) => ({ ...item, again: againOf(item) }))
}

/** Procurements of a trade that are planned and have not become a tender, newest first, and those that have, with the notice. */
export async function plannedOf(core: Core, slug: string, now: number): Promise<Planned[] | undefined> {
  const reading = await current(core, now)
  const today = londonDay(now)
  const isComing = ({ due, published }: Listed<Planned>) => (due === null || due >= today) && published >= addDays(today, -PLANNED_DAYS)
  return reading?.planned.filter((each) => inTrade(slug)(each) && isComing(each)).map(({ item }) => item)
}

const LOOKED_UP_MAX = 2_000
/** A large buyer has thousands; only what ends within some years of the notice can be what it follows. */
const AWARDS_OF_BUYER = `select item from tender_outlook
  where kind = 'award' and name_key = $1 and (due is null or due between $2::date and $3::date) order by due desc nulls last, id limit 500`
const BEFORE_DAYS = 1_100
const AFTER_DAYS = 550

/** What was found for a notice, by data version and id. */
const lookedUp = part(() => new LRUCache<string, Promise<LastTime | null>>({ max: LOOKED_UP_MAX }))

async function lookUp(core: Core, notice: StoredNotice): Promise<LastTime | null> {
  const key = buyerKey(notice.buyer)
  if (key === '') return null
  const day = notice.contract_start ?? notice.deadline.slice(0, 10)
  const database = await core.database()
  const rows = await database.query(AWARDS_OF_BUYER, [key, addDays(day, -BEFORE_DAYS), addDays(day, AFTER_DAYS)])
  const awards: Award[] = []
  for (const [index, row] of rows.entries()) {
    if (index % MATCHED_A_TURN === 0) await nextTurn()
    awards.push(z.object({ item: Award }).parse(row).item)
  }
  return wonLastTime(notice, awards)
}

/** Who won last time what a notice asks for, as of a data version; null: nothing known is like it. @throws when the database does not answer */
export function lastTimeOf(core: Core, notice: StoredNotice, version: number): Promise<LastTime | null> {
  const key = `${version} ${notice.id}`
  const known = lookedUp(core).get(key)
  if (known) return known
  const looking = lookUp(core, notice)
  lookedUp(core).set(key, looking)
  // Whoever asks next tries again.
  looking.catch(() => lookedUp(core).delete(key))
  return looking
}
