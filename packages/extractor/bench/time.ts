/** CPU time per page of the extractor beside the design card's stack (jsdom, Readability, turndown): every page through both, in random order, in one process. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { randomFrom } from '../train/boost.ts'
import { readSamples, type Sample } from '../train/data.ts'
import { loadReader, OURS, STOCK } from './readers.ts'

export type MarkdownTimes = {
  /** Medians' ratio, ours over theirs. */
  ratio: number
  p95Ratio: number
  oursMedianMs: number
  stockMedianMs: number
  pages: number
  /** Pages on which the stock stack throws; their time counts all the same. */
  stockFailed: number
}

/** Where the public pages lie beside the repository, when they do. */
export const PAGES = join(import.meta.dirname, '../../../../shared/fixtures/web')

export const quantile = (list: number[], share: number): number =>
  [...list].sort((one, two) => one - two)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? Number.NaN

/** Measures on a sample of the pages in `data`; undefined where there are none. */
export async function benchMarkdownTime({ quick, data = PAGES }: { quick: boolean; data?: string }): Promise<MarkdownTimes | undefined> {
  if (!existsSync(data)) return undefined
  const stacks = { ours: await loadReader(OURS), stock: await loadReader(STOCK) }
  // Of a hundred pages the 95th percentile is one page, and one still read by code that is not compiled.
  const [random, wanted] = [randomFrom(3), quick ? 40 : 480]
  const samples: Sample[] = []
  for await (const sample of readSamples(data)) if (random() < (wanted * 1.3) / 1_478 && samples.length < wanted) samples.push(sample)
  const times: Record<keyof typeof stacks, number[]> = { ours: [], stock: [] }
  const runs = samples
    .flatMap((sample) => (['ours', 'stock'] as const).map((stack) => ({ sample, stack, order: random() })))
    .sort((one, two) => one.order - two.order)
  for (const sample of samples.slice(0, 8)) await stacks.ours(sample.html, sample.url)
  let stockFailed = 0
  for (const { sample, stack } of runs) {
    const start = process.cpuUsage()
    try {
      await stacks[stack](sample.html, sample.url)
    } catch (error) {
      if (stack === 'ours') throw error
      stockFailed += 1
    }
    const { user, system } = process.cpuUsage(start)
    times[stack].push((user + system) / 1_000)
    // jsdom frees its documents only after a turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  const at = (share: number) => quantile(times.ours, share) / quantile(times.stock, share)
  return {
    ratio: at(0.5),
    p95Ratio: at(0.95),
    oursMedianMs: quantile(times.ours, 0.5),
    stockMedianMs: quantile(times.stock, 0.5),
    pages: samples.length,
    stockFailed,
  }
}
