/** How each tool is run with damaged answers: most by their examples, two in their own way. */
import type { Core } from '../../lib/core.ts'
import type { Tool } from '../../lib/tools/define.ts'
import type { Reading } from '../../lib/tools/prices/gpu/store.ts'
import type { Subject } from './bodies.ts'
import type { Target } from './target.ts'

const context = (core: Core) => ({ core, signal: AbortSignal.timeout(20_000), requestId: 'fuzz' })

const runExample = async (core: Core, tool: Tool, index: number): Promise<unknown> => {
  const queries = [...tool.examples.map(({ query }) => query), ...(tool.input.safeParse({}).success ? [{}] : [])]
  return tool.run(tool.input.parse(queries[index % queries.length]), context(core))
}

/** GPU prices are read by a job, never inside a request: its readers get the damage, and what they keep is then sold. */
async function runGpu(core: Core, tool: Tool): Promise<unknown> {
  const { UpstreamError } = await import('../../lib/egress/upstream-types.ts')
  const { readMetrics, readModels, readNames } = await import('../../lib/tools/prices/gpu/vast.ts')
  const { readRunpod } = await import('../../lib/tools/prices/gpu/runpod.ts')
  const { toKnown } = await import('../../lib/tools/prices/gpu/prices.ts')
  const { setKnown } = await import('../../lib/tools/prices/gpu/snapshot.ts')
  const { readCatalogue } = await import('../../lib/tools/prices/gpu/catalogue.ts')
  const { signal } = context(core)
  const now = new Date()
  const readings: Parameters<typeof toKnown>[0][] = []
  const keep = async (source: Reading['source'], model: string, work: Promise<unknown>) => {
    try {
      readings.push({
        source,
        model,
        data: JSON.parse(JSON.stringify(await work)) as unknown,
        observedAt: now,
      })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
    }
  }
  await keep('vast-names', '*', readNames(core, signal))
  for (const model of ['RTX 4090', 'H100 SXM'])
    await keep(
      'vast',
      model,
      readModels(core, [model], signal).then(([reading]) => reading),
    )
  await keep('vast-metrics', '*', readMetrics(core, signal))
  await keep('runpod', '*', readRunpod(core, signal))
  await keep('skypilot-catalog', 'lambda', readCatalogue(core, 'lambda', signal))
  const known = readings.flatMap((reading) => {
    const one = toKnown(reading)
    return one ? ([[`${reading.source}|${reading.model}`, one]] as const) : []
  })
  setKnown(core, new Map(known))
  return tool.run(tool.input.parse({}), context(core))
}

/** The subject of a tool. */
export function subjectOf(tool: Tool, target: Target): Subject {
  if (tool.id === 'prices/gpu') return { tool, run: runGpu }
  if ('url' in tool.input.shape)
    return { tool, run: async (core: Core, _, index) => tool.run(tool.input.parse({ url: `${target.url}?${index}` }), context(core)) }
  return { tool, run: runExample }
}
