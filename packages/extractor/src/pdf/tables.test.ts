import { expect, test } from 'vitest'
import { all, cells, parseGfm } from '../testing/gfm.ts'
import { pdf, type Text } from '../testing/pdf.ts'
import { piece } from '../testing/piece.ts'
import { withAligned } from './aligned.ts'
import { countedColumns, type Row } from './grid.ts'
import { toLines } from './lines.ts'
import { readPdf } from './read.ts'
import { tablesOf } from './tables.ts'

async function read(...pages: readonly (readonly Text[])[]): Promise<string> {
  const result = await readPdf(pdf(pages), 'https://harbour.example/a.pdf', { budgetMs: Number.POSITIVE_INFINITY })
  if (!result.ok) throw new Error(result.reason)
  return result.document.markdown.replace(/^\[Page 1\].*\n\n/, '')
}
const tables = (markdown: string) => all(parseGfm(markdown), 'table').map((table) => cells(table))
/** Texts of rows at the places of their columns; a row says how far it stands below the one before. */
const rows = (places: readonly number[], ...told: readonly (readonly [fall: number, ...texts: string[]])[]): Text[] => {
  let y = 700
  return told.flatMap(([fall, ...texts]) => {
    y -= fall
    return texts.flatMap((text, at) => (text === '' ? [] : [{ text, x: places[at]!, y }]))
  })
}
const PLACES = [60, 200, 280, 360]

test('cells that are empty stay empty, and what wraps in a cell stays in it', async () => {
  const texts = rows(
    PLACES,
    [0, 'Port', 'High', 'Fee', 'Remarks'],
    [20, 'Quay', '', '4.00', 'Only for boats that have'],
    [12, '', '', '', 'been announced before'],
    [20, 'Sound of the', '06:10', '', 'None'],
    [12, 'north'],
    [20, 'Ness', '07:10', '2.50', 'Ask'],
  )
  const expected = [
    ['Port', 'High', 'Fee', 'Remarks'],
    ['Quay', '', '4.00', 'Only for boats that have been announced before'],
    ['Sound of the north', '06:10', '', 'None'],
    ['Ness', '07:10', '2.50', 'Ask'],
  ]
  expect(tables(await read(texts))).toEqual([expected])
  // Some programs draw cell by cell, or stand shorter cells in the middle of their row.
  const byColumn = [...texts.filter(({ y }) => y === 700), ...texts.filter(({ y, x }) => y < 700 && x > 0)]
  expect(tables(await read(byColumn))).toEqual([expected])
  const middle = texts.map((text) =>
    text.y === 680 && text.x < 360 ? { ...text, y: 674 } : text.y === 648 && text.x > 60 ? { ...text, y: 642 } : text,
  )
  expect(tables(await read(middle))).toEqual([expected])
})

test('the last lines of a table that is as wordy as tables are go on in its last cell', async () => {
  const texts = rows(
    [60, 160],
    [0, 'Close', 'Close the window with the tree, which stays in the list'],
    [18, 'Print', 'Print the tree as it is shown, on paper or a file'],
    [18, 'Save', 'Save the tree in a form that other programs can read'],
    [18, 'Settings', 'Open the window with the settings of the tree that shows'],
    [18, 'Find', 'Show what in the tree is alike and write it to the end of'],
    [12, '', 'the terminal, one below the other, with the name of each one'],
    [12, '', 'of them and how far it stands from what is next of kin'],
  )
  const [table, ...others] = tables(await read(texts))
  expect(table!.at(-1)).toEqual(['Find', expect.stringMatching(/^Show what .* next of kin$/)])
  expect(others).toEqual([])
})

test('a cell over two columns is in the first of them, and the rows below it keep theirs', async () => {
  const texts = rows(
    PLACES,
    [0, 'Lot', 'Weight of the criteria'],
    [14, '', 'Price', 'Quality', 'Value'],
    [14, 'One', '60', '30', '10'],
    [14, 'Two', '50', '40', '10'],
  )
  expect(tables(await read(texts))).toEqual([
    [
      ['Lot', 'Weight of the criteria', '', ''],
      ['', 'Price', 'Quality', 'Value'],
      ['One', '60', '30', '10'],
      ['Two', '50', '40', '10'],
    ],
  ])
})

test('sums below each other are a table, numbers at the right edge as well', async () => {
  const sums = [
    ['Subtotal', '100.00'],
    ['VAT 20%', '20.00'],
    ['Total', '120.00'],
  ]
  const texts = sums.flatMap(([name, sum], at): Text[] => [
    { text: name!, x: 60, y: 700 - at * 14 },
    { text: sum!, x: 500 - sum!.length * 5.56, y: 700 - at * 14 },
  ])
  expect(tables(await read(texts))).toEqual([sums])
})

test('prose above and below a table is none of it', async () => {
  const prose = 'The council has set what boats pay for a night at the quay, from the spring on.'
  const table = rows(PLACES, [0, 'Port', 'High', 'Fee'], [14, 'Quay', '06:00', '4.00'], [14, 'Ness', '07:10', '2.50'])
  const markdown = await read([
    { text: prose, x: 60, y: 712 },
    ...table,
    { text: prose, x: 60, y: 660 },
    { text: 'Short line.', x: 60, y: 640 },
  ])
  expect(tables(markdown)).toEqual([
    [
      ['Port', 'High', 'Fee'],
      ['Quay', '06:00', '4.00'],
      ['Ness', '07:10', '2.50'],
    ],
  ])
  expect(markdown.match(/The council has set/g)).toHaveLength(2)
  expect(markdown).toMatch(/\n\nShort line\.$/)
})

test('items with signs or numbers apart from them, and lines of contents, are no tables', async () => {
  const items = ['Read the documents', 'Ask what is not clear', 'Send the tender'].flatMap((text, at): Text[] => [
    { text: `${at + 1}.`, x: 60, y: 700 - at * 14 },
    { text, x: 90, y: 700 - at * 14 },
  ])
  expect(await read(items)).toBe('1. Read the documents\n2. Ask what is not clear\n3. Send the tender')
  const contents = ['Scope', 'Lots', 'Price'].flatMap((text, at): Text[] => [
    { text: `${at + 1} ${text} ${'. '.repeat(30)}`, x: 60, y: 700 - at * 14 },
    { text: String(at + 3), x: 400, y: 700 - at * 14 },
  ])
  expect(await read(contents)).toBe('1 Scope … 3\\\n2 Lots … 4\\\n3 Price … 5')
})

test('rows that stand near each other stay rows, though rules and sums stand farther apart', async () => {
  const told = [
    ['Region', 'Births', 'Deaths', 'Net'],
    ['North', '10', '5', '5'],
    ['South', '12', '', '12'],
    ['East', '7', '3', '4'],
    ['Total', '29', '8', '21'],
  ]
  const falls = [0, 18, 12, 12, 18]
  const texts = rows(PLACES, ...told.map((row, at): [number, ...string[]] => [falls[at]!, ...row]))
  expect(tables(await read(texts))).toEqual([told])
})

test('money in or out stays in its column, however few rows fill it', async () => {
  const told = [
    ['Date', 'Details', 'Paid out', 'Balance'],
    ['12 Jan', 'Brought forward', '', '1,000.00'],
    ['', 'Gas board', '50.00', ''],
    ['', 'Shop one', '20.00', ''],
    ['13 Jan', 'Carried forward', '', '930.00'],
  ]
  const texts = rows([60, 130, 280, 360], ...told.map((row): [number, ...string[]] => [12, ...row]))
  expect(tables(await read(texts))).toEqual([told])
})

test('a caption below a table that reaches over some of its columns is none of it', async () => {
  const told = [
    ['Method', 'Acc.', 'F1', 'Time'],
    ['Base', '71.2', '0.65', '12'],
    ['Ours', '83.4', '0.78', '120'],
  ]
  const texts = rows(PLACES, ...told.map((row): [number, ...string[]] => [12, ...row]))
  const markdown = await read([...texts, { text: 'Table 1: What we have measured.', x: 190, y: 646 }])
  expect(tables(markdown)).toEqual([told])
  expect(markdown).toMatch(/\n\nTable 1: What we have measured\.$/)
})

test('the names of columns at the top of every page are of the rows below them', async () => {
  const page = (number: number): Text[] =>
    rows(
      PLACES,
      [0, 'Code', 'Product', 'Price', 'Stock'],
      ...[1, 2, 3, 4].map((row): [number, ...string[]] => [14, `${number}${row}`, 'Rope', `${row}.50`, `${row * number}`]),
    )
  const found = tables(await read(page(1), page(2), page(3), page(4)))
  expect(found.map(([head]) => head)).toEqual(Array.from({ length: 4 }, () => ['Code', 'Product', 'Price', 'Stock']))
})

test('a table right below another, with columns of its own, is another', async () => {
  const tides = rows(
    PLACES,
    [0, 'Port', 'High', 'Low'],
    [14, 'Quay', '06:10', '12:25'],
    [14, 'Sound', '06:40', '12:55'],
    [14, 'Ness', '07:05', '13:20'],
  )
  const fees = [
    [14, 'Fee', '2023', '2024', 'Change', 'Per'],
    [14, 'Berth', '4.00', '4.20', '5 %', 'night'],
    [14, 'Crane', '40.00', '42.00', '5 %', 'hour'],
    [14, 'Water', '1.00', '1.10', '10 %', 'ton'],
  ] as const
  const below = (places: readonly number[]): Text[] => rows(places, ...fees).map((text) => ({ ...text, y: text.y - 42 }))
  expect(tables(await read([...tides, ...below([60, 140, 230, 320, 420])])).map((table) => table.length)).toEqual([4, 4])
  expect(tables(await read([...tides, ...below([60, 200, 280, 360, 420])])).map((table) => table.length)).toEqual([8])
})

test('labels with their values right above a table are none of its rows', async () => {
  const texts = [
    ...rows([60, 150], [0, 'Holder', 'Kari'], [13, 'Account', '1234'], [13, 'Period', 'May']),
    ...rows(
      PLACES,
      [50, 'Date', 'Text', 'Out', 'In'],
      [23, '01.05.', 'Rent', '8.75', ''],
      [23, '02.05.', 'Cash', '', '9.10'],
      [23, '03.05.', 'Card', '7.20', ''],
    ),
  ]
  expect(tables(await read(texts)).map((table) => table.length)).toEqual([3, 4])
})

test('numbers at the right of their column and their units are cells of their own, however near', async () => {
  const row = (y: number, name: string, least: string, most: string, unit: string): Text[] => [
    { text: name, x: 60, y },
    { text: least, x: 300 - least.length * 6, y, font: 'F2' },
    { text: most, x: 360 - most.length * 6, y, font: 'F2' },
    { text: unit, x: 364, y },
  ]
  const texts = [
    ...row(700, 'Parameter', 'Min', 'Max', 'Unit'),
    ...row(686, 'Voltage', '10.5', '35', 'V'),
    ...row(672, 'Current', '3.8', '20.5', 'mA'),
    ...row(658, 'Accuracy', '0.1', '0.25', '%'),
    ...row(644, 'Time', '120', '200', 'ms'),
  ]
  expect(tables(await read(texts))[0]!.slice(0, 3)).toEqual([
    ['Parameter', 'Min', 'Max', 'Unit'],
    ['Voltage', '10.5', '35', 'V'],
    ['Current', '3.8', '20.5', 'mA'],
  ])
})

test.each(['', ' kr', ' EUR'])('sums below a table are rows of it%s', async (behind) => {
  const texts = rows(
    PLACES,
    [0, 'Item', 'Number', 'Price', 'Amount'],
    [14, 'Rope', '25', '12.40', `310.00${behind}`],
    [14, 'Buoy', '4', '89.90', `359.60${behind}`],
    [14, 'Cleat', '40', '3.25', `130.00${behind}`],
    [14, 'Sum', '', '', `799.60${behind}`],
    [14, 'Tax', '', '', `199.90${behind}`],
    [14, 'Total', '', '', `999.50${behind}`],
  )
  expect(tables(await read(texts))).toEqual([
    [
      ['Item', 'Number', 'Price', 'Amount'],
      ['Rope', '25', '12.40', `310.00${behind}`],
      ['Buoy', '4', '89.90', `359.60${behind}`],
      ['Cleat', '40', '3.25', `130.00${behind}`],
      ['Sum', '', '', `799.60${behind}`],
      ['Tax', '', '', `199.90${behind}`],
      ['Total', '', '', `999.50${behind}`],
    ],
  ])
})

test('a row whose short cells stand at its bottom, drawn before its long one, is one', async () => {
  const row = (y: number, ...[item, first, second, unit, count]: readonly string[]): Text[] => [
    { text: item!, x: 60, y },
    ...(first === '' ? [] : [{ text: first!, x: 110, y: y + 12 }]),
    { text: second!, x: 110, y },
    { text: unit!, x: 360, y },
    { text: count!, x: 410, y },
  ]
  const texts = [
    ...row(700, 'Item', '', 'Description', 'Unit', 'Number'),
    ...row(670, '1.1', 'Supply and drive steel sheet piles of', 'the grade S355', 't', '133'),
    ...row(652, '1.2', '', 'Fenders', 'pc', '146'),
    ...row(622, '1.3', 'Excavate silt and deposit it on site', 'as directed', 'm3', '159'),
    ...row(604, '1.4', '', 'Capping beam', 'm', '172'),
  ]
  expect(tables(await read(texts))).toEqual([
    [
      ['Item', 'Description', 'Unit', 'Number'],
      ['1.1', 'Supply and drive steel sheet piles of the grade S355', 't', '133'],
      ['1.2', 'Fenders', 'pc', '146'],
      ['1.3', 'Excavate silt and deposit it on site as directed', 'm3', '159'],
      ['1.4', 'Capping beam', 'm', '172'],
    ],
  ])
})

test('the longest label of a list may reach to its value', async () => {
  const label = (text: string, y: number): Text => ({ text, x: 60, y, font: 'F4' })
  const texts = [
    label('Name', 700),
    { text: 'Kari Nordmann', x: 129, y: 700 },
    label('Account', 686),
    { text: '1234 56', x: 129, y: 686 },
    label('Bank', 672),
    { text: 'Nordbank', x: 129, y: 672 },
    label('Account holder', 658),
    { text: 'Per Dahl', x: 129, y: 658 },
  ].map((text): Text => ({ size: 9, ...text }))
  expect(tables(await read(texts))).toEqual([
    [
      ['Name', 'Kari Nordmann'],
      ['Account', '1234 56'],
      ['Bank', 'Nordbank'],
      ['Account holder', 'Per Dahl'],
    ],
  ])
})

test('the names of columns that stand at the top of every page are those of the rows below, whichever of them are filled', async () => {
  const page = (number: number): Text[] => [
    { text: `Harbour report ${number}`, x: 60, y: 780 },
    ...rows(
      PLACES,
      [0, 'Port', 'High', 'Low', 'Fee'],
      ...[1, 2, 3, 4, 5].map((row) => [14, `Quay ${number * 10 + row}`, '06:10', '12:25', ''] as const),
    ),
    { text: `Boats ${number * 7} are in.`, x: 60, y: 100 },
  ]
  const found = tables(await read(page(1), page(2), page(3)))
  expect(found.map((table) => [table[0], table.length])).toEqual([1, 2, 3].map(() => [['Port', 'High', 'Low', 'Fee'], 6]))
})

test('a name at the left of numbers that end at the right is the name of their column', async () => {
  const row = (y: number, name: string, count: string, unit: string): Text[] => [
    { text: name, x: 60, y },
    { text: count, x: 300 - count.length * 6, y, font: 'F2' },
    { text: unit, x: 330, y },
  ]
  const texts = [
    { text: 'Part', x: 60, y: 700 },
    { text: 'Qty', x: 240, y: 700 },
    { text: 'Unit', x: 330, y: 700 },
    ...row(686, 'Rope', '25.000', 'm'),
    ...row(672, 'Buoy', '4', 'pc'),
    ...row(658, 'Cleat', '40', 'pc'),
    ...row(644, 'Fender', '8', 'pc'),
  ]
  expect(tables(await read(texts))[0]!.slice(0, 3)).toEqual([
    ['Part', 'Qty', 'Unit'],
    ['Rope', '25.000', 'm'],
    ['Buoy', '4', 'pc'],
  ])
})

test('the columns of a table in words that are read from the right are so as well', () => {
  const row = (y: number, ...texts: readonly string[]) =>
    texts.map((text, at) => ({ ...piece(text, 60 + at * 80, text.length * 5, /\p{L}/u.test(text)), y }))
  const pieces = [
    ...row(700, '\u0631\u0633\u0645', '\u0633\u0641\u0646', '\u0633\u0646\u0629').toReversed(),
    ...row(686, '3%', '1,150', '2024'),
    ...row(672, '4%', '1,204', '2025'),
    ...row(658, '5%', '1,300', '2026'),
  ]
  const [table] = tablesOf(toLines(pieces, 1)).values()
  expect(table!.rows.slice(0, 2)).toEqual([
    ['\u0633\u0646\u0629', '\u0633\u0641\u0646', '\u0631\u0633\u0645'],
    ['2024', '1,150', '3%'],
  ])
})

test('names at the left and numbers at the right of narrow columns are one column each', async () => {
  const right = (text: string, end: number, y: number): Text => ({
    text,
    x: end - text.replace(/\D/g, '').length * 5.56 - (text.includes('.') ? 2.78 : 0),
    y,
  })
  const told = [
    ['Quay', '2400.50', '2400.00', '0.50'],
    ['Sound', '350.00', '412.50', '62.50'],
    ['Ness', '1800.00', '1725.30', '74.70'],
    ['Skerry', '120.00', '96.00', '24.00'],
  ]
  const texts = [
    ...['Port', 'Plan', 'Spent', 'Left', 'Day'].map((text, at) => ({ text, x: [60, 140, 202, 264, 326][at]!, y: 700 })),
    ...told.flatMap(([port, ...sums], row): Text[] => [
      { text: port!, x: 60, y: 680 - row * 20 },
      ...sums.map((sum, at) => right(sum, 200 + at * 62, 680 - row * 20)),
      { text: `0${row + 1}.05.2024`, x: 340, y: 680 - row * 20 },
    ]),
  ]
  expect(tables(await read(texts))).toEqual([
    [['Port', 'Plan', 'Spent', 'Left', 'Day'], ...told.map((row, at) => [...row, `0${at + 1}.05.2024`])],
  ])
})

test('a number and the words of the next column that stand as near as words do are two cells', () => {
  const told: readonly [string, string, string, string][] = [
    ['Larch', '18.40', '21.90', 'per metre'],
    ['Rivet', '0.32', '0.38', 'piece'],
    ['Primer', '24.00', '128.56', 'litre'],
  ]
  const row = (y: number, ...texts: readonly (readonly [string, number, number])[]) =>
    texts.map(([text, x, width]) => ({ ...piece(text, x, width, false), y }))
  const width = (text: string) => text.replace(/\D/g, '').length * 5.3 + 2.65
  const pieces = [
    ...row(700, ['Article', 60, 30], ['Net', 140, 18], ['Gross Unit', 190, 58]),
    ...told.flatMap(([article, net, gross, unit], at) =>
      row(
        680 - at * 20,
        [article, 60, 30],
        [net, 180 - width(net), width(net)],
        [`${gross} ${unit}`, 220 - width(gross), width(gross) + 42],
      ),
    ),
  ]
  const [table] = tablesOf(withAligned(toLines(pieces, 1))).values()
  expect(table!.rows).toEqual([['Article', 'Net', 'Gross', 'Unit'], ...told])
})

test('dots that lead to a number are no column of their own', () => {
  const told = (middle: string): Row[] =>
    ['Anchors', 'Berths', 'Cranes', 'Docks'].map((name, at) => ({
      cells: [name, middle, String(at)].map((text, column) => ({ text, x: 60 + column * 60, end: 100 + column * 60 })),
      y: 700 - at * 20,
      size: 10,
      mono: false,
      first: at,
    }))
  expect(countedColumns(told('. . . .'))).toBeNull()
  expect(countedColumns(told('4.00'))).toHaveLength(3)
})
