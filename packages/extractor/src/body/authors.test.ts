import { expect, test } from 'vitest'
import { rewriteMarkdown } from './source.ts'

const read = (front: string, text = 'Text') => rewriteMarkdown(`${front}\n\n${text}`, 'https://tide.example/a.md')

test.each([
  ['---\nauthor: Ann\n---', 'Ann'],
  ['---\nauthor: [Ann, "Ben Ode"]\n---', 'Ann, Ben Ode'],
  ['---\nauthors:\n  - name: Ann\n    url: https://a.example\n  - url: https://b.example\n    name: Ben\ntitle: T\n---', 'Ann, Ben'],
  ['---\nauthor:\n- Ann\n- Ben\n---', 'Ann, Ben'],
  ['---\nauthors: [{name: Ann}]\n---', null],
  ['+++\nauthors = ["Ann", "Ben"]\n+++', 'Ann, Ben'],
  ['{\n"authors": [{"name": "Ann"}, "Ben"]\n}', 'Ann, Ben'],
])('authors of front matter, one or more: %j', (front, byline) => {
  expect(read(front).byline).toBe(byline)
})

test('front matter says the language, and names of headings for links are no part of them', () => {
  const { lang, title, markdown } = read('---\nlang: en-GB\n---', '# Tides {#tides}\n\n## Of `{#x}` {.low #of}\n\nText {#text}')
  expect([lang, title]).toEqual(['en-GB', 'Tides'])
  expect(markdown).toContain('# Tides\n\n## Of `{#x}`\n\nText {#text}')
})
