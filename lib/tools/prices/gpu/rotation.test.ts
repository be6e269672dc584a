import { describe, expect, test } from 'vitest'
import { clouds } from './catalogue.ts'
import { planRun, turnMs } from './rotation.ts'
import type { Attempt } from './store.ts'

describe('rotation', () => {
  const at = (secondsAgo: number) => new Date(1_800_000_000_000 - secondsAgo * 1000)
  const reading = (source: Attempt['source'], model: string, secondsAgo: number, failure: Attempt['failure'] = null): Attempt => ({
    source,
    model,
    attemptedAt: at(secondsAgo),
    observedAt: failure ? null : at(secondsAgo),
    failure,
    offers: null,
  })
  const plan = (attempts: Attempt[], names: string[] | null = null, hasKey = false) => planRun(attempts, names, hasKey, 1_800_000_000_000)

  test('first the names, then the models people ask for', () => {
    expect(plan([])).toEqual({
      names: true,
      metrics: false,
      requests: [['RTX 4090'], ['H100 SXM'], ['RTX 5090']],
      runpod: true,
      catalogues: clouds.slice(0, 2),
    })
  })

  test('never more than the rate in any minute, whoever asked', () => {
    const recent = ['a', 'b', 'c'].map((model) => reading('vast', model, 10 + model.charCodeAt(0) / 100))
    const names = ['RTX 4090', 'RTX 5090', 'a', 'b', 'c']
    expect(plan([reading('vast-names', '*', 100), ...recent], names).requests).toEqual([['RTX 4090']])
    expect(plan([reading('vast-names', '*', 30), ...recent], names)).toMatchObject({ names: false, metrics: false, requests: [] })
  })

  test('oldest first, and none that is still fresh', () => {
    const readings = [
      reading('vast-names', '*', 900),
      reading('vast', 'B200', 220),
      reading('vast', 'L40S', 290),
      reading('vast', 'H200', 100),
    ]
    expect(plan(readings, ['B200', 'L40S', 'H200']).requests).toEqual([['L40S'], ['B200']])
  })

  test('a key adds one call for all models within five minutes', () => {
    expect(plan([reading('vast-names', '*', 900)], [], true).metrics).toBe(true)
    expect(plan([reading('vast-names', '*', 900), reading('vast-metrics', '*', 190)], [], true).metrics).toBe(false)
  })

  test('the other marketplace within five minutes, a minute after a failure; lists twice a day, two a run', () => {
    expect(plan([reading('runpod', '*', 190)]).runpod).toBe(false)
    expect(plan([reading('runpod', '*', 230)]).runpod).toBe(true)
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

  test('models with few offers share a request, while all of them fit into one answer', () => {
    const small = (model: string, offers: number, failure: Attempt['failure'] = null) => ({
      ...reading('vast', model, 300, failure),
      offers,
    })
    const list = reading('vast-names', '*', 900)
    const [a, b, c, d] = [small('a', 20), small('b', 30), small('c', 20), small('d', 8)]
    expect(plan([list, a, b, c, d], ['a', 'b', 'c', 'd']).requests).toEqual([['a', 'c', 'd'], ['b']])
    expect(plan([list, a, b, small('c', 20, 'bad_body'), d], ['a', 'b', 'c', 'd']).requests).toEqual([['c'], ['a', 'd'], ['b']])
    expect(plan([list, a, b, small('c', 20, 'rate_limited'), d], ['a', 'b', 'c', 'd']).requests).toEqual([['c', 'a', 'd'], ['b']])
    const rare = Array.from({ length: 500 }, (_, index) => small(`GPU ${1000 + index}`, 0))
    expect(
      plan(
        [list],
        rare.map(({ model }) => model),
      ).requests[0],
    ).toHaveLength(3)
    const { requests } = plan(
      [list, ...rare],
      rare.map(({ model }) => model),
    )
    expect(requests.map((models) => models.length)).toEqual([12, 12, 12, 12])
    expect(requests.flat()).toEqual(rare.slice(0, 48).map(({ model }) => model))
  })

  test('a run waits for a turn that is near, and leaves one that is far to the next', () => {
    const asked = (...secondsAgo: number[]) => secondsAgo.map((seconds, at) => reading('vast', `x${at}`, seconds))
    expect(turnMs(asked(10, 20, 30), 1_800_000_000_000)).toBe(0)
    expect(turnMs(asked(2, 3, 4, 55), 1_800_000_000_000)).toBe(5_000)
    expect(turnMs([...asked(2, 3, 4), ...asked(4, 4, 4)], 1_800_000_000_000)).toBe(0)
    const names = ['RTX 4090', 'H100 SXM', 'RTX 5090']
    const turns = (...secondsAgo: number[]) => plan([reading('vast-names', '*', 900), ...asked(...secondsAgo)], names).requests.length
    expect(turns(2, 3, 4, 55)).toBe(1)
    expect(turns(2, 3, 41, 55)).toBe(2)
    expect(turns(2, 3, 4, 5)).toBe(0)
  })
})
