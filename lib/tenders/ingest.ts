/**
 * The daily ingest, as steps: plan, fetch every window of every source, check completeness, publish. Resumable at any step, right when any
 * step runs twice or two runs overlap.
 */
import { z } from 'zod'
import { type Database, db } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import { log } from '../log.ts'
import type { JobContext, JobResult } from '../steps.ts'
import { checkNumbers, recheckOpen } from './completeness.ts'
import { type Fetching, fetchWindow, type Tally } from './fetch-window.ts'
import { addDays, isDay, londonDay } from './london.ts'
import { publishNotices } from './publish.ts'
import { reloadSnapshot } from './snapshot.ts'
import type { Source } from './source.ts'
import { recordRun, sourceFacts } from './source-facts.ts'
import { sources } from './sources.ts'
import { FIRST_FILL_DAYS, planWindows, uncheckedDays } from './windows.ts'

const day = z.string().refine(isDay, 'must be a day, YYYY-MM-DD')

/** Parameters of an ingest. Without days: what is not yet ingested of the last 120, to yesterday. */
export const IngestParams = z
  .strictObject({
    from: day.optional().describe('First day to ingest, in London.'),
    to: day.optional().describe('Last day to ingest, in London. Default yesterday.'),
    again: z.boolean().optional().describe('Fetch days again that were ingested before.'),
  })
  .refine(({ from, to }) => !from || !to || from <= to, 'from must not be after to')
export type IngestParams = z.infer<typeof IngestParams>

export type IngestOptions = {
  /** Default: the process's database. */
  database?: Database
  /** Clock in milliseconds. */
  now?: () => number
}

/** A source that fails window after window is left alone until the next run; its neighbours go on. */
const FAILED_WINDOWS_MAX = 3
/** Nobody asks for more by accident. */
const DAYS_MAX = 800

/**
 * The days to ingest. Without a first one all of a first fill: what is done is not fetched again, and a day that was missed, however long ago
 * within it, is.
 */
function daysOf(params: IngestParams, now: number): { from: string; to: string } {
  const yesterday = addDays(londonDay(now), -1)
  const to = params.to ?? (params.from && params.from > yesterday ? params.from : yesterday)
  return { from: params.from ?? addDays(to, 1 - FIRST_FILL_DAYS), to }
}

type SourceRun = { error: string | null; windows: number; failed: number; vanished: number }

async function ingestSource(
  fetching: Fetching,
  source: Source,
  params: IngestParams,
  tally: Tally,
  report: () => void,
): Promise<SourceRun> {
  const { context, database, now } = fetching
  const keys = await context.step(`plan-${source.prefix}`, () =>
    planWindows(database, source, { ...daysOf(params, now()), again: params.again ?? false }),
  )
  const run: SourceRun = { error: null, windows: 0, failed: 0, vanished: 0 }
  let failedInRow = 0
  for (const { isRetry, ...key } of keys) {
    context.signal.throwIfAborted()
    if (failedInRow >= FAILED_WINDOWS_MAX) break
    const { state, error } = await fetchWindow(fetching, source, key, tally)
    run.windows += 1
    if (state === 'failed') {
      run.failed += 1
      // Windows that failed before come first and may fail for ever; they must not keep the others from their turn.
      if (!isRetry) failedInRow += 1
      run.error ??= `window ${key.day} part ${key.part}: ${error}`
    } else failedInRow = 0
    report()
  }
  if (failedInRow < FAILED_WINDOWS_MAX) {
    const days = await context.step(`unchecked-${source.prefix}`, () =>
      source.sequence ? uncheckedDays(database, source.prefix) : Promise.resolve([]),
    )
    for (const unchecked of days) {
      context.signal.throwIfAborted()
      tally.releases += await checkNumbers(fetching, source, unchecked)
      report()
    }
    run.vanished = await recheckOpen(fetching, source)
  }
  await context.step(`ran-${source.prefix}`, async () => {
    await recordRun(database, source.prefix, run.error, now())
    return null
  })
  return run
}

/**
 * Ingests days from every source and publishes. A source that fails keeps its notices and is marked stale; the outcome is then `partial`.
 * @throws ApiError `upstream_unavailable` when every source failed (what was published stays); the signal's reason when aborted.
 */
export async function ingest(params: IngestParams, context: JobContext, options: IngestOptions = {}): Promise<JobResult> {
  const database = options.database ?? (await db())
  const now = options.now ?? Date.now
  if (params.from && Date.parse(params.to ?? londonDay(now())) - Date.parse(params.from) > DAYS_MAX * 86_400_000)
    throw new ApiError('invalid_input', `At most ${DAYS_MAX} days can be ingested at once.`, { param: 'from' })
  const fetching: Fetching = { database, context, now }
  const tally: Tally = { requests: 0, releases: 0, changed: 0, reported: 0 }
  const totals = { windows: 0, failed: 0, vanished: 0 }
  const counts = () => ({ ...tally, ...totals })
  const errors: string[] = []
  for (const source of sources) {
    const before = { ...totals }
    const run = await ingestSource(fetching, source, params, tally, () => context.progress(counts()))
    totals.windows = before.windows + run.windows
    totals.failed = before.failed + run.failed
    totals.vanished = before.vanished + run.vanished
    if (run.error !== null) errors.push(`${source.name}: ${run.error}`)
    context.progress(counts())
  }
  const published = await publish(context, options)
  if (errors.length > 0) log.error({ errors }, 'tenders ingest incomplete')
  if (errors.length === sources.length)
    throw new ApiError('upstream_unavailable', 'No source of tenders could be ingested. What was published before stays.')
  return { ...published, outcome: errors.length > 0 ? 'partial' : 'succeeded', counts: { ...counts(), ...published.counts } }
}

/** Publishes what is computed but not yet published, and what the clock has closed. The snapshot of this process follows at once. */
export async function publish(context: JobContext, options: IngestOptions = {}): Promise<JobResult> {
  const database = options.database ?? (await db())
  const now = options.now ?? Date.now
  const result = await context.step('publish', async () => {
    const published = await publishNotices(database, now())
    const days = (await sourceFacts(database)).map((facts) => facts.data_through)
    return { ...published, dataThrough: days.includes(null) ? null : ([...days].sort()[0] ?? null) }
  })
  await reloadSnapshot(database, now())
  return { outcome: 'succeeded', counts: { changes: result.changes, version: result.version }, dataThrough: result.dataThrough }
}
