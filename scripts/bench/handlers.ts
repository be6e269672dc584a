/** Critical path: p50 of cold handler calls while every source answers in 300 ms, as multiples of that; and what a cached call asks. */
import { log } from '../../lib/log.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { tools } from '../../lib/tools/registry.ts'
import { median } from './measure.ts'

export type HandlerFigures = Record<string, { p50Ms: number; timesLatency: number; bar: number }>

const LATENCY_MS = 300
/** Sequential hops each tool takes for an example of it, with a margin of 15 %: the longest chain in which a source is asked with another's answer. */
const HOPS: Record<string, { hops: number; example?: 1 }> = {
  'dns/lookup': { hops: 1 },
  'crypto/price': { hops: 1 },
  'prices/llm': { hops: 1 },
  'evm/4byte': { hops: 1 },
  // A token whose pools and holders are known, in which trades are simulated.
  'base/token-risk': { hops: 2, example: 1 },
  'solana/token-risk': { hops: 3 },
}

/** Calls each data tool cold, in this process, against stand-ins of equal latency. */
export async function benchHandlers({ quick }: { quick: boolean }): Promise<HandlerFigures> {
  const { startUpstreams } = await import('../../tests/support/upstreams/server.ts')
  const upstreams = await startUpstreams()
  const { testCore } = await import('../../tests/support/core.ts')
  log.level = 'silent'
  const figures: HandlerFigures = {}
  try {
    upstreams.setFault('*', { mode: 'slow', ms: LATENCY_MS })
    for (const [id, { hops, example = 0 }] of Object.entries(HOPS)) {
      const tool: Tool = tools.find((candidate) => candidate.id === id)!
      const input = tool.input.parse(tool.examples[example]?.query)
      const times: number[] = []
      for (let round = 0; round < (quick ? 1 : 7); round += 1) {
        const core = testCore(upstreams.env)
        // Our own pacing of sources must not count.
        await new Promise((resolve) => setTimeout(resolve, 1_500))
        const start = performance.now()
        await tool.run(input, { core, signal: AbortSignal.timeout(15_000), requestId: 'bench' })
        times.push(performance.now() - start)
      }
      const p50Ms = median(times)
      figures[id] = { p50Ms, timesLatency: p50Ms / (hops * LATENCY_MS), bar: 1.15 }
    }
  } finally {
    await upstreams.stop()
  }
  return figures
}
