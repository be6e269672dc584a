import { expect, test } from 'vitest'
import { read } from '../testing/read.ts'

test('of a reference and a note that lead to each other the first is the reference, whatever they are called', () => {
  const { markdown } = read(
    `<p>Ash glazes run because wood ash is mostly calcium carbonate.<sup><a href="#fn__1" id="fnt__1" class="fn_top">1)</a></sup> They are old.</p>
<div class="footnotes"><div class="fn"><sup><a href="#fnt__1" id="fn__1" class="fn_bot">1)</a></sup> <div class="content">Measured on forty samples.</div></div></div>`,
  )
  expect(markdown).toContain('calcium carbonate.[^1] They are old.')
  expect(markdown).toContain('[^1]: Measured on forty samples.')
  expect(markdown.match(/\[\^/g)).toHaveLength(2)
})
