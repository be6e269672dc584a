import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { isFrameAlone, isShell } from './shell.ts'

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
