import { getResolvedPDFJS } from 'unpdf'
import { expect, test } from 'vitest'
import { pdf, type Text } from '../testing/pdf.ts'
import { readPdf } from './read.ts'
import { withWords } from './spaced.ts'

type Page = Parameters<typeof withWords>[1]
type Item = Parameters<typeof withWords>[0][number]

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

test('letters of a word that are spaced evenly are a word, though no blanks are drawn', async () => {
  const { OPS } = await getResolvedPDFJS()
  const glyphs = (word: string, gap: number): (object | number)[] =>
    [...word].flatMap((unicode, at) => (at === 0 ? [{ unicode }] : [-gap, { unicode }]))
  const argsArray = [[[-40, ...glyphs('horizon', 168), -700, ...glyphs('of', 168)]], [glyphs('xyzw', 333)]]
  // No more of a page is asked for.
  const page = { getOperatorList: async () => ({ fnArray: argsArray.map(() => OPS.showText), argsArray }) } as unknown as Page
  const item = (str: string) => ({ str }) as Item
  const items = await withWords([item('h o r i z o n o f'), item('x y z w')], page)
  expect(items.map((own) => 'str' in own && own.str)).toEqual(['horizon of', 'x y z w'])
})
