import { expect, test } from 'vitest'
import { all, cells, parseGfm } from '../testing/gfm.ts'
import { pdf, type Text } from '../testing/pdf.ts'
import { partColumns } from './columns.ts'
import { readPdf } from './read.ts'

const SIDES = ['left', 'right'].map((side) =>
  Array.from({ length: 12 }, (_, at) => `On the ${side} the tide of day ${at + 1} has turned, and`),
)
const columns = (sides: readonly (readonly string[])[], wide = 250): Text[] =>
  sides[0]!.flatMap((_, at) =>
    sides.flatMap((lines, side) => (lines[at] ? [{ text: lines[at], x: 50 + side * wide, y: 700 - at * 12 }] : [])),
  )

async function paragraphs(texts: readonly Text[]): Promise<string> {
  const result = await readPdf(pdf([texts]), 'https://harbour.example/a.pdf', { budgetMs: Number.POSITIVE_INFINITY })
  if (!result.ok) throw new Error(result.reason)
  return result.document.markdown.replace(/^\[Page 1\].*\n\n/, '')
}

test('two columns that are drawn line by line are read one after the other', async () => {
  expect(await paragraphs(columns(SIDES))).toBe(`${SIDES[0]!.join(' ')}\n\n${SIDES[1]!.join(' ')}`)
})

test('a title above both and a shorter column change nothing of that', async () => {
  const text = await paragraphs([
    { text: 'A title that reaches over both of the columns of the page', x: 50, y: 740, size: 16 },
    ...columns([SIDES[0]!, SIDES[1]!.slice(0, 10)]),
    { text: 'A line below both columns, which is of neither of them and ends the page.', x: 50, y: 500 },
  ])
  expect(text).toBe(
    `# A title that reaches over both of the columns of the page\n\n${SIDES[0]!.join(' ')}\n\n${SIDES[1]!.slice(0, 10).join(' ')}\n\nA line below both columns, which is of neither of them and ends the page.`,
  )
})

test.each([
  [
    'names and values',
    Array.from({ length: 12 }, (_, at) => `Port ${at}`),
    Array.from({ length: 12 }, (_, at) => `has ${at} berths in all`),
  ],
  ['terms and what they mean', Array.from({ length: 12 }, (_, at) => `option ${at}`), SIDES[1]!],
])('rows stay rows: %s', async (_, left, right) => {
  expect(cells(all(parseGfm(await paragraphs(columns([left, right]))), 'table')[0])).toEqual(left.map((text, at) => [text, right[at]]))
})

test('so few lines beside each other that it is not sure that they are columns are read as they are drawn', async () => {
  const [left, right] = [SIDES[0]!.slice(0, 6), SIDES[1]!.slice(0, 6)]
  expect(await paragraphs(columns([left, right]))).toBe(left.map((text, at) => `${text} ${right[at]}`).join('\\\n'))
})

test('a gap that is narrow beside the letters of its line is no gutter, and holds nobody up', () => {
  const cell = (text: string, x: number, size: number) => ({ text, x, end: x + 20, size, mono: false })
  const line = {
    cells: [cell('a', 50, 8), cell('b', 85, 30)],
    x: 50,
    end: 105,
    y: 700,
    size: 30,
    mono: false,
    bold: false,
    leftwards: false,
    page: 1,
    pieces: [],
  }
  expect(partColumns([line, { ...line, y: 660 }])).toHaveLength(2)
})
