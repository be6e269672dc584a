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
  ['of old wikis', '<p>So <img class="tex" alt="b_3" src="/math/b.png"> it is.</p>', 'So $b_3$ it is.'],
])('a picture of a formula is its formula, with pictures and without: %s', (_name, html, expected) => {
  expect(read(html).markdown).toContain(expected)
  const without = extractPage({ html: page(html), url: 'https://harbour.example/', images: false })
  expect(without!.markdown).toContain(expected)
})
