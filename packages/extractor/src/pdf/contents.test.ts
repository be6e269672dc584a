import { expect, test } from 'vitest'
import { pdf, type Text } from '../testing/pdf.ts'
import { readPdf } from './read.ts'

const URL_OF = 'https://harbour.example/tides.pdf'
const NAMES = ['Tides', 'Ferries and their hours', 'Harbour dues', 'Tides']
/** What the lines of the first page lead to is the page below each; objects of pages stand two apart. */
const goTo = (page: number, bottom: number, [left, right] = [50, 500]): string =>
  `<< /Type /Annot /Subtype /Link /Rect [${left} ${bottom} ${right} ${bottom + 11}] /Dest [${4 + page * 2} 0 R /Fit] >>`
const yOf = (at: number): number => 698 - at * 16

async function read(contents: readonly Text[], annotations: readonly string[]): Promise<string> {
  const chapters = NAMES.map((name): Text[] => [
    { text: name, x: 60, y: 700, size: 16 },
    { text: `All of ${name}.`, x: 60, y: 660 },
  ])
  const result = await readPdf(pdf([contents, ...chapters], { annotations }), URL_OF)
  if (!result.ok) throw new Error(result.reason)
  return result.document.markdown.split(/^\[Page 2\]/m)[0]!
}

test('lines of contents lead to their pages: the names, and neither their numbers nor the dots', async () => {
  const lines = NAMES.map((name, at) => ({ text: `${at + 1}.1 ${name} . . . . . . . . ${at + 11}`, x: 60, y: yOf(at) + 2 }))
  const markdown = await read(
    lines,
    NAMES.map((_, at) => goTo(at + 2, yOf(at))),
  )
  const links = NAMES.map((name, at) => `${at + 1}.1 [${name}](${URL_OF}#page=${at + 2}) … ${at + 11}`)
  for (const link of links) expect(markdown).toContain(link)
})

test('names without numbers are links of their own, one below the other', async () => {
  const lines = NAMES.map((text, at) => ({ text, x: 60, y: yOf(at) - 98 }))
  const markdown = await read(
    lines,
    NAMES.map((_, at) => goTo(2, yOf(at) - 100)),
  )
  expect(markdown.match(/\[[^\]]+\]\(\S+#page=2\)/g)).toEqual(NAMES.map((name) => `[${name}](${URL_OF}#page=2)`))
})

test('an entry of two lines is one, and leads where it does', async () => {
  const lines = [
    'The hours at which the ferries',
    'turn with the tide . . . . . . 11',
    'Harbour dues . . . . . . 12',
    'Boats . . . . . . 13',
  ]
  const markdown = await read(
    lines.map((text, at) => ({ text, x: 60, y: yOf(at) + 2 })),
    [2, 2, 3, 4].map((page, at) => goTo(page, yOf(at))),
  )
  expect(markdown).toContain(`[The hours at which the ferries turn with the tide](${URL_OF}#page=2) … 11`)
})

test('a table of references stays a table', async () => {
  const rows = NAMES.flatMap((name, at) => [
    { text: `Hook ${at + 1}`, x: 60, y: yOf(at) + 2 },
    { text: `see ${name}`, x: 260, y: yOf(at) + 2 },
  ])
  const markdown = await read(
    rows,
    NAMES.map((_, at) => goTo(at + 2, yOf(at), [255, 400])),
  )
  expect(markdown).toContain('| Hook 2 | see Ferries and their hours |')
})

test('references in a text are none, nor are lines that lead nowhere', async () => {
  const text = Array.from({ length: 12 }, (_, at) => ({
    text: 'The tide turns twice a day, see Tides and also Dues.',
    x: 60,
    y: yOf(at) + 2,
  }))
  const few = [1, 2, 3, 4].map((at) => goTo(2, yOf(at), [200, 240]))
  expect(await read(text, few)).not.toContain('#page=2')
  const lines = NAMES.map((name, at) => ({ text: name, x: 60, y: yOf(at) + 2 }))
  for (const dest of ['(gone)', '[99 /Fit]', '[-1 /Fit]', '[0.5 /Fit]', '[2 0 R /Fit]', '[[] /Fit]']) {
    const nowhere = NAMES.map((_, at) => goTo(at + 2, yOf(at)).replace(/\/Dest \[.*?\]/, `/Dest ${dest}`))
    expect(await read(lines, nowhere), dest).toMatch(/^\[Page 1\]\(\S+\)[^\]]*$/)
  }
})
