import { afterEach, expect, test, vi } from 'vitest'
import { toAsked } from './ask.ts'

const PATH = '/api/uk-tenders/construction.json'
afterEach(() => vi.restoreAllMocks())

test('what caches and links add to an address is left out of it, however its names are written', () => {
  const { search } = toAsked(PATH, '?%71=road&&utm_source=a&limit=5&utm_%=b')
  expect(search).toBe('?%71=road&limit=5')
  expect(toAsked(PATH, '?&&utm_source=a').search).toBe('')
})

test.each(['&', 'utm_a&', 'utm_%61=b&'])('a query of %s without number is read once, and no pair of it by itself', (piece) => {
  const read = vi.spyOn(globalThis, 'URLSearchParams')
  expect(toAsked(PATH, `?${piece.repeat(1_500)}`).search).toBe('')
  expect(read.mock.calls.length).toBeLessThan(20)
})
