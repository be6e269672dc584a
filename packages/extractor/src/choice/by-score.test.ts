import { expect, test } from 'vitest'
import { extractWith } from '../extract.ts'
import { parsePage } from '../page/parse.ts'
import { segment } from '../page/segment.ts'
import { KINDS } from './kind/kind.ts'
import type { Forest } from './scorer/forest.ts'
import type { Model } from './scorer/score.ts'

const forest = (scores: readonly number[]): Forest => ({ predict: () => Float32Array.from(scores) }) as unknown as Forest

/** What is made of a page by a scorer that thinks so of its blocks, and of the kinds that it may be of. */
function read(html: string, scoreOf: (text: string) => number, kinds: Partial<Record<(typeof KINDS)[number], number>>): string {
  const scores = segment(parsePage(html)).blocks.map(({ text }) => scoreOf(text))
  const model: Model = {
    dictionaries: { names: new Map(), words: new Map(), headings: new Map() },
    first: forest(scores),
    second: forest(scores),
    kinds: KINDS.map((kind) => forest([kinds[kind] ?? 0])),
  }
  return extractWith(model, { html, url: 'https://harbour.example/a' })?.markdown ?? ''
}

const TOPICS = 'Harbour,Fisheries,Lighthouses,Ferries,Weather,Tides,Pilots,Dredging,Customs,Boatyards'.split(',')
const NEWS =
  'Two of the five cars of the harbour service were broken open in the night to Friday; their batteries are gone, and the police have been to see what else is. Patients who were to be seen in the morning are called one by one, and by Monday all should run as it did before.'
const page = (main: string): string =>
  `<title>Cars broken open</title><!--${' '.repeat(12_000)}--><div id="top">${main}</div><div><ul>${TOPICS.map((topic) => `<li><a href="/${topic}">${topic} and more</a></li>`).join('')}</ul></div>`

test('a menu is no choice where an article has prose, whatever the scorer thinks of either', () => {
  const html = page(`<div>${NEWS}</div><div>${NEWS.replaceAll('Friday', 'Sunday').replace('Two', 'Three')}</div>`)
  const likesMenu = (text: string): number => (text.endsWith('and more') ? 0.6 : 0.2)
  const markdown = read(html, likesMenu, { article: 0.4 })
  expect(markdown).toContain('Two of the five cars')
  expect(markdown).not.toContain('and more')
  for (const kind of ['listing', 'documentation', 'service'] as const)
    expect(read(html, likesMenu, { [kind]: 0.4 }), `a ${kind} may be a list of links`).toContain('Tides and more')
})

test('data for scripts are no prose that a menu would give way to', () => {
  const data = JSON.stringify({ asins: Array.from({ length: 60 }, (_, at) => `B0${at}XGXT6W8`) })
  expect(read(page(`<div>${data}</div>`), (text) => (text.endsWith('and more') ? 0.6 : 0.2), { article: 0.4 })).toContain('Tides and more')
})

test('a page that is likelier a list than anything else is its records, where next to nothing else is kept', () => {
  const job = (topic: string): string =>
    `<li><div>${topic} clerk</div><div>Full time</div><div>In the office by the quay, from Monday to Friday</div></li>`
  const html = page(`<p>Looking for work by the sea? All of it is below.</p></div><div><ul>${TOPICS.map(job).join('')}</ul>`)
  const doubts = (text: string): number => (text.startsWith('Looking') ? 0.8 : text.endsWith('and more') ? 0.01 : 0.3)
  expect(read(html, doubts, { listing: 0.4, article: 0.1 })).toContain('Tides clerk')
  expect(read(html, doubts, { listing: 0.1, article: 0.4 }), 'an article has a list beside it').not.toContain('Tides clerk')
})

test('one of which nothing else is kept is its records, whatever kind it is taken for', () => {
  const thing = (topic: string): string =>
    `<li><div>${topic} in a bottle, made by hand of glass and cork</div><div>By a seller near you</div></li>`
  const html = page(`<h1>Things in bottles</h1><ul>${TOPICS.map(thing).join('')}</ul>`)
  const doubts = (text: string): number => (text.startsWith('Things') ? 0.8 : text.endsWith('and more') ? 0.01 : 0.05)
  expect(read(html, doubts, { service: 0.4 })).toContain('Tides in a bottle')
  expect(read(html, doubts, { article: 0.4 })).not.toContain('in a bottle')
})

test('so is one whose list is longer than all else that is kept, as what readers say of it', () => {
  const row = (topic: string): string =>
    `<li><div>${topic} by the sea</div><div>Four of five stars</div><div>${topic} is told here from its first year to the last, with maps, plates and an index</div></li>`
  const said = `<div><p>${NEWS}</p><p>${NEWS.replaceAll('Friday', 'Sunday').replace('Two', 'Three')}</p></div>`
  const list = (rows: number): string =>
    page(`<ul>${Array.from({ length: rows }, (_, at) => row(`${TOPICS[at % 10]} ${at}`)).join('')}</ul>${said}`)
  const doubts = (text: string): number => (/^(?:Two|Three)/.test(text) ? 0.8 : text.endsWith('and more') ? 0.01 : 0.3)
  expect(read(list(30), doubts, { listing: 0.4 })).toContain('Tides 25 is told here')
  expect(read(list(6), doubts, { listing: 0.4 })).not.toContain('is told here')
})

test('goods are kept above what their shop says of them for search engines, which stands below', () => {
  const prose = (at: number): string =>
    `<h2>How to choose boat ${at}</h2><p>${NEWS.replace('Two', `${at + 2}`)} ${NEWS.replace('Two', `${at + 12}`)}</p>`
  const good = (topic: string, at: number): string =>
    `<li><a href="/p/${at}">${topic} boat</a><div>£${at + 20}.00</div><div>In the yard by the quay</div></li>`
  const html = page(`<ul>${TOPICS.map(good).join('')}</ul>${[1, 2, 3].map(prose).join('')}`)
  const doubts = (text: string): number => (text.startsWith('How') || text.length > 200 ? 0.9 : text.endsWith('and more') ? 0.01 : 0.1)
  for (const kinds of [{ collection: 0.4 }, { service: 0.4 }, {}]) {
    const markdown = read(html, doubts, kinds)
    expect(markdown).toContain('Tides boat')
    expect(markdown).toContain('£25.00')
    expect(markdown).toContain('How to choose boat 1')
  }
  expect(read(html, doubts, { article: 0.4 }), 'an article has goods beside it').not.toContain('Tides boat')
  const above = page(`${[1, 2, 3].map(prose).join('')}<ul>${TOPICS.map(good).join('')}</ul>`)
  expect(read(above, doubts, { collection: 0.4 }), 'other goods stand below what a page is about').not.toContain('Tides boat')
})
