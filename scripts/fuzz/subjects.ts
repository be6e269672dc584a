/** How each tool is run with damaged answers: most by their examples, two in their own way. */
import type { Tool } from '../../lib/tools/define.ts'
import type { Reading } from '../../lib/tools/prices/gpu/store.ts'
import type { Subject } from './bodies.ts'
import type { Target } from './target.ts'

const context = () => ({ signal: AbortSignal.timeout(20_000), requestId: 'fuzz' })

const runExample = async (tool: Tool, index: number): Promise<unknown> => {
  const queries = [...tool.examples.map(({ query }) => query), ...(tool.input.safeParse({}).success ? [{}] : [])]
  return tool.run(tool.input.parse(queries[index % queries.length]), context())
}

/** GPU prices are read by a job, never inside a request: its readers get the damage, and what they keep is then sold. */
async function runGpu(tool: Tool): Promise<unknown> {
  const { UpstreamError } = await import('../../lib/http/upstream-types.ts')
  const { readMetrics, readModel, readNames } = await import('../../lib/tools/prices/gpu/vast.ts')
  const { readRunpod } = await import('../../lib/tools/prices/gpu/runpod.ts')
  const { toPrices } = await import('../../lib/tools/prices/gpu/snapshot.ts')
  const { shared } = await import('../../lib/shared.ts')
  const { signal } = context()
  const now = new Date()
  const readings: Reading[] = []
  const keep = async (source: Reading['source'], model: string, work: Promise<unknown>) => {
    try {
      readings.push({ source, model, data: JSON.parse(JSON.stringify(await work)) as unknown, attemptedAt: now, observedAt: now })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
    }
  }
  await keep('vast-names', '*', readNames(signal))
  for (const model of ['RTX 4090', 'H100 SXM']) await keep('vast', model, readModel(model, signal))
  await keep('vast-metrics', '*', readMetrics(signal))
  await keep('runpod', '*', readRunpod(signal))
  Object.assign(
    shared('gpu-prices', () => ({})),
    { prices: toPrices(readings), loadedAtMs: Date.now(), loading: undefined },
  )
  return tool.run(tool.input.parse({}), context())
}

/** The subject of a tool. */
export async function subjectOf(tool: Tool, target: Target): Promise<Subject> {
  const { resetGoplusPace } = await import('../../lib/upstreams/goplus.ts')
  const subject = { tool, forget: resetGoplusPace }
  if (tool.id === 'prices/gpu') return { ...subject, run: runGpu }
  if ('url' in tool.input.shape) return { ...subject, run: async () => tool.run(tool.input.parse({ url: target.url }), context()) }
  return { ...subject, run: runExample }
}
