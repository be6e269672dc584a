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
