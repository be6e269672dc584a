import { expect, test } from 'vitest'
import { parsePage } from './parse.ts'
import { textOf } from './text.ts'

test('entities are read in text, titles and attributes, also behind what might be a tag, and not in text that is shown as written', () => {
  const page = parsePage('<title>Salt <&amp; Sea</title><p title="a&amp;b&copy=c">tea &amp; m&eacute;lange<p>&lt<xmp>&amp;</xmp>&#38;')
  expect(page.title).toBe('Salt <& Sea')
  expect(page.all.map(({ attributes }) => attributes.title)[0]).toBe('a&b&copy=c')
  expect(textOf(page.body)).toBe('tea & mélange<&amp;&')
})

test('a value is cut at its limit in characters that it stands for', () => {
  const [element] = parsePage(`<p title="${'&amp;'.repeat(3_000)}">text`).all
  expect(element!.attributes.title).toBe('&'.repeat(2_000))
})

test('nothing that a noscript leaves open swallows the page behind it', () => {
  for (const open of [
    '<iframe src="/count" />',
    '<iframe>',
    '<!-- no end',
    '<img src="/count',
    "<p title='x",
    '<textarea>',
    '<title>',
    '<noscript>',
  ])
    for (const end of ['</noscript>', '</NOSCRIPT >'])
      expect(textOf(parsePage(`<p>before</p><noscript>${open}${end}<p>behind`).body), open).toMatch(/^before.*behind$/)
})
