import { expect, test } from 'vitest'
import { lastGap, nextGap } from './gaps.ts'

test('finds where kept blocks border on others, in both directions', () => {
  const keep = Uint8Array.from([0, 1, 1, 0, 0, 1, 0])
  const found = (next: (from: number) => number, from: number, step: number): number[] => {
    const gaps: number[] = []
    for (let at = next(from); at !== -1; at = next(at + step)) gaps.push(at)
    return gaps
  }
  expect(found((at) => nextGap(keep, at), 1, 1)).toEqual([3, 6])
  expect(found((at) => lastGap(keep, at), keep.length - 2, -1)).toEqual([4, 0])
  expect([nextGap(new Uint8Array(0), 1), lastGap(new Uint8Array(0), -2), lastGap(new Uint8Array(1), -1)]).toEqual([-1, -1, -1])
})
