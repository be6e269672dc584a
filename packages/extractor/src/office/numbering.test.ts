import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { growth } from '../testing/linear.ts'
import { zip } from '../testing/zip.ts'
import { written } from './number-formats.ts'
import { Numbering } from './numbering.ts'
import { parseXml } from './xml.ts'

const level = (ilvl: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${ilvl}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
const definition = (id: number, ...levels: readonly string[]): string =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`
const number = (id: number, of: number, changes = ''): string => `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${changes}</w:num>`
const numbered = (list: number, depth?: number): string =>
  `<w:numPr>${depth === undefined ? '' : `<w:ilvl w:val="${depth}"/>`}<w:numId w:val="${list}"/></w:numPr>`
const p = (text: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`

function lines(numbering: string, body: string, styles = ''): string[] {
  const bytes = zip({
    'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
    'word/numbering.xml': `<w:numbering>${numbering}</w:numbering>`,
    'word/styles.xml': `<w:styles>${styles}</w:styles>`,
  })
  const result = readDocument(bytes, 'https://harbour.example/file')
  return result.ok ? result.document.markdown.split(/\n+/) : [result.reason]
}

test('a level begins anew behind those above it, unless it says behind which, or never', () => {
  const levels = [
    level(0, 'upperRoman', 'PART %1'),
    level(1, 'decimal', 'Chapter %2'),
    level(2, 'decimal', '§ %3', '<w:lvlRestart w:val="0"/>'),
    level(3, 'lowerLetter', '(%4)', '<w:lvlRestart w:val="1"/>'),
  ]
  const depths = [0, 1, 2, 3, 1, 2, 3, 0, 1, 2, 3]
  expect(lines(definition(0, ...levels) + number(1, 0), depths.map((depth) => p('x', numbered(1, depth))).join(''))).toEqual([
    'PART I x',
    'Chapter 1 x',
    '§ 1 x',
    '(a) x',
    'Chapter 2 x',
    '§ 2 x',
    '(b) x',
    'PART II x',
    'Chapter 1 x',
    '§ 3 x',
    '(a) x',
  ])
})

test('legal numbers are decimal at all levels', () => {
  const levels = [level(0, 'upperRoman', 'Article %1.'), level(1, 'upperLetter', 'Section %1.%2', '<w:isLgl/>')]
  expect(lines(definition(0, ...levels) + number(1, 0), p('a', numbered(1, 0)) + p('b', numbered(1, 1)))).toEqual([
    'Article I. a',
    'Section 1.1 b',
  ])
})

test('a list may be numbered as a style of lists says', () => {
  const numbering =
    definition(7, '<w:numStyleLink w:val="Legal"/>') +
    definition(8, '<w:styleLink w:val="Legal"/>', level(0, 'decimal', '%1.'), level(1, 'decimal', '%1.%2')) +
    number(3, 7)
  expect(lines(numbering, p('Scope', numbered(3, 0)) + p('Sub', numbered(3, 1)))).toEqual(['1. Scope', '1.1 Sub'])
})

test('a list may change a level of its definition, and where it begins', () => {
  const change = (depth: number, inner: string): string => `<w:lvlOverride w:ilvl="${depth}">${inner}</w:lvlOverride>`
  const numbering =
    definition(0, level(0, 'decimal', '%1.'), level(1, 'decimal', '%1.%2')) +
    number(1, 0) +
    number(
      2,
      0,
      change(0, `<w:startOverride w:val="3"/>${level(0, 'upperLetter', 'Annex %1:')}`) + change(1, '<w:startOverride w:val="0"/>'),
    )
  const body = p('One', numbered(1, 0)) + p('Two', numbered(2, 0)) + p('Three', numbered(2, 1)) + p('Four', numbered(2, 0))
  expect(lines(numbering, body)).toEqual(['1. One', 'Annex C: Two', 'C.0 Three', 'Annex D: Four'])
})

test('styles number their paragraphs at the level that names them, and as the styles they build on; 0 is no list', () => {
  const numbering = definition(0, level(0, 'decimal', 'Part %1'), level(1, 'decimal', '%1.%2', '<w:pStyle w:val="b"/>')) + number(1, 0)
  const style = (id: string, base: string, list: string): string =>
    `<w:style w:styleId="${id}"><w:basedOn w:val="${base}"/><w:pPr>${list}</w:pPr></w:style>`
  const styles =
    style('a', '', numbered(1, 0)) +
    style('b', '', numbered(1)) +
    style('c', 'a', '<w:numPr><w:ilvl w:val="1"/></w:numPr>') +
    style('d', 'a', numbered(0))
  const of = (id: string): string => `<w:pStyle w:val="${id}"/>`
  const body = p('One', of('a')) + p('Two', of('b')) + p('Three', of('c')) + p('Four', of('d')) + p('Five', of('a') + numbered(0))
  expect(lines(numbering, body, styles)).toEqual(['Part 1 One', '1.1 Two', '1.2 Three', 'Four', 'Five'])
})

test('a number that is alone in its cell leaves a box of text beside it its words', () => {
  const box = `<w:p><w:pPr>${numbered(1, 0)}</w:pPr><w:r><w:txbxContent>${p('Aside')}</w:txbxContent></w:r></w:p>`
  const cells = `<w:tc>${box}</w:tc><w:tc>${p('Bolt')}</w:tc>`
  expect(lines(definition(0, level(0, 'decimal', '%1.')) + number(1, 0), `<w:tbl><w:tr>${cells}</w:tr></w:tbl>`)[0]).toMatch(
    /1.*Aside.*Bolt/,
  )
})

test.each([
  ['lowerLetter', [1, 26, 27, 0], ['a', 'z', 'aa', '0']],
  ['upperRoman', [4, 1999], ['IV', 'MCMXCIX']],
  ['decimalZero', [5, 12], ['05', '12']],
  ['russianLower', [3, 10], ['в', 'к']],
  ['chineseCountingThousand', [1, 10, 12, 20, 21, 100], ['一', '十', '十二', '二十', '二十一', '100']],
  ['decimalEnclosedCircle', [1, 20, 21], ['①', '⑳', '21']],
  ['ordinal', [2], ['2']],
  ['cardinalText', [3], ['3']],
  ['constructor', [4], ['4']],
])('numbers are written as formats say, or as decimals: %s', (format, values, texts) => {
  expect(values.map((value) => written(value, format))).toEqual(texts)
})

test('a number that is written once and shown often is not longer than one', () => {
  const numbering = definition(0, level(0, 'decimal', `%1${'x'.repeat(100_000)}`)) + number(1, 0)
  expect(lines(numbering, p('a', numbered(1, 0)).repeat(100)).join('').length).toBeLessThan(100_000)
})

test('lists of one long definition cost linear time', () => {
  const make = (size: number) =>
    parseXml(
      `<w:numbering>${definition(0, level(0, 'decimal', '%1').repeat(size))}${number(1, 0, '<w:lvlOverride w:ilvl="0"/>').repeat(size)}</w:numbering>`,
    ).root
  expect(growth(make, (part) => new Numbering(part), 1_000)).toBeLessThan(9)
})
