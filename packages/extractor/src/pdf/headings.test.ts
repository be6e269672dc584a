import { expect, test } from 'vitest'
import { pdf, type Text } from '../testing/pdf.ts'
import { readPdf } from './read.ts'

const PROSE = [
  'The tide turns twice a day and the ferry with it, as every',
  'child in the town can tell you, though nobody has ever done',
  'so in any of the books.',
]
const prose = (y: number): Text[] => PROSE.map((text, at) => ({ text, x: 60, y: y - at * 12 }))
const bold = (text: string, y: number, size = 10): Text => ({ text, x: 60, y, size, font: 'F4' })

async function headings(...pages: readonly (readonly Text[])[]): Promise<string[]> {
  const result = await readPdf(pdf(pages), 'https://harbour.example/a.pdf', { budgetMs: Number.POSITIVE_INFINITY })
  if (!result.ok) throw new Error(result.reason)
  return result.document.markdown.split('\n').flatMap((line) => /^(#+) (.*)$/.exec(line)?.slice(1).join(' ') ?? [])
}

test('a line in bold letters of its own is a heading, below those in larger letters', async () => {
  expect(await headings([bold('Tides', 740, 18), bold('1.1 Morning', 712), ...prose(700), bold('Evening', 652), ...prose(640)])).toEqual([
    '# Tides',
    '## 1.1 Morning',
    '## Evening',
  ])
})

test.each([
  [
    'a word in bold letters at the beginning of a paragraph',
    [bold('Note', 700), { text: 'that the tide turns.', x: 90, y: 700 }, ...prose(688)],
  ],
  ['a sentence', [bold('The tide turns twice a day.', 712), ...prose(700)]],
  ['a label', [bold('Note:', 712), ...prose(700)]],
  ['the end of a page', [...prose(700), bold('Harbour', 640)]],
  [
    'a document that is bold',
    [
      bold('Tides', 712),
      ...prose(700).map((line): Text => ({ ...line, font: 'F4' })),
      ...PROSE.map((text, at): Text => ({ text, x: 60, y: 600 - at * 12 })),
    ],
  ],
  [
    'a word in the middle of a line that goes on',
    [
      { text: PROSE[0]!, x: 60, y: 700 },
      bold('child in the town can tell you, though nobody has ever done', 688),
      { text: PROSE[2]!, x: 60, y: 676 },
    ],
  ],
])('bold letters are no heading as %s', async (_, texts) => {
  expect(await headings(texts)).toEqual([])
})

test('a title at the top of every page is a heading once', async () => {
  const page = (number: number): Text[] => [
    { text: 'Harbour report', x: 60, y: 760, size: 18 },
    ...prose(700),
    { text: `Port ${number * 7} has room.`, x: 60, y: 600 },
  ]
  expect(await headings(page(1), page(2), page(3), page(4))).toEqual(['# Harbour report'])
})

test('a line in bold letters above the names of columns is a heading', async () => {
  const row = (y: number, ...texts: readonly string[]): Text[] => texts.map((text, column) => ({ text, x: 60 + column * 120, y }))
  const table = [
    ...row(690, 'Port', 'High', 'Low').map((name): Text => ({ ...name, font: 'F4' })),
    ...row(676, 'Quay', '06:10', '12:25'),
    ...row(662, 'Sound', '06:40', '12:55'),
    ...row(648, 'Ness', '07:05', '13:20'),
  ]
  expect(await headings([...prose(760), bold('Tides of May', 708), ...table, ...prose(600)])).toEqual(['# Tides of May'])
})

test('the title is the largest heading of the first page, not what stands above it', async () => {
  const page: Text[] = [bold('Ministry of Ports', 760, 13), bold('Harbour Order', 730, 20), ...prose(700)]
  const result = await readPdf(pdf([page, [bold('Annexes', 760, 24), ...prose(700)]]), 'https://harbour.example/a.pdf')
  expect(result.ok && result.document.title).toBe('Harbour Order')
})

test('sections that count are headings in letters no larger than the text, with their parts and those without a number', async () => {
  const middle = (text: string, y: number): Text => ({ text, x: 200 - text.length * 3, y, font: 'F2' })
  const texts = [
    middle('I. INTRODUCTION', 720),
    ...prose(700),
    middle('II. METHOD', 650),
    { text: 'A. Sampling', x: 60, y: 632 },
    ...prose(614),
    { text: 'B. Distance', x: 60, y: 564 },
    ...prose(546),
    middle('ACKNOWLEDGMENT', 496),
    ...prose(478),
  ]
  expect(await headings(texts)).toEqual(['# I. INTRODUCTION', '# II. METHOD', '## A. Sampling', '## B. Distance', '# ACKNOWLEDGMENT'])
  expect(await headings(texts.filter(({ text }) => text !== 'II. METHOD'))).toEqual([])
})

const code = (lines: number, from: number): Text[] =>
  Array.from(
    { length: lines },
    (_, at): Text => ({
      text: `set_level(${at}, harbour, tide_table[${at}], gauge, TRUE);`,
      x: 60,
      y: from - at * 9,
      size: 7,
      font: 'F2',
    }),
  )
const large = (lines: readonly string[], from: number, size = 12): Text[] =>
  lines.map((text, at) => ({ text, x: 60, y: from - at * size * 1.2, size }))
/** Small print in two columns, as tables have it. */
const small = (rows: number, from: number): Text[] =>
  Array.from({ length: rows }, (_, at) => at).flatMap((at): Text[] => [
    { text: `Gauge ${at} of the harbour wall, read by hand`, x: 60, y: from - at * 11, size: 7 },
    { text: `${at * 17} centimetres above the mark of the old wall`, x: 320, y: from - at * 11, size: 7 },
  ])

test.each([
  ['code', code(40, 600)],
  ['a table', small(40, 600)],
])('what is larger than %s, which holds most letters, is text where it stands in paragraphs', async (_, other) => {
  expect(await headings([{ text: 'Tides', x: 60, y: 760, size: 18 }, ...large(PROSE, 720), ...large(PROSE, 660), ...other])).toEqual([
    '# Tides',
  ])
})

test('items of a list are none, whatever the size of their letters', async () => {
  const items = ['- The ferry and its hours', '- The gauge at the wall'].map(
    (text, at): Text => ({ text, x: 60, y: 720 - at * 30, size: 16 }),
  )
  expect(await headings([{ text: 'Tides', x: 60, y: 760, size: 24 }, ...items, ...prose(640), ...prose(590), ...prose(540)])).toEqual([
    '# Tides',
  ])
})

test('a text of many lines that is set large is a paragraph', async () => {
  const lead = [...PROSE, ...PROSE, ...PROSE]
  const pages = [
    [
      { text: 'Tides', x: 60, y: 770, size: 24 },
      ...large(lead, 740, 13),
      ...prose(500),
      ...prose(440),
      ...prose(380),
      ...prose(320),
      ...prose(260),
      ...prose(200),
      ...prose(140),
    ],
  ]
  expect(await headings(...pages, ...Array.from({ length: 4 }, () => [700, 600, 500, 400, 300, 200].flatMap(prose)))).toEqual(['# Tides'])
})

test('a heading is below the one that its number is a part of, in whatever letters', async () => {
  const page = ['1. Tides', '1.1 Morning', '1.1.1 Springs', '1.2 Evening', '2. Ferries', '3.1 Berths'].flatMap((text, at) => [
    bold(text, 760 - at * 60),
    ...prose(748 - at * 60),
  ])
  expect(await headings(page)).toEqual([
    '# 1. Tides',
    '## 1.1 Morning',
    '### 1.1.1 Springs',
    '## 1.2 Evening',
    '# 2. Ferries',
    '# 3.1 Berths',
  ])
})
