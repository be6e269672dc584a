/** Structured data that speak of other things than the page, or contradict it. */
import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const URL = 'https://www.canal-post.example/news/gate'
const TEXT =
  'The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock strikes the half hour. '
const read = (head: string, content = '') => {
  const html = `<html lang="en"><head><title>Opening the upper gate</title>${head}</head><body><main><h1>Opening the upper gate</h1><p>${TEXT.repeat(3)}</p>${content}</main></body></html>`
  const result = extractPage({ html, url: URL })
  expect(result).not.toBeNull()
  return result!
}
const ld = (...values: unknown[]): string =>
  values.map((value) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`).join('')

const OTHER = {
  '@type': 'NewsArticle',
  url: 'https://www.canal-post.example/news/bridge',
  headline: 'Bridge shut for a month',
  datePublished: '2019-02-03',
  author: { '@type': 'Person', name: 'Bo Tow' },
}
const OWN = { '@type': 'NewsArticle', headline: 'Opening the upper gate', datePublished: '2024-03-05', author: { name: 'Ann Lockwood' } }
const FIELDS = { title: 'Opening the upper gate', byline: 'Ann Lockwood', publishedTime: '2024-03-05' }
const NOTHING = { title: 'Opening the upper gate', byline: null, publishedTime: null }

test.each<[string, unknown[], object]>([
  ['a related article before its own', [OTHER, OWN], FIELDS],
  ['an array with the page’s own last', [[OTHER, { ...OTHER, url: '/news/ferry' }, { ...OWN, url: `${URL}/?utm=1` }]], FIELDS],
  [
    'a list of what else to read',
    [{ '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: { ...OTHER, url: undefined } }] }],
    NOTHING,
  ],
  ['the posts of a blog', [{ '@type': 'Blog', blogPost: [{ ...OTHER, url: undefined }] }], NOTHING],
  ['only the related article', [OTHER], NOTHING],
  ['its own by the address of another host, called the same', [{ ...OWN, url: 'https://cms.example/preview/81' }], FIELDS],
  ['its own named by mainEntityOfPage', [OTHER, { ...OWN, mainEntityOfPage: { '@type': 'WebPage', '@id': URL } }], FIELDS],
  [
    'an author who is named elsewhere',
    [
      {
        '@graph': [
          { ...OWN, author: { '@id': '#a' } },
          { '@id': '#a', '@type': 'Person', name: 'Ann Lockwood' },
        ],
      },
    ],
    FIELDS,
  ],
  ['an author who refers to himself', [{ ...OWN, author: { '@id': '#a', author: { '@id': '#a' } } }], { ...FIELDS, byline: null }],
  [
    'buyers who say what they think',
    [{ '@type': 'Product', name: 'Gate', review: [{ '@type': 'Review', author: { name: 'Kenneth S.' }, datePublished: '2020-01-02' }] }],
    NOTHING,
  ],
  ['an author who is an address', [{ ...OWN, author: ['https://www.canal-post.example/by/ann', '/by/ann'] }], { ...FIELDS, byline: null }],
  ['an author who is nobody', [{ ...OWN, author: [{ name: 'admin' }, { name: 'By Ann Lockwood' }] }], FIELDS],
  ['a change and no publication', [{ ...OWN, datePublished: undefined, dateModified: '2024-06-01' }], { ...FIELDS, publishedTime: null }],
  ['several dates', [{ ...OWN, datePublished: [null, '', '2024-03-05'] }], FIELDS],
  ['a date that is none', [{ ...OWN, datePublished: '0000-00-00', dateCreated: '5 March 2024' }], FIELDS],
])('JSON-LD with %s', (_name, values, expected) => {
  expect(read(ld(...values))).toMatchObject(expected)
})

test('what buyers wrote says nothing of the page, in microdata and RDFa', () => {
  for (const name of ['itemprop', 'property'])
    expect(
      read(
        '',
        `<div ${name}="review"><span ${name}="author">Kenneth S.</span> <time ${name}="datePublished" datetime="2020-01-02">2 January</time></div>`,
      ),
    ).toMatchObject(NOTHING)
})

test.each(['author', 'schema:author', 'https://schema.org/author'])('RDFa names the author by %s', (property) => {
  const content = `<p>Words: <span property="${property}" typeof="Person"><span property="name">Ann Lockwood</span></span>, <time property="schema:datePublished" datetime="2024-03-05T07:00:00Z">Tuesday</time></p>`
  expect(read('', content)).toMatchObject({ byline: 'Ann Lockwood', publishedTime: '2024-03-05T07:00:00Z' })
})

test('a day of somebody’s joining beside the data’s own day changes nothing, and the moment has the day of its place', () => {
  const data = ld({ ...OWN, datePublished: '2024-03-04T23:25:38Z' })
  const post = '<p>Nov 4, 2011</p><time datetime="2024-03-05T04:25:38+05:00">Mar 5, 2024</time>'
  const html = `<html><head><title>Gate</title>${data}</head><body><main><h1>Opening the upper gate</h1>${post}<p>${TEXT.repeat(3)}</p></main></body></html>`
  expect(extractPage({ html, url: URL })?.publishedTime).toBe('2024-03-05T04:25:38+05:00')
})

test('a page that says when it was first published came out then', () => {
  const line = '<p>This article was originally published on 5 March 2024 at 4:12pm but has been updated since.</p>'
  const html = `<html><head><title>Gate</title></head><body><main><h1>Opening the upper gate</h1><p>1 June 2025</p><p>${TEXT.repeat(3)}</p>${line}</main></body></html>`
  expect(extractPage({ html, url: URL })?.publishedTime).toBe('2024-03-05')
})

test.each([
  [
    'Oak Town',
    '<title>Oak Town: Opening the upper gate</title><meta property="og:title" content="Opening the upper gate">',
    '<h1>Oak Town</h1><h2>Part</h2>',
  ],
  [
    'the book',
    '<title>Opening the upper gate — The Lock Manual documentation</title>',
    '<h1>The Lock Manual</h1><h1>Opening the upper gate</h1>',
  ],
  ['a button', '<title>Upper gate - Locks</title>', '<h1>Opening the upper gate <button>Copy item path</button></h1>'],
])('a heading that calls %s is not the title', (_name, head, headings) => {
  const html = `<html><head>${head}</head><body>${headings}<p>${TEXT.repeat(3)}</p></body></html>`
  expect(extractPage({ html, url: URL })?.title).toBe('Opening the upper gate')
})

test('a page of one question is as old as that, not as its answers', () => {
  const question = { '@type': 'Question', name: 'Why do bridges fall?', dateCreated: '2024-03-14T09:00:00Z', answerCount: 1 }
  const data = { '@context': 'https://schema.org', '@type': 'QAPage', mainEntity: question }
  const answer =
    '<div class="Info__Date">2024/03/16 7:44</div><p>They fall because nobody looks at what holds them for as long as they stand.</p>'
  const { publishedTime } = extractPage({
    html: `<html lang="ja"><head><title>Why do bridges fall?</title><script type="application/ld+json">${JSON.stringify(data)}</script></head><body><main><h1>Why do bridges fall?</h1>${answer}</main></body></html>`,
    url: 'https://www.canal-post.example/q/1',
  })!
  expect(publishedTime).toBe('2024-03-14T09:00:00Z')
})
