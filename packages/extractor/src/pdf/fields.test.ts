import { expect, test } from 'vitest'
import { pdf, type Text } from '../testing/pdf.ts'
import { readPdf } from './read.ts'

const rect = (x: number, y: number, wide = 100): string => `/Rect [${x} ${y - 4} ${x + wide} ${y + 12}]`
const field = (x: number, y: number, value: string): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${x}${y}) /V (${value}) ${rect(x, y)} >>`
const box = (x: number, y: number, on: boolean): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Btn /T (b${x}) /V /${on ? 'Yes' : 'Off'} /AS /${on ? 'Yes' : 'Off'} /AP << /N << /Yes null /Off null >> >> ${rect(x, y, 12)} >>`

test('what is filled into a form stands behind its label, and boxes say whether they are ticked', async () => {
  const texts = [
    { text: 'Name of the owner:', x: 60, y: 700 },
    { text: 'Length of the boat in metres:', x: 60, y: 680 },
    { text: 'Power at the berth:', x: 60, y: 660 },
    { text: 'The council answers within five days of the receipt of this form.', x: 60, y: 600 },
  ]
  const hidden = field(300, 640, 'Not to be seen').replace('/FT', '/F 2 /FT')
  const annotations = [field(200, 680, '9.5'), field(180, 700, 'Ann Harbour'), box(180, 660, true), hidden]
  const result = await readPdf(pdf([texts], { annotations }), 'https://harbour.example/a.pdf')
  if (!result.ok) throw new Error(result.reason)
  const { markdown } = result.document
  expect(markdown).toContain('Name of the owner: Ann Harbour\\\nLength of the boat in metres: 9.5\\\nPower at the berth: ☒')
  expect(markdown).not.toContain('Not to be seen')
})

test('in a tagged file what is filled in is of the label that its maker named', async () => {
  const texts: Text[] = [
    { text: 'Name of the owner of the boat:', x: 60, y: 700, mark: 0 },
    { text: 'The council answers within five days of the receipt of this form.', x: 60, y: 600, mark: 1 },
  ]
  const structure = [0, 1].map((kid) => ({ role: 'P', kids: [kid] }))
  const result = await readPdf(pdf([texts], { annotations: [field(240, 700, 'Ann Harbour')], structure }), 'https://harbour.example/a.pdf')
  if (!result.ok) throw new Error(result.reason)
  expect(result.document.markdown).toContain('Name of the owner of the boat: Ann Harbour\n\nThe council')
})
