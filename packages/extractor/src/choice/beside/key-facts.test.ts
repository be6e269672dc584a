import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { keepKeyFacts, keepTerms } from './key-facts.ts'

const PROSE = `<h2>Description</h2><div><p>A handsome terrace of three floors, five minutes from the abbey, which was rewired and given a new roof in the summer of 2022.</p>
<p>The kitchen faces south and opens to a yard with a wall around it; the loft is boarded and lit, so that it serves as a study or as a store.</p>
<p>Behind the house a lane leads to the river, and the station is reached on foot within ten minutes by way of the old market.</p>
<p>${'The seller lives abroad and has left the keys with us, so that a visit is possible on any day of the week between nine and six. '.repeat(3)}</p></div>`
const row = (name: string, value: string): string => `<div><span>${name}</span><dd><p>${value}</p></dd></div>`
const FACTS = `<h2>Key facts</h2><dl>${row('PROPERTY TYPE', 'Terraced')}${row('BEDROOMS', '3')}${row('TENURE', 'Freehold')}</dl>`
const home = (
  sum: string,
  facts: string,
): string => `<!doctype html><html lang="en"><head><title>Belle Vue Road, Shrewsbury | Quay Homes</title></head><body>
<header><nav><a href="/buy">Buy</a><a href="/rent">Rent</a><a href="/sell">Sell</a></nav></header><main><div><h1>Belle Vue Road, Shrewsbury</h1>${sum}<button>Monthly payments</button></div>
<div>${facts}</div>${PROSE}<aside><h2>About the agent</h2><a href="/agent">Severn and Teme</a></aside></main>
<div><h2>Similar homes</h2><ul><li><a href="/1"><h3>Cottage by the mill</h3></a><span>£210,000</span></li><li><a href="/2"><h3>Cottage by the weir</h3></a><span>£211,000</span></li></ul></div>
<footer><p>Copyright Quay Homes</p></footer></body></html>`
const read = (sum: string, facts: string): string =>
  extractPage({ html: home(sum, facts), url: 'https://homes.example/properties/1523' })!.markdown
const SUM = '<div><span>£325,000</span><span>Offers in region of</span></div>'

test('what is offered once has its price and its facts', () => {
  const markdown = read(SUM, FACTS)
  expect(markdown).toMatch(/^£325,000/)
  for (const fact of ['Terraced', '3', 'TENURE', 'Freehold', 'Key facts']) expect(markdown).toContain(fact)
  expect(markdown).not.toMatch(/£21\d,000/)
})

test('terms and what they say are facts as well', () => {
  const terms = '<h2>Data</h2><dl><dt>Mileage</dt><dd>89,500 km</dd><dt>Gearbox</dt><dd>Automatic</dd></dl>'
  const markdown = read(SUM, terms)
  expect(markdown).toMatch(/^£325,000/)
  expect(markdown).toContain('89,500 km')
})

const isFound = (sum: string, facts: string): boolean => {
  const page = parsePage(home(sum, facts))
  const { blocks } = segment(page)
  return keepKeyFacts(page, blocks, new Uint8Array(blocks.length))
}

test('of two sums none is the price of what is offered, and lines that are no pairs are no facts', () => {
  expect(isFound(SUM, FACTS)).toBe(true)
  expect(isFound(`${SUM}<div><span>£210,000</span></div>`, FACTS)).toBe(false)
  expect(isFound('', FACTS)).toBe(false)
  expect(isFound(SUM, '<div><p>Call us</p></div><div><p>Book a visit</p></div><div><p>Ask the agent</p></div>')).toBe(false)
  expect(isFound(SUM, FACTS.replace('TENURE', 'It is yours. For 99 years'))).toBe(false)
})

test('terms above the title are kept, and those between it and the text but on articles', () => {
  const terms = (name: string): string =>
    `<dl>${['Obsoletes', 'Category', 'Published'].map((term) => `<dt>${name} ${term}</dt><dd>2818</dd>`).join('')}</dl>`
  const lines = (html: string, isArticle: boolean): number => {
    const { blocks } = segment(parsePage(html))
    const keep = Uint8Array.from(blocks, ({ text }) => (text === 'Text' ? 1 : 0))
    keepTerms(blocks, keep, isArticle)
    return keep.filter((one) => one === 1).length
  }
  const page = `${terms('Above')}<h1>Gates</h1>${terms('Below')}<p>Text</p>${terms('Behind')}`
  expect([lines(page, false), lines(page, true)]).toEqual([13, 7])
  expect(lines(`<header>${terms('Above')}</header><h1>Gates</h1><dl><dt>Status</dt><dd>Open</dd></dl><p>Text</p>`, false)).toBe(1)
})
