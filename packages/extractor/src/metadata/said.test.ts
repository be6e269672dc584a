/** What pages say about themselves in words and signs of their own. */
import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { toIsoDate, writtenDate } from './date.ts'
import { siteOf, withoutSite } from './title.ts'

const TEXT =
  'The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock strikes the half hour.'
const read = (content: string, head = '') =>
  extractPage({
    html: `<html lang="en"><head><title>Opening the upper gate</title>${head}</head><body><main><h1>Opening the upper gate</h1>${content}</main></body></html>`,
    url: 'https://www.canal-post.example/gate',
  })!

test.each(
  [
    '14 березня 2024',
    '14 martie 2024',
    '14 Μαρτίου 2024',
    '14 Maret 2024',
    '14 de març de 2024',
    '14 d’març 2024',
    '14 مارس 2024',
    '14 במרץ 2024',
    '14 มีนาคม 2024',
    '14 март 2024',
    '14. marec 2024',
    '14. marca 2024',
    '14 मार्च 2024',
    '2024. március 14.',
    '2024 m. kovo 14 d.',
    '14 tháng 3, 2024',
    '14 tháng 3 năm 2024',
    'marzo 14, 2024',
    'Март 14, 2024',
    '三月 14, 2024',
    '14 三月, 2024',
    '3月 14, 2024',
  ].map((line) => [line]),
)('a day in words of its language: %s', (line) => {
  expect(writtenDate(line)).toBe('2024-03-14')
})

test('a moment counted in milliseconds', () => {
  expect(toIsoDate('1710406800000')).toBe('2024-03-14T09:00:00Z')
})

test('of two times in a line each has its own label', () => {
  const line = '<p>Updated <time datetime="2024-05-02">May 2</time> · Published <time datetime="2024-03-14">March 14</time></p>'
  expect(read(`${line}<p>${TEXT}</p>`).publishedTime).toBe('2024-03-14')
})

test('a day that a sentence names is not that of the page', () => {
  expect(read(`<p>The next meeting is on 14 March 2024.</p><p>${TEXT}</p>`).publishedTime).toBeNull()
  expect(read(`<p>By Ann Lockwood on 14 March 2024.</p><p>${TEXT}</p>`).publishedTime).toBe('2024-03-14')
})

test.each([
  '<blockquote><p>It saved us a day a week.</p><p>By Mary Miller</p></blockquote>',
  '<div class="feedback"><p>It saved us a day.</p><p>by Mary Miller</p></div>',
  '<div class="category-review"><p>It saved us a day.</p><p class="author">Mary Miller</p></div>',
  '<div class="js-product-reviews"><p>It saved us a day.</p><p class="intro__author">Mary Miller</p></div>',
  '<p class="byline">From Miller</p>',
])('who is quoted near the title is not its author: %s', (quote) => {
  expect(read(`<p>${TEXT}</p>${quote}`).byline).toBeNull()
})

test.each([
  'Upper gate < Canal Post',
  'Upper gate ⋆ Canal Post',
  'Upper gate ▷ Canal Post',
  'Canal Post ★ Upper gate',
  'Canal Post || Upper gate',
  'Upper gate @ Canal Post',
  'Upper gate (Canal Post)',
  'Upper gate: Canal Post',
])('a title stands without its site, whatever sign is between: %s', (title) => {
  expect(withoutSite(title, siteOf('Canal Post', 'https://www.canal-post.example/gate'))).toBe('Upper gate')
})

test('what only looks like a site stays', () => {
  for (const title of ['Gates & Canal Post', 'Upper gate: opened', 'Canal Post: news for nerds', 'Upper gate (new)'])
    expect(withoutSite(title, siteOf('Canal Post', 'https://www.canal-post.example/gate'))).toBe(title)
})

test.each(['林小满', '山田太郎', '김민수', 'Иван Петров', 'محمد علي'])('an author is named in letters of any script: %s', (name) => {
  expect(read(`<p>${TEXT}</p>`, `<meta name="author" content="${name}">`).byline).toBe(name)
})

test.each([
  ['作者：林小满 来源：海边', '林小满'],
  ['Автор: Иван Петров·14 марта 2024', 'Иван Петров'],
  ['作者: 林小满 2024年3月14日', '林小满'],
  ['글쓴이: 김민수', '김민수'],
])('a line beside the title names the author behind its label: %s', (line, name) => {
  expect(read(`<p>${line}</p><p>${TEXT}</p>`).byline).toBe(name)
})

test.each(['管理员', '작성자', 'Редакция', '12·3'])('what names a role in any script names nobody: %s', (name) => {
  expect(read(`<p>${TEXT}</p>`, `<meta name="author" content="${name}">`).byline).toBeNull()
})

test('of two days in a line the one that is called a change is none, in any script', () => {
  expect(read(`<p>发表于 2024-03-14 | 更新于 2024-05-02</p><p>${TEXT}</p>`).publishedTime).toBe('2024-03-14')
  expect(read(`<p>更新于 <time datetime="2024-05-02">2024-05-02</time></p><p>2024-03-14</p><p>${TEXT}</p>`).publishedTime).toBe(
    '2024-03-14',
  )
  expect(read(`<p>最后更新：2024-05-02</p><p>创建于 2024-03-14</p><p>${TEXT}</p>`).publishedTime).toBe('2024-03-14')
})

test('the last change is the day of a page that shows no other, wherever it says so', () => {
  const text = `<p>${TEXT}</p>`.repeat(30)
  const changed = (line: string) => read(`${text}<div>${line}</div>`).publishedTime
  expect(changed('Last updated: March 14, 2024')).toBe('2024-03-14')
  expect(changed('Last updated <time datetime="2024-03-14T06:16:41Z">1 year ago</time>')).toBe('2024-03-14T06:16:41Z')
  expect(changed('最終更新日：2024年3月14日')).toBe('2024-03-14')
  expect(changed('Updated 14 March 2024</div><div>Updated 2 May 2025')).toBe(null)
  expect(changed('Last updated March 14, 2024</div><div>Published March 1, 2024')).toBe('2024-03-01')
  expect(changed('The gate was updated on March 14, 2024')).toBe(null)
  const things = '<li><h3>A gate</h3><p>Updated March 14, 2024</p></li>'.repeat(4)
  expect(read(`<p>Four gates</p><ul>${things}</ul>${text}`).publishedTime, 'that of each thing on a list is its own').toBe(null)
})

test.each([
  ['time', 'datetime'],
  ['relative-time', 'datetime'],
  ['faceplate-timeago', 'ts'],
])('a moment that script has yet to write is the day of the page, also where its title tag names the site alone: %s', (tag, attribute) => {
  const html = `<html><head><title>Quay - All the tides</title></head><body><main><div><a href="/u/ann">ann</a> <${tag} ${attribute}="2024-03-14T09:47:05.754000+0000"></${tag}></div>
    <h1>Opening the upper gate</h1><p>${TEXT}</p><p>${TEXT}</p></main></body></html>`
  const page = extractPage({ html, url: 'https://www.quay.example/r/locks/1/gate' })!
  expect([page.title, page.publishedTime]).toEqual(['Opening the upper gate', '2024-03-14T09:47:05+00:00'])
})

test('days with the year first are read with signs between', () => {
  expect(writtenDate('发表于2024/3/21')).toBe('2024-03-21')
  expect(writtenDate('2024-3-21')).toBe('2024-03-21')
  expect(writtenDate('since 2024.3.1')).toBeNull()
  expect(writtenDate('/2024/3/21/tides')).toBeNull()
})

test.each([
  ['Von Karla Deich', 'Karla Deich'],
  ['Par Claire Quai', 'Claire Quai'],
  ['Door Wim van der Steiger', 'Wim van der Steiger'],
  ['Autor: Anna Keja', 'Anna Keja'],
])('who wrote a page is known from `by` in other languages: %s', (line, name) => {
  const day = '<span>12.02.2026</span>'
  expect(read(`<div><span>${line}</span>${day}</div><p>${TEXT}</p><p>${TEXT}</p>`).byline).toBe(name)
  expect(read(`<p>${line} bis zum Hafen sind es drei Schleusen.</p><p>${TEXT}</p><p>${TEXT}</p>`).byline).toBeNull()
})

test('a judgment is of the day on which it was decided, not of that on which it was argued', () => {
  expect(read(`<p>Argued January 9, 1990</p><p>Decided March 5, 1990</p><p>${TEXT}</p>`).publishedTime).toBe('1990-03-05')
})

test('the day up to which accounts are made, and that of being incorporated, are none of publication', () => {
  const terms = '<dl><dt>Incorporated on</dt><dd>4 May 1987</dd></dl>'
  expect(read(`${terms}<p>Last accounts made up to 31 March 2024</p><p>${TEXT}</p>`).publishedTime).toBeNull()
  expect(read(`<dl><dt>Published</dt><dd>4 May 2024</dd></dl><p>${TEXT}</p>`).publishedTime).toBe('2024-05-04')
})
