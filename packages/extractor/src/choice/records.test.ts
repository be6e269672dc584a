import { expect, test } from 'vitest'
import { segment } from '../page/blocks.ts'
import { parsePage } from '../page/parse.ts'
import { findRecords } from '../records/find.ts'
import { evenOut, mainRecords } from './records.ts'

const item = (name: string): string =>
  `<div class="card"><h3><a href="/${name}">${name} chair with arms</a></h3><ul><li><b>Seats</b><p>one</p></li><li><b>Wood</b><p>${name}</p></li></ul><p>In stock since spring</p><div>£${name.length}9.00</div></div>`
const NAMES = ['oak', 'ash', 'beech', 'walnut', 'cherry', 'larch']
const menu = `<nav>${NAMES.map((name) => `<div class="entry"><b>${name} furniture of every kind</b><p>Tables, chairs, beds and much more of ${name}</p></div>`).join('')}</nav>`

function chosen(html: string, thought: number, isMain: boolean): string[] {
  const page = parsePage(html)
  const { blocks } = segment(page)
  const groups = findRecords(page, blocks)
  const scores = Float32Array.from(blocks, ({ text }) => (text.startsWith('In stock') ? thought / 4 : thought))
  const keep = new Uint8Array(blocks.length)
  evenOut(blocks, scores, { cut: 0.4, prices: true, main: isMain ? mainRecords(blocks, scores, groups) : null }, groups, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('the main records of a page are kept whole though the scorer doubts them, without the places it doubts most', () => {
  const kept = chosen(`${menu}<main>${NAMES.map(item).join('')}</main>`, 0.2, true)
  expect(kept).toHaveLength(NAMES.length * 6)
  for (const [at, name] of NAMES.entries())
    expect(kept.slice(at * 6)).toEqual(expect.arrayContaining([`${name} chair with arms`, `£${name.length}9.00`]))
  expect(chosen(`${menu}<main>${NAMES.map(item).join('')}</main>`, 0.2, false)).toEqual([])
})

test('a menu, few records and those that the scorer is sure of are no main records', () => {
  expect(chosen(menu, 0.2, true)).toEqual([])
  expect(chosen(`<main>${NAMES.slice(0, 4).map(item).join('')}</main>`, 0.2, true)).toEqual([])
  expect(chosen(`<main>${NAMES.map(item).join('')}</main>`, 0.05, true)).toEqual([])
})
