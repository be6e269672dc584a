import { expect, test } from 'vitest'
import { prefersHtml } from './accept.ts'

test.each([
  [null, false],
  ['', false],
  ['*/*', false],
  ['text/*', false],
  ['application/json', false],
  ['text/html', true],
  ['Text/HTML;charset=utf-8', true],
  ['text/html;q=0', false],
  ['text/html ; Q=0.000', false],
  ['text/html;q=0.5, application/json;q=0.4', true],
  ['text/html;q=0.5, application/json', false],
  ['application/json, text/html', true],
  ['text/html;q=oops', false],
  ['application/xhtml+xml', false],
])('Accept %j prefers HTML: %s', (accept, expected) => {
  expect(prefersHtml(accept)).toBe(expected)
})
