import { expect, test } from 'vitest'
import { all, parseGfm } from '../testing/gfm.ts'
import { pdf, type Text } from '../testing/pdf.ts'
import { readPdf } from './read.ts'

async function markdown(...pages: readonly (readonly Text[])[]): Promise<string> {
  const result = await readPdf(pdf(pages), 'https://harbour.example/a.pdf', { budgetMs: Number.POSITIVE_INFINITY })
  if (!result.ok) throw new Error(result.reason)
  return result.document.markdown
}
const at = (x: number, top: number, step: number, ...texts: readonly string[]): Text[] =>
  texts.map((text, line) => ({ text, x, y: top - line * step }))
const FIRST = ['The tide turns twice a day and the ferry with it, as every', 'child in the town can tell you, though nobody has ever writ-']
const LAST = ['ten it down in any of the books.']

test('a paragraph that goes on in the next column or page is one', async () => {
  const whole = `${FIRST[0]} ${FIRST[1]!.slice(0, -1)}${LAST[0]}`
  expect(await markdown([...at(50, 112, 12, ...FIRST), ...at(320, 700, 12, ...LAST)])).toContain(whole)
  expect(await markdown(at(50, 112, 12, ...FIRST), at(50, 700, 12, ...LAST))).toContain(whole)
})

test('one that has ended is not', async () => {
  expect(await markdown(at(50, 112, 12, FIRST[0]!, 'child can tell you.'), at(50, 700, 12, ...LAST))).toContain('tell you.\n\n')
})

test('lines of a draft that stand twice as far apart are paragraphs all the same', async () => {
  expect(await markdown(at(50, 700, 20, ...FIRST, ...LAST))).toContain('as every child in the town')
})

test('items with a sign or with numbers that count are lists; a number alone is none', async () => {
  const tree = parseGfm(
    await markdown([...at(50, 700, 12, '1. The quay is long', '2. The pier is short'), { text: '7. Notes', x: 50, y: 600 }]),
  )
  expect(all(tree, 'listItem')).toHaveLength(2)
  expect(all(tree, 'list').map(({ ordered }) => ordered)).toEqual([true])
})
