import { expect, test } from 'vitest'
import { piece } from '../testing/piece.ts'
import { withBrackets } from './leftwards.ts'
import { textOfLine, toLines } from './lines.ts'

test('a line that is read from the right is put together from there, with the numbers in it read from the left', () => {
  const drawn = [
    piece('.', 40, 3, false),
    piece('סוף', 45, 30),
    piece('1948', 80, 20, false),
    piece('בשנת', 105, 30),
    piece('היה', 140, 30),
  ]
  for (const order of [drawn, drawn.toReversed()]) expect(toLines(order, 1).map(textOfLine)).toEqual(['היה בשנת 1948 סוף .'])
})

test('signs at the edge of a number are of the line, and brackets are turned with it', () => {
  const drawn = [
    piece('.(', 43, 5, false),
    piece('12', 48, 10, false),
    piece('עמוד', 62, 20),
    piece(')', 82, 3, false),
    piece('ראה', 89, 20),
  ]
  expect(toLines(drawn, 1).map(textOfLine)).toEqual(['ראה (עמוד 12).'])
})

test('brackets that a program draws before the words that stand between them are of their line', () => {
  const drawn = [piece('(', 60, 3, false), piece(' ', 63, 20, false), piece(')', 83, 3, false), piece('עמוד', 63, 20), piece('ראה', 90, 20)]
  expect(toLines(drawn, 1).map(textOfLine)).toEqual(['ראה (עמוד)'])
})

test.each([
  ['הנמל )הישן( בעיר', 'הנמל (הישן) בעיר'],
  ['הנמל (הישן) בעיר (ראה [12]).', 'הנמל (הישן) בעיר (ראה [12]).'],
  ['))א( ב(.', '((א) ב).'],
  ['»כן«, אמר', '«כן», אמר'],
  ['1) ראשון', '1) ראשון'],
])('brackets are as they are written: %s', (told, expected) => {
  expect(withBrackets(told)).toBe(expected)
})
