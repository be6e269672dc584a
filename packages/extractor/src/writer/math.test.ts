import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { page, read } from '../testing/read.ts'

/** A formula as MediaWiki writes it: MathML for screen readers, which nobody sees, and a picture, which they are not told of. */
const wiki = (tex: string): string =>
  `<span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;"><math alttext="${tex}"><semantics><mi>a</mi><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><img src="/math/1.svg" class="mwe-math-fallback-image-inline mw-invert" aria-hidden="true" alt="${tex}"></span>`

test('a formula of MediaWiki, half of which screen readers get and half of which all others do, is there once', () => {
  expect(read(`<p>The area ${wiki('{\\displaystyle a^{2}}')} holds.</p>`).markdown).toContain('The area $a^{2}$ holds.')
})

test.each([
  ['in a line', '<p>Let <img src="/latex.php?latex=x" alt="x^2_a" title="x^2_a" class="latex"> be a set.</p>', 'Let $x^2_a$ be a set.'],
  ['by itself', '<p align="center"><img src="/latex.php?latex=z" alt="\\displaystyle z = 2" class="latex"></p>', '$$z = 2$$'],
  ['of LaTeX2HTML', '<p>So <img width="24" height="16" src="img7.png" alt="$ d_4$"> it is.</p>', 'So $d_4$ it is.'],
  ['of old wikis', '<p>So <img class="tex" alt="b_3" src="/math/b.png"> it is.</p>', 'So $b_3$ it is.'],
])('a picture of a formula is its formula, with pictures and without: %s', (_name, html, expected) => {
  expect(read(html).markdown).toContain(expected)
  const without = extractPage({ html: page(html), url: 'https://harbour.example/', images: false })
  expect(without!.markdown).toContain(expected)
})

const math = (tex: string): string =>
  `<math alttext="${tex}" display="block"><semantics><mi>a</mi><annotation encoding="application/x-tex">${tex}</annotation></semantics></math>`

test('a table that only puts formulas in their place is a line for each, with its number', () => {
  const row = (cells: string[], number: string) =>
    `<tr><td></td>${cells.map((tex) => `<td>${math(tex)}</td>`).join('')}<td></td><td rowspan="1"><span>(${number})</span></td></tr>`
  const { markdown } = read(
    `<p>So:</p><table>${row(['E=mc^2'], '1')}</table><table>${row(['a', '=b'], '2')}${row(['', '=c'], '3')}</table>`,
  )
  expect(markdown).toContain('$$E=mc^2$$ (1)')
  expect(markdown).toContain('$$a$$ $$=b$$ (2)')
  expect(markdown).not.toContain('|')
})

test('a formula between kept text is kept, and numbered behind it', () => {
  const prose =
    'The rate at which a town on a tidal river grows follows from the area that was built before the last flood, as the maps show.'
  const paragraph = (words: string) => `<div class="p">${words}</div>`
  const body = `${paragraph(prose)}<div class="p">The rate is given by:<div class="formula"><div class="f">${math('r=a/b')}</div><div class="l"><label>(1)</label></div></div></div>${paragraph('where a is the built area.')}${paragraph(prose)}`
  expect(read(body).markdown).toContain('The rate is given by:\n\n$$r=a/b$$ (1)\n\nwhere a is')
})

const SOURCE = '<script type="math/tex">x^2</script>'
const DISPLAYED = '<script type="math/tex; mode=display">x^2</script>'

test.each([
  [
    'in a line, with what stands there until then',
    `<p>So <span class="MathJax_Preview">x2</span><span class="MathJax" id="M1"><nobr><span class="math"><span>x</span><span>2</span></span></nobr></span>${SOURCE} holds.</p>`,
  ],
  ['as parts with classes', `<p>So <span class="mjx-chtml MathJax_CHTML"><span>x</span><span>2</span></span> ${SOURCE} holds.</p>`],
  ['by itself', `<p>So</p><div class="MathJax_Display"><span class="MathJax"><nobr>x2</nobr></span></div>${DISPLAYED}<p>holds.</p>`],
])('a formula that MathJax has drawn beside its source is its source, once: %s', (_name, html) => {
  const { markdown } = read(html)
  expect(markdown).toMatch(/So\s+(?:\$\$\n?x\^2\n?\$\$|\$x\^2\$)\s+holds\./)
  expect(markdown).not.toContain('x2')
})
