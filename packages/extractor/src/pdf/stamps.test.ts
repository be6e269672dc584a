import { expect, test } from 'vitest'
import { pdf, type Text } from '../testing/pdf.ts'
import { readPdf } from './read.ts'

const page = (...stamps: readonly Text[]): Text[] => [
  ...stamps,
  { text: 'Decision on permits', x: 60, y: 740, size: 18 },
  ...[
    'The council decided on 4 June that a permit costs 25.00 a',
    'year from the first of July on, in all parts of the town, and',
    'that who has paid more is paid back.',
  ].map((text, at) => ({ text, x: 60, y: 700 - at * 12 })),
]
async function read(texts: readonly Text[]) {
  const result = await readPdf(pdf([texts]), 'https://council.example/a.pdf', { budgetMs: Number.POSITIVE_INFINITY })
  if (!result.ok) throw new Error(result.reason)
  return result.document
}

test('what is stamped over a page, at an angle or beside its text, heads nothing and is said beside the page', async () => {
  const { title, markdown } = await read(
    page({ text: 'DRAFT', x: 150, y: 300, size: 70, turn: 45 }, { text: 'No. 12/34', x: 30, y: 300, size: 20, turn: 90 }),
  )
  expect(title).toBe('Decision on permits')
  expect(markdown).toMatch(/^\[Page 1\]\(\S+\) · DRAFT · No\. 12\/34\n\n# Decision on permits\n/)
})

test('a page that stands askew, as a scanned one may, is read as it stands', async () => {
  const { markdown } = await read(page().map((text) => ({ ...text, turn: 2 })))
  expect(markdown).toContain('# Decision on permits')
  expect(markdown).toContain('a permit costs 25.00')
})
