/** The GPU prices: pure parts, the job against stand-ins and a database in memory, and what is sold from it. */

import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testCore } from '../../../../tests/support/core.ts'
import { memoryDatabase } from '../../../../tests/support/database.ts'
import { plainFaults } from '../../../../tests/support/upstreams/faults.ts'
import { standIns } from '../../../../tests/support/upstreams/for-tests.ts'
import type { Core } from '../../../core.ts'
import { resetBreakers } from '../../../egress/breaker.ts'
import type { JobContext } from '../../../steps.ts'
import { OFFERS_CAP, OffersBody, quantile, toGroups } from './offers.ts'
import { refreshGpuPrices } from './refresh.ts'
import { MAX_MODELS, planRun, REQUESTS_PER_MINUTE, ROTATION_MINUTES, toModels } from './rotation.ts'
import { RunpodBody } from './runpod.ts'
import { currentPrices, loadGpuPrices } from './snapshot.ts'
import { allReadings, type Reading } from './store.ts'
import tool from './tool.ts'
import { MetricsBody } from './vast.ts'

const upstreams = standIns()

/** One database for the file: opening one takes longer than all the rest. */
const database = memoryDatabase()
let core: Core

beforeEach(async () => {
  core = testCore(upstreams().env, { openDatabase: () => database })
  await (await core.database()).query('delete from gpu_readings')
})
afterAll(async () => (await database).close())

const offer = (over: object = {}) => ({
  machine_id: 1,
  num_gpus: 2,
  gpu_name: 'RTX 4090',
  gpu_ram: 24_564,
  dph_total: 0.8,
  is_bid: false,
  rentable: true,
  rented: false,
  verification: 'verified',
  ...over,
})

describe('offers', () => {
  test('a machine counts once, with its lowest price per GPU, and the median is over machines', () => {
    const rows = [
      offer(),
      offer({ num_gpus: 1, dph_total: 0.35 }),
      offer({ machine_id: 2, dph_total: 1 }),
      offer({ machine_id: 3, dph_total: 1.2 }),
    ]
    expect(toGroups('RTX 4090', rows)).toEqual([
      { vramGb: 24, min: 0.35, median: 0.5, p25: 0.425, p75: 0.55, machines: 3, offers: 4, capped: false, thin: false },
    ])
  })

  test.each([
    ['unverified', { verification: 'unverified' }],
    ['verification unknown', { verification: null }],
    ['interruptible', { is_bid: true }],
    ['rented', { rented: true }],
    ['not rentable', { rentable: false }],
    ['free of charge', { dph_total: 0 }],
    ['without GPUs', { num_gpus: 0 }],
    ['of another model', { gpu_name: 'RTX 4090D' }],
    ['unreadable', { dph_total: '0.4' }],
  ])('%s offers are left out', (_name, over) => {
    expect(toGroups('RTX 4090', [offer(over)])).toEqual([])
  })

  test('memory sizes are apart; few machines are a thin sample; a full answer may hide more', () => {
    const rows = [offer(), offer({ machine_id: 2, gpu_ram: 49_140 })]
    expect(toGroups('RTX 4090', rows).map(({ vramGb, thin }) => [vramGb, thin])).toEqual([
      [24, true],
      [48, true],
    ])
    const many = Array.from({ length: OFFERS_CAP }, (_, machine_id) => offer({ machine_id }))
    expect(toGroups('RTX 4090', many)).toMatchObject([{ capped: true, machines: 64 }])
  })

  test('quantiles lie within the values and in order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1 }), (values) => {
        const sorted = values.toSorted((a, b) => a - b)
        const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share)) as [number, number, number]
        expect(sorted[0]! <= low && low <= middle && middle <= high && high <= sorted.at(-1)!).toBe(true)
      }),
    )
  })

  test('any body is read or refused', () => {
    const rows = fc.array(
      fc.record(
        { machine_id: fc.anything(), num_gpus: fc.anything(), gpu_ram: fc.anything(), dph_total: fc.anything() },
        { requiredKeys: [] },
      ),
    )
    fc.assert(
      fc.property(fc.anything(), rows, (anything, overs) => {
        for (const body of [OffersBody, MetricsBody, RunpodBody]) body.safeParse(anything)
        for (const group of toGroups('RTX 4090', overs.map(offer)))
          expect(group.min > 0 ? group.median >= group.min : group.min === 0).toBe(true)
      }),
    )
  })
})

describe('rotation', () => {
  const at = (secondsAgo: number) => new Date(1_800_000_000_000 - secondsAgo * 1000)
  const reading = (source: Reading['source'], model: string, secondsAgo: number, data: unknown = []): Reading => ({
    source,
    model,
    data,
    attemptedAt: at(secondsAgo),
    observedAt: at(secondsAgo),
  })
  const plan = (readings: Reading[], hasKey = false) => planRun(readings, hasKey, 1_800_000_000_000)

  test('first the names, then the models people ask for', () => {
    expect(plan([])).toEqual({ names: true, metrics: false, models: ['RTX 4090', 'H100 SXM', 'RTX 5090'] })
  })

  test('never more than the rate in any minute, whoever asked', () => {
    const recent = ['a', 'b', 'c'].map((model) => reading('vast', model, 10))
    expect(plan([reading('vast-names', '*', 100, ['a', 'b', 'c', 'd', 'e']), ...recent]).models).toEqual(['d'])
    expect(plan([reading('vast-names', '*', 30, ['x', 'y']), ...recent])).toEqual({ names: false, metrics: false, models: [] })
  })

  test('oldest first, and none that is still fresh', () => {
    const readings = [
      reading('vast-names', '*', 900, ['a', 'b', 'c']),
      reading('vast', 'a', 400),
      reading('vast', 'b', 500),
      reading('vast', 'c', 100),
    ]
    expect(plan(readings).models).toEqual(['b', 'a'])
  })

  test('a key adds one call for all models every five minutes', () => {
    expect(plan([reading('vast-names', '*', 900, [])], true).metrics).toBe(true)
    expect(plan([reading('vast-names', '*', 900, []), reading('vast-metrics', '*', 200)], true).metrics).toBe(false)
  })

  test('a full rotation ends before the first model is too old to be sold', () => {
    expect(toModels(Array.from({ length: 500 }, (_, index) => `GPU ${index}`))).toHaveLength(MAX_MODELS)
    expect(MAX_MODELS / REQUESTS_PER_MINUTE).toBeLessThanOrEqual(ROTATION_MINUTES)
    expect(ROTATION_MINUTES).toBeLessThan(10)
  })
})

const job: JobContext = {
  step: async (_name, work) => JSON.parse(JSON.stringify(await work())),
  signal: new AbortController().signal,
  progress: () => undefined,
}
/** Makes every reading this much older, as if time had passed. */
const pass = async (seconds: number) => {
  await (await core.database()).query(
    `update gpu_readings set attempted_at = attempted_at - make_interval(secs => $1::int), observed_at = observed_at - make_interval(secs => $1::int)`,
    [seconds],
  )
  await loadGpuPrices(core)
  resetBreakers(core)
}
type Row = {
  gpu: string
  source: string
  minUsdPerGpuHour: number | null
  medianUsdPerGpuHour: number | null
  machines: number | null
  stale: boolean
  thin: boolean
  observedAt: string
}
const ask = async (query: Record<string, string> = {}) => {
  const answer = await tool.run(tool.input.parse(query), { core: core, signal: job.signal, requestId: 'test' })
  return tool.output.parse(answer) as {
    count: number
    total: number
    stale: boolean
    source: string
    gpus: Row[]
    sources: { name: string; ok: boolean }[]
  }
}

describe('the job and what is sold', () => {
  test('before the first reading the tool is warming up, before any payment', async () => {
    expect(() => tool.ready?.(core)).toThrow(expect.objectContaining({ code: 'warming_up', status: 503 }))
    await refreshGpuPrices(core, job)
    expect(() => tool.ready?.(core)).not.toThrow()
  })

  test('one run reads the names and a few models; requests read nothing', async () => {
    expect(await refreshGpuPrices(core, job)).toMatchObject({ outcome: 'succeeded', counts: { updated: 4, failed: 0 } })
    const asked = upstreams().count('vast')
    expect(asked).toBeLessThanOrEqual(REQUESTS_PER_MINUTE)
    const answer = await ask()
    expect(answer.gpus.map(({ gpu }) => gpu)).toEqual(['H100 SXM', 'RTX 4090'])
    expect(answer.gpus[1]).toMatchObject({
      minUsdPerGpuHour: 0.31,
      medianUsdPerGpuHour: 0.36,
      machines: 3,
      thin: false,
      stale: false,
      source: 'vast',
    })
    expect(answer.gpus[0]).toMatchObject({ machines: 2, thin: true })
    expect(upstreams().count('vast')).toBe(asked)
    expect(upstreams().unknown).toEqual([])
    expect(await refreshGpuPrices(core, job)).toMatchObject({ counts: { updated: 0, failed: 0 } })
  })

  test('q matches however a name is written; no match is an empty list', async () => {
    await refreshGpuPrices(core, job)
    for (const q of ['rtx4090', 'RTX-4090', 'rtx_40', ' 4090']) expect((await ask({ q })).gpus.map(({ gpu }) => gpu)).toEqual(['RTX 4090'])
    expect(await ask({ q: 'abacus' })).toMatchObject({ count: 0, total: 2, gpus: [] })
  })

  test('min_vram keeps what is large enough, and every row says its age', async () => {
    await refreshGpuPrices(core, job)
    expect((await ask({ min_vram: '25' })).gpus.map(({ gpu }) => gpu)).toEqual(['H100 SXM'])
    await pass(60)
    expect((await ask({ min_vram: '24' })).gpus).toMatchObject([{ ageSeconds: expect.any(Number) }, { gpu: 'RTX 4090' }])
    for (const min_vram of ['0', '-1', '1.5', 'x', '10000']) expect(tool.input.safeParse({ min_vram }).success).toBe(false)
  })

  test('the examples validate and are answered', async () => {
    await refreshGpuPrices(core, job)
    for (const { query, output } of tool.examples) {
      tool.output.parse(output)
      expect((await ask(query)).count).toBe((output as { count: number }).count)
    }
  })

  test('prices over five minutes are marked, over ten minutes not sold', async () => {
    await refreshGpuPrices(core, job)
    await pass(310)
    expect(await ask()).toMatchObject({ stale: true, gpus: [{ stale: true }, { stale: true }] })
    await pass(300)
    expect(currentPrices(core)).toEqual([])
    expect(() => tool.ready?.(core)).toThrow(expect.objectContaining({ code: 'warming_up' }))
  })

  test('a failed model keeps its last good price', async () => {
    await refreshGpuPrices(core, job)
    await pass(310)
    upstreams().setFault('vast', { mode: '429' })
    expect((await refreshGpuPrices(core, job)).outcome).toBe('partial')
    expect((await ask()).gpus.map(({ gpu, source }) => [gpu, source])).toEqual([
      ['H100 SXM', 'vast'],
      ['RTX 4090', 'vast'],
    ])
  })

  test('when the marketplace has been silent the other gives minima, under its own name', async () => {
    upstreams().setFault('vast', { mode: 'down' })
    expect((await refreshGpuPrices(core, job)).outcome).toBe('partial')
    const answer = await ask()
    expect(answer).toMatchObject({ source: 'runpod', sources: [{ name: 'runpod', ok: true }] })
    expect(answer.gpus).toMatchObject([
      { gpu: 'MI300X', minUsdPerGpuHour: 2.49, medianUsdPerGpuHour: null },
      { gpu: 'RTX 4090', minUsdPerGpuHour: 0.34, medianUsdPerGpuHour: null, machines: null },
    ])
    upstreams().setFault('vast', null)
    await pass(310)
    await refreshGpuPrices(core, job)
    expect(new Set((await ask()).gpus.map(({ source }) => source))).toEqual(new Set(['vast']))
  })

  test.each(plainFaults)('both marketplaces fail (%s): the job fails, and nothing wrong is sold', async (mode) => {
    upstreams().setFault('*', { mode })
    const outcome = await refreshGpuPrices(core, job).catch((error: unknown) => error)
    expect(outcome).toMatchObject({ name: 'UpstreamError' })
    expect(() => tool.ready?.(core)).toThrow(expect.objectContaining({ code: 'warming_up' }))
  })

  test('a key: medians of all models in one call, minima still from offers', async () => {
    const { readMetrics } = await import('./vast.ts')
    const { storeReading } = await import('./store.ts')
    await refreshGpuPrices(core, job)
    await storeReading(core, 'vast-metrics', '*', await readMetrics(core, job.signal))
    await loadGpuPrices(core)
    expect((await ask()).gpus).toMatchObject([
      { gpu: 'B200', minUsdPerGpuHour: null, medianUsdPerGpuHour: 3.5, machines: null },
      { gpu: 'H100 SXM', minUsdPerGpuHour: 2, machines: 2 },
      { gpu: 'RTX 4090', minUsdPerGpuHour: 0.31, medianUsdPerGpuHour: 0.37, machines: 3 },
    ])
  })

  test('a full answer stays below 30 kB, whatever a source lists', async () => {
    const { storeReading } = await import('./store.ts')
    const metrics = Array.from({ length: 400 }, (_, index) => ({
      gpu: `A quite long model name ${index}`,
      median: 1.2345,
      p25: 1.2345,
      p75: 1.2345,
      offers: 12,
    }))
    await storeReading(core, 'vast-metrics', '*', metrics)
    await loadGpuPrices(core)
    expect(JSON.stringify(await ask()).length).toBeLessThan(30_000)
  })

  test('a run that stops half-way has stored what it read', async () => {
    const stop = new AbortController()
    const progress = () => stop.abort(new Error('shutdown'))
    await expect(refreshGpuPrices(core, { ...job, signal: stop.signal, progress })).rejects.toThrow('shutdown')
    expect((await allReadings(core)).filter(({ observedAt }) => observedAt !== null)).toHaveLength(1)
  })
})
