/** Bodies that are not what their header says are read as what they are. */
import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { pdf } from '../testing/pdf.ts'
import { isPdf } from './kind.ts'

const URL = 'https://harbour.example/x'
const TEXT = 'Café am Meer: die Fähre fährt täglich um sieben, sagt der Wärter.'
const HTML = `<!doctype html><title>Fähre</title><main><h1>Fähre</h1><p>${TEXT}</p></main>`
const LIGHT = '港の灯台は二年の工事を経て月曜日に点灯した。'
const bytesOf = (...parts: (string | Uint8Array)[]): Uint8Array => Buffer.concat(parts.map((part) => Buffer.from(part as string)))
const read = (body: Uint8Array | string, contentType: string | null) => {
  const result = readDocument(typeof body === 'string' ? bytesOf(body) : body, URL, { contentType })
  return result.ok ? result.document : result.reason
}

test.each([
  ['before a page', bytesOf('\0\0', HTML), 'text/html'],
  ['before a page without a type', bytesOf('\0', HTML), null],
  ['behind a mark', bytesOf('\ufeff\0', HTML), 'text/html'],
  ['that fill a block', bytesOf(new Uint8Array(600), HTML), 'text/html'],
  ['inside a page', bytesOf(HTML.replace('<p>', '\0<p\0>')), 'text/html'],
])('zero bytes %s are passed over', (_name, body, contentType) => {
  expect(read(body, contentType)).toMatchObject({ markdown: TEXT, extraction: 'fallback' })
})

test.each(['text/html', 'text/html; charset=utf-16', null])(
  'UTF-16 without a mark is known by its tags, however few they are: %s',
  (contentType) => {
    const html = `<html><title>灯台</title><main><p>${LIGHT.repeat(400)}一二　三</p></main></html>`
    const little = Buffer.from(html, 'utf16le')
    expect(read(little, contentType)).toMatchObject({ markdown: expect.stringContaining('灯台は二年') })
    expect(read(Buffer.from(little).swap16(), contentType)).toMatchObject({ markdown: expect.stringContaining('灯台は二年') })
  },
)

test('a page that is called JSON is a page, whatever its first tag', () => {
  for (const html of [HTML, `<harbour-card><p>${TEXT}</p></harbour-card>`])
    expect(read(html, 'application/json')).toMatchObject({ markdown: TEXT, contentType: 'text/html' })
})

test('XML and words that are called JSON keep their spaces', () => {
  const xml = `<?xml version="1.0"?><note><to>the keeper of the light at the end of the pier</to><body>${TEXT}</body></note>`
  expect(read(xml, 'application/json')).toMatchObject({ markdown: `\`\`\`xml\n${xml}\n\`\`\``, contentType: 'application/xml' })
  expect(read(`Heute: ${TEXT} ${TEXT}`, 'application/json')).toMatchObject({
    markdown: `Heute: ${TEXT} ${TEXT}`,
    contentType: 'text/plain',
  })
  const words = `{ ${'two words '.repeat(20)}}`
  expect(read(words, 'application/json')).toMatchObject({ markdown: expect.stringContaining('two words two words') })
})

test('text without a tag that is called HTML keeps its lines', () => {
  const markdown = `# Fähre\n\n${TEXT}\n\n- eins\n- zwei`
  expect(read(markdown, 'text/html; charset=utf-8')).toMatchObject({ markdown, contentType: 'text/plain', extraction: 'source' })
  expect(read('Fisch &amp; Brot\nam Kai', 'text/html')).toMatchObject({ markdown: 'Fisch & Brot am Kai', contentType: 'text/html' })
})

test('a PDF is one behind a mark and behind what a server said first', () => {
  const file = Buffer.from(pdf([[{ text: 'The tide turns.', x: 60, y: 700 }]])).toString('latin1')
  const marked = Buffer.from(file.replace('%PDF-1.4\n', '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'), 'latin1')
  expect(isPdf(bytesOf('\ufeff', file))).toBe(true)
  expect(isPdf(bytesOf('Warning: headers already sent in /srv/pdf.php on line 3\n', marked))).toBe(true)
  expect(isPdf(bytesOf('A file begins like this:\n%PDF-1.4\n% and a comment\n'))).toBe(false)
  expect(isPdf(bytesOf(' '.repeat(1_200), marked))).toBe(false)
})

test.each([
  'binary/octet-stream',
  'application/x-download',
  'application/force-download',
  'application/x-octet-stream',
  'html',
  '*/*',
  'text',
])('%s says nothing of a body: text is text, a page a page', (contentType) => {
  expect(read(TEXT, contentType)).toMatchObject({ markdown: TEXT, contentType: 'text/plain' })
  expect(read(HTML, contentType)).toMatchObject({ markdown: TEXT, contentType: 'text/html' })
  expect(read(Buffer.from([1, 2, 0, 4]), contentType)).toBe('unsupported_type')
})

test.each(['text/markdown', 'text/x-markdown', 'application/markdown', 'text/mdx', 'text/x-gfm; charset=utf-8'])(
  '%s is Markdown',
  (contentType) => {
    expect(read(`# Fähre\n\n${TEXT}`, contentType)).toMatchObject({ title: 'Fähre', extraction: 'source', contentType })
  },
)

const README = `<h1 align="center">Tide</h1>\n\n## Use\n\n\`\`\`sh\ntide now\n\`\`\`\n\nSee **the [docs](/docs)**, <b>all</b> of them.\n`

test.each(['text/html', 'text/plain', 'application/octet-stream', null])(
  'Markdown with some HTML that is called %s is Markdown',
  (contentType) => {
    expect(read(README, contentType)).toMatchObject({
      title: 'Tide',
      contentType: 'text/markdown',
      markdown: expect.stringContaining('## Use\n\n```sh\ntide now\n```\n\nSee **the [docs](https://harbour.example/docs)**'),
    })
  },
)

test('a page that shows Markdown is a page, and settings with comments and lists are text', () => {
  for (const html of [`<div><pre>\n\n${README.replace(/^.*/, '')}</pre></div>`, `<title>Tide</title>\n\n${README}`])
    expect(read(html, 'text/html')).toMatchObject({ contentType: 'text/html' })
  expect(read('# Light\n\nhosts:\n- a\n- b\n', 'text/plain')).toMatchObject({ contentType: 'text/plain' })
})

test('words between signs that are no tags are text: its lines are its own', () => {
  expect(read('09:00 INFO <Server> up\n09:01 INFO <a@b.example> came', 'text/html')).toMatchObject({
    contentType: 'text/plain',
    markdown: expect.stringMatching(/<Server> up\n09:01/),
  })
})

test.each([
  ['application/octet-stream', 'attachment; filename="Tides.CSV"', 'a,b\n1,2', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
  ['text/plain', "attachment; filename*=UTF-8''tides%20a.md", '# Tide\n\nA <b>b</b>', '# Tide\n\nA **b**'],
  ['application/vnd.ms-excel', 'inline; filename=tides.tsv', 'a\tb\n1\t2', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
  ['application/x-python', 'attachment; filename=tide.py', 'if a:\n  b', '```python\nif a:\n  b\n```'],
])('the name under which %s is to be saved says what it is: %s', (contentType, contentDisposition, body, markdown) => {
  expect(readDocument(bytesOf(body), URL, { contentType, contentDisposition })).toMatchObject({ ok: true, document: { markdown } })
})

test.each(['text/plain', 'text/html', 'application/json', null])(
  'comments before a page take no time, however many there are: %s',
  (type) => {
    expect(read(`${'<!---->'.repeat(60)}<p>The tide turns at seven.</p>`, type)).toMatchObject({ markdown: 'The tide turns at seven.' })
    expect(read(`${'<!---->'.repeat(800)}x`, type)).toBeDefined()
  },
)

test('comments before a feed or a sitemap take no time, however many there are', () => {
  const comments = '<!-- a --->'.repeat(400)
  expect(
    read(`${comments}<rss><channel><title>Tides</title><item><title>Low</title></item></channel></rss>`, 'application/xml'),
  ).toMatchObject({
    title: 'Tides',
  })
  expect(read(`${comments}<urlset><url><loc>https://harbour.example/a</loc></url></urlset>`, 'application/xml')).toMatchObject({
    markdown: '- [/a](https://harbour.example/a)',
  })
  expect(read(`${'<!---->'.repeat(800)}x`, 'application/xml')).toBeDefined()
})
