import { expect, test } from 'vitest'
import { Runs } from './matches.ts'

test('the share of runs of four words that another text has, whatever its capitals and signs', () => {
  const runs = new Runs('One two three four five. One two, three, six seven eight nine.')
  expect(runs.shareIn('one two THREE four five')).toBe(1)
  // Two of its four: the others are put together of words that do follow one another there.
  expect(runs.shareIn('one two three six seven two three')).toBe(0.5)
  expect(runs.shareIn('two three four nine')).toBe(0)
  expect(runs.shareIn('three six seven eight nine one')).toBeCloseTo(2 / 3)
})

test('a text too short for a run, and one that nothing is known to compare with, are told apart', () => {
  expect(new Runs('one two three four').shareIn('one two three')).toBe(-0.5)
  expect(new Runs('one two three').shareIn('one two three four')).toBe(-1)
})
