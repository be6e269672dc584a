import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropHeadingsSaidAgain, dropLoneHeading, joinHeadings } from './headings.ts'

test('a lower heading right below a kept one is kept where text below it is, and none that heads something else', () => {
  const job = (title: string, where: string, what: string): string =>
    `<li><header><h4>${title}</h4><h5>${where}</h5></header><div>May 2011 – today</div><p>${what}</p></li>`
  const html = `<ul>${job('Keeper of locks', 'Canal Works', 'Opens the gates.')}${job('Clerk', 'Harbour Office', 'Left out.')}</ul><h4>Locks</h4><h5>Jobs</h5><div>All</div><div>New</div>`
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text }) => (/^(?:Keeper|Opens|Clerk|Locks)/.test(text) ? 1 : 0))
  joinHeadings(blocks, new Float32Array(blocks.length), keep)
  expect(blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)).toEqual([
    'Keeper of locks',
    'Canal Works',
    'Opens the gates.',
    'Clerk',
    'Locks',
  ])
})

test.each([
  ['of an article', true, '<ul><li>Salt</li></ul><h2>Notes</h2><h3>More recipes</h3>', ['Salt']],
  ['of a firm', false, '<p>Salt</p><h2>Ask us today</h2>', ['Salt', 'Ask us today']],
  ['that leads somewhere', true, '<p>Salt</p><h2><a href="/rye">Rye</a></h2>', ['Salt', 'Rye']],
])('headings at the end %s', (_, prose, html, left) => {
  const { blocks } = segment(parsePage(html))
  const keep = new Uint8Array(blocks.length).fill(1)
  dropLoneHeading(blocks, keep, prose)
  expect(blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)).toEqual(left)
})

test.each([
  ['for another screen size', '<h2>Locks</h2><div><h2><span>Locks</span></h2></div><p>Salt</p>', ['Locks', 'Salt']],
  ['three times', '<h2>Locks</h2><div><h3>Locks</h3></div><div><h3>Locks</h3></div><p>Salt</p>', ['Locks', 'Salt']],
  ['side by side', '<h2>Locks</h2><h3>Locks</h3><p>Salt</p>', ['Locks', 'Locks', 'Salt']],
  ['above something else', '<h2>Locks</h2><p>Salt</p><h2>Locks</h2><p>Rye</p>', ['Locks', 'Salt', 'Locks', 'Rye']],
  ['as text', '<h2>Locks</h2><p>Locks</p>', ['Locks', 'Locks']],
])('a heading said again %s', (_, html, left) => {
  const { blocks } = segment(parsePage(html))
  const keep = new Uint8Array(blocks.length).fill(1)
  dropHeadingsSaidAgain(blocks, keep)
  expect(blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)).toEqual(left)
})
