import { expect, test } from 'vitest'
import { areFew, LONG_TERMS_MAX, toTerms } from './terms.ts'

test('a term is a word, what stands in quotes, or what readers take for one word', () => {
  expect(toTerms('school "window cleaning" re-roofing 2024/25')).toEqual([
    ['school'],
    ['window', 'cleaning'],
    ['re', 'roofing'],
    ['2024', '25'],
  ])
})

test('fillers count in phrases, and where there is nothing else', () => {
  expect(toTerms('supply of the "state of the art"')).toEqual([['supply'], ['state', 'of', 'the', 'art']])
  expect(toTerms('of the')).toEqual([['of'], ['the']])
})

test('words and pairs of words may be as many as there is room for, longer phrases a few', () => {
  const long = (count: number) => areFew(toTerms(Array.from({ length: count }, (_, at) => `"one two ${at}"`).join(' ')))
  expect([long(LONG_TERMS_MAX), long(LONG_TERMS_MAX + 1)]).toEqual([true, false])
  expect(areFew(toTerms('re-roofing '.repeat(18)))).toBe(true)
})
