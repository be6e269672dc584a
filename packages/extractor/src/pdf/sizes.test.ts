import { expect, test } from 'vitest'
import { unsaidSizes } from './sizes.ts'

/** Text of a font whose letters are as wide as told, on the average. */
const text = (fontName: string, str: string, wide: number, size: number) => ({ fontName, str, width: str.length * wide, size })
const PROSE = 'The tide turns twice a day and the ferry with it'.replaceAll(' ', '')

test('letters that are far wider than their size says have the size that such letters have', () => {
  const items = [text('body', PROSE, 5, 0.1), text('slanted', PROSE, 4.6, 0.1), text('title', PROSE, 9, 0.1), text('sign', '+', 8, 0.1)]
  const sizes = unsaidSizes(items, ({ size }) => size)
  expect(sizes.get('body')).toBeCloseTo(10.42)
  expect(sizes.get('slanted')).toBe(sizes.get('body'))
  expect(sizes.get('sign')).toBe(sizes.get('body'))
  expect(sizes.get('title')).toBeCloseTo(18.75)
})

test('sizes that are said stand, of wide letters as well', () => {
  const items = [text('latin', PROSE, 5, 10), text('han', '潮汐每天转两次', 10, 10), text('spaced', PROSE, 14, 10)]
  expect(unsaidSizes(items, ({ size }) => size)).toEqual(new Map())
})
