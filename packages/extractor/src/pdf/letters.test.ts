import { expect, test } from 'vitest'
import { formulaSigns, withAccent, withLigatures, withoutStretch, withSignsOf } from './letters.ts'

test('an accent that is drawn over a letter is one with it', () => {
  expect(withAccent('Technische Universit´', 'at Wien', -5, 10)).toBe('Technische Universitát Wien')
  expect(withAccent('na¨', 'ıve', -4, 10)).toBe('naïve')
  expect(withAccent('Franc', '¸ois', -4, 10)).toBe('François')
})

test('a sign that stands beside a letter, or makes none with it, stays', () => {
  expect(withAccent('it´', 's', 0, 10)).toBe(null)
  expect(withAccent('ˆ', '+', -5, 10)).toBe(null)
})

test('ligatures of fonts that do not name their glyphs are letters', () => {
  expect(withLigatures('signi\x1ccance, di\x1berent, coe\x1ecient, \x1ductuation')).toBe(
    'significance, different, coefficient, fluctuation',
  )
})

test('the sign of an item is no ligature', () => {
  expect([withLigatures('\x0f', true), withLigatures('\x0f'), withLigatures('ba\x0fed', true)]).toEqual(['•', 'ffl', 'baffled'])
})

test.each([
  ['EEGVJK+CMMI10', '1/\x0f', '1/ϵ'],
  ['LMMathItalic10-Regular', '\x0e\x1c', 'δτ'],
  ['YHVVMV+CMSY10', '|ϵ| \x1c 1', '|ϵ| ≪ 1'],
  ['EHTXFL+MSBM10', '\x0fn', '\x01n'],
])('what a file gives the codes of in fonts for formulas is the sign that TeX has there: %s', (font, text, expected) => {
  expect(withSignsOf(text, formulaSigns(font)!)).toBe(expected)
})

test('fonts for text have no such signs', () => {
  for (const font of ['ABCDEF+CMR10', 'SFRM1000', 'Scmmi', 'Helvetica', '']) expect(formulaSigns(font), font).toBe(null)
})

test('letters of Arabic are letters, whatever form they have within a word', () => {
  expect(withLigatures('\ufe97\ufed8\ufeae\ufef3\ufeae')).toBe('تقرير')
})

test.each([
  ['引 数 imply を 指 定 し た 場 合， 抽 象 化', '引数 imply を指定した場合，抽象化'],
  ['第一章 緒論', '第一章 緒論'],
  ['姓 名', '姓 名'],
  ['他们 昨天 去 图书馆 看 书 了', '他们 昨天 去 图书馆 看 书 了'],
])('blanks that stretch a line of Chinese or Japanese are none: %s', (told, expected) => {
  expect(withoutStretch(told)).toBe(expected)
})

test('signs of Chinese that a font has as those of a dictionary as well are the signs themselves', () => {
  expect(withLigatures('\u2f00\u4e5d\u4e00\u2f00\u5e74')).toBe('\u4e00\u4e5d\u4e00\u4e00\u5e74')
})
