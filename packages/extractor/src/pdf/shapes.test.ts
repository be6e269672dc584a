import { expect, test } from 'vitest'
import { pdf, type Text } from '../testing/pdf.ts'
import { readPdf } from './read.ts'

const ITEMS = ['Boats keep to the right', 'Lights are on', 'No anchor is cast']
const items = (x = 80): Text[] => ITEMS.map((text, at) => ({ text, x, y: 700 - at * 14 }))
const squares = (size = 4, x = 66) => ITEMS.map((_, at) => ({ x, y: 702 - at * 14, size }))

async function read(
  texts: readonly Text[],
  squares: readonly { x: number; y: number; size: number }[],
  program = 'Skia/PDF m80',
): Promise<string> {
  const result = await readPdf(pdf([texts], { squares, info: `/Producer (${program})` }), 'https://harbour.example/a.pdf', {
    budgetMs: Number.POSITIVE_INFINITY,
  })
  if (!result.ok) throw new Error(result.reason)
  return result.document.markdown.replace(/^\[Page 1\].*\n\n/, '')
}

test('signs of items that a browser draws as shapes are signs', async () => {
  expect(await read(items(), squares())).toBe(ITEMS.map((item) => `- ${item}`).join('\n'))
})

test('items that stand farther in are of the one above', async () => {
  const [first, ...inner] = ITEMS
  const texts = [...items().slice(0, 1), ...items(100).slice(1)]
  const shapes = [...squares().slice(0, 1), ...squares(4, 86).slice(1)]
  expect(await read(texts, shapes)).toBe(`- ${first}\n${inner.map((item) => `  - ${item}`).join('\n')}`)
})

test.each([
  ['one alone', squares().slice(0, 1)],
  ['too large', squares(8)],
  ['far away from any text', squares(4, 20)],
  ['in the middle of a text', squares(4, 100)],
  ['of a program that draws signs as letters', squares(), 'pdfTeX-1.40'],
])('shapes that are no signs are left alone: %s', async (_, shapes, program?: string) => {
  expect(await read(items(), shapes, program)).not.toMatch(/^- |•/m)
})

test('what stands in the middle of a line is not marked by a shape before it', async () => {
  const texts = items().flatMap((item): Text[] => [{ text: 'Key', x: 50, y: item.y }, item])
  expect(await read(texts, squares(4, 72))).not.toMatch(/^- |•/m)
})

test('signs that PDFKit draws are signs as well', async () => {
  expect(await read(items(), squares(), 'PDFKit')).toBe(ITEMS.map((item) => `- ${item}`).join('\n'))
})
