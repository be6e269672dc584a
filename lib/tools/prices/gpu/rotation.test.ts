import { describe, expect, test } from 'vitest'
import { findJob } from '../../../jobs/registry.ts'
import { clouds } from './catalogue.ts'
import { MAX_MODELS, planRun, REQUESTS_PER_MINUTE, ROTATION_MINUTES, toModels } from './rotation.ts'
import type { Attempt } from './store.ts'

describe('rotation', () => {
  const at = (secondsAgo: number) => new Date(1_800_000_000_000 - secondsAgo * 1000)
  const reading = (source: Attempt['source'], model: string, secondsAgo: number, failure: Attempt['failure'] = null): Attempt => ({
    source,
    model,
    attemptedAt: at(secondsAgo),
    observedAt: failure ? null : at(secondsAgo),
    failure,
  })
  const plan = (attempts: Attempt[], names: string[] | null = null, hasKey = false) => planRun(attempts, names, hasKey, 1_800_000_000_000)

  test('first the names, then the models people ask for', () => {
    expect(plan([])).toEqual({
      names: true,
      metrics: false,
      models: ['RTX 4090', 'H100 SXM', 'RTX 5090'],
      runpod: true,
      catalogues: clouds.slice(0, 2),
    })
  })

  test('never more than the rate in any minute, whoever asked', () => {
    const recent = ['a', 'b', 'c'].map((model) => reading('vast', model, 10))
    expect(plan([reading('vast-names', '*', 100), ...recent], ['a', 'b', 'c', 'd', 'e']).models).toEqual(['d'])
    expect(plan([reading('vast-names', '*', 30), ...recent], ['x', 'y'])).toMatchObject({ names: false, metrics: false, models: [] })
  })

  test('oldest first, and none that is still fresh', () => {
    const readings = [reading('vast-names', '*', 900), reading('vast', 'a', 400), reading('vast', 'b', 500), reading('vast', 'c', 100)]
    expect(plan(readings, ['a', 'b', 'c']).models).toEqual(['b', 'a'])
  })

  test('a key adds one call for all models every five minutes', () => {
    expect(plan([reading('vast-names', '*', 900)], [], true).metrics).toBe(true)
    expect(plan([reading('vast-names', '*', 900), reading('vast-metrics', '*', 200)], [], true).metrics).toBe(false)
  })

  test('the other marketplace every five minutes, a minute after a failure; lists twice a day, two a run', () => {
    expect(plan([reading('runpod', '*', 200)]).runpod).toBe(false)
    expect(plan([reading('runpod', '*', 300)]).runpod).toBe(true)
    expect(plan([reading('runpod', '*', 60, 'timeout')]).runpod).toBe(true)
    const [first = 'aws', second = 'aws', ...rest] = clouds
    const read = rest.map((cloud) => reading('skypilot-catalog', cloud, 40_000))
    expect(
      plan([...read, reading('skypilot-catalog', first, 43_200), reading('skypilot-catalog', second, 1_800, 'not_found')]).catalogues,
    ).toEqual([first, second])
    expect(
      plan([...read, reading('skypilot-catalog', first, 43_100), reading('skypilot-catalog', second, 1_700, 'not_found')]).catalogues,
    ).toEqual([])
  })

  test('from a first start on there are prices within a minute, and every model is read in turn, none later than ten minutes', () => {
    const START = 1_800_000_000_000
    const { everyMs = 0 } = { ...(findJob('refresh-prices')?.schedule as { everyMs: number }) } // an interval job
    const REQUEST_MS = 300
    const models = Array.from({ length: 80 }, (_, index) => `GPU ${index}`)
    const attempts = new Map<string, Attempt>()
    const seen = new Map<string, number[]>()
    const requests: number[] = []
    for (let now = START; now < START + 3_600_000; now += everyMs) {
      let at = now
      const note = (source: Attempt['source'], model: string) => {
        attempts.set(`${source} ${model}`, { source, model, attemptedAt: new Date(at), observedAt: new Date(at), failure: null })
        if (source.startsWith('vast')) requests.push(at)
        at += REQUEST_MS
      }
      const names = () => (attempts.has('vast-names *') ? models : null)
      if (planRun([...attempts.values()], names(), false, now).names) note('vast-names', '*')
      const due = planRun([...attempts.values()], names(), false, now)
      for (const model of due.models) {
        note('vast', model)
        seen.set(model, [...(seen.get(model) ?? []), now])
      }
      if (due.runpod) note('runpod', '*')
    }
    const firsts = [...seen.values()].map(([first = 0]) => first - START)
    expect(Math.min(...firsts)).toBeLessThan(60_000)
    expect(firsts).toHaveLength(MAX_MODELS)
    expect(Math.max(...firsts)).toBeLessThanOrEqual(ROTATION_MINUTES * 60_000)
    const gaps = [...seen.values()].flatMap((times) => times.slice(1).map((time, index) => time - (times[index] ?? 0)))
    expect(Math.max(...gaps)).toBeLessThan(600_000)
    for (const time of requests)
      expect(requests.filter((other) => other > time - 60_000 && other <= time).length).toBeLessThanOrEqual(REQUESTS_PER_MINUTE)
  })

  test('a full rotation ends before the first model is too old to be sold', () => {
    expect(toModels(Array.from({ length: 500 }, (_, index) => `GPU ${index}`))).toHaveLength(MAX_MODELS)
    expect(MAX_MODELS / REQUESTS_PER_MINUTE).toBeLessThanOrEqual(ROTATION_MINUTES)
    expect(ROTATION_MINUTES).toBeLessThan(10)
  })
})
