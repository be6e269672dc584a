import { expect, test } from 'vitest'
import { cleanUpstreamText } from './text.ts'

test.each([
  ['a\u202eb\u2066c\u200fd', 'abcd'],
  ['ze\u200bro\u200d wi\ufeffdth\u00ad', 'zero width'],
  ['bell\u0007 nul\u0000 escape\u001b[31m del\u007f', 'bell nul escape[31m del'],
  ['one\r\ntwo\tthree\u2028four\u0085five', 'one two three four five'],
  ['  v=1;  p=AB  ', 'v=1;  p=AB'],
  ['tag\u{e0041}\u{e0042}s \u3164filler \ufe0fvs', 'tags filler vs'],
  ['日本語 ελληνικά 😀', '日本語 ελληνικά 😀'],
])('%j becomes %j', (text, expected) => {
  expect(cleanUpstreamText(text, 100)).toBe(expected)
})

test('a lone surrogate is replaced, so that the text is valid Unicode', () => {
  expect(cleanUpstreamText('a\ud800b', 10)).toBe('a\ufffdb')
})

test('a long text is cut with a mark, never through a character', () => {
  expect(cleanUpstreamText('x'.repeat(1_000_000), 10)).toBe('xxxxxxxxx…')
  expect(cleanUpstreamText('😀😀😀😀', 4)).toBe('😀…')
  expect(cleanUpstreamText('\u200b'.repeat(1_000_000), 10)).toBe('')
})
