import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { findRecords } from '../../records/find.ts'
import { keepFacts } from './facts.ts'

/** Texts that are kept where those were that begin so. */
function kept(html: string, isArticle = false): string[] {
  const page = parsePage(html)
  const { blocks } = segment(page)
  const keep = Uint8Array.from(blocks, ({ text }) => (text.startsWith('Text') ? 1 : 0))
  keepFacts(blocks, findRecords(page, blocks), keep, isArticle)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

const event = (name: string, text: string): string =>
  `<div class="event"><time datetime="2026-12-05">5 December</time><h4><a href="/${name}">${name}</a></h4><address>Main Hall</address><p>${text}</p><span class="tag">Music</span><div>£12</div></div>`

test('records that are kept keep their day, name, place and price', () => {
  const own = ['5 December', 'Main Hall', 'Text', '£12']
  expect(kept(['Ceilidh', 'Wreaths', 'Repairs'].map((name) => event(name, 'Text')).join(''))).toEqual(
    ['Ceilidh', 'Wreaths', 'Repairs'].flatMap((name) => [own[0], name, ...own.slice(1)]),
  )
})

test('a heading besides the title that is kept is none of a record', () => {
  const card = (name: string): string => `<div class="card"><h3>Sea</h3><a href="/${name}">Text ${name}</a><p>more</p></div>`
  expect(kept(['one', 'two', 'three'].map(card).join(''))).toEqual(['Text one', 'Text two', 'Text three'])
})

test('records of which most are left out keep nothing', () => {
  expect(kept(event('Ceilidh', 'Text') + event('Wreaths', 'Other') + event('Repairs', 'Other'))).toEqual(['Text'])
})

test('what an item in a record says is no fact of the record, and a heading in the text of one is no name', () => {
  const release = (name: string, text: string): string =>
    `<section class="release"><h2>${name}</h2><div><time datetime="2026-11-12">Nov 12, 2026</time></div>${text}<ul><li><a href="/f">kelp.zip</a><span><time datetime="2026-11-12">Nov 12, 2026, 8 MB</time></span></li></ul></section>`
  const texts = ['<h3>Text: fixes</h3><p>Text one</p>', '<p>Text two</p>', '<p>Text three</p>']
  expect(kept(texts.map((text, at) => release(`Kelp ${at + 1}`, text)).join(''))).toEqual([
    ...['Kelp 1', 'Nov 12, 2026', 'Text: fixes', 'Text one'],
    ...['Kelp 2', 'Nov 12, 2026', 'Text two'],
    ...['Kelp 3', 'Nov 12, 2026', 'Text three'],
  ])
})

const colleague = (name: string): string =>
  `<div class="card"><h3><a href="/${name}">Text ${name}</a></h3><p class="card__tel">Tel: <a href="tel:01632960019">01632 960019</a></p><p><a href="tel:01632960020">Ask us</a></p></div>`
const staff = ['Ada', 'Bo', 'Cy'].map(colleague).join('')

test('the number to call is a fact of who is called, but not of what an article recommends', () => {
  expect(kept(staff)).toEqual(['Ada', 'Bo', 'Cy'].flatMap((name) => [`Text ${name}`, 'Tel: 01632 960019']))
  expect(kept(staff, true)).toEqual(['Text Ada', 'Text Bo', 'Text Cy'])
})

test('where most records have their price one says that it has none', () => {
  const talks = ['£12', 'Free', '£3'].map((price) => `<div class="talk"><h4>Talk</h4><p>Text</p><div class="cost">${price}</div></div>`)
  expect(kept(talks.join(''))).toEqual(['Talk', 'Text', '£12', 'Talk', 'Text', 'Free', 'Talk', 'Text', '£3'])
})

test('a price that stands elsewhere in a few of the cards, as that of a sale does, is kept in them too', () => {
  const card = (price: string): string => `<div class="card"><h3><a href="/a">Text</a></h3>${price}<button>£1 off</button></div>`
  const plain = '<div class="price"><b>£12</b></div>'
  const sale = '<div class="sale"><p><s>£20</s> <b>£15</b></p></div>'
  expect(kept([plain, plain, sale, plain].map(card).join(''))).toEqual(['Text', '£12', 'Text', '£12', 'Text', '£20 £15', 'Text', '£12'])
})
