/** One process of the scale bench: a snapshot of so many open notices, and the calls that its parent asks it to time. */
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCore } from '../../lib/core.ts'
import { parseEnv } from '../../lib/env.ts'
import { toCall } from '../../lib/http/reply.ts'
import { FORMATS } from '../../lib/tenders/feed/formats.ts'
import { NO_QUERY } from '../../lib/tenders/feed/no-query.ts'
import { renderFile } from '../../lib/tenders/feed/render-file.ts'
import { feeds } from '../../lib/tenders/feed/serve.ts'
import { CAP, MATCHES } from '../../lib/tenders/search/parameters.ts'
import { currentSnapshot, reloadSnapshot, stopSnapshot } from '../../lib/tenders/snapshot/snapshot.ts'
import { TRADES } from '../../lib/tenders/trades/trades.ts'
import { REGIONS } from '../../lib/tenders/words/regions.ts'
import { virtualTenders } from './tenders-rows.ts'

export type Command = { do: 'filtered' | 'search' | 'index'; from: number; calls: number } | { do: 'publish'; share: number }
/**
 * Milliseconds of each call; `publish`: how long it took, calls meanwhile, the longest that the event loop was held up, and the most that this
 * process itself worked at one go (the rest of a pause is the machine's other work), and the collections of memory that fell into that turn.
 */
export type Report =
  | { ready: true; notices: number; memoryMb: number }
  | { times: number[]; publishMs?: number; longestPauseMs?: number; longestTurnCpuMs?: number; longestTurnGc?: string }

const NOW = Date.UTC(2026, 10, 20, 12)
const FORMS = FORMATS.map(({ extension }) => extension)
const PRIME = 7919

/** Every query there is, each once, in an order that jumps between trades: limit, region, sort, match and form. */
const queries = TRADES.flatMap(({ slug }) =>
  REGIONS.flatMap((region) =>
    (['deadline', 'value', 'published'] as const).flatMap((sort) =>
      MATCHES.flatMap((match) =>
        Array.from({ length: CAP }, (_, limit) => ({
          slug,
          search: `?${new URLSearchParams({ region, sort, match, limit: `${limit + 1}` })}`,
        })),
      ),
    ),
  ),
)
const header = () => undefined

const WORDS = [
  'school',
  'council',
  'services',
  'maintenance',
  'cleaning',
  'framework',
  'works',
  'support',
  'supply',
  'county',
  'refurbishment',
  'nowhere',
]
const PHRASES = [
  '"grounds maintenance"',
  '"window cleaning"',
  '"fire and rescue"',
  '"district council"',
  '"case management software"',
  're-roofing',
]

/** The nth search: words, phrases, buyers, values, areas and days, with a number among the words now and then so that no two are the same. */
function searchOfNth(index: number): { slug: string; search: string } {
  const at = (list: readonly string[], step: number) => list[Math.floor(index / step) % list.length]!
  const asked: Record<string, string> = {
    q: [at(WORDS, 1), index % 3 === 0 ? at(WORDS, 5) : '', index % 4 === 1 ? at(PHRASES, 3) : ''].join(' ').trim(),
  }
  if (index % 5 === 0) Object.assign(asked, { q: at(PHRASES, 1) })
  if (index % 5 === 1) Object.assign(asked, { buyer: at(['council', 'trust', 'fire authority', 'college'], 2) })
  if (index % 5 === 2) Object.assign(asked, { sort: at(['value', 'published', 'deadline'], 4) })
  if (index % 6 === 3) Object.assign(asked, { area: at(['Leeds', 'UKE42', 'LS1', 'UKE'], 7) })
  // Every question is a new one to the program.
  return {
    slug:
      index % 2 === 0
        ? 'all'
        : at(
            TRADES.map(({ slug }) => slug),
            2,
          ),
    search: `?${new URLSearchParams({ ...asked, min_value: String(index) })}`,
  }
}

function timed(path: string, search: string): number {
  const start = performance.now()
  const reply = feeds(core, toCall('GET', `/api/uk-tenders/${path}${search}`, header, 'unknown'))
  const time = performance.now() - start
  if (reply instanceof Promise || reply.status !== 200) throw new Error(`${path}${search} was not there at once`)
  return time
}

function filtered(index: number): number {
  const { slug, search } = queries[(index * PRIME) % queries.length]!
  return timed(`${slug}.${FORMS[index % FORMS.length]}`, search)
}

function searched(index: number): number {
  const { slug, search } = searchOfNth(index)
  return timed(`${slug}.${FORMS[index % FORMS.length]}`, search)
}

/** The listing of all trades, made anew: an answer would come from the cache until the next deadline, which is nearer the more are open. */
function listing(): number {
  const snapshot = currentSnapshot(core, NOW)
  if (!snapshot) throw new Error('there is no snapshot')
  const start = performance.now()
  renderFile({ kind: 'index', name: 'index.json' }, { query: NO_QUERY, search: '', snapshot, now: NOW, env: core.env })
  return performance.now() - start
}

/** Memory that is still in use, in megabytes. */
function usedMb(): number {
  global.gc?.()
  // The second waits for buffers that the first left to others to give back.
  global.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

const open = Number(process.argv[2])
const tenders = virtualTenders(open, NOW)
// The allowance of an address counts calls, which is all a bench does.
const core = createCore(parseEnv({ RATE_LIMIT_PER_MINUTE: '0' }), { openDatabase: async () => tenders.database, now: () => NOW })
const before = usedMb()
await reloadSnapshot(core, NOW)

const COLLECTIONS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
}

type Turn = { start: number; end: number; cpuMs: number }

/** Collections of memory from now on; returns what says which of them fell into a turn, each with its milliseconds. */
function watchCollections(): (turn: Turn) => Promise<string> {
  const seen: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  return async ({ start, end }) => {
    // Entries come a turn later.
    await sleep(50)
    observer.disconnect()
    const within = seen.filter(({ startTime, duration }) => startTime < end && startTime + duration > start)
    const names = within.map((entry) => {
      // Node documents it for entries of this type, its types leave it out.
      const { kind } = (entry as PerformanceEntry & { detail: { kind: number } }).detail
      return `${COLLECTIONS[kind] ?? 'other'} ${entry.duration.toFixed(1)}`
    })
    return names.join(', ') || 'none'
  }
}

async function publish(share: number): Promise<Report> {
  tenders.touch(share)
  const times: number[] = []
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [isOver, longestPauseMs] = [false, 0]
  let longest: Turn = { start: 0, end: 0, cpuMs: 0 }
  const collections = watchCollections()
  let [last, lastCpu] = [performance.now(), cpuMs()]
  const reading = (async () => {
    for (let index = 0; !isOver; index += 1) {
      await sleep(1)
      const now = performance.now()
      longestPauseMs = Math.max(longestPauseMs, now - last - 1)
      const turnCpuMs = cpuMs() - lastCpu
      if (turnCpuMs > longest.cpuMs) longest = { start: last, end: now, cpuMs: turnCpuMs }
      times.push(filtered(index))
      ;[last, lastCpu] = [performance.now(), cpuMs()]
    }
  })()
  const start = performance.now()
  await reloadSnapshot(core, NOW)
  const publishMs = performance.now() - start
  isOver = true
  await reading
  return { times, publishMs, longestPauseMs, longestTurnCpuMs: longest.cpuMs, longestTurnGc: await collections(longest) }
}

const send = (report: Report) => process.send?.(report)
process.on('message', async (command: Command) => {
  // The version is checked as a server does; it is the same.
  await reloadSnapshot(core, NOW)
  if (command.do === 'publish') send(await publish(command.share))
  else {
    const places = Array.from({ length: command.calls }, (_, index) => command.from + index)
    const call = { index: listing, filtered, search: searched }[command.do]
    send({ times: places.map((place) => call(place)) })
  }
})
process.on('disconnect', () => void stopSnapshot(core))
send({ ready: true, notices: currentSnapshot(core, NOW)?.index.notices.size ?? 0, memoryMb: usedMb() - before })
