import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
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

const PROSE = 'The broker keeps every record in an append-only ledger on local disk, and it starts in well under a second on any host'

test('a note whose number is a heading of its own that leads back stays a note, and the text that refers to it stays text', () => {
  const { markdown } = extractPage({
    html: `<title>Manual</title><body><h1>Manual</h1><p>${PROSE}.<a id="DOCF1" href="#FOOT1"><sup>1</sup></a></p><p>${PROSE} too.<a id="DOCF2" href="#FOOT2"><sup>2</sup></a></p><pre>quill 1</pre>
<div class="footnotes-segment"><hr><h4 class="footnotes-heading">Footnotes</h4>
<h5 class="footnote-body-heading"><a id="FOOT1" href="#DOCF1">(1)</a></h5>
<p>Older systems need the package for compatibility as well.</p>
<h5 class="footnote-body-heading"><a id="FOOT2" href="#DOCF2">(2)</a></h5>
<p>Except on the first start after an upgrade of the host.</p></div></body>`,
    url: 'https://docs.example/manual.html',
  })!
  expect(markdown).toContain(`${PROSE}.[^1]`)
  expect(markdown).toContain('[^1]: Older systems need the package for compatibility as well.')
  expect(markdown).toContain(`${PROSE} too.[^2]`)
  expect(markdown).toContain('[^2]: Except on the first start after an upgrade of the host.')
})

test('notes of a deck, whose links have a slash before the place, are notes', () => {
  const { markdown } = read(
    `<p>Ash glazes run because wood ash is mostly calcium carbonate.<a href="#/fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a></p>
<section class="footnotes" role="doc-endnotes"><ol><li id="fn1" role="doc-endnote"><p>Measured on forty samples.<a href="#/fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>`,
  )
  expect(markdown).toContain('calcium carbonate.[^1]')
  expect(markdown).toContain('[^1]: Measured on forty samples.')
})

test('what tells screen readers alone that notes follow is not written, a heading that all see is', () => {
  const page = (classes: string): string =>
    read(
      `<p>Ash glazes run because wood ash is mostly calcium carbonate.<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref aria-describedby="footnote-label">1</a></sup></p>
<section data-footnotes class="footnotes"><h2 id="footnote-label" class="${classes}">Footnotes</h2><ol><li id="user-content-fn-1"><p>Measured on forty samples. <a href="#user-content-fnref-1" data-footnote-backref aria-label="Back to reference 1">↩</a></p></li></ol></section>`,
    ).markdown
  expect(page('sr-only')).toMatch(/calcium carbonate\.\[\^1\]\n\n\[\^1\]: Measured on forty samples\.\n/)
  expect(page('title')).toContain('## Footnotes\n\n[^1]: Measured')
})

test('the notes below a table are notes, by what a raised reference and their own beginning call them', () => {
  const { markdown } = read(
    `<table><tr><th>Lock</th><th>Rise<sup><a href="#TFN1">a</a></sup></th><th>Gates<a href="#TFN2"><sup>*</sup></a></th></tr>
<tr><td>Upper</td><td>4 m</td><td>6</td></tr><tr><td>Lower</td><td>3 m</td><td>8<sup><a href="#TFN3">†</a></sup></td></tr></table>
<div class="fn" id="TFN1"><sup>a</sup><p>At low water in spring.</p></div><p id="TFN2">* Without those of the guard lock.</p><div id="TFN3"><sup>†</sup>Of steel.</div>
<p>Ash glazes run because wood ash is mostly calcium carbonate.<sup><a href="#s2">2</a></sup></p><div id="s2">2 is what a part of the page begins with.</div>`,
  )
  expect(markdown).toContain('| Lock | Rise[^a] | Gates[^n] |')
  expect(markdown).toContain('| Lower | 3 m | 8[^n-3] |')
  expect(markdown).toContain('[^a]: At low water in spring.\n\n[^n]: Without those of the guard lock.\n\n[^n-3]: Of steel.')
  expect(markdown).not.toContain('[^2]')
})

test('a list of sources that raised numbers lead to stays a list', () => {
  const { markdown } = read(
    `<p>Ash glazes run because wood ash is mostly calcium carbonate.<sup><a href="#R1">1</a></sup></p>
<ul><li id="R1"><span>1.</span> Keeper, A.: Work by night.</li><li id="R2"><span>2.</span> Gate, C.: The clock.</li></ul>`,
  )
  expect(markdown).toContain('Keeper, A.: Work by night.')
  expect(markdown).not.toContain('[^')
})
