import { expect, test } from 'vitest'
import { withoutOuterRules } from './rules.ts'

test('rules stay between blocks alone', () => {
  expect(withoutOuterRules(['***', 'One', '***', 'Two', '***', '[^1]: Note'])).toEqual(['One', '***', 'Two', '[^1]: Note'])
  expect(withoutOuterRules(['***', '***'])).toEqual([])
  expect(withoutOuterRules(['***', '[^1]: Note'])).toEqual(['[^1]: Note'])
  expect(withoutOuterRules([])).toEqual([])
})
