import { expect, test } from 'vitest'
import { read } from '../testing/read.ts'

const formula = (mathml: string): string | undefined =>
  /so \$(.*)\$ it is/.exec(
    read(`<p>By the law of the tides so <math>${mathml}</math> it is, as every pilot of the harbour knows.</p>`).markdown,
  )?.[1]

test.each([
  ['a fraction', '<mfrac><mn>1</mn><mn>2</mn></mfrac>', '\\frac{1}{2}'],
  ['roots', '<msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>', '\\sqrt{a+b}\\sqrt[3]{x}'],
  ['scripts', '<msubsup><mi>x</mi><mrow><mi>i</mi><mi>j</mi></mrow><mn>2</mn></msubsup>', 'x_{ij}^2'],
  ['a power of a sum', '<msup><mrow><mi>a</mi><mo>−</mo><mi>b</mi></mrow><mn>2</mn></msup>', '{a-b}^2'],
  ['limits of a sum', '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>', '∑_{i=1}^ni'],
  ['a function', '<mi>sin</mi><mo>\u2061</mo><mi>x</mi>', '\\sin x'],
  ['an accent', '<mover><mi>x</mi><mo>→</mo></mover>', '\\vec{x}'],
  ['words', '<mi>a</mi><mtext> if </mtext><mi>Re</mi>', 'a\\text{ if }\\mathrm{Re}'],
  [
    'a matrix',
    '<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable>',
    '\\begin{matrix}a & b \\\\ c & d\\end{matrix}',
  ],
  ['signs of TeX', '<mo>{</mo><mn>5</mn><mo>%</mo><mo>}</mo>', '\\{5\\%\\}'],
])('MathML without TeX keeps its structure: %s', (_name, mathml, tex) => {
  expect(formula(mathml)).toBe(tex)
})
