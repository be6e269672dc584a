import { expect, test } from 'vitest'
import { type Entry, pdf, type Text } from '../testing/pdf.ts'
import { readPdf } from './read.ts'

const PROSE = [
  'The tide turns twice a day and the ferry with it, as every',
  'child in the town can tell you, though nobody has ever done',
  'so in any of the books.',
]
const prose = (y: number): Text[] => PROSE.map((text, at) => ({ text, x: 60, y: y - at * 12 }))
const line = (text: string, y: number, size = 10, font: Text['font'] = 'F1'): Text => ({ text, x: 60, y, size, font })

async function headings(pages: readonly (readonly Text[])[], outline: readonly Entry[]): Promise<string[]> {
  const result = await readPdf(pdf(pages, { outline }), 'https://harbour.example/a.pdf', { budgetMs: Number.POSITIVE_INFINITY })
  if (!result.ok) throw new Error(result.reason)
  return result.document.markdown.split('\n').filter((text) => text.startsWith('#'))
}

test('what bookmarks name is a heading of their level, in whatever letters it is set', async () => {
  const pages = [
    [line('Tides', 740, 18), line('1 Morning', 712, 12), ...prose(700), line('1.1 Low water', 652), ...prose(640)],
    [line('1.1.1 Springs', 740), ...prose(728), line('ferry', 680, 10, 'F2'), ...prose(668)],
  ]
  const outline = [
    {
      title: 'Morning',
      page: 1,
      kids: [{ title: 'Low  water', page: 1, kids: [{ title: '1.1.1 Springs', page: 2 }] }],
    },
    { title: 'ferry', page: 2 },
  ]
  expect(await headings(pages, outline)).toEqual(['# Tides', '## 1 Morning', '### 1.1 Low water', '#### 1.1.1 Springs', '## ferry'])
  expect(await headings(pages, [])).toEqual(['# Tides', '## 1 Morning'])
})

test('a chapter and its name are one heading, also over two lines, and the number of a page is none of it', async () => {
  const pages = [
    [
      line('13', 760),
      line('Chapter 1', 730, 14, 'F4'),
      line('Tides of the harbour', 712, 18, 'F4'),
      line('and of the river', 692, 18, 'F4'),
      ...prose(660),
    ],
    [line('14', 760), ...prose(740)],
  ]
  expect(await headings(pages, [{ title: 'Tides of the harbour and of the river', page: 1 }])).toEqual([
    '# Chapter 1 Tides of the harbour and of the river',
  ])
})

test('where a name stands twice on its page the larger one is the heading', async () => {
  const pages = [[line('Ferries', 740), ...prose(720), line('Ferries', 660, 14), ...prose(640)]]
  expect(await headings(pages, [{ title: 'Ferries', page: 1 }])).toEqual(['# Ferries'])
})

test('what bold letters alone tell is below all that bookmarks tell', async () => {
  const pages = [[line('Tides', 740, 18), line('Low water', 712, 10, 'F4'), ...prose(700), line('Springs', 652, 10, 'F4'), ...prose(640)]]
  expect(await headings(pages, [{ title: 'Tides', page: 1, kids: [{ title: 'Low water', page: 1 }] }])).toEqual([
    '# Tides',
    '## Low water',
    '### Springs',
  ])
})

test('bookmarks to pages that are not there, without names or without end name nothing', async () => {
  const deep = Array.from({ length: 200 }).reduce<Entry>((below) => ({ title: 'Deep', page: 1, kids: [below] }), { title: 'Deep', page: 1 })
  const pages = [[line('Ferries', 740), ...prose(720)]]
  expect(await headings(pages, [{ title: 'Ferries', page: 9 }, { title: '', page: 1 }, deep])).toEqual([])
})
