/**
 * The daily ingest, as steps: plan, fetch every window of every source, check completeness, publish. Resumable at any step, right when any
 * step runs twice or two runs overlap.
 */
import { z } from 'zod'
import type { Core } from '../core.ts'
import { ApiError } from '../errors.ts'
import { log } from '../log.ts'
import type { JobContext, JobResult } from '../steps.ts'
import { checkNumbers } from './ingest/completeness.ts'
import { type Fetching, fetchAgain, fetchWindow, type Tally } from './ingest/fetch-window.ts'
import { toReadAgain } from './ingest/late.ts'
import { recomputeOutdated } from './ingest/outdated.ts'
import { coreThrough, recordRun } from './ingest/source-facts.ts'
import { recheckOpen } from './ingest/vanished.ts'
import { FIRST_FILL_DAYS, planWindows, uncheckedDays } from './ingest/windows.ts'
import { publishNotices } from './publish/publish.ts'
import { reloadSnapshot } from './snapshot/snapshot.ts'
import type { Source } from './sources/source.ts'
import { sources } from './sources/sources.ts'
import { addDays, isDay, londonDay } from './words/london.ts'

// The database knows no year 0, and no source anything of the years before this one.
const day = z.string().refine((text) => isDay(text) && text >= '2000', 'must be a day from 2000 on, YYYY-MM-DD')

/** Parameters of an ingest. Without days: what is not yet ingested of the last 120, to yesterday. */
export const IngestParams = z
  .strictObject({
    from: day.optional().describe('First day to ingest, in London.'),
    to: day.optional().describe('Last day to ingest, in London. Default yesterday.'),
    again: z.boolean().optional().describe('Fetch days again that were ingested before.'),
  })
  .refine(({ from, to }) => !from || !to || from <= to, 'from must not be after to')
export type IngestParams = z.infer<typeof IngestParams>

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

/** Refuses days that nobody can fetch yet, and more of them than anybody wants. @throws ApiError `invalid_input` */
export function checkIngest(core: Core, params: IngestParams): void {
  const today = londonDay(core.now())
  for (const param of ['from', 'to'] as const)
    if ((params[param] ?? '') > today)
      throw new ApiError('invalid_input', `${param} is a day that has not come yet: today is ${today} in London.`, {
        param: `params.${param}`,
      })
  const { from, to } = daysOf(params, core.now())
  if (Date.parse(to) - Date.parse(from) > DAYS_MAX * 86_400_000)
    throw new ApiError('invalid_input', `At most ${DAYS_MAX} days can be ingested at once.`, { param: 'params.from' })
}

type SourceRun = { error: string | null; windows: number; failed: number; vanished: number }

async function ingestSource(
  fetching: Fetching,
  source: Source,
  params: IngestParams,
  tally: Tally,
  report: () => void,
): Promise<SourceRun> {
  const { context, core } = fetching
  const database = await core.database()
  const keys = await context.step(`plan-${source.prefix}`, () =>
    planWindows(database, source, { ...daysOf(params, core.now()), again: params.again ?? false, now: core.now() }),
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
      // Windows that failed before come first and may fail for ever; they must not keep the others from their turn. Nor must a search among
      // others of the same month, which a source that answers at all may refuse for months.
      const isAnswered = source.windows.unit === 'months' && /^status /.test(error ?? '')
      if (!isRetry && !isAnswered) failedInRow += 1
      run.error ??= `window ${key.day} part ${key.part}: ${error}`
    } else failedInRow = 0
    report()
  }
  if (failedInRow < FAILED_WINDOWS_MAX) {
    await readAgain(fetching, source, tally, report)
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
    await recordRun(database, source.prefix, run.error, core.now())
    return null
  })
  return run
}

/** Reads days again of which a source may show more by now. The first that fails ends it: no window depends on it, and the next run goes on. */
async function readAgain(fetching: Fetching, source: Source, tally: Tally, report: () => void): Promise<void> {
  const { context, core } = fetching
  const keys = await context.step(`late-${source.prefix}`, async () => toReadAgain(await core.database(), source, core.now()))
  for (const key of keys) {
    context.signal.throwIfAborted()
    if ((await fetchAgain(fetching, source, key, tally)) !== null) return
    report()
  }
}

/**
 * Ingests days from every source and publishes. A source that fails keeps its notices and is marked stale; the outcome is `partial` when it is a
 * core source: another, which may be dead for months, is told by its own state alone.
 * @throws ApiError `upstream_unavailable` when nothing could be read of any core source (what was published stays); the signal's reason when aborted.
 */
export async function ingest(core: Core, params: IngestParams, context: JobContext): Promise<JobResult> {
  checkIngest(core, params)
  const fetching: Fetching = { core, context }
  const tally: Tally = { requests: 0, releases: 0, changed: 0, reported: 0 }
  const totals = { windows: 0, failed: 0, vanished: 0 }
  const counts = () => ({ ...tally, ...totals })
  const errors: string[] = []
  let [unread, isWhole] = [0, true]
  for (const source of sources) {
    const before = { ...totals }
    const run = await ingestSource(fetching, source, params, tally, () => context.progress(counts()))
    totals.windows = before.windows + run.windows
    totals.failed = before.failed + run.failed
    totals.vanished = before.vanished + run.vanished
    if (run.error !== null) errors.push(`${source.name}: ${run.error}`)
    isWhole &&= run.error === null || !source.isCore
    if (source.isCore && run.windows > 0 && run.failed === run.windows) unread += 1
    context.progress(counts())
  }
  const published = await publish(core, context)
  if (errors.length > 0) log.error({ errors }, 'tenders ingest incomplete')
  if (unread === sources.filter(({ isCore }) => isCore).length)
    throw new ApiError('upstream_unavailable', 'No source of tenders that a day needs could be ingested. What was published before stays.')
  return { ...published, outcome: isWhole ? 'succeeded' : 'partial', counts: { ...counts(), ...published.counts } }
}

/** Publishes what is computed but not yet published, and what the clock has closed. The snapshot of this process follows at once. */
export async function publish(core: Core, context: JobContext): Promise<JobResult> {
  const result = await context.step('publish', async () => {
    const database = await core.database()
    await recomputeOutdated(database, sources, core.now())
    const { version, changes, facts } = await publishNotices(database, core.now())
    return { version, changes, dataThrough: coreThrough(facts) }
  })
  await reloadSnapshot(core)
  return { outcome: 'succeeded', counts: { changes: result.changes, version: result.version }, dataThrough: result.dataThrough }
}
