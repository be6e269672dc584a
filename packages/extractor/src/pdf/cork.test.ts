import { expect, test } from 'vitest'
import { corkFonts, fromCork } from './cork.ts'

const fonts = (texts: Readonly<Record<string, string>>): string[] => [
  ...corkFonts(Object.entries(texts).map(([fontName, str]) => ({ fontName, str }))),
]

test('codes of the Cork encoding are its letters, quotes and dashes', () => {
  expect(fonts({ text: '5\x157 km, \x12gro\xff\x10 und weit', names: 'Anton Dvo\xb0ák' })).toEqual(['text', 'names'])
  expect(['5\x157 km, \x12gro\xff\x10', '\xf7uvre', 'Dvo\xb0ák'].map(fromCork)).toEqual(['5–7 km, „groß“', 'œuvre', 'Dvořák'])
})

test('fonts that say what their texts are, of the older encoding and of other scripts are none of it', () => {
  expect(fonts({ said: 'warm, 4 \xb0C \xb1 1, \xabso\xbb' })).toEqual([])
  expect(fonts({ older: 'di\x0berent, 5\x157' })).toEqual([])
  expect(fonts({ text: '5\x157 km', arabic: '\xe0\xf0Q\xe5\xaa\xcb@\xf0' })).toEqual(['text'])
})
