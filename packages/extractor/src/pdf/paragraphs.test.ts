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

test('a paragraph goes on behind a table with its caption at the top of the next page', async () => {
  const whole = `${FIRST[0]} ${FIRST[1]!.slice(0, -1)}${LAST[0]}`
  const table = [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column): Text => ({ text: `c${row}${column}`, x: 60 + column * 90, y: 670 - row * 14 })),
  )
  const text = await markdown(at(50, 112, 12, ...FIRST), [
    ...at(50, 700, 12, 'Table 1: Boats of the harbour.'),
    ...table,
    ...at(50, 600, 12, ...LAST),
  ])
  expect(text).toContain(whole)
  expect(text).toMatch(/Table 1: Boats of the harbour\.\n\n\| c00 \|/)
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

test('lines that end though there was room for more stay lines: addresses, verses, rows', async () => {
  const address = ['1 Quay Street', 'Port Town', 'PT1 2AB']
  expect(await markdown([...at(50, 700, 12, ...FIRST, 'and in the books.'), ...at(50, 640, 12, ...address)])).toContain(
    address.join('\\\n'),
  )
})

test('a full line goes on, though the next begins with a number or a dash', async () => {
  const text = [
    'The tide turns twice a day and the ferry with it, see section',
    '12. It says so, and whoever reads it there will know of it,',
    '- or so they say.',
  ]
  expect(await markdown(at(50, 700, 12, ...text))).toContain(text.join(' '))
})

test('a word that a line cuts before a capital keeps its hyphen', async () => {
  expect(await markdown(at(50, 700, 12, 'The tide turns twice a day, as we were told by Jean-', 'Paul, who is of the harbour.'))).toContain(
    'Jean-Paul',
  )
})

test('items in items are lists in lists', async () => {
  const items: Text[] = [...at(50, 700, 14, '* Boats'), ...at(70, 686, 14, '- of wood', '- of steel'), ...at(50, 658, 14, '* Nets')]
  expect(await markdown(items)).toMatch(/- Boats\n {2}- of wood\n {2}- of steel\n- Nets/)
})

test('an address that a line has cut is no code, and code keeps its free lines', async () => {
  const mono = (text: string, x: number, y: number): Text => ({ text, x, y, font: 'F2' })
  const text = await markdown([
    ...at(50, 700, 12, FIRST[0]!),
    mono('https://harbour.example/a/very/long/', 50, 688),
    mono('path/of/it.html', 50, 676),
    mono('def tide():', 50, 600),
    mono('return 2', 74, 588),
    mono('tide()', 50, 564),
  ])
  expect(all(parseGfm(text), 'code').map(({ value }) => value)).toEqual(['def tide():\n    return 2\n\ntide()'])
})

test('clauses with numbers of their own are paragraphs of their own', async () => {
  const clauses = [
    '1.1 Goods means the goods in Schedule 1 that the buyer has asked',
    'for in writing.',
    '1.2 Price means the sum that was agreed.',
  ]
  expect(await markdown(at(50, 700, 12, ...clauses))).toMatch(/1\.1 Goods .* asked for in writing\.\n\n1\.2 Price/)
})

test('paragraphs of one line each do not run together, however far apart they all stand', async () => {
  const lines = ['Revenue up 12 %', 'Costs down 3 %', 'Headcount 450', 'Net income 1.2 m']
  expect(await markdown(at(50, 700, 28, ...lines))).toMatch(new RegExp(`${lines.join('\\n\\n')}$`))
})

test('a chapter in a list of contents, without dots to its page, ends its line though the next begins below its name', async () => {
  const texts: Text[] = [
    ...at(60, 700, 12, '1'),
    ...at(75, 700, 12, 'Tides'),
    ...at(400, 700, 12, '5'),
    ...at(
      75,
      688,
      12,
      '1.1 Morning . . . . . . . . . . . . . . . . . . . . . 5',
      '1.2 Evening . . . . . . . . . . . . . . . . . . . . . 6',
    ),
  ]
  expect(await markdown(texts)).toContain('1 Tides 5\\\n1.1 Morning … 5\\\n1.2 Evening … 6')
})

test('what goes on in the next line below the last of some labels is of it', async () => {
  const texts: Text[] = [
    ...at(60, 700, 12, 'Feature'),
    ...at(200, 700, 12, 'Sample'),
    ...at(340, 700, 12, 'Name of the feature in the', 'settings'),
  ]
  expect(await markdown(texts)).toContain('Feature Sample Name of the feature in the settings')
})

test('the hyphen of a word that the document writes with one stays where the end of a line cuts it', async () => {
  const text = await markdown(
    at(
      50,
      700,
      12,
      'Nobody in the town asked for a lighthouse-keeper before the fog',
      'of that year, when the council looked for a lighthouse-',
      'keeper who, as the insurers in the capital had written, could ope-',
      'rate the telegraph.',
    ),
  )
  expect(text).toContain('looked for a lighthouse-keeper who, as the insurers in the capital had written, could operate the')
})

test('items with letters are paragraphs of their own, and what goes on below one is of it', async () => {
  const lines = [
    '(a) report its name and its last port to the harbour office and',
    '(b) show its papers to whom asks for them, as in its paragraph',
    '(a) of section 4;',
    '(c) pay the fee.',
  ]
  const text = await markdown([
    ...at(60, 700, 12, 'The master of a vessel shall, before noon of the next working day,'),
    ...at(60, 676, 12, ...lines),
  ])
  expect(text.split('\n\n').slice(2)).toEqual([lines[0], `${lines[1]} ${lines[2]}`, lines[3]])
})

test('a list that goes on in the next column is one of the same depth', async () => {
  const text = await markdown([...at(60, 124, 14, '- Boats', '- Nets'), ...at(320, 700, 14, '- Lights', '- Buoys')])
  expect(text).toContain('- Boats\n- Nets\n- Lights\n- Buoys')
})
