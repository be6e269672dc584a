import { describe, expect, test } from 'vitest'
import { markDrawn } from './drawn.ts'

const RING = 'M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20z'
const SIGNS: readonly (readonly [string, readonly string[]])[] = [
  ['✓', ['M3 13l6 6L21 5']],
  ['✓', ['M3,13 9,19 21,5']],
  ['✓', ['M2 12.5 4 10.5 9 15.5 20 4.5 22 6.5 9 19.5z']],
  ['✓', [RING, 'M7 12.5l3.5 3.5L17 9']],
  ['✗', ['M5 5l14 14M19 5L5 19']],
  ['✗', ['M5 5L19 19', 'M19 5L5 19']],
  ['✗', ['M6 4 12 10 18 4 20 6 14 12 20 18 18 20 12 14 6 20 4 18 10 12 4 6Z']],
  ['✗', [`${RING}M8 8l8 8m0-8l-8 8`]],
  ['–', ['M4 12h16']],
  ['–', ['M5 11H19a1 1 0 010 2H5z']],
]

test.each(SIGNS)('lines drawn as %s are that sign', (mark, paths) => {
  expect(markDrawn(paths)).toBe(mark)
})

describe('what is drawn otherwise says nothing', () => {
  test.each([
    ['a ring', [RING]],
    ['a plus', ['M12 4v16M4 12h16']],
    ['an arrow down', ['M4 8l8 8 8-8']],
    ['an arrow to the right', ['M8 4l8 8-8 8']],
    ['an arrow out of a box', ['M5 19L19 5M19 5h-8M19 5v8']],
    ['three bars', ['M4 6h16M4 12h16M4 18h16']],
    ['three dots', ['M4 12h1', 'M12 12h1', 'M20 12h1']],
    ['a square', ['M4 4h16v16H4z']],
    ['a flash', ['M4 14 14 2 12 11 20 11 10 22 12 14z']],
    ['nothing', []],
    ['no path', ['', 'L', 'xyz', 'M1', 'z z z', 'M10 a 5 5']],
  ])('%s', (_name, paths) => {
    expect(markDrawn(paths)).toBeNull()
  })
})
