import { expect, test } from 'vitest'
import { markIn, markOf } from './marks.ts'

test.each([
  ['fa fa-check', '✓'],
  ['fas fa-circle-check text-green', '✓'],
  ['glyphicon glyphicon-ok', '✓'],
  ['mdi mdi-checkbox-marked-outline', '✓'],
  ['dashicons dashicons-yes-alt', '✓'],
  ['fa-solid fa-xmark', '✗'],
  ['bi bi-x-lg', '✗'],
  ['lucide lucide-x size-4', '✗'],
  ['icon-close', '✗'],
  ['feature not-included', '✗'],
  ['fa fa-minus', '–'],
  // What is no sign, says that there is none, or says both.
  ['close', null],
  ['remove', null],
  ['no-icon', null],
  ['no-border', null],
  ['mx-auto gap-x-2', null],
  ['form-check', null],
  ['check-in', null],
  ['fa fa-star', null],
  ['tick no', null],
  [undefined, null],
] as const)('a class of an icon says what it shows: %s', (classes, mark) => {
  expect(markIn(classes)).toBe(mark)
})

test.each([
  ['check_circle', '✓'],
  ['CheckIcon', '✓'],
  ['637e45eba321ea3f04735a79_checkmark', '✓'],
  ['x-cross-circle-bold.7de9af1', '✗'],
  ['close', '✗'],
  ['horizontal-dash', null],
  ['cross-country', null],
] as const)('of what is known to be a sign a word is enough: %s', (name, mark) => {
  expect(markOf(name, true)).toBe(mark)
})
