/** GPU prices: the job against stand-ins and a database in memory, and what is sold from it. */

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testCore } from '../../../../tests/support/core.ts'
import { memoryDatabase } from '../../../../tests/support/database.ts'
import { plainFaults } from '../../../../tests/support/upstreams/faults.ts'
import { standIns } from '../../../../tests/support/upstreams/for-tests.ts'
import type { Core } from '../../../core.ts'
import type { JobContext } from '../../../steps.ts'
import { refreshGpuPrices } from './refresh.ts'
import { REQUESTS_PER_MINUTE } from './rotation.ts'
import { currentPrices, loadGpuPrices } from './snapshot.ts'
import { addHistory, allAttempts, storeReadings } from './store.ts'
import tool from './tool.ts'

const upstreams = standIns()

/** One database for the file: opening one takes longer than all the rest. */
const database = memoryDatabase()
let core: Core
const start = () => testCore(upstreams().env, { openDatabase: () => database })

beforeEach(async () => {
  core = start()
  await (await core.database()).query('truncate gpu_readings, gpu_history')
})
afterAll(async () => (await database).close())

const job: JobContext = {
  step: async (_name, work) => JSON.parse(JSON.stringify(await work())),
  signal: new AbortController().signal,
  progress: () => undefined,
}
/** Makes every reading this much older, as if time had passed, for a program that has just begun. */
const pass = async (seconds: number) => {
  await (await core.database()).query(
    `update gpu_readings set attempted_at = attempted_at - make_interval(secs => $1::int), observed_at = observed_at - make_interval(secs => $1::int)`,
    [seconds],
  )
  core = start()
  await loadGpuPrices(core)
}
type Row = {
  gpu: string
  provider: string
  source: string
  minUsdPerGpuHour: number | null
  observedAt: string
  history?: { day: string; min: number | null; median: number | null }[]
}
type Answer = {
  count: number
  total: number
  omitted: number
  stale: boolean
  source: string
  gpus: Row[]
  sources: { name: string; ok: boolean; as_of: string | null }[]
  unavailable: { field: string; source: string; reason: string }[]
}
const ask = async (query: Record<string, string> = {}): Promise<Answer> =>
  tool.output.parse(await tool.run(tool.input.parse(query), { core: core, signal: job.signal, requestId: 'test' })) as never
const names = async (query: Record<string, string>) => (await ask(query)).gpus.map(({ gpu }) => gpu)
/** Runs of the job, with time between them, until everything was read once. */
const readAll = async () => {
  for (let run = 0; run < 4; run++) {
    await refreshGpuPrices(core, job)
    await pass(70)
  }
}
const unavailable = expect.objectContaining({ code: 'upstream_unavailable', status: 503, retryAfterSeconds: 60 })
const marketplaces = ['vast', 'runpod'] as const

describe('before there is anything to sell', () => {
  test('a first start is warming up until its first reading, and no longer than two minutes', async () => {
    let now = Date.now()
    core = testCore(upstreams().env, { openDatabase: () => database, now: () => now })
    expect(() => tool.ready?.(core)).toThrow(expect.objectContaining({ code: 'warming_up', status: 503 }))
    now += 121_000
    expect(() => tool.ready?.(core)).toThrow(unavailable)
    await refreshGpuPrices(core, job)
    expect(() => tool.ready?.(core)).not.toThrow()
  })

  test('one marketplace that is dead does not end the warming up, both do', async () => {
    upstreams().setFault('vast', { mode: 'down' })
    upstreams().setFault('skypilot-catalog', { mode: 'down' })
    upstreams().setFault('runpod', { mode: 'slow', ms: 60_000 })
    const stop = new AbortController()
    const run = refreshGpuPrices(core, { ...job, signal: stop.signal }).catch(() => undefined)
    await expect.poll(async () => (await allAttempts(core)).some(({ source }) => source === 'runpod')).toBe(true)
    await loadGpuPrices(core)
    expect(() => tool.ready?.(core)).toThrow(expect.objectContaining({ code: 'warming_up' }))
    stop.abort()
    await run
    upstreams().setFault('runpod', { mode: 'down' })
    await pass(70)
    await refreshGpuPrices(core, job).catch(() => undefined)
    expect(() => tool.ready?.(core)).toThrow(unavailable)
  })

  test.each(plainFaults)('all sources fail (%s): the job fails, and calls are refused before any payment', async (mode) => {
    upstreams().setFault('*', { mode })
    await expect(refreshGpuPrices(core, job)).rejects.toMatchObject({ name: 'UpstreamError' })
    expect(() => tool.ready?.(core)).toThrow(unavailable)
    expect((await allAttempts(core)).every(({ failure }) => failure !== null)).toBe(true)
  })
})

describe('the job', () => {
  test('one run reads the names, a few models, the other marketplace and two lists; requests read nothing', async () => {
    expect(await refreshGpuPrices(core, job)).toMatchObject({ outcome: 'succeeded', counts: { updated: 7, failed: 0 } })
    const asked = upstreams().count('vast')
    expect(asked).toBeLessThanOrEqual(REQUESTS_PER_MINUTE)
    expect((await ask({ provider: 'vast' })).gpus).toMatchObject([
      { gpu: 'H100 SXM', machines: 2, thin: true },
      {
        gpu: 'RTX 4090',
        minUsdPerGpuHour: 0.31,
        medianUsdPerGpuHour: 0.36,
        machines: 3,
        thin: false,
        stale: false,
        region: 'Sweden, SE',
        machine: { gpus: 1 },
        daily: false,
        listedOn: null,
      },
    ])
    expect(upstreams().count('vast')).toBe(asked)
    expect(upstreams().unknown).toEqual([])
    expect(await refreshGpuPrices(core, job)).toMatchObject({ counts: { updated: 2, failed: 0 } })
  })

  test('a run that stops half-way has stored what it read', async () => {
    const stop = new AbortController()
    const progress = () => stop.abort(new Error('shutdown'))
    await expect(refreshGpuPrices(core, { ...job, signal: stop.signal, progress })).rejects.toThrow('shutdown')
    expect((await allAttempts(core)).filter(({ observedAt }) => observedAt !== null)).toHaveLength(1)
  })

  test('a restart sells the last stored readings at once, while they are young', async () => {
    await refreshGpuPrices(core, job)
    core = start()
    upstreams().setFault('*', { mode: 'down' })
    await loadGpuPrices(core)
    expect((await ask()).source).toBe('vast+runpod+skypilot-catalog')
    await pass(601)
    expect((await ask()).source).toBe('skypilot-catalog')
  })

  test('a key: medians of all models in one call, minima still from offers', async () => {
    const { readMetrics } = await import('./vast.ts')
    await refreshGpuPrices(core, job)
    await storeReadings(core, 'vast-metrics', ['*'], [await readMetrics(core, job.signal)])
    await loadGpuPrices(core)
    expect((await ask({ provider: 'vast' })).gpus).toMatchObject([
      { gpu: 'B200', minUsdPerGpuHour: null, medianUsdPerGpuHour: 3.5, machines: null },
      { gpu: 'H100 SXM', minUsdPerGpuHour: 2, machines: 2 },
      { gpu: 'RTX 4090', minUsdPerGpuHour: 0.31, medianUsdPerGpuHour: 0.37, machines: 3 },
    ])
  })

  test('medians that were last read long ago take no price of the moment with them', async () => {
    await refreshGpuPrices(core, job)
    await storeReadings(core, 'vast-metrics', ['*'], [[{ gpu: 'RTX 4090', median: 0.9, p25: null, p75: null, offers: 200 }]])
    await (await core.database()).query(
      `update gpu_readings set observed_at = observed_at - interval '11 minutes' where source = 'vast-metrics'`,
    )
    await loadGpuPrices(core)
    expect((await ask({ provider: 'vast', q: 'rtx 4090' })).gpus).toMatchObject([{ medianUsdPerGpuHour: 0.36, stale: false }])
  })
})

describe('what is sold', () => {
  test('marketplaces and lists apart, each with its kind, its date and its age', async () => {
    await readAll()
    const { gpus, sources, unavailable: gone } = await ask({ q: 'l4' })
    expect(gpus.map(({ provider }) => provider)).toEqual(['aws', 'cudo', 'hyperstack', 'nebius', 'oci'])
    expect(gpus[0]).toMatchObject({
      gpu: 'L4',
      vramGb: 24,
      minUsdPerGpuHour: 0.8,
      offers: 2,
      daily: true,
      listedOn: '2026-11-19',
      stale: false,
      machines: null,
    })
    expect(sources).toMatchObject([{ name: 'skypilot-catalog', ok: true, as_of: expect.any(String) }])
    expect(gone).toEqual([])
    expect((await ask({ q: 'mi300x' })).gpus).toMatchObject([
      { provider: 'runpod', minUsdPerGpuHour: 2.49, medianUsdPerGpuHour: null, daily: false },
    ])
  })

  test('q matches however a name is written; no match is an empty list', async () => {
    await refreshGpuPrices(core, job)
    for (const q of ['rtx4090', 'RTX-4090', 'rtx_40', ' 4090']) expect(await names({ q, provider: 'vast' })).toEqual(['RTX 4090'])
    for (const q of ['NVIDIA RTX 4090', 'geforce rtx-4090', 'Nvidia GeForce 4090'])
      expect(await names({ q, provider: 'vast' })).toEqual(['RTX 4090'])
    for (const q of ['abacus', 'nvidia']) expect(await ask({ q })).toMatchObject({ count: 0, gpus: [] })
  })

  test('provider, region, spot and min_vram keep what they say', async () => {
    await readAll()
    expect((await ask({ provider: 'LAMBDA' })).gpus.map(({ gpu, minUsdPerGpuHour }) => [gpu, minUsdPerGpuHour])).toEqual([
      ['A10', 0.8],
      ['A100 SXM4', 1.8],
    ])
    expect((await ask({ provider: 'lambda', region: 'europe' })).gpus).toMatchObject([
      { minUsdPerGpuHour: 2, region: 'europe-central-1', offers: 1 },
    ])
    expect((await ask({ region: 'SE', provider: 'vast' })).count).toBe(2)
    expect((await ask({ region: 'US', provider: 'vast' })).count).toBe(0)
    expect((await ask({ spot: 'true', provider: 'verda' })).gpus).toMatchObject([
      { gpu: 'B300', minUsdPerGpuHour: 2.5, spot: true },
      { gpu: 'H100 SXM', minUsdPerGpuHour: 0.9, spot: true },
    ])
    expect((await ask({ spot: 'true', provider: 'aws' })).gpus).toMatchObject([{ minUsdPerGpuHour: 0.25, offers: 1 }])
    expect(await names({ min_vram: '81' })).toEqual(['MI300X'])
    for (const [key, value] of [
      ['min_vram', '0'],
      ['min_vram', '1.5'],
      ['min_vram', '10000'],
      ['provider', 'ebay'],
      ['region', ' '],
      ['spot', '1'],
      ['history', 'yes'],
    ] as const)
      expect(tool.input.safeParse({ [key]: value }).success).toBe(false)
  })

  test('the examples validate and are answered', async () => {
    await refreshGpuPrices(core, job)
    for (const { query, output } of tool.examples) {
      tool.output.parse(output)
      expect((await ask(query)).count).toBe((output as { count: number }).count)
    }
  })

  test('a price of a marketplace is marked after five minutes and not sold after ten; a list after one day and two', async () => {
    await refreshGpuPrices(core, job)
    await pass(310)
    expect(await ask({ provider: 'vast' })).toMatchObject({ stale: true, gpus: [{ stale: true }, { stale: true }] })
    expect((await ask({ provider: 'lambda' })).gpus[0]).toMatchObject({ stale: false })
    await pass(300)
    expect(new Set(currentPrices(core).map(({ source }) => source))).toEqual(new Set(['skypilot-catalog']))
    await pass(86_000)
    expect((await ask({ provider: 'lambda' })).gpus[0]).toMatchObject({ stale: true })
    await pass(87_000)
    expect(() => tool.ready?.(core)).toThrow(unavailable)
  })

  test.each(marketplaces)('%s is silent: it is named, and nobody pays for none', async (silent) => {
    upstreams().setFault(silent, { mode: '429' })
    await refreshGpuPrices(core, job)
    expect(await ask({ q: 'rtx 4090' })).toMatchObject({
      gpus: [{ provider: silent === 'vast' ? 'runpod' : 'vast' }],
      unavailable: expect.arrayContaining([{ field: 'gpus', source: silent, reason: 'rate_limited' }]),
    })
    await expect(ask({ q: 'abacus' })).rejects.toThrow(unavailable)
    await expect(ask({ provider: silent })).rejects.toThrow(unavailable)
    const other = silent === 'vast' ? 'runpod' : 'vast'
    expect(await ask({ q: 'abacus', provider: other })).toMatchObject({ count: 0 })
  })

  test('a list that cannot be read is named with its cloud; its date is not needed', async () => {
    upstreams().setFault('skypilot-catalog', { mode: 'html', only: '/lambda/' })
    upstreams().setFault('github', { mode: '429' })
    await refreshGpuPrices(core, job)
    const answer = await ask()
    expect(answer.unavailable).toContainEqual({ field: 'gpus (lambda)', source: 'skypilot-catalog', reason: 'bad_body' })
    expect(answer.gpus.find(({ provider }) => provider === 'verda')).toMatchObject({ daily: true, listedOn: null })
    await expect(ask({ provider: 'lambda' })).rejects.toThrow(unavailable)
  })

  test.each<['vast' | 'runpod', string, string]>([
    ['vast', 'gpu_names/unique', '{"success":true,"gpu_names":[]}'],
    ['vast', 'bundles', '{"offers":[{"gpu":"RTX 4090","price":0.3}]}'],
    ['runpod', 'graphql', '{"data":{"gpuTypes":[]}}'],
    ['runpod', 'graphql', '{"data":{"gpuTypes":[{"name":"L4","price":0.3}]}}'],
  ])('%s %s: an answer without anything that can be read is a failure, not "none"', async (source, only, body) => {
    upstreams().setFault(source, { mode: 'body', body, only })
    await refreshGpuPrices(core, job)
    const failed = (await allAttempts(core)).filter(({ failure }) => failure !== null)
    expect(failed.map(({ source: name, failure }) => [name.split('-')[0], failure])).toContainEqual([source, 'bad_body'])
    if (only !== 'gpu_names/unique') await expect(ask({ provider: source })).rejects.toThrow(unavailable)
  })

  test('a failed model keeps its last good price', async () => {
    await refreshGpuPrices(core, job)
    await pass(310)
    upstreams().setFault('vast', { mode: '429' })
    expect((await refreshGpuPrices(core, job)).outcome).toBe('partial')
    expect(await names({ provider: 'vast' })).toEqual(['H100 SXM', 'RTX 4090'])
  })

  test('an answer stays below 30 kB whatever a source lists, and says what it left out', async () => {
    const listing = {
      vramGb: 80,
      region: 'a region with a long name',
      spot: false,
      usd: 1.234_567,
      gpus: 8,
      vcpus: 128,
      memoryGb: 1_024,
      offers: 1,
    }
    const listings = Array.from({ length: 400 }, (_, index) => ({ ...listing, gpu: `A quite long model name ${index}` }))
    await storeReadings(core, 'runpod', ['*'], [listings])
    await storeReadings(core, 'skypilot-catalog', ['lambda'], [{ listedOn: '2026-11-19', listings }])
    await loadGpuPrices(core)
    const answer = await ask()
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(30_000)
    expect(answer.gpus.length + answer.omitted).toBe(800)
    expect(new Set(answer.gpus.map(({ provider }) => provider))).toEqual(new Set(['runpod']))
  })
})

describe('history', () => {
  const move = async (days: number) =>
    (await core.database()).query(`update gpu_history set day = day - $1::int, sampled_at = sampled_at - make_interval(days => $1::int)`, [
      days,
    ])
  const sample = (min: number | null, median: number | null) => ({
    provider: 'vast',
    gpu: 'RTX 4090',
    vramGb: 24,
    spot: false,
    min,
    median,
  })
  const laterToday = async () => (await core.database()).query(`update gpu_history set sampled_at = sampled_at - interval '61 minutes'`)

  test('the lowest price of each day and the median of its hours, for thirty days', async () => {
    await addHistory(core, [sample(0.5, 0.9)])
    await move(20)
    await addHistory(core, [sample(9, 9)])
    await move(9)
    await addHistory(core, [sample(0.4, 0.6)])
    await addHistory(core, [sample(0.35, 99)])
    for (const median of [0.8, 0.7]) {
      await laterToday()
      await addHistory(core, [sample(0.5, median)])
    }
    await refreshGpuPrices(core, job)
    const row = (await ask({ q: 'rtx 4090', provider: 'vast', history: 'true' })).gpus[0]
    // Today's first median within the hour counts alone; the run's own price is the lowest; the day 29 days ago is the oldest kept.
    expect(row?.history?.map(({ min, median }) => [min, median])).toEqual([
      [0.5, 0.9],
      [9, 9],
      [0.31, 0.7],
    ])
    await move(1)
    await addHistory(core, [sample(1, 1)])
    core = start()
    await loadGpuPrices(core)
    expect((await ask({ q: 'rtx 4090', provider: 'vast', history: 'true' })).gpus[0]?.history?.map(({ min }) => min)).toEqual([9, 0.31, 1])
    expect((await ask({ q: 'rtx 4090', provider: 'vast' })).gpus[0]).not.toHaveProperty('history')
  })

  test('an answer with it stays below 30 kB', async () => {
    await storeReadings(
      core,
      'runpod',
      ['*'],
      [
        Array.from({ length: 40 }, (_, at) => ({
          gpu: `GPU ${at}`,
          vramGb: 24,
          region: null,
          spot: false,
          usd: 1.2345,
          gpus: 1,
          vcpus: 8,
          memoryGb: 32,
          offers: 1,
        })),
      ],
    )
    await (await core.database()).query(
      `insert into gpu_history select current_date - day, 'runpod', 'GPU ' || at, 24, false, 1.2345, array[1.2345], now() from generate_series(0, 29) as day, generate_series(0, 39) as at`,
    )
    await loadGpuPrices(core)
    const answer = await ask({ history: 'true' })
    expect(answer.gpus[0]?.history).toHaveLength(30)
    expect(answer.omitted).toBeGreaterThan(0)
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(30_000)
  })
})
