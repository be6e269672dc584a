import { expect, test } from 'vitest'
import { read } from '../testing/read.ts'

test.each([
  ['side by side', '<dl><dt>Seats</dt><dd>5</dd><dt>Doors</dt><dd>4</dd><dt>Fuel</dt><dd>Diesel</dd></dl>'],
  [
    'in boxes',
    '<dl><div><dt>Seats:</dt><dd><p>5</p></dd></div> <div><dt>Doors</dt><dd><p>4</p></dd></div><div><dt>Fuel</dt><dd>Diesel</dd></div></dl>',
  ],
])('a fact of a list of terms is one line: %s', (_name, html) => {
  expect(read(html).markdown).toContain('**Seats:** 5\n\n**Doors:** 4\n\n**Fuel:** Diesel')
})

test('several values of a term stand in its line', () => {
  expect(read('<dl><dt>Inks</dt><dd>Black</dd><dd><a href="/red">Red</a></dd></dl>').markdown).toContain(
    '**Inks:** Black, [Red](https://harbour.example/red)',
  )
})

test.each([
  ['a sentence', '<dl><dt>Lee</dt><dd>The side sheltered from wind.</dd></dl>', '**Lee**\n\nThe side sheltered from wind.'],
  ['a signature', "<dl><dt>gauge = 'low'</dt><dd>low</dd></dl>", "**gauge = 'low'**\n\nlow"],
  ['a list', '<dl><dt>Bring</dt><dd><ul><li>Rope</li></ul></dd></dl>', '**Bring**\n\n- Rope'],
  ['what has several paragraphs', '<dl><dt>Lee</dt><dd><p>A side</p><p>Type: text</p></dd></dl>', '**Lee**\n\nA side\n\nType: text'],
  ['two terms of one text', '<dl><dt>Lee</dt><dt>Leeward</dt><dd>sheltered side</dd></dl>', '**Lee**\n\n**Leeward**\n\nsheltered side'],
])('%s is no fact', (_name, html, lines) => {
  expect(read(html).markdown).toContain(lines)
})
