/**
 * Answers of the feed at 2,500, 25,000 and 250,000 open notices: the same calls in turn, a process for each size, so that the ratios of one run
 * hold on any machine. Every call has a query of its own: nothing comes from the cache of rendered answers.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { median } from './measure.ts'
import type { Command, Report } from './tenders-scale-worker.ts'

const SIZES = [2_500, 25_000, 250_000]
/** Of 250,000 open notices so many are new or amended in a day (57,500 releases, a quarter of the tender stage). */
const DAILY_SHARE = 0.06
const WARM_UP = 4

type Size = {
  open: number
  child: ChildProcess
  memoryMb: number
  notices: number
  filtered: number[][]
  search: number[][]
  index: number[][]
}

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
const digits = (value: number): number => Number(value.toPrecision(3))

function report(child: ChildProcess): Promise<Report> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a process of the scale bench ended with ${code}`))
    child.once('exit', onExit)
    child.once('message', (received) => {
      child.off('exit', onExit)
      resolve(received as Report)
    })
  })
}

async function ask(child: ChildProcess, command: Command): Promise<Exclude<Report, { ready: true }>> {
  child.send(command)
  const received = await report(child)
  if ('ready' in received) throw new Error('a process of the scale bench is ready twice')
  return received
}

async function start(open: number): Promise<Size> {
  const child = fork(join(import.meta.dirname, 'tenders-scale-worker.ts'), [String(open)], {
    execArgv: ['--expose-gc', '--max-old-space-size=4096'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready = await report(child)
  if (!('ready' in ready)) throw new Error('a process of the scale bench spoke too early')
  return { open, child, memoryMb: ready.memoryMb, notices: ready.notices, filtered: [], search: [], index: [] }
}

/**
 * Ratios of the 99th percentile against 2,500 open notices (bar at 250,000: 4; index.json at 25,000: 2), memory of what serving keeps, and how
 * readers fare while a day's changes are published.
 */
export async function benchTendersScale({ quick }: { quick: boolean }) {
  const sizes: Size[] = []
  try {
    for (const open of SIZES) sizes.push(await start(open))
    const [rounds, calls] = quick ? [16, 100] : [90, 100]
    // The first rounds warm up the compiler and count for nothing.
    for (let round = 0; round < rounds + WARM_UP; round += 1)
      for (const size of sizes) {
        const from = round * calls
        const { times } = await ask(size.child, { do: 'filtered', from, calls })
        const search = await ask(size.child, { do: 'search', from, calls })
        const listing = await ask(size.child, { do: 'index', from: round * 50, calls: 50 })
        if (round < WARM_UP) continue
        size.filtered.push(times)
        size.search.push(search.times)
        size.index.push(listing.times)
      }
    const [small, middle, large] = sizes as [Size, Size, Size]
    const publish = await ask(large.child, { do: 'publish', share: DAILY_SHARE })
    // Of each short round, then the median round: what else the machine does falls into single ones.
    const p99 = (size: Size, which: 'filtered' | 'search' | 'index') => median(size[which].map((times) => quantile(times, 0.99)))
    const middling = (size: Size) => median(size.filtered.flat())
    return {
      p99Ratio250kTo2500: digits(p99(large, 'filtered') / p99(small, 'filtered')),
      bar: 4,
      searchP99Ratio250kTo2500: digits(p99(large, 'search') / p99(small, 'search')),
      searchP99Ms: sizes.map((size) => digits(p99(size, 'search'))),
      longestSearchMs250k: digits(Math.max(...large.search.flat())),
      p99Ratio25kTo2500: digits(p99(middle, 'filtered') / p99(small, 'filtered')),
      medianRatio250kTo2500: digits(middling(large) / middling(small)),
      indexRatio25k: digits(p99(middle, 'index') / p99(small, 'index')),
      indexRatio250k: digits(p99(large, 'index') / p99(small, 'index')),
      p99Ms: sizes.map((size) => digits(p99(size, 'filtered'))),
      medianMs: sizes.map((size) => digits(middling(size))),
      callsEach: small.filtered.flat().length,
      memoryMb2500: digits(small.memoryMb),
      memoryMb25k: digits(middle.memoryMb),
      memoryMb250k: digits(large.memoryMb),
      bytesPerNotice: Math.round((large.memoryMb * 1e6) / large.notices),
      publishMs250k: Math.round(publish.publishMs ?? Number.NaN),
      answersDuringPublish: publish.times.length,
      p99MsDuringPublish: digits(quantile(publish.times, 0.99)),
      longestTurnCpuMsDuringPublish: digits(publish.longestTurnCpuMs ?? Number.NaN),
      collectionsInLongestTurn: publish.longestTurnGc ?? '',
      longestPauseMsDuringPublish: digits(publish.longestPauseMs ?? Number.NaN),
    }
  } finally {
    for (const { child } of sizes) child.kill()
  }
}
