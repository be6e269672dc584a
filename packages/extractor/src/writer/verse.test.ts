import { expect, test } from 'vitest'
import { read } from '../testing/read.ts'

const line = (text: string): string => `<div style="text-indent: -1em; padding-left: 1em;">${text}<br></div>`

test('lines of verse in a box each are lines of stanzas', () => {
  const poem = ['The tide went out and took the chairs,', 'the table and the lamp.', '<br>', 'We called the sea.', 'The line was dead.']
  expect(read(`<div class="poem">${poem.map(line).join('\n')}</div><p>Source: <i>Salt Pans</i></p>`).markdown).toContain(
    '\n\nThe tide went out and took the chairs,\\\nthe table and the lamp.\n\nWe called the sea.\\\nThe line was dead.\n\nSource: *Salt Pans*\n\n',
  )
})

test('works that are listed with their lines moved in are paragraphs', () => {
  const work = (text: string): string => `<div style="text-indent: -2em">${text}</div>`
  expect(read(work('Bell, N. Tides of the north, 1991.') + work('Quist, M. Salt pans and their keepers, 2019.')).markdown).toContain(
    '1991.\n\nQuist',
  )
})
