import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { keepParameters } from './parameters.ts'

test('names of parameters that label fields are kept with the text about them, other labels are not', () => {
  const row = (name: string, text: string) =>
    `<div><div><div><label for="${name}">${name}</label><span>string</span></div><div><p>${text}</p></div></div><input id="${name}"></div>`
  const page = parsePage(
    `<main><p>Opens a gate.</p><form>${row('gate', 'Number of the gate.')}${row('hour', 'Hour at which it opens.')}<div><label>Your key</label><input></div></form></main>`,
  )
  const { blocks } = segment(page)
  const keep = Uint8Array.from(blocks, ({ text }) => Number(text.endsWith('.')))
  keepParameters(blocks, keep)
  expect(blocks.filter(({ index }) => keep[index] === 0).map(({ text }) => text)).toEqual(['Your key'])
})
