import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT =
  'The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock strikes the half hour. The second follows when the chamber has filled again, which takes a quarter of an hour in summer and twice as long when the river is low.'
const titleOf = (body: string, head = ''): string | null =>
  extractPage({ html: `<html><head>${head}</head><body>${body}</body></html>`, url: 'https://canal.example/x' })?.title ?? null

test.each([
  ['its first heading of level 2', `<p>${TEXT}</p><h2>The upper gate</h2><p>${TEXT}</p>`, 'The upper gate'],
  ['a lower heading at its beginning', `<h3>The upper gate</h3><p>${TEXT}</p>`, 'The upper gate'],
  ['its first line', `<div><font size="5"><b>The upper gate</b></font></div><p>${TEXT}</p>`, 'The upper gate'],
  [
    'its first sentence',
    '<p>The lock keeper opens the upper gate at seven. The first barge of the day is through before the church clock strikes the half hour, and the second follows when the chamber has filled.</p>',
    'The lock keeper opens the upper gate at seven.',
  ],
  [
    'the beginning of a long sentence, cut at a word',
    `<p>${TEXT}</p>`,
    'The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock…',
  ],
])('a page without any title is called by %s', (_, body, title) => {
  expect(titleOf(body)).toBe(title)
})

test('a heading of links that only their style parts is called as the title tag says it', () => {
  const heading = '<h1><a href="/">Gtk</a><span class="sep"></span><a href="/b">Button</a><span class="sep"></span>set_label</h1>'
  expect(titleOf(`${heading}<p>${TEXT}</p>`, '<title>Gtk.Button.set_label</title>')).toBe('Gtk.Button.set_label')
  expect(titleOf(`<h1>Gtk Button set_label</h1><p>${TEXT}</p>`, '<title>Gtk.Button set_label</title>')).toBe('Gtk Button set_label')
})

test('a title that is said twice is left out twice; text that only ends alike stays', () => {
  const markdown = (second: string) =>
    extractPage({
      html: `<html><head><title>The upper gate</title></head><body><article><h1>The upper gate</h1>${second}<p>${TEXT}</p><p>${TEXT.toUpperCase()}</p></article></body></html>`,
      url: 'https://canal.example/x',
    })?.markdown
  expect(markdown('<p class="title">The upper gate</p>')).toMatch(/^The lock keeper/)
  expect(markdown('<p>About the upper gate</p>')).toMatch(/^About the upper gate/)
})

test('a day in an element that is called so counts beside a heading of any level', () => {
  const page = extractPage({
    html: `<html><head><title>Pump loses prime</title></head><body><div class="thread-header"><h3 id="thread-subject">Pump loses prime</h3></div><section><div class="email-header"><div class="email-author"><span class="name">Greta Muller</span></div><div class="email-date"><span class="date wide">2 Apr 2024</span><span class="date small">2 Apr '24</span><div class="time"><span>8:15 a.m.</span></div></div></div><div class="email-body"><p>The pump loses its prime after an hour and I have no idea why, as all of the hoses were renewed last spring.</p><p>It began after the pump had been taken apart in the winter to be cleaned, and the seals looked as good as new.</p></div></section></body></html>`,
    url: 'https://lists.example/thread/SEEBJAV2/',
  })
  expect(page?.publishedTime).toBe('2024-04-02')
})

test('a heading of level 2 that the title tag begins with is the title of a page without one of level 1 that has its words', () => {
  const title = '<title>The upper gate: Notes of a keeper — a non-linear notebook</title>'
  const body = (heading: string) =>
    `<section>${heading}<div><a href="Ann.html">Ann Harbour</a>14th May 2024 at 10:00am</div><p>${TEXT}</p></section>`
  expect(titleOf(body('<h2 class="t4">The upper gate</h2>'), title)).toBe('The upper gate')
  expect(titleOf(`<h1>Keepers</h1>${body('<h2>The upper gate</h2>')}`, title)).toBe('The upper gate')
  expect(titleOf(`<h1>Notes of a keeper</h1>${body('<h2>The upper gate</h2>')}`, title)).not.toBe('The upper gate')
  expect(titleOf(body('<h2>The lower gate</h2>'), title)).toMatch(/non-linear notebook$/)
})

test('neither the heading of a dialog nor one that has words of the site alone is the title', () => {
  const head = '<title>Lock of brass - Gate Search</title>'
  expect(titleOf(`<div role="alertdialog"><h1>Your settings of brass</h1></div><p>${TEXT}</p>`, head)).toBe('Lock of brass - Gate Search')
  const site = `${head}<meta property="og:site_name" content="Gate Search">`
  expect(titleOf(`<h1>Search modes</h1><p>${TEXT}</p>`, site)).toBe('Lock of brass')
  expect(titleOf(`<h1>Lock of brass, new</h1><p>${TEXT}</p>`, site)).toBe('Lock of brass, new')
})

test.each([
  ['Home - Canal Post', '<h1>Opening the upper gate</h1>', 'Home - Canal Post'],
  ['Startseite | Canal Post', '', 'Startseite | Canal Post'],
  ['Details | Canal Post', '<h1>Oak gates with larch</h1>', 'Oak gates with larch'],
  ['Untitled Document', '', 'Untitled Document'],
])('a title that any page could have is none by itself: %s', (title, heading, own) => {
  const html = `<html lang="en"><head><title>${title}</title><meta property="og:site_name" content="Canal Post"></head><body><main>${heading}<p>${'The lock keeper opens the upper gate at seven, and the first barge is through before half past. '.repeat(4)}</p></main></body></html>`
  expect(extractPage({ html, url: 'https://canal.example/' })?.title).toBe(own)
})

test('an overview is called as its title tag says of what', () => {
  const body = `<h1>Overview <span class="visuallyhidden">for the upper gate</span></h1><p>${TEXT}</p>`
  expect(titleOf(body, '<title>UPPER GATE LIMITED overview - Find a gate - Canal</title>')).toBe('UPPER GATE LIMITED overview')
  expect(titleOf(body, '<title>Overview - Canal</title>')).toBe('Overview')
})
