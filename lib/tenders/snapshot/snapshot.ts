/**
 * All published notices in memory, arranged for serving. Requests read it and never the database; it follows the data version in the
 * background and stays as it was while the database is away.
 */
import { type Core, part } from '../../core.ts'
import { log } from '../../log.ts'
import { atMost } from '../../wait.ts'
import { coreThrough, SourceFacts } from '../ingest/source-facts.ts'
import { readStatus, type StoredStatus } from '../ingest/status.ts'
import { build, showWaiting } from '../search/build-index.ts'
import { Dictionaries } from '../search/notices/dictionaries.ts'
import { firstOpen, type TradeIndex } from '../search/trade-index.ts'
import { inSequence, runInTurns } from '../search/turns.ts'
import { sourceOf } from '../sources/sources.ts'
import { addDays, fromLondonWallClock, londonDay } from '../words/london.ts'
import { type Reading, readRows } from './snapshot-rows.ts'

export type Snapshot = {
  /** Data version it was read at. */
  version: number
  /** Differs between any two snapshots of a process. */
  generation: number
  index: TradeIndex
  facts: SourceFacts
  /** Instants. */
  changedAt: number
  publishedAt: number
  readAt: number
  stored: StoredStatus
  /** The database has not answered for a while: nobody knows whether there is something newer. */
  cutOff: boolean
}

type Holder = {
  current: Snapshot | undefined
  generation: number
  loading: Promise<void> | undefined
  /** Instant of the last answer of the database about its version. */
  checkedAt: number
  timer: NodeJS.Timeout | undefined
  /** Instant of the last reading that failed. */
  failedAt: number
}

const CHECK_MS = 30_000
/** Beyond this the snapshot may be older than promised: a request waits for the check, but not for long. */
const TRUST_MS = 60_000
const WAIT_MS = 2_000
/** Before the first reading there is nothing else to answer with, but a database that just failed is not asked by every request. */
const FIRST_WAIT_MS = 10_000
const PAUSE_MS = 5_000
const STALE_DAYS = 2
/** What was removed is remembered for a week; a snapshot older than this is read anew. */
const INCREMENTAL_MS = 86_400_000

const holder = part(
  (): Holder => ({
    current: undefined,
    generation: 0,
    loading: undefined,
    checkedAt: 0,
    timer: undefined,
    failedAt: 0,
  }),
)

const isWorn = ({ dictionaries, notices }: TradeIndex): boolean => dictionaries.isLarge(notices.size)

/** Arranges what was read as of `now`. Requests are answered from the snapshot before meanwhile: theirs is one or the other, never both. */
function arrange({ batch, gone }: Reading, before: TradeIndex | undefined, publishedAt: number, now: number): Promise<TradeIndex> {
  // Closed by an earlier publish that brought nothing else.
  if (before) gone.addAll(inSequence(firstOpen(before, publishedAt)))
  return runInTurns(build(before, batch, gone, now))
}

async function read(core: Core, now: number): Promise<void> {
  const database = await core.database()
  const slot = holder(core)
  const before = slot.current
  const next = await database.tx(async (tx) => {
    // One moment for all reads: a publish in between must not show halfway.
    await tx.query('set transaction isolation level repeatable read, read only')
    const [state] = await tx.query<{ version: string; changed_at: Date | null; published_at: Date | null; sources: unknown }>(
      'select version, changed_at, published_at, sources from tender_state',
    )
    const version = Number(state?.version ?? 0)
    if (!state?.published_at || (before && version === before.version)) return undefined
    const known = before && version > before.version && now - before.readAt < INCREMENTAL_MS && !isWorn(before.index) ? before : undefined
    // Words and lists of notices long gone go with the reading that they came with.
    const reading = await readRows(tx, known, known?.index.dictionaries ?? new Dictionaries(), now)
    const publishedAt = state.published_at.getTime()
    const facts = SourceFacts.parse(state.sources)
    // Published by a run that read nothing: an empty list would say that nothing is open.
    if (!before && reading.batch.size === 0 && facts.every(({ data_through }) => data_through === null)) return undefined
    return {
      version,
      reading,
      known,
      facts,
      // That the database is back is news too.
      changedAt: before?.cutOff ? now : (state.changed_at?.getTime() ?? 0),
      publishedAt,
      stored: await readStatus(tx, publishedAt),
    }
  })
  slot.checkedAt = core.now()
  if (!next) {
    if (before?.cutOff) replace(slot, { ...before, changedAt: now, cutOff: false })
    return
  }
  const { reading, known, ...rest } = next
  const index = known && !reading.isNew ? known.index : await arrange(reading, known?.index, rest.publishedAt, now)
  replace(slot, { ...rest, index, readAt: now, cutOff: false })
  log.info({ version: next.version, notices: index.notices.size }, 'tenders snapshot read')
}

function replace(slot: Holder, next: Omit<Snapshot, 'generation'>): void {
  slot.generation += 1
  slot.current = { ...next, generation: slot.generation }
}

/** Reads the snapshot again if the data version changed. One at a time; never throws: the last good one stays. */
function refresh(core: Core, now = core.now()): Promise<void> {
  const slot = holder(core)
  slot.loading ??= (async () => {
    try {
      await read(core, now)
    } catch (error) {
      slot.failedAt = core.now()
      log.warn({ err: error }, 'tenders snapshot not read; the last one stays')
      if (slot.current && !slot.current.cutOff && core.now() - slot.checkedAt > TRUST_MS)
        replace(slot, { ...slot.current, changedAt: now, cutOff: true })
    } finally {
      slot.loading = undefined
    }
  })()
  return slot.loading
}

/** After a publish in this process: what was published is served at once. Never throws. */
export async function reloadSnapshot(core: Core, now?: number): Promise<void> {
  // A reading that began before the publish committed may have missed it.
  await holder(core).loading
  await refresh(core, now)
}

/** Follows the data version in the background from now on. */
function follow(core: Core): void {
  const slot = holder(core)
  if (slot.timer) return
  slot.timer = setInterval(() => void refresh(core), CHECK_MS)
  slot.timer.unref()
}

/** Reads the first snapshot and follows the data version in the background. Never throws. */
export async function startSnapshot(core: Core): Promise<void> {
  follow(core)
  if (!holder(core).current) await refresh(core)
}

/** Stops following and forgets the snapshot: at shutdown and between tests. */
export async function stopSnapshot(core: Core): Promise<void> {
  const slot = holder(core)
  clearInterval(slot.timer)
  slot.timer = undefined
  await slot.loading
  slot.current = undefined
  slot.checkedAt = 0
  slot.failedAt = 0
}

/** The same notices as of `at`, which may lie ahead: twins that are due then are put into a copy, nothing is arranged anew. */
export function snapshotAt(snapshot: Snapshot, at: number): Snapshot {
  const index = showWaiting(snapshot.index, at)
  return index === snapshot.index ? snapshot : { ...snapshot, index }
}

/** The snapshot as of `now`, without waiting; `undefined` when there is none, or when it may be older than a minute (see `freshSnapshot`). */
export function currentSnapshot(core: Core, now: number): Snapshot | undefined {
  const slot = holder(core)
  const { current } = slot
  if (!current || (!current.cutOff && core.now() - slot.checkedAt > TRUST_MS)) return undefined
  const then = snapshotAt(current, now)
  if (then === current) return current
  // To the second, so within the request.
  replace(slot, then)
  return slot.current
}

/** The same, after a check with the database where one is due; `undefined` only when nothing was ever read. */
export async function freshSnapshot(core: Core, now: number): Promise<Snapshot | undefined> {
  follow(core)
  const ready = currentSnapshot(core, now)
  if (ready) return ready
  const slot = holder(core)
  if (!slot.current && core.now() - slot.failedAt < PAUSE_MS) return undefined
  await atMost(slot.current ? WAIT_MS : FIRST_WAIT_MS, refresh(core))
  return currentSnapshot(core, now) ?? slot.current
}

/** True when a day is so old at `now` that a reader should know. */
const isOld = (day: string | null, now: number) => day === null || addDays(day, STALE_DAYS) < londonDay(now)

/** When each source grows old, by what was read of it. */
const ageing = (facts: SourceFacts): number[] =>
  facts.flatMap(({ data_through }) =>
    data_through === null ? [] : [fromLondonWallClock(Date.parse(`${addDays(data_through, STALE_DAYS + 1)}T00:00:00Z`))],
  )

type SourceStatus = { name: string; data_through: string | null; stale: boolean }

/** What a snapshot knows besides its notices. `changedAt`: milliseconds of the last change of content. */
export type FeedStatus = { data_through: string | null; stale: boolean; sources: readonly SourceStatus[]; changedAt: number }

/** What feeds say about freshness at `now`. */
export function feedStatus({ index, facts, changedAt, cutOff }: Snapshot, now: number): FeedStatus {
  const sources = facts.map(({ source, data_through, failing }) => ({
    name: sourceOf(source).name,
    data_through,
    stale: failing || cutOff || isOld(data_through, now),
  }))
  return {
    data_through: coreThrough(facts),
    stale:
      facts.every(({ source }) => !sourceOf(source).isCore) ||
      facts.some(({ source }, place) => sourceOf(source).isCore && sources[place]?.stale === true),
    sources,
    changedAt: Math.ceil(Math.max(changedAt, index.turnedAt, ...ageing(facts).filter((instant) => instant <= now)) / 1000) * 1000,
  }
}

/** The next instant after `now` at which anything but a deadline changes what is served: a twin's turn, or a source growing old. */
export function nextChange({ index: { waiting, notices }, facts }: Snapshot, now: number): number {
  const turns = notices.columns.hiddenUntil[waiting[0] ?? -1] ?? Number.POSITIVE_INFINITY
  return Math.min(turns, ...ageing(facts).filter((instant) => instant > now))
}
