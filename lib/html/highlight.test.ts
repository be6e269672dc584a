import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'
import { content, render } from './html.ts'

test('marks add nothing and lose nothing, whatever the text', () => {
  const unit = fc.constantFrom('"', "'", '`', '\\', '\n', '/', '#', '<', '>', '&', ' ', ':', 'import', 'a', '1', '{', '}')
  for (const language of ['ts', 'python', 'sh', 'json'] as const)
    fc.assert(
      fc.property(fc.string({ unit }), (code) => {
        expect(render(highlight(code, language)).replace(/<\/?(?:em|i|b)>/g, '')).toBe(render(content(code)))
      }),
    )
})

test('an address within a string is no comment, and a member of JSON is told from a value', () => {
  expect(render(highlight("fetch('http://a.example') // b", 'ts'))).toBe(`fetch(<i>'http://a.example'</i>) <em>// b</em>`)
  expect(render(highlight('{"a": "b"}', 'json'))).toBe('{<b>"a"</b>: <i>"b"</i>}')
})
