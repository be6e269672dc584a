import { expect, test } from 'vitest'
import { type Element, pdf, type Text } from '../testing/pdf.ts'
import { readPdf } from './read.ts'

const el = (role: string, ...kids: (Element | number)[]): Element => ({ role, kids })
const line = (mark: number | 'artifact', text: string, x: number, y: number, size = 10): Text => ({ mark, text, x, y, size })

async function read(texts: readonly Text[], structure: readonly Element[]): Promise<string> {
  const result = await readPdf(pdf([texts], { structure }), 'https://harbour.example/a.pdf', { budgetMs: Number.POSITIVE_INFINITY })
  if (!result.ok) throw new Error(result.reason)
  return result.document.markdown.replace('(https://harbour.example/a.pdf#page=1)', '')
}

test('what the maker of a file says is a heading, a paragraph or a list is one, in the order that they say', async () => {
  const texts = [
    line(3, 'and went away again.', 60, 640),
    line(0, 'The tides', 60, 700),
    line(1, 'The tide came in, as all of us know,', 60, 680),
    line(2, 'twice a day, as the books say,', 60, 660),
    line(4, 'Boats', 80, 600),
    line(5, 'of wood', 100, 580),
    line(6, 'Nets', 80, 560),
  ]
  const item = (...kids: (Element | number)[]) => el('LI', el('Lbl'), el('LBody', ...kids))
  const structure = [el('Document', el('H2', 0), el('P', 1, el('Span', 2), 3), el('L', item(el('P', 4), el('L', item(5))), item(6)))]
  expect(await read(texts, structure)).toBe(
    '[Page 1]\n\n## The tides\n\nThe tide came in, as all of us know, twice a day, as the books say, and went away again.\n\n- Boats\n  - of wood\n- Nets',
  )
})

test('a table is told by its rows and cells, with those that are empty or were never drawn in their places', async () => {
  const cells = [
    ['Port', 'High', 'Fee'],
    ['Quay', '', '$4'],
    ['Sound of', '06:10', '$5'],
  ]
  const texts: Text[] = []
  const rows = cells.map((row, at) =>
    el(
      'TR',
      ...row.flatMap((text, column) => {
        if (text === '') return []
        texts.push(line(texts.length, text, 60 + column * 80, 700 - at * 30))
        return [el(at === 0 ? 'TH' : 'TD', texts.length - 1)]
      }),
    ),
  )
  texts.push(line(texts.length, 'the north', 60, 628))
  const last = rows[2]!.kids[0] as Element
  const structure = [
    el(
      'Table',
      el('THead', rows[0]!),
      el('TBody', rows[1]!, el('TR', el('TD', ...last.kids, texts.length - 1), ...rows[2]!.kids.slice(1))),
    ),
  ]
  expect(await read(texts, structure)).toBe(
    '[Page 1]\n\n| Port | High | Fee |\n| --- | --- | --- |\n| Quay |  | $4 |\n| Sound of the north | 06:10 | $5 |',
  )
})

test('what is of the page alone stands beside its link, words for a picture in its place, and what nobody named at the end', async () => {
  const prose = 'The harbour has been open since the council built it again, and pays.'
  const texts = [line('artifact', 'Council of Port', 60, 780), line(0, prose, 60, 700), { text: 'Left out', x: 60, y: 600 }]
  const structure = [el('Document', el('P', 0), { role: 'Figure', alt: 'Map of the harbour', kids: [2] }, el('P', 1))]
  expect(await read([...texts, line(1, prose, 60, 650), line(2, '', 60, 660)], structure)).toBe(
    `[Page 1] · Council of Port\n\n${prose}\n\n[Map of the harbour]\n\n${prose}\n\nLeft out`,
  )
})

test('a structure that leaves much out, or that cuts sentences, is not followed', async () => {
  const texts = ['The tide came in', 'and went out', 'and came back', 'and so did we', 'until it ended', 'with the day'].map((text, at) =>
    line(at, text, 60, 700 - at * 12),
  )
  const whole = `[Page 1]\n\n${texts.map(({ text }) => text).join('\\\n')}`
  const flat = (markdown: string): string => markdown.replace(/\\\n/g, ' ')
  expect(flat(await read(texts, [el('P', 0)]))).toBe(flat(whole))
  expect(
    flat(
      await read(
        texts,
        texts.map((_, at) => el('P', at)),
      ),
    ),
  ).toBe(flat(whole))
})

test('a text that many elements claim is given once, and elements in elements without end hold nobody up', async () => {
  const claimed = Array.from({ length: 200 }, () => el('P', 0))
  expect((await read([line(0, 'Only once, by whoever claims it first.', 60, 700)], claimed)).match(/Only once/g)).toHaveLength(1)
  let deep = el('P', 0)
  for (let at = 0; at < 200; at += 1) deep = el('Sect', deep)
  expect(await read([line(0, 'Deep down in the harbour.', 60, 700)], [deep])).toContain('Deep down in the harbour.')
})

test('a structure that calls the text itself a mark of the page is not followed', async () => {
  const clauses = Array.from({ length: 6 }, (_, at) =>
    line(at % 2 === 0 ? at : 'artifact', `Clause ${at} says what the buyer pays for it.`, 60, 700 - at * 40),
  )
  const text = await read(
    clauses,
    [0, 2, 4].map((mark) => el('P', mark)),
  )
  expect(text.match(/Clause \d/g)).toEqual([0, 1, 2, 3, 4, 5].map((at) => `Clause ${at}`))
})

test('signs that a style sheet puts in front of a text, and no element has, are of the text', async () => {
  const sign = (text: string, y: number): Text => ({ text, x: 60, y, font: 'F2' })
  const prose = 'The harbour has been open since the council built it again, and pays.'
  const texts = [
    line(0, prose, 60, 700),
    sign('(a)', 670),
    line(1, 'naval harbours', 84, 670),
    sign('(b)', 650),
    line(2, 'locks', 84, 650),
    line(3, prose, 60, 620),
  ]
  const structure = [el('P', 0), el('L', el('LI', el('LBody', 1)), el('LI', el('LBody', 2))), el('P', 3)]
  expect(await read(texts, structure)).toBe(`[Page 1]\n\n${prose}\n\n(a) naval harbours\n\n(b) locks\n\n${prose}`)
})

test('a paragraph goes on behind the place of its note, which follows it', async () => {
  const texts = [
    line(0, 'The tide turns twice a day, as all of us who live here know,', 60, 700),
    line(1, 'and so do boats that are in the harbour all the year.', 60, 688),
    line(2, 'All but those of the council.', 60, 100, 8),
  ]
  const structure = [el('P', 0, el('Note', el('P', 2)), 1)]
  expect(await read(texts, structure)).toBe(
    '[Page 1]\n\nThe tide turns twice a day, as all of us who live here know, and so do boats that are in the harbour all the year.\n\nAll but those of the council.',
  )
})

test('lines of code that are paragraphs each are one', async () => {
  const code = ['while True:', '    read()', 'done()'].map(
    (text, at): Text => ({ ...line(at + 1, text.trim(), 60 + text.search(/\S/) * 6, 680 - at * 12), font: 'F2' }),
  )
  const prose = line(0, 'The harbour has been open since the council built it again.', 60, 700)
  expect(
    await read(
      [prose, ...code],
      [0, 1, 2, 3].map((mark) => el('P', mark)),
    ),
  ).toBe(`[Page 1]\n\n${prose.text}\n\n\`\`\`\nwhile True:\n    read()\ndone()\n\`\`\``)
})
