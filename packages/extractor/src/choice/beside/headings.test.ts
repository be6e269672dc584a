import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { joinHeadings } from './headings.ts'

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
