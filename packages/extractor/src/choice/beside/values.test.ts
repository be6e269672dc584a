import { expect, test } from 'vitest'
import type { Block } from '../../page/blocks.ts'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropTerms, keepBehindNames, keepPairs, keepTimes, keepValues } from './values.ts'

function kept(html: string, keepAlso: (blocks: readonly Block[], keep: Uint8Array) => void, ...texts: string[]): string[] {
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text }) => (texts.includes(text) ? 1 : 0))
  keepAlso(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('a kept name takes along the value that stands with it in a row, and nothing else', () => {
  const row = '<div class="r"><div>Maker:</div><div><a href="/m">Oak &amp; Sons</a></div></div>'
  expect(kept(`<div>${row}<div><div>Sort by:</div><button>Price</button></div></div>`, keepValues, 'Maker:', 'Sort by:')).toEqual([
    'Maker:',
    'Oak & Sons',
    'Sort by:',
  ])
  expect(kept(`<div><div>Maker:</div><div>Oak</div><div>Wood:</div><div>Pine</div></div>`, keepValues, 'Maker:')).toEqual(['Maker:'])
  expect(
    kept('<div><div><span>Baking:</span><div>1 h</div></div><div>Rest: <div>-</div></div></div>', keepValues, 'Baking:', 'Rest:'),
  ).toEqual(['Baking:', '1 h', 'Rest:', '-'])
  expect(kept(`<blockquote><div>Ann said:</div><p>It creaks.</p></blockquote>`, keepValues, 'Ann said:')).toEqual(['Ann said:'])
})

test('what a page calls a label takes its value along without a colon, and a number what it counts', () => {
  const row = (name: string): string => `<li class="row"><p class="${name}">Warranty</p><p class="row-more">1 year</p></li>`
  expect(kept(`<ul>${row('row-term')}${row('row-head')}</ul>`, keepValues, 'Warranty')).toEqual(['Warranty', '1 year', 'Warranty'])
  const fact = (number: string): string => `<div class="fact"><strong>${number}</strong><div>rooms</div></div>`
  expect(kept(`${fact('3')}${fact('oak')}`, keepValues, '3', 'oak')).toEqual(['3', 'rooms', 'oak'])
})

test('a term of which no definition is kept goes, one of several definitions is enough', () => {
  const list =
    '<dl><dt>Brand</dt><dd>Oak</dd><dt>Name</dt><dd>Bench</dd><dd>Long</dd></dl><dl><dt>Wood</dt><dt>Colour</dt></dl><dl><dt>Use</dt><dd>Out</dd></dl>'
  expect(kept(list, dropTerms, 'Brand', 'Name', 'Long', 'Wood', 'Colour', 'Use')).toEqual(['Name', 'Long', 'Wood', 'Colour'])
})

test('of names and values, half of which are kept, each is kept with the other, in one box or in rows', () => {
  const pairs = [
    ['Preparation', '2 hours'],
    ['Cooking', '10 minutes'],
    ['Serves', '4'],
  ]
  const cells = pairs.map(([name, value]) => `<p class="n">${name}</p><p class="v">${value}</p>`)
  const known = ['Preparation', 'Cooking', 'Serves']
  for (const html of [`<div>${cells.join('')}</div>`, `<div>${cells.map((cell) => `<div>${cell}</div>`).join('')}</div>`]) {
    expect(kept(html, keepPairs, ...known)).toEqual(pairs.flat())
    expect(kept(html, keepPairs, 'Preparation')).toEqual(['Preparation'])
  }
  expect(kept(`<div>${cells.slice(0, 2).join('')}</div>`, keepPairs, ...known)).toEqual(['Preparation', 'Cooking'])
})

test('an item of which a name is kept is whole where what it says is short, be it links', () => {
  const item = (name: string, value: string): string => `<li><span>${name}</span><div><ul>${value}</ul></div></li>`
  const list = `<ul>${item('Language', '<li><a href="/en">English</a></li><li><a href="/fr">French</a></li>')}${item('Boats', `<li>${'A long story. '.repeat(12)}</li>`)}${item('Go', '<li><button>Now</button></li>')}</ul>`
  expect(kept(list, keepBehindNames, 'Language', 'Boats', 'Go')).toEqual(['Language', 'English', 'French', 'Boats', 'Go'])
  expect(kept('<ul><li><a href="/a">Locks</a><p>Open</p></li></ul>', keepBehindNames, 'Locks')).toEqual(['Locks'])
})

test('a figure is kept below its name, in a box of the two, and neither a button nor a day is one', () => {
  const box = (name: string, ...rest: string[]): string =>
    `<div><div>${name}</div><a href="/r">${rest.map((text) => `<div>${text}</div>`).join('')}</a></div>`
  expect(
    kept(
      box('Rating', '7.4/10', '12K') + box('Price', '$12', 'Add to cart') + box('News', '2019年3月1日') + box('Pay', 'NOK 840,000 a year'),
      keepBehindNames,
      'Rating',
      'Price',
      'News',
      'Pay',
    ),
  ).toEqual(['Rating', '7.4/10', '12K', 'Price', 'News', 'Pay', 'NOK 840,000 a year'])
})

test('times below a kept day in its box are kept, also on buttons to buy, others are not', () => {
  const day =
    '<div class="day"><div>Thu 3 Dec</div><div><a class="buy btn" href="/1"><span>17:30</span> <span>Hall 1</span></a></div></div>'
  expect(kept(day, keepTimes, 'Thu 3 Dec')).toEqual(['Thu 3 Dec', '17:30 Hall 1'])
  expect(kept(day, keepTimes)).toEqual([])
  expect(kept('<div><div>Thu 3 Dec</div></div><div>17:30</div>', keepTimes, 'Thu 3 Dec')).toEqual(['Thu 3 Dec'])
  expect(kept('<div><div>Thu 3 Dec</div><div>17:3000</div></div>', keepTimes, 'Thu 3 Dec')).toEqual(['Thu 3 Dec'])
})
