import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { all, parseGfm } from '../testing/gfm.ts'
import { growth } from '../testing/linear.ts'
import { zip } from '../testing/zip.ts'
import { bookPageHtml } from './epub-page.ts'

const CONTAINER =
  '<container><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
const METADATA =
  '<dc:title>Tides of the bay</dc:title><dc:creator>Ann Harbour</dc:creator><dc:creator>Ben Ode</dc:creator><dc:date>2026-03-04</dc:date><dc:language>en</dc:language>'
const page = (body: string): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><style>p { x: y }</style></head><body>${body}</body></html>`

/** A book of documents in their order, which is not that of the archive. */
function book(pages: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}): Uint8Array {
  const names = Object.keys(pages)
  const items = names.map((name) => `<item id="${name}" href="text/${name}%20x.xhtml" media-type="application/xhtml+xml"/>`).reverse()
  const package_ = `<package><metadata>${METADATA}</metadata><manifest>${items.join('')}<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="f" href="f.bin" media-type="application/vnd.ms-opentype"/></manifest><spine><itemref idref="nav"/>${names.map((name) => `<itemref idref="${name}"/>`).join('')}<itemref idref="${names[0]}"/><itemref idref="gone"/></spine></package>`
  return zip(
    {
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': CONTAINER,
      'OPS/book.opf': package_,
      'OPS/nav.xhtml': page('<nav><ol><li><a href="a.xhtml">One</a></li></ol></nav>'),
      ...Object.fromEntries(names.map((name) => [`OPS/text/${name} x.xhtml`, page(pages[name]!)])),
      ...more,
    },
    { stored: true },
  )
}
const read = (bytes: Uint8Array) => readDocument(bytes, 'https://harbour.example/book.epub')

test('a book is its documents in the order in which they are read, with what it says of itself', () => {
  const one =
    '<h1>One</h1><p>Tea&nbsp;&amp;nbsp; <a id="p1"/>and <b>salt</b>,<br/>see <a href="b%20x.xhtml#x">below</a> and <a href="https://gov.example/">the law</a>.</p><script/><p><img src="map.png" alt="Map"/></p>'
  const two = '<h1>Two</h1><ol start="3"><li>Read</li></ol><p style="display:none">secret</p><p onclick="x()">End</p>'
  expect(read(book({ b: one, a: two }))).toMatchObject({
    ok: true,
    document: {
      title: 'Tides of the bay',
      byline: 'Ann Harbour, Ben Ode',
      publishedTime: expect.stringContaining('2026-03-04'),
      lang: 'en',
      contentType: 'application/epub+zip',
      truncated: false,
      markdown: '# One\n\nTea \\&nbsp; and **salt**,\\\nsee below and [the law](https://gov.example/).\n\n[Map]\n\n# Two\n\n3. Read\n\nEnd',
    },
  })
})

test('the number of a note is no part of the word before it', () => {
  const noted = (attributes: string, number: string): string =>
    `<p>In 1712<a href="#n1" ${attributes}>${number}</a> and <a href="#x">after</a>.</p>`
  const body = noted('epub:type="noteref"', '1') + noted('role="doc-noteref"', '2') + noted('', '<sup>3</sup>')
  const result = read(book({ a: body }))
  expect(result.ok && result.document.markdown).toBe('In 1712¹ and after.\n\nIn 1712² and after.\n\nIn 1712³ and after.')
})

const encrypted = (...names: readonly string[]): Record<string, string> => ({
  'META-INF/encryption.xml': `<encryption>${names.map((name) => `<enc:EncryptedData><enc:CipherData><enc:CipherReference URI="${name}"/></enc:CipherData></enc:EncryptedData>`).join('')}</encryption>`,
})

test('a book of which fonts alone are encrypted is read, any other is refused', () => {
  const pages = { a: '<p>The tide turns.</p>' }
  expect(read(book(pages, encrypted('OPS/f.bin', 'OPS/g.otf')))).toMatchObject({ ok: true, document: { markdown: 'The tide turns.' } })
  expect(read(book(pages, encrypted('OPS/f.bin', 'OPS/text/a%20x.xhtml')))).toEqual({ ok: false, reason: 'office_document' })
})

test('nothing in a book can become script, or lead into the file or anywhere but to the web', () => {
  const result = read(
    book({
      a: '<p>x<a href="javascript:alert(1)">a</a><a href="../b.xhtml">b</a><svg><script>alert(1)</script></svg>&lt;img src=x&gt;</p>',
    }),
  )
  const tree = parseGfm(result.ok ? result.document.markdown : '')
  expect([result.ok, all(tree, 'html'), all(tree, 'link'), all(tree, 'image')]).toEqual([true, [], [], []])
})

test('a book longer than an answer is cut, and said to be', () => {
  const pages = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`p${at}`, `<p>${'The tide turns. '.repeat(60_000)}</p>`]))
  expect(read(book(pages))).toMatchObject({ ok: true, document: { truncated: true } })
})

test('elements in elements cost linear time', () => {
  expect(growth((size) => `<body>${'<div><svg>'.repeat(size)}`, bookPageHtml, 5_000)).toBeLessThan(9)
  expect(bookPageHtml(`<body><p>The tide turns.</p>${'<div>'.repeat(5_000)}deep`).html).toContain('<p>The tide turns.</p>')
  const deep = `<p>The tide turns.</p><svg>${'<g>'.repeat(600)}${'</g>'.repeat(600)}</svg><p>It is high at noon.</p>`
  expect(read(book({ a: deep }))).toMatchObject({ ok: true, document: { markdown: 'The tide turns.', truncated: true } })
})
