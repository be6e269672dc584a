/**
 * `npm run bench -- [part…] [--quick] [--json]`: ours beside named peers, in one run, as ratios with medians. Without a part: all of them, and
 * docs/benchmarks.md is written. A part that needs a program this machine lacks says `not run`. Never asserts on time.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { benchColdStart } from './bench/cold-start.ts'
import { toReport } from './bench/report.ts'
import { misused, readOptions } from './steps/options.ts'

const { values, positionals } = readOptions(import.meta.url, {
  allowPositionals: true,
  // `bench markdown` has options of its own.
  strict: process.argv[2] !== 'markdown',
  options: { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
})
const quick = values.quick === true

/** Each part starts what it needs and stops it again. */
const parts: Record<string, () => Promise<Record<string, unknown> | undefined>> = {
  payments: async () => (await import('./bench/payments.ts')).benchPayments({ quick }),
  'time-to-answer': async () => (await import('./bench/time-to-answer.ts')).benchTimeToAnswer({ quick }),
  feeds: async () => (await import('./bench/feeds.ts')).benchFeeds({ quick }),
  handlers: async () => (await import('./bench/handlers.ts')).benchHandlers({ quick }),
  ingest: async () => (await import('./bench/ingest.ts')).benchIngest({ quick }),
  markdown: async () => (await import('../packages/extractor/bench/time.ts')).benchMarkdownTime({ quick }),
  'tenders-scale': async () => (await import('./bench/tenders-scale.ts')).benchTendersScale({ quick }),
  memory: async () => (await import('./bench/memory.ts')).benchMemory({ quick }),
  crowd: async () => (await import('./bench/crowd.ts')).benchCrowd({ quick }),
  'cold-start': async () => benchColdStart({ quick }),
}

const asked = positionals.filter((name) => name in parts)
if (positionals[0] === 'markdown') {
  // The full report on the extractor: quality on unseen pages, metadata, and time.
  await (await import('../packages/extractor/bench/run.ts')).run(process.argv.slice(3))
} else {
  const unknown = positionals.find((name) => !(name in parts))
  if (unknown !== undefined) misused(`There is no bench ${unknown}; there are ${Object.keys(parts).join(', ')}`)
  const results: Record<string, Record<string, unknown> | undefined> = {}
  for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
    process.stderr.write(`bench ${name} …\n`)
    results[name] = await parts[name]!()
  }
  const number = (part: string, field: string): number | null =>
    typeof results[part]?.[field] === 'number' ? (results[part][field] as number) : null
  const summary = {
    unpaid402VsHono: number('payments', 'unpaid402VsHono'),
    unpaid402CpuVsBareRoute: number('payments', 'unpaid402CpuVsBareRoute'),
    paidCpuVsHono: number('payments', 'paidCpuVsHono'),
    paidCpuNextMountVsHono: number('payments', 'paidCpuNextMountVsHono'),
    paidCpuReceiptsVsNone: number('payments', 'paidCpuReceiptsVsNone'),
    knownPayerVsFloor: number('time-to-answer', 'knownPayerVsFloor'),
    feedVsNginx: number('feeds', 'feedVsNginx'),
    markdownVsStock: number('markdown', 'ratio'),
    ingestVsUpsert: number('ingest', 'ratio'),
    memoryGrowth: number('memory', 'memoryGrowth'),
    crowdPaidP99: number('crowd', 'paidP99'),
    crowdFeedP99: number('crowd', 'feedP99'),
    feedP99At100x: number('tenders-scale', 'p99Ratio250kTo2500'),
  }
  const report = toReport(results, summary, {
    command: `npm run bench${process.argv.slice(2).length > 0 ? ` -- ${process.argv.slice(2).join(' ')}` : ''}`,
    cores: cpus().length,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
  })
  if (asked.length === 0 && !quick) writeFileSync('docs/benchmarks.md', report)
  process.stdout.write(values.json === true ? `${JSON.stringify(results)}\n${JSON.stringify(summary)}\n` : `${report}\n`)
  for (const name of ['front', 'signing', 'mount', 'memory']) rmSync(`.data/bench-${name}-${process.pid}`, { recursive: true, force: true })
}
