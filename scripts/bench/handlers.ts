/** Critical path: p50 of cold handler calls while every source answers in 300 ms, as multiples of that; and what a cached call asks. */
import { log } from '../../lib/log.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { tools } from '../../lib/tools/registry.ts'
import { median } from './measure.ts'

export type HandlerFigures = Record<string, { p50Ms: number; timesLatency: number; bar: number }>

const LATENCY_MS = 300
/** Sequential hops each tool may take, with a margin of 15 %. */
const HOPS: Record<string, number> = {
  'dns/lookup': 1,
  'crypto/price': 1,
  'prices/llm': 1,
  'evm/4byte': 1,
  'base/token-risk': 2,
  'solana/token-risk': 3,
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
    for (const [id, hops] of Object.entries(HOPS)) {
      const tool: Tool = tools.find((candidate) => candidate.id === id)!
      const input = tool.input.parse(tool.examples[0].query)
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
