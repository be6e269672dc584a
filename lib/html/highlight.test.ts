import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'
import { escapeHtml, render } from './html.ts'

test('marks add nothing and lose nothing, whatever the text', () => {
  const unit = fc.constantFrom('"', "'", '`', '\\', '\n', '/', '#', '<', '>', '&', ' ', ':', 'import', 'a', '1', '{', '}')
  for (const language of ['ts', 'python', 'sh', 'json'] as const)
    fc.assert(
      fc.property(fc.string({ unit }), (code) => {
        expect(render(highlight(code, language)).replace(/<\/?span[^>]*>/g, '')).toBe(escapeHtml(code))
      }),
    )
})

test('an address within a string is no comment, and a member of JSON is told from a value', () => {
  expect(render(highlight("fetch('http://a.example') // b", 'ts'))).toBe(
    'fetch(<span class="s">&#39;http://a.example&#39;</span>) <span class="c">// b</span>',
  )
  expect(render(highlight('{"a": "b"}', 'json'))).toBe('{<span class="k">&quot;a&quot;</span>: <span class="s">&quot;b&quot;</span>}')
})
