import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { read } from '../testing/read.ts'

const TEXT = 'Opens the lock when the levels on both sides are equal, and waits for the keeper to say so before the gates begin to move.'

test('a heading that holds nothing is left out of a page from which a choice is made', () => {
  const menu = `<nav><ul>${'<li><a href="/a">Locks and gates</a></li>'.repeat(20)}</ul></nav>`
  const html = `<html><head><title>Lock</title></head><body>${menu}<main><h1>Lock</h1><p>${TEXT}</p><h2></h2><p>Closes. ${TEXT}</p><h3>Gates</h3><p>Swing. ${TEXT} ${TEXT} ${TEXT}</p></main></body></html>`
  const { markdown } = extractPage({ html, url: 'https://locks.example/' })!
  expect(markdown).toContain('### Gates')
  expect(markdown).not.toMatch(/^#+$/m)
})

test.each([
  ['<h2><strong>Two gates</strong></h2>', '## Two gates'],
  ['<h2><b>Two</b> <b><i>gates</i></b></h2>', '## Two *gates*'],
  ['<h2><a href="/gates"><b>Two gates</b></a></h2>', '## [Two gates](https://harbour.example/gates)'],
  ['<h2>Two <b>gates</b></h2>', '## Two **gates**'],
])('a heading is bold only where not all of it is: %s', (html, line) => {
  expect(read(html).markdown).toContain(`\n\n${line}\n\n`)
})
