import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'

function read(source: string, contentType = 'text/markdown'): string {
  const result = readDocument(source, 'https://harbour.example/tides.md', { contentType })
  return result.ok ? result.document.markdown : result.reason
}

test.each([
  ['in a line', 'Let $a_1 * b_2$ and $\\{x\\}\\,y$, or $n$, be.', 'Let $a_1 * b_2$ and $\\{x\\}\\,y$, or $n$, be.'],
  ['in ticks, as GitHub has it', 'Let $`a_1 * b_2`$ be.', 'Let $a_1 * b_2$ be.'],
  ['between two signs in a line', 'So $$a \\\\ b^* c^*$$ holds.', 'So $$a \\\\ b^* c^*$$ holds.'],
  ['in lines of its own', 'So\n$$\na \\\\\n- b\n= c\n$$\nholds.', 'So\n\n$$a \\\\ - b = c$$\n\nholds.'],
  ['in a list', '- one\n\n  $$\n  a_1 \\\\\n  a_2\n  $$\n\n- two', '- one\n\n  $$a_1 \\\\ a_2$$\n\n- two'],
  ['in a quote', '> $$a \\\\ b$$', '> $$a \\\\ b$$'],
  ['an environment of TeX', '\\begin{align}\na &= b \\\\\n* &= c\n\\end{align}', '$$\\begin{align} a &= b \\\\ * &= c \\end{align}$$'],
  ['with comments, which end with their lines', '$$\na % first\n+ b\\%\n$$', '$$a + b\\%$$'],
  ['with a dollar of its own', 'It is $5\\$ + x_1$ long.', 'It is $5\\$ + x_1$ long.'],
])('a formula of Markdown comes as it was written: %s', (_name, source, expected) => {
  expect(read(source)).toBe(expected)
})

test.each([
  ['sums', 'From $5 to _$10_, or $5/$6, or A$5 and _B$6_.', 'From $5 to *$10*, or $5/$6, or A$5 and *B$6*.'],
  ['variables', 'Set $HOME/bin and $PATH, or $' + '{X} _y_ $' + '{Z}.', 'Set $HOME/bin and $PATH, or $' + '{X} *y* $' + '{Z}.'],
  ['escaped signs', 'It is \\$5 _and_ 6\\$.', 'It is $5 *and* 6$.'],
  ['code', 'Say `$a` and _not_ `b$`.', 'Say `$a` and *not* `b$`.'],
  ['levels of prices', 'Rooms are $$ in winter and $$ in __summer__.', 'Rooms are $$ in winter and $$ in **summer**.'],
  ['a sign without another', 'It costs $5 and _more_.', 'It costs $5 and *more*.'],
])('what is no formula is Markdown: %s', (_name, source, expected) => {
  expect(read(source)).toBe(expected)
})

test('plain text has no formulas', () => {
  expect(read('Pay $a*b*c$ for it.', 'text/plain')).toBe('Pay $a*b*c$ for it.')
})
