import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT =
  'The choir of the fire station sings by candle light in the church on the quay, with an organ that was built when the harbour was dug.'
const read = (content: string, head = '') =>
  extractPage({
    html: `<html lang="en"><head><title>Concert on the quay</title>${head}</head><body><main><h1>Concert on the quay</h1>${content}<p>${TEXT}</p></main></body></html>`,
    url: 'https://quay.example/concert',
  })!.publishedTime
const EVENT =
  '<script type="application/ld+json">{"@type":"MusicEvent","name":"Concert on the quay","startDate":"2024-06-12T19:30","endDate":"2024-06-13"}</script>'
const NEXT_YEAR = new Date().getUTCFullYear() + 1

test.each([
  ['data name as its own', '<p><time datetime="2024-06-12T19:30">12 June 2024, 7.30pm</time></p>', EVENT],
  ['data name as its last', '<p>13 June 2024</p>', EVENT],
  ['its class says', '<div class="event-date"><time datetime="2024-06-12">12 June 2024</time></div>', ''],
  [
    'its field says',
    '<div class="field--type-daterange"><div class="item"><time datetime="2024-06-12">12 June 2024</time></div></div>',
    '',
  ],
  ['its property says', '<p><time itemprop="startDate" datetime="2024-06-12">12 June 2024</time></p>', ''],
  ['its line says', '<p>This consultation closes at <time datetime="2024-06-12">12 June 2024</time></p>', ''],
  ['is still to come', `<p><time datetime="${NEXT_YEAR}-12-30">30 December ${NEXT_YEAR}</time></p>`, ''],
])('a day on which something happens is no day of publication: one that %s', (_name, content, head) => {
  expect(read(content, head)).toBe(null)
  expect(read(`<p>Posted on <time datetime="2024-02-20">20 February 2024</time></p>${content}`, head)).toBe('2024-02-20')
})

test('a job is as old as its data say that it is offered', () => {
  const job = '{"@type":"JobPosting","title":"Concert on the quay","datePosted":"2024-02-26","validThrough":"2024-05-01"}'
  expect(read('<p>Posted yesterday</p>', `<script type="application/ld+json">${job}</script>`)).toBe('2024-02-26')
})

test('a page about one event has no author and no day but what its data and its own words say', () => {
  const page = (content: string) =>
    extractPage({
      html: `<html lang="en"><head><title>Concert on the quay</title>${EVENT}</head><body><main><h1>Concert on the quay</h1><p>${TEXT}</p>${content}</main></body></html>`,
      url: 'https://quay.example/concert',
    })!
  const photos = '<div><a href="/users/piper" rel="author">Pia Piper</a></div><p>Sat 14 Apr 2018</p>'
  expect(page(photos)).toMatchObject({ byline: null, publishedTime: null })
  expect(page('<p>Published on 3 May 2024</p>')).toMatchObject({ publishedTime: '2024-05-03' })
})
