import { expect, test } from 'vitest'
import { pdf, type Text } from '../testing/pdf.ts'
import { readPdf } from './read.ts'

const PROSE = [
  'The council met on the third of May and considered what',
  'the harbour master had written. It was resolved that 45',
  'members be invited, and that the sum of 3,000 should be',
  'granted to the fund. The chair thanked all of those who',
  'had come. The meeting was closed at noon, and the other',
  'will be held on the first of June in the house of pilots',
  'by the quay, where there is room for as many as may come.',
]
const prose = (more: Partial<Text> = {}): Text[] => PROSE.map((text, at) => ({ text, x: 100, y: 700 - at * 24, ...more }))
/** Numbers whose right edges are below each other. */
const numbers = (count: number, step: number, fall: number, first = step): Text[] =>
  Array.from({ length: count }, (_, at) => {
    const text = String(first + at * step)
    return { text, x: 70 - text.length * 5.56, y: 700 - at * fall }
  })

async function read(...texts: readonly Text[]): Promise<string> {
  const result = await readPdf(pdf([texts]), 'https://harbour.example/a.pdf', { budgetMs: Number.POSITIVE_INFINITY })
  if (!result.ok) throw new Error(result.reason)
  return result.document.markdown.replace(/^\[Page 1\].*\n\n/, '')
}

test.each([
  ['before their lines', numbers(7, 1, 24, 8).flatMap((number, at) => [number, prose()[at]!])],
  ['behind their lines', numbers(7, 1, 24, 8).flatMap((number, at) => [prose()[at]!, number])],
  ['before all lines, some with none beside them', [...numbers(10, 1, 24), ...prose()]],
  ['a little above their lines', [...prose(), ...numbers(7, 1, 24).map((number) => ({ ...number, y: number.y + 4 }))]],
  ['at the right of their lines', [...prose(), ...numbers(7, 1, 24).map((number) => ({ ...number, x: number.x + 400 }))]],
])('numbers of lines beside prose are left out, drawn %s', async (_, texts) => {
  expect(await read(...texts)).toBe(await read(...prose()))
})

test('numbers of every fifth line are left out', async () => {
  const lines = [...PROSE, ...PROSE, ...PROSE].map((text, at): Text => ({ text, x: 100, y: 700 - at * 12 }))
  const every = numbers(4, 5, 60).map((number) => ({ ...number, y: number.y - 48 }))
  expect(await read(...lines, ...every)).toBe(await read(...lines))
})

const beside = (texts: readonly string[], more: Partial<Text> = {}): Text[] =>
  texts.map((text, at) => ({ text, x: 100, y: 700 - at * 24, ...more }))
const CASES = ['full words', 'words in lower case', 'full words of the month', 'no more', 'few words of it', 'the day', 'all words']

test.each([
  ['rows', [...beside(PROSE.map((text) => text.slice(0, 20))), ...beside(['7', '14', '21', '28', '35', '42', '49'], { x: 300 })]],
  [
    'rows in the middle of which they stand',
    [
      ...prose(),
      ...beside(
        PROSE.map((_, at) => `NAME_${at}`),
        { x: 10, size: 8 },
      ),
    ],
  ],
  ['items that begin in small letters', beside(CASES.map((text) => `number with ${text}`))],
  ['items', beside(PROSE.map((_, at) => `A way for boat ${at} to come in at night`))],
  [
    'entries of contents',
    beside(
      PROSE.map((_, at) => `the way of boat ${at} . . . . . . . . .`),
      { x: -100 },
    ),
  ],
  [
    'names in letters of one width',
    beside(
      PROSE.map((text) => text.slice(4, 8).trim()),
      { font: 'F2' },
    ),
  ],
  ['notes', prose({ x: 73 })],
  ['paragraphs', prose().flatMap((line) => [line, { ...line, y: line.y - 12 }])],
])('numbers of %s stay', async (_, texts) => {
  expect((await read(...numbers(7, 1, 24, 101), ...texts)).match(/\b10[1-7]\b/g)).toHaveLength(7)
})

const CODE = ['tide = read("harbour")', 'if tide > 4:', '    open_gate(2)', 'log(tide)']
const code = (): Text[] => CODE.map((text, at) => ({ text, x: 100, y: 700 - at * 12, font: 'F2' }))

test('numbers of lines of code in letters of their own are of the code, also those of lines left free', async () => {
  const numbered = numbers(CODE.length + 1, 1, 12, 10).map((number) => ({ ...number, size: 6 }))
  const lines = CODE.map((line, at) => `${10 + at}     ${line}`)
  const fence = await read(...numbered.flatMap((number, at) => [number, ...code().slice(at, at + 1)]))
  expect(fence).toBe(`\`\`\`\n${lines.join('\n')}\n14\n\`\`\``)
  expect(await read(...numbered.slice(0, -1), ...code())).toBe(fence.replace('\n14', ''))
})

test('numbers beside code and prose are of neither', async () => {
  const mixed = code().map((text, at): Text => (at === 1 ? { ...text, font: 'F1' } : text))
  expect(await read(...numbers(CODE.length, 1, 12, 9).flatMap((number, at) => [number, mixed[at]!]))).toContain('10')
})

test('numbers with a sign right before them stay, whatever stands behind', async () => {
  const texts = numbers(CODE.length, 1, 12, 9).flatMap((number, at) => [
    { ...number, text: '-', x: number.x - 5, font: 'F4' } as const,
    number,
    code()[at]!,
  ])
  expect(await read(...texts)).toContain('10')
})
