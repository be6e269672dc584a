import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['', '', 0],
  ['', 'leeds', 5],
  ['leeds', '', 5],
  ['leeds', 'leeds', 0],
  ['leeds', 'leads', 1],
  ['leeds', 'leed', 1],
  ['leeds', 'sleeds', 1],
  ['leeds', 'leesd', 1],
  ['leeds', 'elesd', 2],
  ['kitten', 'sitting', 3],
  ['ca', 'abc', 3],
])('%s and %s are %d apart, whichever comes first', (one, other, distance) => {
  expect([editDistance(one, other), editDistance(other, one)]).toEqual([distance, distance])
})
