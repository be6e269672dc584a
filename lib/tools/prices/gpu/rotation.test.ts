import { describe, expect, test } from 'vitest'
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

  test('a full rotation ends before the first model is too old to be sold', () => {
    expect(toModels(Array.from({ length: 500 }, (_, index) => `GPU ${index}`))).toHaveLength(MAX_MODELS)
    expect(MAX_MODELS / REQUESTS_PER_MINUTE).toBeLessThanOrEqual(ROTATION_MINUTES)
    expect(ROTATION_MINUTES).toBeLessThan(10)
  })
})
