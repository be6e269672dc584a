import { expect, test } from 'vitest'
import { findDegraded, type Watched } from './sources.ts'

const state = (name: 'closed' | 'open' | 'half_open') => [
  {
    source: 'dexscreener',
    state: name,
    reason: 'timeout' as const,
    retryInSeconds: name === 'open' ? 5 : null,
    openedAt: name === 'closed' ? null : 0,
  },
]
const minute = 60_000

test('a source is degraded once it has refused for five minutes, not before', () => {
  const watched: Watched = new Map()
  expect(findDegraded(watched, state('open'), 0)).toEqual([])
  expect(findDegraded(watched, state('half_open'), 4 * minute)).toEqual([])
  expect(findDegraded(watched, state('open'), 5 * minute)).toEqual([{ source: 'dexscreener', minutes: 5, reason: 'timeout' }])
})

test('a source that nobody asks any more raises nothing', () => {
  const watched: Watched = new Map()
  findDegraded(watched, state('open'), 0)
  expect(findDegraded(watched, state('half_open'), 60 * minute)).toEqual([])
})

test('an answer in between starts the count anew', () => {
  const watched: Watched = new Map()
  findDegraded(watched, state('open'), 0)
  findDegraded(watched, state('closed'), minute)
  findDegraded(watched, state('open'), 2 * minute)
  expect(findDegraded(watched, state('open'), 6 * minute)).toEqual([])
  expect(findDegraded(watched, state('open'), 7 * minute)).toHaveLength(1)
})
