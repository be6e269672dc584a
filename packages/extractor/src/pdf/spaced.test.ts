import { expect, test } from 'vitest'
import { pdf, type Text } from '../testing/pdf.ts'
import { readPdf } from './read.ts'

async function read(...pages: readonly (readonly Text[])[]): Promise<string> {
  const result = await readPdf(pdf(pages), 'https://harbour.example/a.pdf', { budgetMs: Number.POSITIVE_INFINITY })
  if (!result.ok) throw new Error(result.reason)
  return result.document.markdown.replace(/\[Page \d\].*\n\n/g, '')
}

test.each([2, 3, 5])('letters that are spaced by %d points are words', async (spacing) => {
  const texts: Text[] = [
    { text: 'Chapter of the harbour', x: 60, y: 700, spacing },
    { text: 'A tide that is of no interest to anybody.', x: 60, y: 640 },
  ]
  expect(await read(texts)).toBe('Chapter of the harbour\n\nA tide that is of no interest to anybody.')
})

test('letters with blanks between them, and those of a program that draws no blanks, stay apart', async () => {
  const written = 'See A B C D in the list of harbours'
  expect(await read([{ text: written, x: 60, y: 700 }])).toBe(written)
  const letters = [...'ABCDEFGHIJKLMN'].map((text, at): Text => ({ text, x: 60 + at * 10, y: 700 }))
  expect(await read(letters)).toBe('A B C D E F G H I J K L M N')
})
