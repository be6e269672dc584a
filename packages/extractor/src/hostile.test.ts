import { expect, test } from 'vitest'
import { extractPage } from './extract.ts'
import { activeIn } from './testing/active.ts'
import { HONEST, HOSTILE } from './testing/hostile.ts'
import { LEAKS, MARK, SHOWN } from './testing/leaks.ts'

test.each(HOSTILE)('a hostile page gives its text: %s', (_name, build) => {
  const result = extractPage({ html: build(), url: 'https://tide.example/' })
  expect(result?.markdown).toContain(HONEST)
})

test.each([
  '',
  ' ',
  '<!doctype html>',
  '<html><body></body></html>',
  '<p></p>',
  '<script>x</script>',
  '\0\0\0',
  '<p style="display:none">hidden</p>',
])('a page with nothing to read is null: %j', (html) => {
  expect(extractPage({ html, url: 'https://tide.example/' })).toBeNull()
})

test.each(LEAKS)('what is no text of a page, or what nobody sees, does not come out: %s', (_name, html) => {
  const markdown = extractPage({ html, url: 'https://tide.example/' })?.markdown ?? ''
  expect(markdown).toContain(HONEST)
  expect(markdown).not.toContain(MARK)
  expect(activeIn(markdown)).toEqual([])
})

test.each(SHOWN)('tags and addresses that a page shows as text stay text: %s', (_name, html) => {
  expect(activeIn(extractPage({ html, url: 'https://tide.example/' })?.markdown ?? '')).toEqual([])
})
