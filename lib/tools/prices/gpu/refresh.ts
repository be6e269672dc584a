/** The job that keeps GPU prices: a few requests a run, each stored at once, so that a killed run loses nothing. */

import type { Core } from '../../../core.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import type { JobContext, JobResult } from '../../../steps.ts'
import { CATALOGUE, readCatalogue } from './catalogue.ts'
import { toKnown, toSamples } from './prices.ts'
import { planRun, turnMs } from './rotation.ts'
import { readRunpod } from './runpod.ts'
import { loadGpuPrices } from './snapshot.ts'
import {
  ALL,
  addHistory,
  allAttempts,
  noteAttempt,
  noteFailure,
  type ReadingSource,
  readingsOf,
  storeReadings,
  vastMoments,
} from './store.ts'
import { readMetrics, readModels, readNames } from './vast.ts'

/**
 * One request: asked, stored and remembered. `work` gives what was read of each model, in their order. What happened travels as JSON.
 * The first marketplace's requests wait for their turn, which another run of a moment ago may have put off.
 */
async function readOne(core: Core, source: ReadingSource, models: string[], work: () => Promise<unknown[]>, signal: AbortSignal) {
  const waitMs = source.startsWith('vast') ? turnMs(await vastMoments(core), core.now()) : 0
  if (waitMs > 0) await core.wait(waitMs, signal)
  await noteAttempt(core, source, models)
  try {
    const read = await work()
    await storeReadings(core, source, models, read)
    const samples = models.flatMap((model, at) => {
      const known = toKnown({ source, model, data: read[at], observedAt: new Date(core.now()) })
      return known ? toSamples(known) : []
    })
    await addHistory(core, samples)
    return null
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    await noteFailure(core, source, models, error.reason)
    return { source: error.source, reason: error.reason, message: error.message }
  }
}

const isList = (data: unknown): data is string[] => Array.isArray(data) && data.every((name) => typeof name === 'string')

/** What is due now. */
async function plan(core: Core) {
  const attempts = await allAttempts(core)
  const [names] = await readingsOf(
    core,
    attempts.filter(({ source }) => source === 'vast-names'),
  )
  return planRun(attempts, isList(names?.data) ? names.data : null, core.env.VAST_KEY !== undefined, core.now())
}

/**
 * Reads what is due within the sources' rates, stores it and refreshes the copy in memory. Meant to run every minute.
 * @throws UpstreamError when something was due and nothing could be read
 */
export async function refreshGpuPrices(core: Core, { step, signal, progress }: JobContext): Promise<JobResult> {
  const counts = { updated: 0, failed: 0 }
  let failure: UpstreamError | null = null
  /** False when the source asks for a pause or is silent: then so would the next request be. */
  const read = async (source: ReadingSource, models: string[], work: () => Promise<unknown[]>): Promise<boolean> => {
    signal.throwIfAborted()
    const result = await step(`${source}-${models[0]}`, () => readOne(core, source, models, work, signal))
    if (result === null) counts.updated++
    else {
      counts.failed++
      failure = new UpstreamError(result.source, result.reason, result.message)
    }
    progress({ ...counts })
    return result === null || !['rate_limited', 'disabled', 'timeout'].includes(result.reason)
  }

  const due = await step('plan', () => plan(core))
  // All models in one request: what a first start sells first, whatever becomes of the rest.
  if (due.runpod) {
    await read('runpod', [ALL], async () => [await readRunpod(core, signal)])
    await loadGpuPrices(core)
  }
  let isAnswered = !due.names || (await read('vast-names', [ALL], async () => [await readNames(core, signal)]))
  if (isAnswered && due.metrics) isAnswered = await read('vast-metrics', [ALL], async () => [await readMetrics(core, signal)])
  // Planned again: the names just read say which models there are, and count against the rate.
  for (const models of (await step('plan-models', () => plan(core))).requests)
    if (isAnswered) isAnswered = await read('vast', models, () => readModels(core, models, signal))
  // Prices of the moment can be sold before the lists are read.
  await loadGpuPrices(core)
  for (const cloud of due.catalogues) await read(CATALOGUE, [cloud], async () => [await readCatalogue(core, cloud, signal)])
  if (due.catalogues.length > 0) await loadGpuPrices(core)
  if (failure !== null && counts.updated === 0) throw failure
  return { outcome: counts.failed > 0 ? 'partial' : 'succeeded', counts }
}
