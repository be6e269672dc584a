import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { hasCards, isFrameAlone, isShell } from './shell.ts'

const LINKS = Array.from({ length: 60 }, (_, at) => `<li><a href="/${at}">Department of things with long names ${at}</a></li>`).join('')
const shell = (main: string): boolean =>
  isShell(
    segment(
      parsePage(
        `<header><p>The library of the town, open to all since 1899</p></header><nav><ul>${LINKS}</ul></nav>${main}<footer><ul>${LINKS}</ul></footer>`,
      ),
    ).blocks,
  )
const hours = Array.from(
  { length: 9 },
  (_, at) => `<div><b>Branch ${at}</b> <i>${at + 8}:00 to ${at + 14}:30, desk ${at + 13}</i></div>`,
).join('')

test('a page without text but that of its frame is an empty shell', () => {
  expect(shell('<div id="root"></div>')).toBe(true)
  expect(shell('<main id="app"><div class="spinner">Loading…</div></main>')).toBe(true)
  expect(shell('<main hidden><p>Your session has ended. Please sign in again to go on with what you were doing before.</p></main>')).toBe(
    true,
  )
})

test('a page whose server wrote text for readers is none, however little of it looks like prose', () => {
  expect(shell(`<main><h1>Opening hours</h1>${hours}</main>`)).toBe(false)
  expect(
    shell(
      `<div class="content"><h1>Opening hours</h1>${'<p>The reading room is open on every weekday but Monday until five.</p>'.repeat(5)}</div>`,
    ),
  ).toBe(false)
  const row = (at: number): string =>
    `<tr><td>${at} days ago</td><td><a href="/c/${at}">Add step ${at}</a></td><td><a href="/log">log</a></td></tr>`
  expect(shell(`<table>${[1, 2, 3, 4, 5, 6].map(row).join('')}</table>`)).toBe(false)
  expect(shell(`<table>${[1, 2].map(row).join('')}</table>`)).toBe(true)
})

test.each([
  [
    'only links, and little of what it describes',
    '<header><a href="/">Boards</a> <a href="/give">Give</a></header><div id="main"></div>',
    true,
  ],
  ['what it describes', '<main><a href="/range">How far my board goes on one charge of its battery, uphill and down</a></main>', false],
  ['a word that is no link', '<main><a href="/">Boards</a><p>No.</p></main>', false],
  ['a picture', '<main><a href="/"><img src="/board.png" alt=""></a></main><a href="/give">Give</a>', false],
])('a small page with a longer description that shows %s', (_name, body, expected) => {
  const page = parsePage(
    `<head><meta property="og:description" content="How far does my board go on one charge of its battery? On Friday it went uphill for an hour."></head><body>${body}</body>`,
  )
  expect(isFrameAlone(page, segment(page).blocks)).toBe(expected)
})

const THINGS = ['Lamps', 'Chairs', 'Ropes', 'Oars']
test.each([
  ['pictures above headings', (name: string) => `<div><a href="/${name}"><img src="/${name}.jpg" alt=""><h3>${name}</h3></a></div>`],
  [
    'two links each',
    (name: string) => `<div><a href="/${name}"><img src="/${name}.jpg" alt="${name}"></a><a href="/${name}">${name}</a></div>`,
  ],
  [
    'items',
    (name: string) =>
      `<li class="product-category"><a href="/${name}"><img src="/${name}.jpg" alt=""><h2>${name} <mark>(4)</mark></h2></a></li>`,
  ],
])('a few cards below a heading are a page, though none says more than a word: %s', (_, card) => {
  const page = (cards: string): string =>
    `<html><head><title>Boat gear - Harbour Shop</title></head><body><header><nav><ul>${LINKS}</ul></nav></header><div><h1>Boat gear</h1><ul>${cards}</ul></div><footer><ul>${LINKS}</ul></footer></body></html>`
  const markdown = extractPage({ html: page(THINGS.map(card).join('')), url: 'https://harbour.example/gear' })?.markdown
  for (const name of THINGS) expect(markdown).toContain(name)
  expect(markdown).not.toContain('Department')
  // Places for things that a script would fill.
  const places = THINGS.map((name) => card(name).replaceAll(name, '')).join('')
  expect(hasCards(segment(parsePage(page(places))).blocks)).toBe(false)
})
