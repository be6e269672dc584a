import { expect, test } from 'vitest'
import { read } from '../testing/read.ts'

const written = (html: string) => read(html).markdown.split('\n\n').slice(2, -2).join('\n\n')

test('what a function takes, each in a cell of its own, is a line', () => {
  expect(
    written(`<table class="memname"><tr><td>bool sea::Desk::sell </td><td>(</td><td>const Port &amp;&#160;</td><td><em>port</em>, </td></tr>
<tr><td></td><td></td><td><a href="/fare.html">Fare</a>&#160;</td><td><em>fare</em>&#160;</td></tr><tr><td></td><td>)</td><td></td><td> const</td></tr></table>`),
  ).toBe('bool sea::Desk::sell(const Port & *port*, [Fare](https://harbour.example/fare.html) *fare*) const')
  expect(written('<table><tr><td>int sea::sold</td><td>(</td><td></td><td>)</td><td></td></tr></table>')).toBe('int sea::sold()')
})

test('a table of brackets in data stays a table', () => {
  expect(written('<table><tr><td>Sign</td><td>(</td></tr><tr><td>Name</td><td>bracket</td></tr></table>')).toContain('| Sign | ( |')
})

test('a word beside the text that it names is a line', () => {
  expect(
    written(
      '<table><tr><td class="icon"><b>Warning</b></td><td class="content">Never open the <i>lid</i> above 150 degrees.</td></tr></table>',
    ),
  ).toBe('**Warning:** Never open the *lid* above 150 degrees.')
  expect(written('<table class="exception"><tr><td>std::invalid_argument</td><td>if <code>places</code> is zero</td></tr></table>')).toBe(
    '**std::invalid_argument:** if `places` is zero',
  )
  expect(written('<table><tr><td>1</td><td>Never open the lid above 150 degrees.</td></tr></table>')).toContain('| 1 |')
})
