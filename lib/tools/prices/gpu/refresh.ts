/** The job that keeps GPU prices: a few requests a run, each stored at once, so that a killed run loses nothing. */

import type { Core } from '../../../core.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import type { JobContext, JobResult } from '../../../steps.ts'
import { CATALOGUE, readCatalogue } from './catalogue.ts'
import { toKnown, toSamples } from './prices.ts'
import { planRun } from './rotation.ts'
import { readRunpod } from './runpod.ts'
import { loadGpuPrices } from './snapshot.ts'
import { ALL, addHistory, allAttempts, noteAttempt, noteFailure, type ReadingSource, readingsOf, storeReading } from './store.ts'
import { readMetrics, readModel, readNames } from './vast.ts'

/** One reading: asked, stored and remembered. Its outcome travels as JSON. */
async function readOne(core: Core, source: ReadingSource, model: string, work: () => Promise<unknown>) {
  await noteAttempt(core, source, model)
  try {
    const data = await work()
    await storeReading(core, source, model, data)
    const now = new Date(core.now())
    const known = toKnown({ source, model, data, attemptedAt: now, observedAt: now, failure: null })
    if (known) await addHistory(core, toSamples(known))
    return null
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    await noteFailure(core, source, model, error.reason)
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
 * Reads what is due within the sources' rates, stores it and refreshes the copy in memory. Meant to run every 20 to 30 s.
 * @throws UpstreamError when something was due and nothing could be read
 */
export async function refreshGpuPrices(core: Core, { step, signal, progress }: JobContext): Promise<JobResult> {
  const counts = { updated: 0, failed: 0 }
  let failure: UpstreamError | null = null
  const read = async (source: ReadingSource, model: string, work: () => Promise<unknown>): Promise<boolean> => {
    signal.throwIfAborted()
    const result = await step(`${source}-${model}`, () => readOne(core, source, model, work))
    if (result === null) counts.updated++
    else {
      counts.failed++
      failure = new UpstreamError(result.source, result.reason, result.message)
    }
    progress({ ...counts })
    return result === null
  }

  const due = await step('plan', () => plan(core))
  // One refusal means that the next will be refused too; the rest keeps its turn.
  let isAnswered = !due.names || (await read('vast-names', ALL, () => readNames(core, signal)))
  if (isAnswered && due.metrics) isAnswered = await read('vast-metrics', ALL, () => readMetrics(core, signal))
  // Planned again: the names just read say which models there are, and count against the rate.
  for (const model of (await step('plan-models', () => plan(core))).models)
    if (isAnswered) isAnswered = await read('vast', model, () => readModel(core, model, signal))
  if (due.runpod) await read('runpod', ALL, () => readRunpod(core, signal))
  // Prices of the moment can be sold before the lists are read.
  await loadGpuPrices(core)
  for (const cloud of due.catalogues) await read(CATALOGUE, cloud, () => readCatalogue(core, cloud, signal))
  if (due.catalogues.length > 0) await loadGpuPrices(core)
  if (failure !== null && counts.updated === 0) throw failure
  return { outcome: counts.failed > 0 ? 'partial' : 'succeeded', counts }
}
