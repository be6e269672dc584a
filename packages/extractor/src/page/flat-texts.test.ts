import { expect, test } from 'vitest'
import { flat } from './flat-texts.ts'

test('a copy says what its text says, whatever the text is made of', () => {
  const texts = [
    '',
    'short',
    'café, naïve, ©',
    'a “quoted” line of prose',
    '長い日本語の文章です。本当に長い。',
    'half a sign \ud83d here',
    'x'.repeat(40_000),
  ]
  for (const text of texts) for (const kind of [text, `${text}, ${text}`, ` ${text} `.slice(1, -1)]) expect(flat(kind)).toBe(kind)
})
