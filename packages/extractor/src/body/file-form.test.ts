import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { growth } from '../testing/linear.ts'
import { tableOf } from './read-rows.ts'

const read = (body: string, contentType: string | null, url = 'https://files.example/raw') => {
  const result = readDocument(new TextEncoder().encode(body), url, { contentType })
  return result.ok ? result.document : result.reason
}

const CODE = '# no heading\ndef f(a, *b, **c):\n\treturn a  # two\n\n\nclass A:\n    x_y = [1](2)  # <b>'
test.each([
  ['text/plain; charset=utf-8', 'https://raw.example/main/tool.py', 'python'],
  ['application/octet-stream', 'https://raw.example/main/tool.py?x=1', 'python'],
  ['text/x-python', 'https://raw.example/download', 'python'],
  ['text/plain', 'https://raw.example/main/Dockerfile', 'dockerfile'],
  ['application/yaml', 'https://raw.example/main/a.yml', 'yaml'],
])('code that is sent as %s from %s comes back sign by sign', (type, url, language) => {
  expect(read(CODE, type, url)).toMatchObject({
    markdown: `\`\`\`${language}\n${CODE}\n\`\`\``,
    title: null,
    lang: null,
    excerpt: null,
    extraction: 'source',
  })
})

test.each([
  ['application/xml', 'https://files.example/raw', 'xml'],
  ['text/xml; charset=utf-8', 'https://files.example/raw', 'xml'],
  ['application/gpx+xml', 'https://files.example/raw', 'xml'],
  ['text/plain', 'https://files.example/route.gpx', 'xml'],
  ['text/x-opml', 'https://files.example/raw', 'xml'],
  ['text/plain', 'https://files.example/raw', 'xml'],
  ['text/calendar', 'https://files.example/raw', 'ics'],
  ['text/plain', 'https://files.example/term.ics', 'ics'],
])('what %s says is there sign by sign', (type, url, language) => {
  const body = '<?xml version="1.0"?>\n<note>\n  <to>You &amp; <![CDATA[<b>]]></to>\n</note>'
  expect(read(body, type, url)).toMatchObject({ markdown: `\`\`\`${language}\n${body}\n\`\`\``, lang: null, extraction: 'source' })
})

test('pictures made of XML stay pictures, and pages sent as XML pages', () => {
  expect(read('<svg xmlns="http://www.w3.org/2000/svg"><text>a</text></svg>', 'image/svg+xml')).toBe('unsupported_type')
  const page = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><script src="a.js"/><title>Gate</title></head><body><p>${'The gate opens at seven. '.repeat(4)}</p></body></html>`
  expect(read(page, 'application/xml')).toMatchObject({ title: 'Gate', extraction: 'fallback' })
})

test('a page of more than is read of one says so', () => {
  const page = (body: string) => `<main><p>${'The gate opens at seven in the morning. '.repeat(20)}</p>${body}</main>`
  expect(read(page('<p>More.</p>'), 'text/html')).toMatchObject({ truncated: false })
  expect(read(page('<i>a</i>'.repeat(70_000)), 'text/html')).toMatchObject({ truncated: true })
  expect(read(page(`<p>${'word '.repeat(700_000)}</p>`), 'text/html')).toMatchObject({ truncated: true })
})

test.each([
  ['text/markdown', '# Gates\n\n', '*a* b '],
  [
    'application/rss+xml',
    '<rss version="2.0"><channel><title>Gates</title><item><title>One</title><description>',
    '&lt;i&gt;a&lt;/i&gt; b ',
  ],
])('so does a document of it: %s', (type, head, more) => {
  const document = (times: number) =>
    read(head + more.repeat(times) + (type.endsWith('xml') ? '</description></item></channel></rss>' : ''), type)
  expect(document(10)).toMatchObject({ truncated: false })
  expect(document(70_000)).toMatchObject({ truncated: true })
})

test('code begins with the indentation of its first line', () => {
  expect(read('\n    a\nb\n\n', 'text/x-csrc')).toMatchObject({ markdown: '```c\n    a\nb\n```' })
})

test.each([
  ['text/csv', 'name,city\nAnn,"York, ""old"""\nBob,a|b\n', '| name | city |\n| --- | --- |\n| Ann | York, "old" |\n| Bob | a\\|b |'],
  ['text/csv', '\ufeffName;Ort\r\nAnn;"Bad\nEms"\r\n', '| Name | Ort |\n| --- | --- |\n| Ann | Bad Ems |'],
  ['text/tab-separated-values', 'a\tb\n1\t\n', '| a | b |\n| --- | --- |\n| 1 |  |'],
  ['text/csv', 'sep=;\nName;Ort\nAnn;York', '| Name | Ort |\n| --- | --- |\n| Ann | York |'],
  [
    'text/csv',
    '# From: the harbour\n# In 2024, as counted\nId;Day;Boats\n1;2;3\n',
    '```\n# From: the harbour\n# In 2024, as counted\n```\n\n| Id | Day | Boats |\n| --- | --- | --- |\n| 1 | 2 | 3 |',
  ],
  ['text/csv', '#,Name\n1,Ann', '| # | Name |\n| --- | --- |\n| 1 | Ann |'],
  ['text/csv', 'no table\nat all', '```csv\nno table\nat all\n```'],
])('%s %j is a table where it is one', (type, body, markdown) => {
  expect(read(body, type)).toMatchObject({ markdown })
})

test.each([
  ['application/x-ndjson', '{"a":1}\n{"a":2}', '```json\n{"a":1}\n{"a":2}\n```'],
  ['text/html, text/html', '<p>Two headers are one.</p>', 'Two headers are one.'],
  [
    'application/xhtml+xml',
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><script src="a.js"/><title>T</title></head><body><div class="a"/><p>What XML closes is closed.</p></body></html>',
    'What XML closes is closed.',
  ],
])('%s is read', (type, body, markdown) => {
  expect(read(body, type)).toMatchObject({ markdown })
})

test.each([
  ['application/octet-stream', 'mimetypeapplication/epub+zip'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', '[Content_Types].xml'],
  ['application/octet-stream', 'Index/Document.iwa'],
])('an archive of %s with %s is told apart from others', (type, part) => {
  expect(read(`PK\u0003\u0004....${part}`, type)).toBe('office_document')
})

test('tables take linear time, whatever is quoted', () => {
  for (const piece of ['"', '"a', 'a,"b""",c\n', ',']) {
    const make = (size: number): string => `a,b\n${piece.repeat(size)}`
    expect(
      growth(make, (text) => tableOf(text, ','), 30_000),
      piece,
    ).toBeLessThan(9)
  }
})
