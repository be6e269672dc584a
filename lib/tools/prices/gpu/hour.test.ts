/** An hour of GPU prices under each engine, on a clock that only requests, waiting and schedules move. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testCore } from '../../../../tests/support/core.ts'
import { memoryDatabase } from '../../../../tests/support/database.ts'
import type { Core } from '../../../core.ts'
import type { TransportResponse } from '../../../egress/transport.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import { findJob } from '../../../jobs/registry.ts'
import { nextDue, toCron } from '../../../jobs/runner/schedule.ts'
import type { JobContext } from '../../../steps.ts'
import { OFFERS_CAP } from './offers.ts'
import { refreshGpuPrices } from './refresh.ts'
import { REQUESTS_PER_MINUTE, ROTATION_MINUTES } from './rotation.ts'
import { currentPrices, loadGpuPrices } from './snapshot.ts'

const START = Date.UTC(2026, 10, 22, 12, 0, 41)
const MINUTE = 60_000
const LOOK_MS = 60_000
const schedule = findJob('refresh-prices')?.schedule ?? { everyMs: Number.NaN }

const database = memoryDatabase()
afterAll(async () => (await database).close())

/** Numbers from 0 to 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** The marketplaces' models, with how many offers each has: a few fill an answer, most do not. */
const models = new Map([
  ...['RTX 4090', 'H100 SXM', 'RTX 5090', 'A100 SXM4', 'RTX 3090'].map((name) => [name, 200] as const),
  ...['H200', 'B200', 'L40S', 'RTX A6000', 'A100 PCIE'].map((name) => [name, 30] as const),
  ...['H100 PCIE', 'H100 NVL', 'L40', 'L4', 'A40', 'A10', 'RTX 5080', 'RTX 4080', 'RTX 3080', 'RTX 3060'].map(
    (name) => [name, 10] as const,
  ),
  ...Array.from({ length: 20 }, (_, index) => [`Rare ${index}`, index % 4] as const),
])

const offer = (gpu_name: string, machine_id: number) => ({
  ...{
    machine_id,
    gpu_name,
    num_gpus: 1,
    gpu_ram: 24_576,
    dph_total: 0.4,
    is_bid: false,
    rentable: true,
    rented: false,
    verification: 'verified',
  },
})

const json = (status: number, body: unknown): TransportResponse => ({
  status,
  headers: new Headers({ 'content-type': 'application/json' }),
  body: (async function* () {
    yield Buffer.from(JSON.stringify(body))
  })(),
})

function answer(url: URL): TransportResponse {
  if (url.pathname.includes('gpu_names')) return json(200, { gpu_names: [...models.keys()] })
  if (url.pathname.includes('graphql'))
    return json(200, { data: { gpuTypes: [{ displayName: 'MI300X', memoryInGb: 192, lowestPrice: { uninterruptablePrice: 2.5 } }] } })
  if (!url.pathname.includes('bundles')) return json(404, {})
  const { gpu_name: asked } = JSON.parse(url.searchParams.get('q') ?? '{}') as { gpu_name: { eq?: string; in?: string[] } }
  const names = asked.in ?? [asked.eq ?? '']
  const offers = names.flatMap((name) => Array.from({ length: models.get(name) ?? 0 }, (_, at) => offer(name, at)))
  return json(200, { offers: offers.slice(0, OFFERS_CAP) })
}

type Weather = { latencyMs: () => number; isRefused: () => boolean }
type Engine = 'runner' | 'inngest'

/** Runs the job for an hour as the engine would, and looks at what is sold every minute of it. */
async function anHour(engine: Engine, { latencyMs, isRefused }: Weather, random: () => number) {
  let now = START
  const asked: number[] = []
  const sold: { at: number; ages: Map<string, number> }[] = []
  let core: Core
  /** Time passes, and somebody looks now and then. */
  const pass = async (ms: number) => {
    for (const until = now + ms; now < until; ) {
      const next = Math.min(until, (Math.floor(now / LOOK_MS) + 1) * LOOK_MS)
      now = next
      if (next % LOOK_MS !== 0) continue
      await loadGpuPrices(core)
      const live = currentPrices(core).filter(({ daily, spot }) => !daily && !spot)
      sold.push({ at: now - START, ages: new Map(live.map(({ gpu, observedAtMs }) => [gpu, now - observedAtMs])) })
    }
  }
  core = testCore(
    {},
    {
      openDatabase: () => database,
      now: () => now,
      wait: pass,
      transport: async (address) => {
        const url = new URL(address)
        if (url.host === 'console.vast.ai') asked.push(now)
        await pass(latencyMs())
        return isRefused() ? json(500, { error: 'busy' }) : answer(url)
      },
    },
  )
  await (await database).query('truncate gpu_readings, gpu_history')
  const context: JobContext = {
    step: async (_name, work) => {
      // A step of Inngest is a call of its own.
      if (engine === 'inngest') await pass(200 + Math.round(random() * 800))
      return JSON.parse(JSON.stringify(await work())) as never
    },
    signal: new AbortController().signal,
    progress: () => undefined,
  }
  /** Inngest starts a run within some seconds of the full minute, the runner at its next tick; neither while one is at work. */
  const dueAfter = (at: number) =>
    engine === 'inngest'
      ? (Math.floor(at / MINUTE) + 1) * MINUTE + Math.round(random() * 8_000)
      : nextDue(schedule, at) + Math.round(random() * 1_000)
  for (let due = engine === 'inngest' ? dueAfter(now) : now; due < START + 60 * MINUTE; ) {
    await pass(due - now)
    await refreshGpuPrices(core, context).catch((error: unknown) => {
      // A run that could read nothing; anything else is a bug.
      if (!(error instanceof UpstreamError)) throw error
    })
    do due = dueAfter(due)
    while (due < now)
  }
  return { asked, sold }
}

const fine: Weather = { latencyMs: () => 300, isRefused: () => false }
const slow: Weather = { latencyMs: () => 4_500, isRefused: () => false }
const failing = (random: () => number): Weather => ({
  latencyMs: () => 300 + Math.round(random() * 2_000),
  isRefused: () => random() < 0.1,
})

const engines = ['runner', 'inngest'] as const
const weathers = ['fine', 'slow', 'failing'] as const
const cases = engines.flatMap((engine) => weathers.map((weather) => [engine, weather] as const))

describe.each(cases)('an hour under the %s, sources %s', (engine, weather) => {
  const random = numbers(7)
  let hour: Awaited<ReturnType<typeof anHour>>
  beforeAll(async () => {
    hour = await anHour(engine, { fine, slow, failing: failing(random) }[weather], random)
  })

  test('prices within a minute of the first run; from the second rotation on every model at every moment, as young as promised', () => {
    const { sold } = hour
    const firstRun = engine === 'inngest' ? MINUTE - (START % MINUTE) + 10_000 : 0
    expect(sold.find(({ ages }) => ages.size > 0)?.at).toBeLessThanOrEqual(firstRun + MINUTE)
    // The first rotation has to learn which models are rare.
    const settled = sold.filter(({ at }) => at > firstRun + 2 * ROTATION_MINUTES * MINUTE)
    const offered = [...models].filter(([, offers]) => offers > 0).map(([name]) => name)
    for (const { ages } of settled) expect([...ages.keys()].sort()).toEqual([...offered, 'MI300X'].sort())
    const oldest = Math.max(...settled.flatMap(({ ages }) => [...ages.values()]))
    expect(oldest).toBeLessThanOrEqual((weather === 'failing' ? 10 : ROTATION_MINUTES) * MINUTE)
    expect(settled.length).toBeGreaterThan(45)
  })

  test('never more requests a minute than the marketplace tolerates', () => {
    const { asked } = hour
    for (const time of asked)
      expect(asked.filter((other) => other > time - MINUTE && other <= time).length).toBeLessThanOrEqual(REQUESTS_PER_MINUTE)
    expect(asked.length).toBeGreaterThan(80)
  })
})

test('both engines run the job every minute', () => {
  expect([nextDue(schedule, 0), toCron(schedule)]).toEqual([MINUTE, '* * * * *'])
})
