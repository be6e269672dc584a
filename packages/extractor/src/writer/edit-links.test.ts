import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const edit = (at: number, word: string): string =>
  `<span class="mw-editsection"><span>[</span><a href="/index.php?title=Bridge&amp;action=edit&amp;section=${at}">${word}</a><span>]</span></span>`
const TEXT = 'The first crossing at this place was a ford that carters used in summer, and three arches were built beside it in 1782.'
const read = (body: string): string =>
  extractPage({
    html: `<html><head><title>Bridge</title></head><body><main><h1>Bridge</h1><p>${TEXT}</p>${body}</main></body></html>`,
    url: 'https://wiki.example/Bridge',
  })!.markdown

test.each([
  ['in the heading', (title: string, link: string) => `<h2><span class="mw-headline">${title}</span>${link}</h2>`],
  ['in the box of the heading', (title: string, link: string) => `<div class="mw-heading"><h2>${title}</h2>${link}</div>`],
])('links that edit a section are no part of its heading: %s', (_, heading) => {
  const markdown = read(
    ['History', 'Maße', 'Users', 'Floods']
      .map(
        (title, at) =>
          `${heading(title, edit(at, at === 1 ? 'Bearbeiten' : 'edit'))}<p>Of ${title} first: ${TEXT}</p><p>${title} and more of it. ${TEXT.toUpperCase()}</p>`,
      )
      .join(''),
  )
  expect(markdown).toContain('\n## History\n')
  expect(markdown).toContain('\n## Maße\n')
  expect(markdown).not.toMatch(/edit|Bearbeiten/)
})

test('a heading that is a link to a page that is still to be written stays', () => {
  expect(read(`<h2><a href="/index.php?title=Tolley&amp;action=edit&amp;redlink=1">John Tolley</a></h2><p>Mason. ${TEXT}</p>`)).toContain(
    'John Tolley',
  )
})

test('links that answer a comment on a page of a wiki are none of it', () => {
  const button =
    '<span class="ext-discussiontools-init-replylink-buttons"><span>[</span><a role="button" href="">reply</a><span>]</span></span>'
  expect(read(`<dl><dd>The lock keeper has gone home for the day and will be back at seven. Ann ${button}</dd></dl>`)).not.toMatch(/reply/)
})
