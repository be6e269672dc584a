import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { all, cells, text } from '../testing/gfm.ts'
import { read } from '../testing/read.ts'

const table = (html: string) => read(html).all('table')[0]

test('a table without thead is a table', () => {
  expect(cells(table('<table><tr><th>Port</th><th>Depth</th></tr><tr><td>North</td><td>12 m</td></tr></table>'))).toEqual([
    ['Port', 'Depth'],
    ['North', '12 m'],
  ])
})

test('a table with thead and tbody is a table', () => {
  expect(
    cells(table('<table><thead><tr><th>Port</th><th>Depth</th></tr></thead><tbody><tr><td>North</td><td>12 m</td></tr></tbody></table>')),
  ).toEqual([
    ['Port', 'Depth'],
    ['North', '12 m'],
  ])
})

test('a cell without a row begins one, as in browsers', () => {
  const head = '<thead><tr><th>Port</th><th>Cranes</th></tr></thead>'
  const { markdown } = read(`<table>${head}<tbody> <td>North</td><td>4</td></tr> <td>South</td><td>2</td></tr></tbody></table>`)
  expect(markdown).toContain('| Port | Cranes |\n| --- | --- |\n| North | 4 |\n| South | 2 |')
})

test('paragraphs and lists in cells stay in the cell, without HTML', () => {
  const parsed = read(
    '<table><tr><th>Port</th><th>Notes</th></tr><tr><td><p>North</p></td><td><ul><li>deep</li><li>wide</li></ul></td></tr></table>',
  )
  expect(cells(parsed.all('table')[0])).toEqual([
    ['Port', 'Notes'],
    ['North', 'deep; wide'],
  ])
  expect(parsed.all('html')).toEqual([])
})

test('pipes in cells do not break the grid, in text or in code', () => {
  expect(cells(table('<table><tr><th>Sign</th><th>Use</th></tr><tr><td>a|b</td><td><code>x|y</code></td></tr></table>'))).toEqual([
    ['Sign', 'Use'],
    ['a|b', 'x|y'],
  ])
})

test('colspan keeps the grid', () => {
  expect(cells(table('<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td colspan="2">wide</td><td>c</td></tr></table>'))).toEqual([
    ['A', 'B', 'C'],
    ['wide', '', 'c'],
  ])
})

test('rowspan keeps the grid', () => {
  expect(
    cells(table('<table><tr><th>A</th><th>B</th></tr><tr><td rowspan="2">tall</td><td>1</td></tr><tr><td>2</td></tr></table>')),
  ).toEqual([
    ['A', 'B'],
    ['tall', '1'],
    ['', '2'],
  ])
})

test('columns keep their alignment', () => {
  expect(
    table(
      '<table><tr><th align="left">A</th><th style="text-align: right">B</th><th align="center">C</th><th>D</th></tr><tr><td>1</td><td>2</td><td>3</td><td>4</td></tr></table>',
    )?.align,
  ).toEqual(['left', 'right', 'center', null])
})

test('a caption stands as text before its table', () => {
  const { tree } = read(
    '<table><caption>Depths of the ports</caption><tr><th>Port</th><th>Depth</th></tr><tr><td>North</td><td>12 m</td></tr></table>',
  )
  const at = tree.children!.findIndex((node) => node.type === 'table')
  expect(text(tree.children![at - 1])).toBe('Depths of the ports')
})

test('a layout table of one cell is unwrapped', () => {
  const parsed = read(
    '<table><tr><td><p>A quiet paragraph that an old page has put into a table for the sake of its width, and for no other reason.</p></td></tr></table>',
  )
  expect(parsed.all('table')).toEqual([])
  expect(parsed.markdown).toContain('A quiet paragraph that an old page')
})

test('links and marks inside cells stay', () => {
  const parsed = read('<table><tr><th>Port</th><th>Link</th></tr><tr><td><b>North</b></td><td><a href="/north">chart</a></td></tr></table>')
  expect(parsed.all('table')[0] && all(parsed.all('table')[0]!, 'link').map((link) => link.url)).toEqual(['https://harbour.example/north'])
  expect(all(parsed.all('table')[0]!, 'strong').map(text)).toEqual(['North'])
})

test('a head of two rows with joined cells is one row of a table', () => {
  expect(
    cells(
      table(
        '<table><thead><tr><th rowspan="2">Port</th><th colspan="2">Depth</th></tr><tr><th>Low</th><th>High</th></tr></thead><tbody><tr><td>North</td><td>8 m</td><td>12 m</td></tr></tbody></table>',
      ),
    ),
  ).toEqual([
    ['Port', 'Depth – Low', 'Depth – High'],
    ['North', '8 m', '12 m'],
  ])
})

test('the foot of a table stands below its rows, wherever it was written', () => {
  const html =
    '<table><thead><tr><th>Port</th><th>Boats</th></tr></thead><tfoot><tr><td>All</td><td>9</td></tr></tfoot><tbody><tr><td>North</td><td>9</td></tr></tbody></table>'
  expect(cells(table(html)).map(([port]) => port)).toEqual(['Port', 'North', 'All'])
})

test('a small table in a cell is text of the cell', () => {
  const html =
    '<table><tr><th>Port</th><th>Boats</th></tr><tr><td>North</td><td><table><tr><td>red</td><td>5</td></tr><tr><td>blue</td><td>4</td></tr></table></td></tr></table>'
  expect(cells(table(html))).toEqual([
    ['Port', 'Boats'],
    ['North', 'red 5; blue 4'],
  ])
})

test('cells of a table with a head that stands in a cell are parted', () => {
  const inner =
    '<table><thead><tr><th>Name</th><th>Type</th><th>Text</th></tr></thead><tbody><tr><td><code>strict</code></td><td></td><td>none other</td></tr><tr><td>slow</td><td>boolean</td><td>takes longer</td></tr></tbody></table>'
  const html = `<table><thead><tr><th>Name</th><th>Text</th></tr></thead><tbody><tr><td>options</td><td>How it is kept${inner}</td></tr></tbody></table>`
  expect(cells(table(html))[1]).toEqual(['options', 'How it is kept Name, Type, Text: strict, none other; slow, boolean, takes longer'])
})

test('a frame of small cells around one long cell is a layout, and what stands in it keeps its form', () => {
  const edge = '<td><img src="/edge.gif" alt=""></td>'
  const text = `<h2>The breakwater</h2><p>${'The granite came by barge from the quarry on the other side of the bay. '.repeat(20)}</p><ol><li>First the north side</li><li>Then the south side</li></ol>`
  const parsed = read(
    `<table><tr>${edge.repeat(4)}</tr><tr>${edge}<td>${text}</td>${edge.repeat(2)}</tr><tr>${edge.repeat(4)}</tr><tr>${edge.repeat(4)}</tr></table>`,
  )
  expect(parsed.all('table')).toEqual([])
  expect(parsed.markdown).toContain('## The breakwater\n\nThe granite')
  expect(parsed.markdown).toContain('1. First the north side\n2. Then the south side')
})

test('a table of data with one long note stays one', () => {
  const row = '<tr><td>North</td><td>12 m</td><td>Open all year to boats of every kind, says the office of the harbour</td></tr>'
  const note = 'The granite came by barge from the quarry. '.repeat(30)
  expect(read(`<table>${row.repeat(9)}<tr><td>South</td><td>8 m</td><td>${note}</td></tr></table>`).all('table')).toHaveLength(1)
})

test('a table of which nothing is written is none', () => {
  const html =
    '<title>Basic Types</title><table><tr><td width="100%" align="left"></td><td><a href="/"><img src="/home.png" width="16" height="16" alt="Home"></a></td><td><img src="/up.png" alt=""></td></tr></table><p>Types of the library, defined for ease of use and portability, as everywhere.</p>'
  expect(extractPage({ html, url: 'https://docs.example/types.html' })!.markdown).toMatch(/^Types of the library/)
})

test('a table that holds code of several lines is read cell by cell, so that the code keeps its lines', () => {
  const tip =
    '<table><tr><td rowspan="2"><img alt="" src="tip.png"></td><th>Tip</th></tr><tr><td><p>Write it:</p><pre>cat &gt; run &lt;&lt;E\n#!/bin/sh\nE</pre></td></tr></table>'
  const sides =
    '<table><tr><th>Before</th><th>After</th></tr><tr><td><pre>a = 1\nb = 2</pre></td><td><pre>a, b =\\\n 1, 2</pre></td></tr></table>'
  const parsed = read(tip + sides)
  expect(parsed.all('table')).toEqual([])
  expect(parsed.all('code').map(({ value }) => value)).toEqual(['cat > run <<E\n#!/bin/sh\nE', 'a = 1\nb = 2', 'a, b =\\\n 1, 2'])
  const row = (code: string) => `<tr><td>ls</td><td><pre>${code}</pre></td></tr>`
  expect(read(`<table><tr><th>Name</th><th>Use</th></tr>${row('ls')}${row('ls -l')}${row('cd /\ncd')}</table>`).all('table')).toHaveLength(
    1,
  )
})

test('a table of which no row has two cells with text only places things', () => {
  const { all: found, markdown } = read(
    '<table><tr><td></td><td>The tide turns at noon.</td></tr><tr><td colspan="2"></td><td><div>The ferry leaves an hour later.<p>It waits for nobody.</p></div></td></tr></table>',
  )
  expect(found('table')).toHaveLength(0)
  expect(markdown).toContain('The ferry leaves an hour later.\n\nIt waits for nobody.')
})

test('a sign that is all a cell shows is the word that it is called by', () => {
  const { markdown } = read(
    `<table><tr><th>Feature</th><th>Free</th><th>Pro</th></tr><tr><td>Moorings</td><td><svg aria-label="No" role="img"><path d="M0"/></svg></td><td><span class="w"><svg aria-label="Yes"><path/></svg></span></td></tr><tr><td>Crane</td><td><span role="img" aria-label="Not included"></span></td><td><i class="fa fa-check" title="Included"></i></td></tr><tr><td>Lift</td><td><i class="fa" aria-hidden="true" title="x"></i></td><td>3 <i title="a day"></i></td></tr></table>`,
  )
  expect(markdown).toContain('| Moorings | No | Yes |\n| Crane | Not included | Included |\n| Lift |  | 3 |')
})

test('names and values by their tags are a table, though it calls itself one for looks alone', () => {
  const rows = (cell: string): string =>
    `<table role="presentation">${['Wood', 'Weight', 'Maker'].map((name) => `<tr><${cell}>${name}</${cell}><td>${name} of the boat</td></tr>`).join('')}</table>`
  expect(read(rows('th')).markdown).toContain('| Weight | Weight of the boat |')
  expect(read(rows('td')).markdown).not.toContain('|')
})

test('a note that DocBook draws as a table is what it is called and what it says, without its sign', () => {
  const note = `<div class="tip"><table border="0" summary="Tip"><tr><td rowspan="2"><img alt="[Tip]" src="images/tip.png"></td><th align="left">Tip</th></tr><tr><td><p>Run it once.</p><pre> pump --dry</pre></td></tr></table></div>`
  expect(read(note).markdown).toContain('\n\nTip\n\nRun it once.\n\n```\n pump --dry\n```\n\n')
  expect(read(note.replace('rowspan="2"', '')).markdown).toContain('| Tip |')
})
