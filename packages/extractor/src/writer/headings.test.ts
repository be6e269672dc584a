import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { read } from '../testing/read.ts'

test('a heading without words is none among others, and one where there is nothing else', () => {
  expect(read('<h2></h2><p>The quay is closed on Sundays.</p><div><h3> </h3></div>').markdown).not.toContain('#')
  expect(extractPage({ html: '<h2></h2><h3></h3>', url: 'https://harbour.example/' })?.markdown).toBe('##\n\n###')
})
