import { expect, test } from 'vitest'
import { pdf, type Text } from '../testing/pdf.ts'
import { readPdf } from './read.ts'

const URL_OF = 'https://harbour.example/a.pdf'
const link = (more = ''): string =>
  `<< /Type /Annot /Subtype /Link /Rect [60 698 114 709] /A << /S /URI /URI (https://gov.example/guide) >> ${more} >>`
// Letters of Courier are six points wide at ten.
const text: Text = { text: 'Guidances of the council for the boats in the harbour', x: 60, y: 700, font: 'F2' }

async function read(bytes: Uint8Array): Promise<string> {
  const result = await readPdf(bytes, URL_OF, { budgetMs: Number.POSITIVE_INFINITY })
  if (!result.ok) throw new Error(result.reason)
  return result.document.markdown
}

test('the links of all pages are found', async () => {
  const file = pdf(
    Array.from({ length: 40 }, () => [text]),
    { annotations: [link()], areOfAll: true },
  )
  expect((await read(file)).match(/\[Guidances\]\(https:\/\/gov\.example\/guide\)/g)).toHaveLength(40)
})

test('what no screen shows leads nowhere', async () => {
  expect(await read(pdf([[text]], { annotations: [link('/F 32')] }))).not.toContain('gov.example')
  expect(await read(pdf([[text]], { annotations: [link('/F 4')] }))).toContain('gov.example')
})

test('the fields of a form are told with those that they are of', async () => {
  const field = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (owner) /V (Ann Harbour) /Rect [400 696 500 712] >>'
  const markdown = await read(pdf([[text]], { annotations: [link()], form: [field] }))
  expect(markdown).toContain('[Guidances](https://gov.example/guide) of the council for the boats in the harbour Ann Harbour')
})
