/** The job that keeps GPU prices: a few requests a run, each stored at once, so that a killed run loses nothing. */

import type { Core } from '../../../core.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import type { JobContext, JobResult } from '../../../steps.ts'
import { planRun } from './rotation.ts'
import { readRunpod } from './runpod.ts'
import { loadGpuPrices } from './snapshot.ts'
import { ALL, allReadings, noteAttempt, type ReadingSource, storeReading } from './store.ts'
import { readMetrics, readModel, readNames } from './vast.ts'

/** The other marketplace is asked when this one has given nothing for so long. */
const FALLBACK_AFTER_MS = 300_000

/**
 * Reads what is due within the marketplace's rate, stores it and refreshes the copy in memory. Meant to run every 20 to 30 s.
 * @throws UpstreamError when something was due and nothing could be read
 */
export async function refreshGpuPrices(core: Core, { step, signal, progress }: JobContext): Promise<JobResult> {
  const counts = { updated: 0, failed: 0 }
  let failure: UpstreamError | null = null
  const read = async (source: ReadingSource, model: string, work: () => Promise<unknown>): Promise<boolean> => {
    const result = await step(`${source}-${model}`, async () => {
      await noteAttempt(core, source, model)
      try {
        await storeReading(core, source, model, await work())
        return null
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        return { source: error.source, reason: error.reason, message: error.message }
      }
    })
    if (result === null) counts.updated++
    else {
      counts.failed++
      failure = new UpstreamError(result.source, result.reason, result.message)
    }
    progress({ ...counts })
    return result === null
  }

  const plan = (name: string) => step(name, async () => planRun(await allReadings(core), core.env.VAST_KEY !== undefined, core.now()))
  let vastFailed = false
  const due = await plan('plan')
  if (due.names) vastFailed = !(await read('vast-names', ALL, () => readNames(core, signal)))
  if (due.metrics && !vastFailed) vastFailed = !(await read('vast-metrics', ALL, () => readMetrics(core, signal)))
  // Planned again: the names just read say which models there are, and count against the rate.
  for (const model of (await plan('plan-models')).models) {
    signal.throwIfAborted()
    // One refusal means that the next will be refused too; the rest keeps its turn.
    if (vastFailed) break
    vastFailed = !(await read('vast', model, () => readModel(core, model, signal)))
  }
  if (vastFailed && (await step('fallback-due', () => fallbackDue(core, core.now()))))
    await read('runpod', ALL, () => readRunpod(core, signal))

  await loadGpuPrices(core)
  if (failure !== null && counts.updated === 0) throw failure
  return { outcome: counts.failed > 0 ? 'partial' : 'succeeded', counts }
}

async function fallbackDue(core: Core, nowMs: number): Promise<boolean> {
  const readings = await allReadings(core)
  const older = (source: ReadingSource) =>
    readings.every((row) => row.source !== source || row.observedAt === null || nowMs - row.observedAt.getTime() >= FALLBACK_AFTER_MS)
  return older('vast') && older('runpod')
}
