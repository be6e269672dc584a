import { expect, test } from 'vitest'
import { withClass, withClassLike } from './classes.ts'
import { parsePage } from './parse.ts'

const page = parsePage(
  '<p class="lock gate" id="a"></p><div class="gate\tupper" id="b"><p id="c">The lock</p></div><p class="floodgate" id="d"></p><i class="gate" id="e"></i>',
)
const ids = (elements: readonly { attributes: { id: string | undefined } }[]) => elements.map(({ attributes }) => attributes.id)

test('elements are found by the whole names in their class attributes, each once and in document order', () => {
  expect(ids(withClass(page, 'gate', 'lock'))).toEqual(['a', 'b', 'e'])
  expect(ids(withClass(page, 'upper'))).toEqual(['b'])
  expect(withClass(page, 'Gate', '')).toEqual([])
})

test('elements are found by a pattern that one of these names matches', () => {
  expect(ids(withClassLike(page, /gate$/))).toEqual(['a', 'b', 'd', 'e'])
  expect(withClassLike(page, /lock gate/)).toEqual([])
})
