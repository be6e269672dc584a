/** Days of what a page lists, which are none of its own. */
import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT =
  'The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock strikes the half hour.'
const published = (content: string, title = 'Posts'): string | null =>
  extractPage({
    html: `<html lang="en"><head><title>${title} | Canal Post</title></head><body><main><h1>${title}</h1>${content}</main></body></html>`,
    url: 'https://www.canal-post.example/posts/',
  })!.publishedTime
const three = (make: (day: string, text: string) => string): string =>
  [
    make('May 5, 2024', TEXT),
    make('April 2, 2024', TEXT.replace('seven', 'noon')),
    make('March 1, 2024', TEXT.replace('seven', 'six')),
  ].join('')

test.each([
  [
    'posts',
    three(
      (day, text) =>
        `<article class="post-entry"><h2>Gate</h2><p>${text}</p><footer><span title="${day}">${day}</span> · 6 min</footer><a href="/x"></a></article>`,
    ),
  ],
  [
    'releases',
    three(
      (day, text) => `<section><h2>Kelp</h2><div><relative-time datetime="2024-05-06">${day}</relative-time></div><p>${text}</p></section>`,
    ),
  ],
  [
    'files',
    `<table><thead><tr><th>Name</th><th>Last commit</th></tr></thead><tbody><tr><td>gate.md</td><td><relative-time datetime="2024-05-05">May 5, 2024</relative-time></td></tr></tbody></table><p>${TEXT}</p>`,
  ],
])('a list of %s', (_, content) => {
  expect(published(content)).toBeNull()
})

test.each([
  ['one article', `<article class="post-entry"><h2>Gate</h2><span title="May 5, 2024">May 5, 2024</span><p>${TEXT}</p></article>`],
  [
    'parts of a text',
    three(
      (day, text) =>
        `<section><h2>Gate</h2>${day.startsWith('May') ? '<time datetime="2024-05-05">May 5, 2024</time>' : ''}<p>${text}</p></section>`,
    ),
  ],
  [
    'a table without heads of columns',
    `<table><tbody><tr><th>Published</th><td><time datetime="2024-05-05">May 5, 2024</time></td></tr></tbody></table><p>${TEXT}</p>`,
  ],
])('%s is none', (_, content) => {
  expect(published(content, 'Opening the upper gate')).toBe('2024-05-05')
})

test('a register says in a line with others when an entry was published', () => {
  const line = (label: string): string =>
    `<p>${TEXT}</p><p>${TEXT.replace('seven', 'noon')}</p><div>Entry: <a href="/c">CVE-2024-31497</a><br><b>${label}</b><br>04/15/2024<br><b>NVD Last Modified:</b><br>06/20/2024</div>`
  const filler = '<p>A barge waits below.</p>'.repeat(20)
  expect(published(filler + line('NVD Published Date:'), 'CVE-2024-31497')).toBe('2024-04-15')
  expect(published(filler + line('Published Date:').repeat(2), 'CVE-2024-31497')).toBeNull()
})
