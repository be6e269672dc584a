import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const SAID = [
  'Tides are read off a wire that was strung across the harbour in 1904, and nobody has trusted another instrument since.',
  'The second wire was a mistake: it hummed in the wind, and the pilots asked for it to be taken down before Easter.',
  'What is left of it hangs in the reading room, where anybody may pluck it on the first Sunday of a month.',
]
const slide = (text: string, at: number): string =>
  `<svg data-slides="" viewBox="0 0 1280 720"><foreignObject width="1280" height="720"><section id="${at + 1}"><h2>Wire ${at + 1}</h2><p>${text}</p></section></foreignObject></svg>`
const read = (body: string) => extractPage({ html: `<title>The wire</title><body>${body}</body>`, url: 'https://talks.example/wire.html' })

test('sections that a drawing frames are the slides of a deck', () => {
  const deck = read(`<div class="deck">${SAID.map(slide).join('')}</div>`)
  for (const [at, text] of SAID.entries()) expect(deck?.markdown).toContain(`## Wire ${at + 1}\n\n${text}`)
})

test('labels in the boxes of a chart stay a drawing', () => {
  const label = (text: string): string => `<foreignObject><div><span class="label"><p>${text}</p></span></div></foreignObject>`
  const { markdown } = read(`<h1>The wire</h1><p>${SAID.join('</p><p>')}</p><svg><g>${label('Wind')}${label('Wire')}</g></svg>`)!
  expect(markdown).not.toMatch(/^(?:Wind|Wire)$/m)
})
