import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const menu = (count: number): string =>
  `<ul>${Array.from({ length: count }, (_, at) => `<li class="menu-item item-${at}"><a href="/departments/${at}">Department of things with long names ${at}</a></li>`).join('')}</ul>`

/** A large page with nothing but a menu, a footer and what is given. */
const around = (content: string): string =>
  `<!doctype html><html lang="en"><head><title>Ferries of the bay</title></head><body><header><a href="/">Harbour</a><nav>${menu(90)}</nav></header>
${content}<footer>${menu(40)}<p>© 2026 Harbour authority. All rights reserved.</p></footer></body></html>`

const read = (content: string) => extractPage({ html: around(content), url: 'https://harbour.example/ferries' })

const MAP = 'https://maps.example/embed?q=bay'
const PLAYER = 'https://www.youtube.com/embed/dQw4w9WgXcQ'
const VIEWER = 'https://harbour.example/viewer?file=timetable.pdf'

test.each([
  [
    'a map',
    `<main><div class="map-wrap"><iframe src="${MAP}" title="Map of all stops"></iframe></div></main>`,
    `[Map of all stops](${MAP})`,
  ],
  ['a film', `<div id="content"><div class="embed"><iframe src="${PLAYER}"></iframe></div></div>`, `[Video](${PLAYER})`],
  [
    'a viewer',
    '<div class="page"><h1>Timetable</h1><iframe src="/viewer?file=timetable.pdf" title="Timetable, all lines" width="100%" height="900"></iframe></div>',
    `[Timetable, all lines](${VIEWER})`,
  ],
  [
    'a film of its own',
    '<section><video controls src="/crossing.mp4" title="The crossing"></video></section>',
    '[The crossing](https://harbour.example/crossing.mp4)',
  ],
  [
    'two of them',
    `<main><iframe src="${PLAYER}"></iframe><iframe src="${MAP}" title="Stops"></iframe></main>`,
    `[Video](${PLAYER}) [Stops](${MAP})`,
  ],
])('a large page whose one content is a frame is read: %s', (_name, content, markdown) => {
  const result = read(content)
  expect(result?.markdown).toContain(markdown)
  expect(result?.markdown).not.toContain('Department')
  expect(result?.extraction).toBe('fallback')
})

test('what stands beside the frame in the main part is kept with it, and nothing that is hidden', () => {
  const result = read(`<main><p>Stops and piers.</p><iframe src="${MAP}" title="Stops"></iframe><p hidden>Loading the map</p></main>`)
  expect(result?.markdown).toBe(`Stops and piers.\n\n[Stops](${MAP})`)
})

test('without a main part, what is said beside the frame is kept and the menu is not', () => {
  const result = read(
    `<div class="post"><h2 class="entry-title">The crossing</h2><div class="entry-content"><iframe src="${PLAYER}"></iframe><p>Listen to the talk by Ann Harbour, above.</p></div></div>`,
  )
  expect(result?.markdown).toContain('Listen to the talk by Ann Harbour')
  expect(result?.markdown).toContain(`[Video](${PLAYER})`)
  expect(result?.markdown).not.toContain('Department')
})

test.each([
  ['no frame', '<div id="root"></div>'],
  ['a frame of advertising', '<main><iframe src="https://ads.doubleclick.net/x" title="Stops"></iframe></main>'],
  ['a frame that nobody sees', `<main><iframe src="${MAP}" title="Stops" width="1" height="1"></iframe></main>`],
  ['a frame in a part that nobody sees', `<main style="display:none"><iframe src="${MAP}" title="Stops"></iframe></main>`],
  ['a frame in the menu', `<nav><iframe src="${MAP}" title="Stops"></iframe></nav>`],
  ['a frame in the footer', `<footer><iframe src="${MAP}" title="Stops"></iframe></footer>`],
  ['a frame beside', `<aside><iframe src="${PLAYER}"></iframe></aside>`],
])('an empty shell is still refused: %s', (_name, content) => {
  expect(read(content)).toBeNull()
})
