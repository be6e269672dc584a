import { expect, test } from 'vitest'
import { splitLetters, splitWords } from './words.ts'

const SIGNS = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code).toLowerCase())
const NOT_PLAIN = '水'

test('a sign of plain text is of a word where it is of one in any other', () => {
  for (const split of [splitWords, splitLetters])
    for (const sign of SIGNS)
      expect(split(sign), `U+${sign.charCodeAt(0).toString(16)}`).toEqual(split(`${sign} ${NOT_PLAIN}`).slice(0, -1))
})

test('words are found in plain texts and in others', () => {
  expect(splitWords('the “lock-keeper’s” straße, 1871 · łódź')).toEqual(['the', 'lock', 'keeper', 's', 'straße', '1871', 'łódź'])
  expect(splitWords('шлюз 7 und 水門')).toEqual(['шлюз', '7', 'und', '水門'])
  expect(splitLetters('шлюз 7 und 水門')).toEqual(['шлюз', 'und', '水門'])
})
