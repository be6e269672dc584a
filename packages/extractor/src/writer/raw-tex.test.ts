import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { growth } from '../testing/linear.ts'
import { page, read } from '../testing/read.ts'

const written = (html: string): string => read(html).markdown

test.each([
  [
    'in a line',
    '<p>Let \\(x_1 \\cdot y_*\\) be the first, and \\(n\\) the last one.</p>',
    'Let $x_1 \\cdot y_*$ be the first, and $n$ the last one.',
  ],
  ['in a line of its own', '<div class="stem"><div>\\[p_i = \\frac{r_i}{1 + d_i}\\]</div></div>', '$$p_i = \\frac{r_i}{1 + d_i}$$'],
  [
    'between dollars',
    '<p>So we have $$\\sum_{i} a_i^* = b_{*}$$ for all of them.</p>',
    'So we have $$\\sum_{i} a_i^* = b_{*}$$ for all of them.',
  ],
  ['of several rows', '<p>\\[a \\\\[2pt] = b\\]</p>', '$$a \\\\[2pt] = b$$'],
  ['in a box that says so', '<p>Then <span class="math-container">$a_{*} b_{*}$</span> holds.</p>', 'Then $a_{*} b_{*}$ holds.'],
  ['in a cell', '<table><tr><th>n</th><th>mean</th></tr><tr><td>1</td><td>\\(|a_1|\\)</td></tr></table>', '| 1 | $\\|a_1\\|$ |'],
])('a formula that only a script draws is written as one: %s', (_name, html, expected) => {
  expect(written(html)).toContain(expected)
})

test.each([
  ['words in escaped brackets', '<p>Write \\(and\\) to keep it, or \\[see below\\] for more of it.</p>', '\\(and'],
  ['levels of prices', '<p>Rooms are $$ in winter and $$$ in summer, as the town says.</p>', 'Rooms are $$ in winter and $$$ in summer'],
  ['one that never ends', '<p>It begins with \\(x_1 and nobody closes it.</p>', 'x_1 and nobody closes it.'],
])('what is no formula stays text: %s', (_name, html, expected) => {
  expect(written(html)).toContain(expected)
})

test.each([
  ['without end', (size: number) => `${'\\('.repeat(size)} ${'$$ '.repeat(size)} \\]${'\\['.repeat(size)}`],
  ['each of which ends where the last does', (size: number) => `${'\\(a '.repeat(size)}\\)${'$$ b '.repeat(size)}`],
  ['that hold words', (size: number) => '\\(and\\) $$ or $$ '.repeat(size)],
])('signs that open formulas take linear time: %s', (_name, text) => {
  const run = (html: string) => void extractPage({ html, url: 'https://harbour.example/' })
  expect(growth((size) => page(`<p>${text(size)}</p>`), run, 5_000)).toBeLessThan(8)
})
