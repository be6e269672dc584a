import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT = 'Opens the lock when the levels on both sides are equal, and waits for the keeper to say so before the gates begin to move.'

test('a heading that holds nothing is left out of a page from which a choice is made', () => {
  const menu = `<nav><ul>${'<li><a href="/a">Locks and gates</a></li>'.repeat(20)}</ul></nav>`
  const html = `<html><head><title>Lock</title></head><body>${menu}<main><h1>Lock</h1><p>${TEXT}</p><h2></h2><p>Closes. ${TEXT}</p><h3>Gates</h3><p>Swing. ${TEXT} ${TEXT} ${TEXT}</p></main></body></html>`
  const { markdown } = extractPage({ html, url: 'https://locks.example/' })!
  expect(markdown).toContain('### Gates')
  expect(markdown).not.toMatch(/^#+$/m)
})
