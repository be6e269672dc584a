import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { zip } from '../testing/zip.ts'

const OPEN_XML = 'application/vnd.openxmlformats-officedocument.'
const relation = (
  kind: string,
  target: string,
  id = 'rId1',
  base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
) => `<Relationships><Relationship Id="${id}" Type="${base}/${kind}" Target="${target}"/></Relationships>`
const ROOT = relation('officeDocument', 'word/document.xml')
const DOCUMENT = '<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>The tide turns twice a day.</w:t></w:r></w:p></w:body></w:document>'
const WORKBOOK = '<workbook xmlns:r="r"><sheets><sheet name="Tides" r:id="rId1"/></sheets></workbook>'
const SHEET = '<worksheet><sheetData><row><c><v>5</v></c><c><v>6</v></c></row></sheetData></worksheet>'
const PRESENTATION = '<p:presentation xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>'
const SLIDE =
  '<p:sld><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>The tide turns.</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>'
const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

function read(bytes: Uint8Array) {
  const result = readDocument(bytes, 'https://harbour.example/file', { contentType: 'application/octet-stream' })
  return result.ok ? result.document : result.reason
}

test.each([
  ['names in another case', zip({ '_RELS/.RELS': ROOT, 'Word/Document.XML': DOCUMENT })],
  ['names with backslashes', zip({ '_rels\\.rels': ROOT, 'word\\document.xml': DOCUMENT })],
  ['names with a slash before them', zip({ '/_rels/.rels': ROOT, '/word/document.xml': DOCUMENT })],
  ['names with steps', zip({ './_rels/.rels': relation('officeDocument', '../word/./document.xml'), './word/document.xml': DOCUMENT })],
  ['escaped names', zip({ '_rels/.rels': relation('officeDocument', '/w%C3%B6rt/main%20part.xml'), 'wört/main part.xml': DOCUMENT })],
  ['names that only look escaped', zip({ '_rels/.rels': relation('officeDocument', '100%.xml'), '100%.xml': DOCUMENT })],
  [
    'strict relations',
    zip({
      '_rels/.rels': relation('officeDocument', 'x.xml', 'a', 'http://purl.oclc.org/ooxml/officeDocument/relationships'),
      'x.xml': DOCUMENT,
    }),
  ],
  ['a relation to a part that is not there', zip({ '_rels/.rels': relation('officeDocument', 'gone.xml'), 'word/document.xml': DOCUMENT })],
  [
    'types of parts without relations',
    zip({
      '[Content_Types].xml':
        '<Types><Override PartName="/a/b.xml" ContentType="application/vnd.ms-word.template.macroEnabledTemplate.main+xml"/></Types>',
      'a/b.xml': DOCUMENT,
    }),
  ],
  ['neither relations nor types', zip({ 'word/document.xml': DOCUMENT })],
  ['bytes before the archive', zip({ '_rels/.rels': ROOT, 'word/document.xml': DOCUMENT }, { before: 'MZ\0 a program that unpacks it' })],
  ['sizes behind the parts', zip({ '_rels/.rels': ROOT, 'word/document.xml': DOCUMENT }, { described: true })],
  ['records of Zip64', zip({ '_rels/.rels': ROOT, 'word/document.xml': DOCUMENT }, { wide: true })],
  ['Zip64 behind a program', zip({ 'word/document.xml': DOCUMENT }, { wide: true, before: 'MZ\0' })],
  ['a part that is not packed', zip({ 'word/document.xml': DOCUMENT, '_rels/.rels': ROOT }, { stored: true })],
  ['UTF-16', zip({ '_rels/.rels': utf16(ROOT, false), 'word/document.xml': utf16(DOCUMENT, true) })],
])('a file is read as its maker wrote it: %s', (_, bytes) => {
  expect(read(bytes)).toMatchObject({
    markdown: 'The tide turns twice a day.',
    contentType: `${OPEN_XML}wordprocessingml.document`,
    truncated: false,
  })
})

test.each([
  ['with relations', { 'book/_rels/main.xml.rels': relation('worksheet', 'first.xml'), 'book/first.xml': SHEET }],
  ['without', { 'book/worksheets/sheet1.xml': SHEET }],
])('a spreadsheet may have any name: %s', (_, parts) => {
  const file = zip({ '_rels/.rels': relation('officeDocument', 'book/main.xml'), 'book/main.xml': WORKBOOK, ...parts })
  expect(read(file)).toMatchObject({ markdown: expect.stringContaining('| 5 | 6 |'), contentType: `${OPEN_XML}spreadsheetml.sheet` })
})

test.each([
  ['with relations', { 'show/_rels/main.xml.rels': relation('slide', 'first.xml'), 'show/first.xml': SLIDE }],
  ['without', { 'show/slides/slide1.xml': SLIDE }],
])('a presentation may have any name: %s', (_, parts) => {
  const file = zip({ '_rels/.rels': relation('officeDocument', 'show/main.xml'), 'show/main.xml': PRESENTATION, ...parts })
  expect(read(file)).toMatchObject({
    markdown: '## Slide 1\n\nThe tide turns.',
    contentType: `${OPEN_XML}presentationml.presentation`,
  })
})

test('what is encrypted is refused as a file of an office program', () => {
  const container = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_024), Buffer.from('EncryptedPackage', 'utf16le')])
  expect(read(container)).toBe('office_document')
})

test.each(['constructor', '__proto__', 'toString'])('a main part that is none is no file: %s', (name) => {
  expect(read(zip({ '_rels/.rels': ROOT, 'word/document.xml': `<${name}/>` }))).toBe('office_document')
})

test('a part that is there and cannot be read makes a file incomplete', () => {
  const styles = `<w:styles>${' '.repeat(21_000_000)}</w:styles>`
  expect(read(zip({ '_rels/.rels': ROOT, 'word/document.xml': DOCUMENT, 'word/styles.xml': styles }))).toMatchObject({ truncated: true })
})
