import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { findRecords } from '../../records/find.ts'
import { keepSoldOut } from './sold-out.ts'

/** Lines of cards that are kept besides what they are called. */
function kept(badges: readonly string[], is = (text: string): boolean => text.startsWith('Pan')): string[] {
  const cards = badges.map(
    (badge, at) => `<li class="card"><h3><a href="/p/${at}">Pan ${at}</a></h3><p>£1${at}.00</p><div class="badge">${badge}</div></li>`,
  )
  const page = parsePage(`<main><h1>Pans</h1><ul>${cards.join('')}</ul></main>`)
  const { blocks } = segment(page)
  const keep = Uint8Array.from(blocks, ({ text }) => (is(text) ? 1 : 0))
  keepSoldOut(blocks, findRecords(page, blocks), keep)
  return blocks.filter(({ index, text }) => keep[index] === 1 && !is(text)).map(({ text }) => text)
}

test('a card says that a thing is sold out', () => {
  expect(kept(['', 'Sold out', 'Sale', '', 'Ausverkauft'])).toEqual(['Sold out', 'Ausverkauft'])
})

test('what is written for every card is shown on some of them only, and a card that is left out says nothing', () => {
  expect(kept(['Sold out', 'Sold out', 'Sold out', 'Sold out', ''])).toEqual([])
  expect(kept(['', 'Sold out', '', '', ''], () => false)).toEqual([])
  expect(kept(['<button>Sold out</button>', '', '', '', 'Nearly sold out'])).toEqual([])
})
