import { expect, test } from 'vitest'
import { all, parseGfm } from '../testing/gfm.ts'
import { pdf, type Text } from '../testing/pdf.ts'
import { readPdf } from './read.ts'

const URL_OF = 'https://harbour.example/a.pdf'
const link = (url: string, ...rect: number[]): string =>
  `<< /Type /Annot /Subtype /Link /Rect [${rect.join(' ')}] /A << /S /URI /URI (${url}) >> >>`

async function read(texts: readonly Text[], annotations: readonly string[]) {
  const result = await readPdf(pdf([texts], { annotations }), URL_OF)
  if (!result.ok) throw new Error(result.reason)
  const { markdown, links } = result.document
  return { markdown, links: links.filter(({ url }) => !url.includes('#page=')), found: all(parseGfm(markdown), 'link').length - 1 }
}
// Letters of Courier are six points wide at ten.
const line = (text: string, y = 700): Text => ({ text, x: 60, y, font: 'F2' })

test('what can be clicked is a link, the words of it and no others', async () => {
  const { markdown, links } = await read(
    [line('Read the guidance before you pay.'), line('It is short.', 600)],
    [link('https://gov.example/guide', 60 + 9 * 6, 698, 60 + 17 * 6, 709)],
  )
  expect(markdown).toContain('Read the [guidance](https://gov.example/guide) before you pay.')
  expect(links).toEqual([{ text: 'guidance', url: 'https://gov.example/guide' }])
})

test('a link over two lines is one', async () => {
  const areas = [link('https://gov.example/', 60, 698, 200, 709), link('https://gov.example/', 60, 686, 120, 697)]
  const { markdown } = await read(
    [{ text: 'The guidance of the council for', x: 60, y: 700 }, { text: 'boats', x: 60, y: 688 }, line('It is short.', 600)],
    areas,
  )
  expect(markdown).toContain('[The guidance of the council for boats](https://gov.example/)')
})

test('nothing but addresses of the web and of mail can be led to, and no text can forge a link', async () => {
  const areas = [link('javascript:alert\\(1\\)', 60, 698, 300, 709), link('file:///etc/passwd', 60, 598, 300, 609)]
  const { links, found } = await read([line('Read the guidance before you pay.'), line('It is short and free.', 600)], areas)
  expect([links, found]).toEqual([[], 0])
})

test('a line has as many links as can be clicked in it, each without the signs around its words', async () => {
  const at = (from: number, to: number): readonly number[] => [60 + from * 6, 698, 60 + to * 6, 709]
  const { markdown } = await read(
    [line('See the tides, the list of berths and (new) rules.'), line('It is short.', 600)],
    [
      link('https://gov.example/3', ...at(44, 49)),
      link('https://gov.example/1', ...at(8, 13)),
      link('https://gov.example/2', ...at(19, 33)),
    ],
  )
  expect(markdown).toContain(
    'See the [tides](https://gov.example/1), the [list of berths](https://gov.example/2) and (new) [rules](https://gov.example/3).',
  )
})

test('narrow and wide letters stand where their widths say, not where the average does', async () => {
  // Helvetica at ten points: 33 of what follows, and 83 to the end of the link.
  const { markdown } = await read(
    [{ text: 'Illimitable till WWW MAMMOTH MOVED, he said.', x: 60, y: 700 }, line('It is short.', 600)],
    [link('https://gov.example/', 122, 698, 230, 709)],
  )
  expect(markdown).toContain('Illimitable till [WWW MAMMOTH MOVED](https://gov.example/), he said.')
})
