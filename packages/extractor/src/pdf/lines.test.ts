import { expect, test } from 'vitest'
import { pdf, type Text } from '../testing/pdf.ts'
import { piece } from '../testing/piece.ts'
import { textOfLine, toLines } from './lines.ts'
import { readPdf } from './read.ts'

async function read(...pages: readonly (readonly Text[])[]): Promise<string> {
  const result = await readPdf(pdf(pages), 'https://harbour.example/a.pdf', { budgetMs: Number.POSITIVE_INFINITY })
  if (!result.ok) throw new Error(result.reason)
  return result.document.markdown.replaceAll('(https://harbour.example/a.pdf', '(').replace(/^\[Page 1\]\S*\n\n/, '')
}
test('a power whose sign is drawn by itself is a power with its sign', () => {
  const raised = (text: string, x: number, width: number) => ({ ...piece(text, x, width, false), y: 704, size: 7 })
  const [line] = toLines([piece('about 10', 60, 40, false), raised('\u2212', 100, 5), raised('3', 105, 4)], 1)
  expect(textOfLine(line!)).toBe('about 10\u207b\u00b3')
})

test('a mark of a note, a power and an index stand in their line as what they are', async () => {
  // Letters of Courier are as wide as six tenths of their size.
  let x = 60
  const texts = [
    ['In the year 1712', 10, 0],
    ['1', 7, 4],
    [' by order of the council, 40 m', 10, 0],
    ['2', 9.7, 5],
    [' of H', 10, 0],
    ['2', 7, -2],
    ['O', 10, 0],
  ].map(([text, size, rise]): Text => {
    const one: Text = { text: String(text), x, y: 700 + Number(rise), size: Number(size), font: 'F2' }
    x += one.text.length * Number(size) * 0.6
    return one
  })
  expect(await read(texts)).toBe('In the year 1712¹ by order of the council, 40 m² of H₂O')
})

test('a large first letter is of the word that it begins', async () => {
  expect(
    await read([
      { text: 'T', x: 60, y: 680, size: 32 },
      { text: 'he tide turns twice a day and the ferry', x: 80, y: 692 },
      { text: 'with it, as every child can tell you.', x: 80, y: 680 },
    ]),
  ).toMatch(/^The tide turns/)
})

test('what is drawn twice to look bold is read once', async () => {
  const lines = [
    { text: 'Fees of the harbour', x: 60, y: 700 },
    { text: 'Fees of the harbour', x: 60.4, y: 700 },
  ]
  expect(await read(lines)).toBe('Fees of the harbour')
})

test('dots that lead to a number are one sign, in whatever order they are drawn', () => {
  const name = piece('Fees', 60, 20, false)
  const dots = Array.from({ length: 12 }, (_, at) => piece('.', 100 + at * 20, 3, false))
  const number = piece('7', 400, 5, false)
  for (const order of [
    [name, ...dots, number],
    [...dots.toReversed(), number, name],
  ])
    expect(toLines(order, 1).map(textOfLine)).toEqual(['Fees … 7'])
})

test('signs and numbers that are drawn apart from their items stand in front of them', async () => {
  const items: Text[] = ['Read the documents', 'Ask what is not clear', 'Send the tender'].map((text, at) => ({
    text,
    x: 80,
    y: 700 - at * 14,
  }))
  const numbers: Text[] = [1, 2, 3].map((number, at) => ({ text: `${number}.`, x: 60, y: 700 - at * 14 }))
  expect(await read([...items, { text: 'The end of it.', x: 60, y: 600 }, ...numbers])).toBe(
    '1. Read the documents\n2. Ask what is not clear\n3. Send the tender\n\nThe end of it.',
  )
})

test('text that is far from a sign is not its item', async () => {
  expect(
    await read([
      { text: 'Far away from it', x: 300, y: 700 },
      { text: 'Between', x: 60, y: 650 },
      { text: '1.', x: 60, y: 700 },
    ]),
  ).toContain('Far away from it\n')
})
