import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { expect, it } from 'vitest'
import { decodeText, decodeValue } from './entities.ts'

const PIECES =
  '& &amp &amp; &amp;amp; &lt; &lt &#38;lt; &#38 &#x26; ; # a = 1 &quot; &QUOT; &nbsp; &nbsp &copy; &copy &notit; &#39; &#039; &#8217; &#150; &zzz; x'.split(
    ' ',
  )

it('character references are what the standard makes of them, common or not', () => {
  let state = 1
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  for (let time = 0; time < 20_000; time += 1) {
    const raw = Array.from({ length: 1 + (next() % 5) }, () => PIECES[next() % PIECES.length]).join('')
    expect(decodeText(raw), raw).toBe(decodeHTML(raw))
    expect(decodeValue(raw), raw).toBe(decodeHTMLAttribute(raw))
  }
})
