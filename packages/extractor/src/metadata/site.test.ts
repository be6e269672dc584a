import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT =
  '<p>Ash glazes run because wood ash is mostly calcium carbonate, and calcium is a flux that goes from stiff to fluid within forty degrees.</p>'
const read = (title: string, home: string, main = `<h1>Why ash glazes run</h1>${TEXT}`, url = 'https://pots.example/2024/ash') =>
  extractPage({
    html: `<html lang="en"><head><title>${title}</title></head><body><header>${home}</header><main>${main}</main></body></html>`,
    url,
  })!

test.each([
  ['Why ash glazes run – The Slow Kiln', '<p class="site-title"><a href="https://pots.example/">The Slow Kiln</a></p>'],
  ['The Slow Kiln: Why ash glazes run', '<a href="/"><img src="/logo.png" alt="The Slow Kiln"></a>'],
  ['why:ash [The Slow Kiln]', '<h1><a href="/wiki" rel="home"><img src="/l.png" alt=""> <span>The Slow Kiln</span></a></h1>'],
  ['Why ash glazes run | The Slow Kiln', '<a class="navbar-brand" href="/2024/">The Slow Kiln</a>'],
])('a site is called what its link home and its title tag both say: %s', (title, home) => {
  expect(read(title, home)).toMatchObject({ title: 'Why ash glazes run', siteName: 'The Slow Kiln' })
})

test('a title without a heading leaves out what the way home says', () => {
  expect(read('The Slow Kiln - Ash, and how it runs', '<a href="/">The Slow Kiln</a>', TEXT).title).toBe('Ash, and how it runs')
  // Nobody says which part is the site.
  expect(read('The Slow Kiln - Ash, and how it runs', '<a href="/">Home</a>', TEXT)).toMatchObject({ siteName: null })
  expect(read('Ash - Home', '<a href="/">Home</a>', TEXT).siteName).toBe(null)
})

test('a home page is called what its site is called', () => {
  expect(
    read('The Slow Kiln – Notes on clay', '<a href="/">The Slow Kiln</a>', `<h1>The Slow Kiln</h1>${TEXT}`, 'https://pots.example/').title,
  ).toBe('The Slow Kiln')
})

test('of two headings that are the whole title tag the later is that of the page', () => {
  expect(read('Unnamed Project: A choked burner', '<h1>Unnamed Project</h1>', `<h1>A choked burner</h1>${TEXT}`).title).toBe(
    'A choked burner',
  )
})

test.each([
  "View all of Marit Solheim's posts.",
  'View all posts by Marit Solheim →',
  'More posts by Marit Solheim',
  'All articles by Marit Solheim',
  'Posts by Marit Solheim',
  'More from Marit Solheim',
])('a link to all that somebody wrote names the author: %s', (text) => {
  const bio = `<div class="author-bio"><a rel="author" href="/author/marit/">${text}</a></div>`
  expect(read('Why ash glazes run', '', `<article><h1>Why ash glazes run</h1>${TEXT}${bio}</article>`).byline).toBe('Marit Solheim')
})

test('a sentence is no name', () => {
  const bio =
    '<div class="author-bio"><h2 class="author-title">Von Marit Solheim</h2><a rel="author" href="/author/marit/">Alle Texte von Marit Solheim anzeigen.</a></div>'
  expect(read('Why ash glazes run', '', `<article><h1>Why ash glazes run</h1>${TEXT}${bio}</article>`).byline).toBe('Marit Solheim')
})

test('the head of a column announces no author, the head of a row does', () => {
  const table = (rows: string): string => `<h1>The log of changes</h1><table>${rows}</table>${TEXT}`
  expect(
    read('The log of changes', '', table('<tr><th>Commit message</th><th>Author</th></tr><tr><td>Two hours</td><td>Marit</td></tr>'))
      .byline,
  ).toBe(null)
  expect(
    read('The log of changes', '', table('<tr><th>Author</th><td>Marit Solheim</td></tr><tr><th>Pages</th><td>12</td></tr>')).byline,
  ).toBe('Marit Solheim')
})

test('words of a heading that only screen readers are told are no part of the title', () => {
  const heading = '<h1><span class="visually-hidden">Collection: </span>Bowls of ash</h1>'
  expect(read('Bowls of ash – The Slow Kiln', '', heading + TEXT).title).toBe('Bowls of ash')
  expect(read('Bowls of ash', '', `<h1><span class="sr-only">Bowls of ash</span></h1>${TEXT}`).title).toBe('Bowls of ash')
})

test('a page is called what its heading says below the subject that its title tag begins with, and not what a section of the site is', () => {
  const question = `<h1>How do I know when the kiln is hot?</h1>${TEXT}`
  expect(read('kilns - How do I know when the kiln is hot? - Answers', '<a href="/">Home</a>', question).title).toBe(
    'How do I know when the kiln is hot?',
  )
  expect(read('Ash and how it runs - Glazes - Answers', '<a href="/">Home</a>', `<h1>Glazes</h1>${TEXT}`).title).toMatch(/^Ash and/)
})
