import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { growth } from '../testing/linear.ts'
import { parsePage } from './parse.ts'
import { textOf } from './text.ts'

const SAID =
  '<p>The town council voted on Monday night to replace the footbridge at Mill Lane, which has been closed since a survey found rot in two of its beams.</p>'
const quoted = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const frame = (source: string, more = ''): string => `<iframe ${more} srcdoc="${quoted(source)}">old</iframe>`
const body = (html: string): string => textOf(parsePage(html).body).replace(/\s+/g, ' ').trim()

test('what a frame shows whose source stands in the page is of the page, and stands where the frame does', () => {
  const source = `<html><head><title>Frame</title><meta name="author" content="Nobody"></head><body>${SAID}<p>Steel &amp;amp; oak, 3 &lt; 4.</p></body></html>`
  const page = extractPage({
    html: `<title>Footbridge</title><main><h1>Footbridge</h1><p>The message reads:</p>${frame(source)}<p>It was sent on Monday to all of the list.</p></main>`,
    url: 'https://mail.example/1',
  })
  expect(page).toMatchObject({ title: 'Footbridge', byline: null })
  expect(page?.markdown).toMatch(/^The message reads:\n\nThe town council .* beams\.\n\nSteel \\&amp; oak, 3 < 4\.\n\nIt was sent/)
})

test('no frame says what the page is, leaves anything open, or closes what is around it', () => {
  const source =
    '</div></main><script type="application/ld+json">{"@type":"Article","headline":"Other"}</script><title>t</title><base href="/x/"><p>one<div><svg><style>'
  const { title, baseHref, jsonLd, body: root } = parsePage(`<main><div id="a">${frame(source)}<p>two</p></div></main>`)
  expect([title, baseHref, jsonLd.nodes, textOf(root)]).toEqual(['', null, [], 'onetwo'])
  expect(root.children.length).toBe(1)
})

test('frames in frames are read twice deep; a frame that leads somewhere as well is a link to there', () => {
  expect(body(frame(`a ${frame(`b ${frame('c')}`)}`))).toBe('a b')
  expect(body(frame('a', 'src="https://films.example/1"'))).toBe('')
  expect(body(frame('a', 'src="about:blank"'))).toBe('a')
})

test.each<[string, (size: number) => string]>([
  ['frames', (size) => frame('<p>one').repeat(size)],
  ['elements that are left open', (size) => frame('<div>'.repeat(size))],
  ['frames in frames', (size) => frame(frame(frame('<b>').repeat(size)))],
])('frames cost linear time: %s', (_name, make) => {
  expect(growth(make, (html) => void parsePage(html), 3_000)).toBeLessThan(8)
})
