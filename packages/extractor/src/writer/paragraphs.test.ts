import { expect, test } from 'vitest'
import { read } from '../testing/read.ts'

const GOLD = 'The first ferry of the day goes at six from the old pier.'
const SILVER = 'The second one waits for the tide, and for the baker.'

const paragraphs = (html: string) => read(html).markdown.split('\n\n').slice(2, -2)

test.each([
  ['bold', 'b', '**'],
  ['emphasis', 'i', '*'],
  ['an element without a meaning', 'font', ''],
])('two breaks part paragraphs within %s', (_name, tag, mark) => {
  const said = [`${mark}${GOLD}${mark}`, `${mark}${SILVER}${mark}`]
  expect(paragraphs(`<div><${tag}>${GOLD}<br><br>${SILVER}</${tag}></div>`)).toEqual(said)
  expect(paragraphs(`<div><${tag}>${GOLD}<br />&nbsp;<br /><br>${SILVER}</${tag}></div>`)).toEqual(said)
})

test('two breaks part paragraphs where one of them stands in a mark', () => {
  expect(paragraphs(`<div><b>${GOLD}<br></b><br>${SILVER}</div>`)).toEqual([`**${GOLD}**`, SILVER])
})

test('a single break stays one, and what a link says stays one link', () => {
  expect(paragraphs(`<div><b>${GOLD}<br>${SILVER}</b></div>`)).toEqual([`**${GOLD}\\\n${SILVER}**`])
  expect(paragraphs(`<div>See: <a href="/plan">${GOLD}<br><br>${SILVER}</a> and more.</div>`)[0]).toContain(`[${GOLD}\\\n${SILVER}](`)
})

test('no line holds nothing but a break', () => {
  const { markdown } = read(
    `<ul><li><span>${GOLD}<br><br>${SILVER}</span></li><li>Boats</li></ul><blockquote><b>a<br><br>b</b></blockquote>`,
  )
  expect(markdown).not.toMatch(/^[>\s]*\\$/m)
})

test.each([['class="text whitespace-pre-wrap"'], ['class="core--white-space-pre-wrap"'], ['style="color: red; white-space: pre-line"']])(
  'lines end where they are shown to: %s',
  (shown) => {
    const { markdown } = read(`<p ${shown}>The gate opens at seven.\n\nBoats that go up:\n  Lena\n  <a href="/b">Berta</a> and her tug</p>`)
    expect(markdown).toContain('The gate opens at seven.\n\nBoats that go up:\\\nLena\\\n[Berta](https://harbour.example/b) and her tug')
  },
)

test('lines of any other text end nowhere', () => {
  expect(read('<p class="whitespace-normal">The gate opens\n at seven, and the first boat goes up.</p>').markdown).toContain(
    'opens at seven',
  )
})
