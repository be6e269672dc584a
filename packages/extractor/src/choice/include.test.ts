import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const PROSE =
  'The harbour authority met on Tuesday to discuss the new breakwater, which has been delayed twice since the storms of last winter. '
const person = (name: string, text: string): string =>
  `<li class="comment"><div class="comment-author">${name}</div><time datetime="2026-03-0${name.length}">March ${name.length}, 2026</time><div class="comment-body"><p>${text}</p></div><a href="#r">Reply</a></li>`
const HTML = `<!doctype html><html lang="en"><head><title>Breakwater work to resume</title></head><body><nav><a href="/">Home</a></nav>
<main><article><h1>Breakwater work to resume</h1>${['granite', 'timber', 'steel', 'gravel', 'concrete', 'rope', 'paint'].map((what) => `<p>${PROSE.replace('storms', `storms, for want of ${what}, and the ${what} of the old one`)}</p>`).join('')}</article></main>
<section class="comments" id="comments"><h2>3 comments</h2><ol>${person('Anna', 'My boat has been lying ashore for a year because of that breakwater.')}${person('Peter', 'Ask the quarry, not the council, where the granite has gone.')}${person('Joan', 'And who pays the ferry company for all of this, I wonder?')}</ol>
<form><label>Leave a comment</label><textarea></textarea><button>Send</button></form></section>
<aside><h3>Tides</h3><table><thead><tr><th>Port</th><th>High</th></tr></thead><tr><td>Quay</td><td>06:10</td></tr><tr><td>Sound</td><td>06:40</td></tr><tr><td>Ferries</td><td>12</td></tr></table></aside>
<footer><p>Copyright Harbour News. All rights reserved.</p></footer></body></html>`
const read = (include?: ('tables' | 'comments')[]): string =>
  extractPage({ html: HTML, url: 'https://harbour.example/news/breakwater', ...(include ? { include } : {}) })!.markdown

test('without being asked for, comments and tables beside the text are left out', () => {
  expect(read()).toContain('harbour authority')
  expect(read()).not.toMatch(/granite has gone|06:10/)
  expect(read([])).toBe(read())
})

test('comments that are asked for come with who wrote them and when', () => {
  const markdown = read(['comments'])
  expect(markdown).toMatch(/\*\*Peter\*\* · March 5, 2026\s+Ask the quarry, not the council/)
  expect(markdown.match(/Peter/g)).toHaveLength(1)
  expect(markdown).not.toMatch(/06:10|Leave a comment|Reply|Copyright/)
})

test('tables that are asked for come whole, wherever they stand', () => {
  const markdown = read(['tables'])
  expect(markdown).toContain('| Quay | 06:10 |\n| Sound | 06:40 |\n| Ferries | 12 |')
  expect(markdown).not.toContain('granite has gone')
  expect(read(['tables', 'comments'])).toMatch(/granite has gone[\s\S]*06:40/)
})
