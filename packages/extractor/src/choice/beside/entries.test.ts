import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { keepMoments } from './entries.ts'

const HOURS = ['16:42', '15:10', '14:02']

function kept(entries: string): string[] {
  const { blocks } = segment(parsePage(`<main><h1>The lock is shut</h1><time>9 February 2026</time><p>Boats wait.</p>${entries}</main>`))
  const keep = Uint8Array.from(blocks, ({ text, container }) => Number(text.endsWith('.') || container.tag === 'h2'))
  keepMoments(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test.each([
  ['<div><time>', '</time>'],
  ['<div><p><time>', '</time></p>'],
])('moments above the headings of several entries are kept: %s', (before, behind) => {
  const entries = HOURS.map((hour) => `${before}${hour}${behind}<h2>At ${hour}</h2><p>Gates move.</p></div>`)
  expect(kept(entries.join(''))).toEqual(['Boats wait.', ...HOURS.flatMap((hour) => [hour, `At ${hour}`, 'Gates move.'])])
  expect(kept(entries[0]!)).toEqual(['Boats wait.', 'At 16:42', 'Gates move.'])
})

test('each of several articles of a report keeps its moment and who wrote it', () => {
  const entry = (hour: string, name: string, text = 'Gates move.'): string =>
    `<article><header><a href="#${hour}"><time>${hour}</time> <span>9 Feb</span></a><div>${name}</div></header><p>${text}</p><footer><button>Share</button></footer></article>`
  const entries = HOURS.map((hour) => entry(hour, `Ann ${hour}`))
  expect(kept(entries.join(''))).toEqual(['Boats wait.', ...HOURS.flatMap((hour) => [`${hour} 9 Feb`, `Ann ${hour}`, 'Gates move.'])])
  expect(kept(entries.slice(1).join(''))).toEqual(['Boats wait.', 'Gates move.', 'Gates move.'])
  const teasers = HOURS.map((hour) => entry(hour, 'Ann', '<a href="/gates">More of how gates move.</a>'))
  expect(kept(teasers.join(''))).not.toContain('Ann')
})
