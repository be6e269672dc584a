import { expect, test } from 'vitest'
import { pdf, type Text } from '../testing/pdf.ts'
import { Links } from './links.ts'
import type { PdfBlock } from './pdf-block.ts'
import { readPdf } from './read.ts'
import { writeBlocks } from './write.ts'

const URL_OF = 'https://harbour.example/a.pdf'
const page = (number: number, paragraphs: number): PdfBlock[] => [
  { kind: 'page', page: number, edges: ['Tides'] },
  ...Array.from({ length: paragraphs }, (_, at): PdfBlock => ({ kind: 'paragraph', text: `Tide ${at} of ${number}`, x: 0 })),
]

test('a manual has more blocks than a page may have', () => {
  const blocks = Array.from({ length: 320 }, (_, at) => page(at + 1, 250)).flat()
  const { markdown, links, cut } = writeBlocks(blocks, URL_OF, new Links(), new Map())
  expect([links.length, cut]).toEqual([320, false])
  const paragraphs = markdown.split('\n\n')
  expect(paragraphs).toHaveLength(320 * 251)
  for (const at of [0, 100, 319])
    expect(paragraphs.slice(at * 251, at * 251 + 2)).toEqual([`[Page ${at + 1}](${URL_OF}#page=${at + 1}) · Tides`, `Tide 0 of ${at + 1}`])
})

test('one page has no more than the guard lets through', () => {
  expect(writeBlocks(page(1, 70_000), URL_OF, new Links(), new Map()).cut).toBe(true)
})

test('a manual of more than a megabyte is read whole', async () => {
  const line = (number: number, at: number): Text => ({
    text: `Tide ${at} of page ${number} turns twice a day, and the ferry of the harbour turns with it,`,
    x: 60,
    y: 780 - at * 9,
    size: 8,
  })
  const pages = Array.from({ length: 180 }, (_, page) => Array.from({ length: 85 }, (_, at) => line(page + 1, at)))
  const result = await readPdf(pdf(pages), URL_OF, { budgetMs: Number.POSITIVE_INFINITY })
  if (!result.ok) throw new Error(result.reason)
  const { markdown, truncated } = result.document
  expect([truncated, markdown.length > 1_100_000]).toEqual([false, true])
  expect(markdown).toContain('Tide 84 of page 180')
})
