import { expect, test } from 'vitest'
import { read } from '../testing/read.ts'
import { joinSteps } from './steps.ts'

const WHAT = ['Say when you come', 'Wait for the gates', 'Pay at the house']
const SAID = 'The keeper of the lock sees to it, and says so to those who wait on either side of it.'

test('the number of a step stands on the line that it counts', () => {
  const step = (what: string, at: number): string =>
    `<div class="step"><div class="n">${at + 1}</div><h3>${what}</h3><p>${SAID} ${what}.</p></div>`
  const { markdown } = read(WHAT.map(step).join(''))
  for (const [at, what] of WHAT.entries()) expect(markdown).toContain(`### ${at + 1} ${what}\n\n${SAID} ${what}.`)
})

test.each([
  [
    ['1\\.', '### Gates', SAID, '2\\.', '### Keepers'],
    ['### 1. Gates', SAID, '### 2. Keepers'],
  ],
  [
    ['1', 'Gates', SAID, '2', 'Keepers'],
    ['1 Gates', SAID, '2 Keepers'],
  ],
  [
    ['02', '## [Gates](https://locks.example/)', '01', '## Keepers'],
    ['## 02 [Gates](https://locks.example/)', '## 01 Keepers'],
  ],
])('numbers that follow one another stand on what they count: %j', (parts, joined) => {
  expect(joinSteps(parts)).toEqual(joined)
})

test.each([
  ['terms', ['**1**', 'The gate is open.', '**2**', 'The gate is shut.']],
  ['a lone number', ['1', '## Gates']],
  ['numbers that do not follow one another', ['12', 'Gates', '7', 'Locks', '3', 'Keepers']],
  ['facts that follow one another by chance', ['Bedrooms', '3', 'Bathrooms', '2', 'Parking', '4']],
  ['numbers of a filter', ['1', '1.5', '2', '2.5', '3']],
  ['numbers of what has its own', ['1', '5,000 boats', '2', '3 million gates']],
  ['numbers above lists and pictures', ['1', '- Gates', '2', '![Gate](https://locks.example/gate.jpg)']],
])('%s stay lines of their own', (_name, parts) => {
  expect(joinSteps(parts)).toEqual(parts)
})

test('a rule that is drawn in an item is no rule, and one that is all of it is', () => {
  expect(read('<ul><li>Gates<hr>of oak</li><li>Keepers<hr></li></ul>').markdown).not.toContain('***')
  expect(read('<ul><li>Gates</li><li><hr></li></ul>').markdown).toContain('***')
})
