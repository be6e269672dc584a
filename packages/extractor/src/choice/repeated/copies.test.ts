import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropCopies } from './copies.ts'

function left(html: string, page: Partial<Parameters<typeof dropCopies>[2]> = {}): string[] {
  const { blocks } = segment(parsePage(html))
  const keep = new Uint8Array(blocks.length).fill(1)
  dropCopies(blocks, keep, { thread: false, prose: false, ...page })
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('two things may cost the same, in as many words', () => {
  const card = (name: string): string =>
    `<div><h3>${name}</h3><p>Regular price $499.95</p><p>Sale price $499.95 Regular price $499.95</p></div>`
  expect(left(`${card('Oak bench')}${card('Pine bench')}`)).toHaveLength(6)
})

test('a sentence that a page says twice is one, and so is the line beside it', () => {
  const text = 'A bench of oak with a back of twelve spindles, turned by hand and oiled twice.'
  expect(left(`<p>Oak</p><p>${text}</p><div><p>Oak</p><p>${text}</p></div>`)).toEqual(['Oak', text])
})

test('two terms may mean the same', () => {
  const text = 'Throws an error if the constraints of the bench on its place in the row are violated.'
  const html = `<dl><dt>before</dt><dd>${text}</dd><dt>after</dt><dd><div class="a"><div class="b">${text}</div></div></dd></dl>`
  expect(left(html)).toEqual(['before', text, 'after', text])
})

test('a list of which fewer than half the items were said before is whole, but posts that quote are not', () => {
  const step = 'Whisk a spoon of water into the rest of the yogurt until it runs from the spoon.'
  const list = `<ul>${['Heat the oven and oil the tin.', step, 'Bake it until it is brown.'].map((line) => `<li><div>${line}</div></li>`).join('')}</ul>`
  const html = `<p>${step}</p><h2>Steps</h2>${list}`
  expect(left(html).filter((text) => text === step)).toHaveLength(2)
  expect(left(html, { thread: true }).filter((text) => text === step)).toHaveLength(1)
  expect(left(`<p>${step}</p><h2>Again</h2><ul><li><div>${step}</div></li></ul>`).filter((text) => text === step)).toHaveLength(1)
})

test('what is all that stands below a line of its own stays, though it says the same as elsewhere', () => {
  const terms = 'Receive a fifth off your order of three or more jars until the end of the month, one code for each customer.'
  const html = `<p>US</p><p>${terms}</p><div><p>UK:</p><p>${terms}</p></div><h3>Rest of the world</h3><div><p>${terms}</p></div>`
  expect(left(html, { prose: true })).toEqual(['US', terms, 'UK:', terms, 'Rest of the world', terms])
  expect(left(html)).toEqual(['US', terms, 'UK:', 'Rest of the world'])
  const other = '<p>Codes are sent by mail within two days and hold for one order.</p>'
  for (const copy of [`<blockquote><p>${terms}</p></blockquote>`, `<p>${terms}</p>${other}`, `<p>US</p><p>${terms}</p>`])
    expect(
      left(`<p>US</p><p>${terms}</p><div><p>In short</p>${copy}</div>`, { prose: true }).filter((text) => text === terms),
    ).toHaveLength(1)
})

test('who writes the same twice in one flow means it, and in two boxes it is a copy', () => {
  const meal = 'Asparagus and eggs: a cup of asparagus, two eggs, half a sweet potato.'
  const plans = `<h2>Plan A</h2><h3>Meal</h3><p>${meal}</p><p>Rest for an hour.</p><h2>Plan B</h2><h3>Meal</h3><p>${meal}</p><p>Run for an hour.</p>`
  expect(left(`<article>${plans}</article>`, { prose: true }).filter((text) => text === meal)).toHaveLength(2)
  expect(left(`<article>${plans}</article>`).filter((text) => text === meal)).toHaveLength(1)
  const like = 'Asparagus and eggs: a cup of asparagus, two eggs, half a sweet potato, salt.'
  expect(left(`<article><p>${meal}</p><p>Rest.</p><p>${like}</p></article>`, { prose: true })).toContain(like)
  for (const copy of [`<div><p>${meal}</p></div>`, `<p class="pull">${meal}</p>`, `<div><p>${like}</p></div>`])
    expect(
      left(`<article><p>${meal}</p><p>Rest.</p>${copy}<p>Run.</p></article>`, { prose: true }).filter((text) => text === meal),
    ).toHaveLength(1)
})

const SAID = 'With five degrees between flow and return a unit of seven kilowatts wants twenty litres a minute.'
const OWN = 'That holds for the nominal point alone, as his house needs three kilowatts at most today.'

test.each([
  ['a quote', `<blockquote><div>Marta said:</div><div>${SAID}</div></blockquote>`],
  ['a box with a quote', `<aside class="quote"><div class="title">Marta:</div><blockquote><p>${SAID}</p></blockquote></aside>`],
  ['a box called one', `<div class="bbcode_quote"><div>Posted by <b>Marta</b></div><div>${SAID}</div></div>`],
])('who said what goes with the copy of what was said, and whoever quotes stays: %s', (_name, quote) => {
  const html = `<h3>Marta</h3><p>${SAID}</p><h3>Bob</h3><p>${OWN}</p><h3>Marta</h3>${quote}<p>Yes, and no.</p>`
  expect(left(html, { thread: true })).toEqual(['Marta', SAID, 'Bob', OWN, 'Marta', 'Yes, and no.'])
})

test('a quote of which more is kept than who said it keeps that', () => {
  const more = 'And if it gets only twelve of these, the return heats up too quickly and the controller has to stop it.'
  const html = `<p>${SAID}</p><blockquote><div>Marta said:</div><p>${SAID}</p><p>${more}</p></blockquote>`
  expect(left(html, { thread: true })).toEqual([SAID, 'Marta said:', more])
})
