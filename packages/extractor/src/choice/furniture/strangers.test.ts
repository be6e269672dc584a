import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropStrangers } from './strangers.ts'

/** Texts that are left of a page of which the scorer thinks so of each block. */
function left(html: string, scores: number[], keep: number[]): string[] {
  const page = parsePage(html)
  const { blocks } = segment(page)
  const kept = Uint8Array.from(keep)
  dropStrangers(page, blocks, Float32Array.from(scores), kept)
  return blocks.filter(({ index }) => kept[index] === 1).map(({ text }) => text)
}

test('a small page is not emptied for the sake of a text in its frame', () => {
  const html = '<main><p>The lock opens at seven.</p></main><div class="sign-in">Sign in</div><p>It closes at nine.</p>'
  expect(left(html, [0.9, 0.05, 0.4], [1, 1, 1])).toEqual(['The lock opens at seven.', 'It closes at nine.'])
  expect(left(html, [0.9, 0.05, 0.4], [0, 1, 0])).toEqual(['Sign in'])
})

test('a place, a day and a price in the box of the text stay, links, buttons and what stands elsewhere do not', () => {
  const html =
    '<main><p>The choir sings by candle light in the church on the quay.</p><div>Friday 12 June</div><a href="/q">Old Quay</a><button>Buy</button></main><div>Old news</div>'
  expect(left(html, [0.9, 0.15, 0.15, 0.15, 0.15], [1, 1, 1, 1, 1])).toEqual([
    'The choir sings by candle light in the church on the quay.',
    'Friday 12 June',
  ])
})

const TABLE = '<table><tr><td>The lock opens at seven.</td><td>It closes at nine.</td></tr></table>'

test('words around a table that is most of the text stay', () => {
  const html = `<div class="text"><p>Hello!</p>${TABLE}<p>Hi!</p></div><p>Sign in</p>`
  expect(left(html, [0.15, 0.9, 0.9, 0.15, 0.15], [1, 1, 1, 1, 1])).toEqual([
    'Hello!',
    'The lock opens at seven.',
    'It closes at nine.',
    'Hi!',
  ])
})

test('a text without names for a style or a menu is whole', () => {
  const scores = [0.05, 0.9, 0.9, 0.05]
  expect(left(`<p>Hello!</p>${TABLE}<p>Hi!</p>`, scores, [1, 1, 1, 1])).toHaveLength(4)
  expect(left(`<p><a href="/">Home</a></p>${TABLE}<p>Hi!</p>`, scores, [1, 1, 1, 1])).toHaveLength(2)
  expect(left(`<p class="hi">Hello!</p>${TABLE}<p>Hi!</p>`, scores, [1, 1, 1, 1])).toHaveLength(2)
})

test('a line that says where something is stays in the box of the text, though it is a link', () => {
  const html =
    '<main><p>Tails leaves no trace on the machine that it runs on, and is told of here.</p><div>→ <a href="https://tails.example">https://tails.example</a></div><div><a href="/q">Other systems</a></div></main>'
  expect(left(html, [0.9, 0.15, 0.15], [1, 1, 1])).toEqual([
    'Tails leaves no trace on the machine that it runs on, and is told of here.',
    '→ https://tails.example',
  ])
})

test('the figures of a day stay with what else is said of it', () => {
  const day = (name: string): string => `<div class="day"><div>${name}</div><div>8°</div><div>Light rain</div></div>`
  const html = `<main><p>The lock opens at seven.</p><section>${day('Sat')}${day('Sun')}</section></main>`
  expect(left(html, [0.9, 0.11, 0.09, 0.13, 0.11, 0.07, 0.05], [1, 1, 1, 1, 1, 1, 1])).toEqual([
    'The lock opens at seven.',
    ...['Sat', '8°', 'Light rain'],
    ...['Sun', '8°'],
  ])
})
