import { expect, test } from 'vitest'
import { read } from '../testing/read.ts'

test.each([
  ['Elementor', '<span class="elementor-counter-number" data-duration="2000" data-to-value="27" data-from-value="0">0</span>'],
  ['PureCounter', '<span data-purecounter-start="0" data-purecounter-end="27" class="purecounter"></span>'.replace('></', '>0</')],
  [
    'Divi',
    '<div class="et_pb_number_counter" data-number-value="27"><div class="percent"><p><span class="percent-value"></span></p></div></div>',
  ],
  ['a plug-in', '<h3 class="count" data-count="27"> 0 </h3>'],
])('a number that a script counts up to is there: %s', (_name, html) => {
  expect(read(`${html}<p>years on the harbour</p>`).markdown).toMatch(/27\W+years on the harbour/)
})

test.each([
  ['a place', '<span data-target="#harbour">0</span>'],
  ['nought', '<span data-count="0">0</span>'],
  ['of a number that is there', '<span data-count="27">12</span>'],
  ['of a box without one', '<span data-count="27"></span>'],
])('an attribute says no number: %s', (_name, html) => {
  expect(read(`<div>${html} years on the harbour</div>`).markdown).not.toContain('27')
})
