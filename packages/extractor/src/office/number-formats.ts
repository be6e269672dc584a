/** Numbers as formats of numbering write them (ISO/IEC 29500-1, 17.18.59). */

/** Letters in the order in which they count: doubled behind the last one, and so on. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['lowerLetter', 'abcdefghijklmnopqrstuvwxyz'],
  ['upperLetter', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['russianLower', 'абвгдежзиклмнопрстуфхцчшщыэюя'],
  ['russianUpper', 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ'],
  ['ganada', '가나다라마바사아자차카타파하'],
  ['ideographTraditional', '甲乙丙丁戊己庚辛壬癸'],
])
const MOST_DOUBLED = 10
/** Chinese and Japanese counting are the same to 99. */
const COUNTING = /^(?:chinese|taiwanese|japanese)Counting(?:Thousand)?$/
const CIRCLED_ONE = 0x2460
const MOST_CIRCLED = 20

/** A number in a format, by Word's name for it: a decimal number in formats of words, and where a format has no sign for it. */
export function written(value: number, format: string): string {
  const letters = LETTERS.get(format)
  if (value < 1) return String(value)
  if (letters !== undefined) return letters[(value - 1) % letters.length]!.repeat(Math.min(MOST_DOUBLED, Math.ceil(value / letters.length)))
  if (format === 'lowerRoman') return roman(value).toLowerCase()
  if (format === 'upperRoman') return roman(value)
  if (format === 'decimalZero') return String(value).padStart(2, '0')
  if (format === 'decimalEnclosedCircle' && value <= MOST_CIRCLED) return String.fromCharCode(CIRCLED_ONE + value - 1)
  return COUNTING.test(format) && value < 100 ? counted(value) : String(value)
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

function roman(value: number): string {
  let [left, text] = [Math.min(value, 5_000), '']
  for (const [worth, sign] of ROMAN) for (; left >= worth; left -= worth) text += sign
  return text
}

const DIGITS = '零一二三四五六七八九'

/** 1 to 99: 一, 十, 十一, 二十一. */
function counted(value: number): string {
  const [tens, ones] = [Math.floor(value / 10), value % 10]
  return `${tens > 1 ? DIGITS[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? DIGITS[ones] : ''}`
}
