import { expect, test } from 'vitest'
import { pdf, type Text } from '../testing/pdf.ts'
import { CodedFonts, type FontMap } from './coded.ts'
import { readPdf } from './read.ts'

const LINES = [
  'The tide turns twice a day and the ferry with it, as every child',
  'in the town can tell you, though nobody has ever written it down',
  'in the 23 books of the harbour that were kept from 1903 on.',
]
const hexOf = (text: string, coded: (code: number) => number): string =>
  [...text].map((sign) => coded(sign.charCodeAt(0)).toString(16).padStart(4, '0')).join('')
/** Texts in a font that is numbered by glyphs, as many fonts have them: from the blank on, which is the third. */
const numbered = (y: number): Text[] =>
  LINES.map((text, at) => ({ text: '', hex: hexOf(text, (code) => code - 29), x: 60, y: y - at * 12 }))
const prose = (y: number): Text[] => LINES.map((text, at) => ({ text, x: 60, y: y - at * 12 }))
const identity = { outside: { encoding: 'Identity-H', ordering: 'Identity' } }

const read = (bytes: Uint8Array) => readPdf(bytes, 'https://harbour.example/a.pdf', { budgetMs: Number.POSITIVE_INFINITY })

test('a file that does not say which characters the glyphs of its text are is refused', async () => {
  expect(await read(pdf([numbered(700)], identity))).toEqual({ ok: false, reason: 'pdf_fonts' })
})

test('where the numbers are those of characters, the text is read', async () => {
  const lines = LINES.map((text, at) => ({ text: '', hex: hexOf(text, (code) => code), x: 60, y: 700 - at * 12, size: 5 }))
  const result = await read(pdf([lines], identity))
  expect(result.ok && result.document.truncated).toBe(false)
  for (const line of LINES) expect(result.ok && result.document.markdown).toContain(line)
})

test('a small part of such text is left out, and the document says that something is missing', async () => {
  const result = await read(pdf([[...numbered(760).slice(0, 1), ...prose(700), ...prose(640)]], identity))
  const text = LINES.join(' ')
  expect(result.ok && [result.document.markdown.split('\n\n').slice(1), result.document.truncated]).toEqual([[text, text], true])
})

test('a font whose signs are numbered as they come is refused', async () => {
  const order = [...new Set(LINES.join(''))]
  const coded = LINES.map((text, at) => ({
    text: [...text].map((sign) => String.fromCharCode(33 + order.indexOf(sign))).join(''),
    x: 60,
    y: 700 - at * 12,
  }))
  expect(await read(pdf([coded]))).toEqual({ ok: false, reason: 'pdf_fonts' })
})

/** What is found in a file of these fonts: those that are left out, and whether they are most of it. */
function found(texts: Readonly<Record<string, string>>, maps: Readonly<Record<string, FontMap>> = {}) {
  const fonts = new CodedFonts()
  const coded = fonts.of(
    Object.entries(texts).map(([fontName, str]) => ({ fontName, str })),
    (font) => maps[font] ?? null,
  )
  return [[...coded], fonts.areMost]
}

test.each([
  ['a blank of a rare script that the map lacks', { a: 'ፍቅር\x04እስከ\x04መቃብር\x04መቅድም\x04ሀዲስ\x04አለማየሁ\x04' }],
  ['ligatures and dashes of TeX', { a: 'The \x1crst e\x1bect of the \x1dood was di\x0ecult to see \x15 if at all, in the o\x1ece' }],
  ['signs of formulas beside words', { a: '\x01\x02\x03\x04\x01\x02\x03\x04\x01\x02', b: LINES[0]! }],
  ['signs of items for private use', { a: '\uf0b7\uf0b7\uf0b7\uf0b7\uf0b7', b: LINES[0]! }],
  ['letters of an index', { a: 'AAABBBCCCDDDEEEFFFGGGHHHIIIJJJKKKLLLMMMNNNOOOPPPQQQRRRSSSTTTUUU' }],
  ['a table of all signs', { a: '!"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ' }],
  ['capitals and digits', { a: 'XK-4421/B 20 PCS 14.50 EUR NR. 7 ELM STREET BERGEN (N)' }],
])('%s: nothing is left out or refused', (_, texts) => {
  expect(found(texts as unknown as Record<string, string>)).toEqual([[], false])
})

test.each([
  ['controls', { a: '\x01\x02\x03\x04\x05\x06\x03 \x07\x05\x06\b\x01\x02\x05\x04', b: 'A page' }, {}],
  [
    'capitals with controls for digits and stops',
    { a: '0LQXWHV\x03RI\x03WKH\x03+DUERXU\x03&RXQFLO\x03RQ\x03\x14\x15\x11\x14\x11\x15\x13\x15\x19' },
    {},
  ],
  ['glyphs that the map lacks', { a: 'MiQXteV oI tKe HarEoXr CoXQciO' }, { a: { composite: true, toUnicode: { _map: [...'Miteoaruc'] } } }],
])('%s: the file is refused, though no font is certain', (_, texts, maps) => {
  expect(found(texts as unknown as Record<string, string>, maps)).toEqual([[], true])
})
