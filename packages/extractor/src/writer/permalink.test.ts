import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const PROSE = 'The broker keeps every record in an append-only ledger on local disk, and it starts in well under a second on any host.'
const names = ['Requirements', 'Install the package', 'Verify the installation', 'Next steps']
const read = (section: (name: string, id: string) => string): string =>
  extractPage({
    html: `<title>Installation | Quill</title><main><h1>Installation</h1><p>${PROSE}</p>${names.map((name, at) => `${section(name, `s${at}`)}<p>${name}. ${PROSE}</p><pre>quill ${at}</pre>`).join('')}</main>`,
    url: 'https://docs.example/install',
  })!.markdown

const headings = (markdown: string): string[] =>
  markdown.split('\n').filter((line) => line.startsWith('#') || /Section titled|^- /.test(line))

test('a heading in a box with a link to itself is a heading, whatever words the link has', () => {
  const boxed = (name: string, id: string): string =>
    `<div class="heading-wrapper"><h2 id="${id}">${name}</h2><a href="#${id}"><span>Section titled “${name}”</span></a></div>`
  expect(headings(read(boxed))).toEqual(names.map((name) => `## ${name}`))
})

test('a link beside a heading that leads to another place stays', () => {
  const boxed = (name: string, id: string): string =>
    `<div><h2 id="${id}">${name}</h2><a href="/more#${id}x">Section titled ${name}</a></div>`
  expect(read(boxed)).toContain('[Section titled Requirements](https://docs.example/more#s0x)')
})

test('a term that is a link to itself is a term, and one that leads elsewhere on the page stays a link', () => {
  const terms = (name: string, id: string): string =>
    `<h2>${name}</h2><dl><dt id="${id}"><a class="permalink" href="#${id}"><b>-p</b>, <b>--path</b></a></dt><dd>${PROSE}</dd><dt><a href="#s0">Back</a></dt><dd>${PROSE}</dd></dl>`
  const markdown = read(terms)
  expect(markdown).toContain('**-p, --path**')
  expect(markdown).toContain('**[Back](https://docs.example/install#s0)**')
})

test.each([
  '<a href="#ID" id="ID"><h2>NAME</h2></a>',
  '<a href="#ID"><h2 id="ID">NAME</h2></a>',
  '<section id="ID"><a href="#ID"><h2>NAME</h2></a></section>',
  '<a href="#ID" data-toggle="collapse"><h2>NAME</h2></a><div id="ID"></div>',
])('a heading that is all of a link to itself is a heading: %s', (section) => {
  expect(headings(read((name, id) => section.replaceAll('ID', id).replace('NAME', name)))).toEqual(names.map((name) => `## ${name}`))
})

test('a heading that is all of a link to another place is a link', () => {
  expect(read((name) => `<a href="#other"><h2>${name}</h2></a>`)).toContain('[Next steps](https://docs.example/install#other)')
})

test('the head of a column is no link where it only sorts the rows, any other link of a table is', () => {
  const row = (at: number): string => `<tr><td><a href="/issues/${at}">Berth ${at}</a></td><td>Depth ${at} m</td></tr>`
  const html = `<title>Berths | Quill</title><main><p>${PROSE}</p><table><tr><th><a href="/issues?sort=id%3Adesc">Berth</a></th><th><a href="/depth">Depth</a></th></tr>${[1, 2, 3].map(row).join('')}</table><p>${PROSE} Twice.</p></main>`
  const { markdown } = extractPage({ html, url: 'https://docs.example/issues' })!
  expect(markdown).toContain('| Berth | [Depth](https://docs.example/depth) |')
  expect(markdown).toContain('[Berth 1](https://docs.example/issues/1)')
})

test('a link to a page of a wiki that nobody has written is its words', () => {
  const { markdown, links } = extractPage({
    html: `<title>Quill</title><h1>Quill</h1><p>${PROSE}</p><p>It follows <a href="/w/index.php?title=Old_broker&amp;action=edit&amp;redlink=1" class="new" title="Old broker (page does not exist)">the old broker</a> and <a href="/wiki/Ledger">the ledger</a>. ${PROSE}</p>`,
    url: 'https://wiki.example/wiki/Quill',
  })!
  expect(markdown).toContain('It follows the old broker and [the ledger](https://wiki.example/wiki/Ledger).')
  expect(links).toHaveLength(1)
})

test('a lozenge that links to its heading, and a link that leads to more below, are left out', () => {
  const lozenge = (name: string, id: string): string =>
    `<p>${PROSE} <a href="#d${id}">More...</a></p><a id="${id}"></a><h2 class="memtitle"><span class="permalink"><a href="#${id}">&#9670;&#160;</a></span>${name}</h2>`
  const markdown = read(lozenge)
  expect(headings(markdown)).toEqual(names.map((name) => `## ${name}`))
  expect(markdown).not.toContain('More...')
  expect(read((name) => `<h2>${name}</h2><p><a href="#more">More...</a></p>`)).toContain('More...')
})
